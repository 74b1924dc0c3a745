"""Fit the value of positions to games of the scripted styles: who has what wins how often.

Positions at the start of Planning are taken from games of mixed styles. The chance of a seat is a
softmax over weighted features of all seats; the weights maximise the likelihood of the winners,
with a small penalty, by Newton's method.

Example: python scripts/fit_value.py --games 2000 --out value.json
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import numpy.typing as npt

from got_env.games import get_game
from got_env.westeros.heuristic.choose import new_work
from got_env.westeros.heuristic.playout import new_scratch
from got_env.westeros.heuristic.weights import style_names, style_weights
from got_env.westeros.search.rollout import play_a_round
from got_env.westeros.search.value import NUM_FEATURES, Feature, features_batch
from got_env.westeros.vocabulary import MAX_PLAYERS

PLAYERS = (3, 4, 5, 6)
PENALTY = 1.0
STEPS = 12
TESTED = 5
"""Every so many games are left out of the fit and measure it."""

Floats = npt.NDArray[np.float64]


def positions(players: int, games: int, seed: int) -> tuple[Floats, npt.NDArray[np.int64]]:
    """Features ``(N, P, F)`` of positions, NaN beyond the players, and winner and game of each."""
    game = get_game("agot2e")
    styles = [style_weights(name) for name in style_names()]
    rng = np.random.default_rng([seed, players])
    tables = rng.integers(len(styles), size=(games, players))
    states = game.start(games, players, seed)
    mask = np.zeros(game.actions.size, dtype=np.bool_)
    features: list[Floats] = []
    rows: list[npt.NDArray[np.intp]] = []
    while True:
        running = np.flatnonzero(states["over"] == 0)
        if not len(running):
            break
        seen = np.full((len(running), MAX_PLAYERS, NUM_FEATURES), np.nan)
        features_batch(states[running], new_work(), seen)
        features.append(seen)
        rows.append(running)
        play_a_round(states, tables, mask, *new_scratch(*styles))
    row = np.concatenate(rows)
    return np.concatenate(features), np.stack([states["winner"][row], row], axis=1).astype(np.int64)


def chances(features: Floats, weights: Floats) -> Floats:
    """Chance of every seat ``(N, P)``; 0 beyond the players."""
    scores = features @ weights
    scores = np.where(np.isnan(scores), -np.inf, scores)
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    result: Floats = odds / odds.sum(axis=1, keepdims=True)
    return result


def fit(features: Floats, winners: npt.NDArray[np.int64]) -> Floats:
    """The weights ``(F,)`` of greatest likelihood, by Newton's method."""
    weights = np.zeros(features.shape[2])
    known = np.nan_to_num(features)
    won = known[np.arange(len(winners)), winners]
    for _ in range(STEPS):
        chance = chances(features, weights)
        mean = np.einsum("np,npf->nf", chance, known)
        slope = (won - mean).sum(axis=0) - PENALTY * weights
        curve = np.einsum("np,npf,npg->fg", chance, known, known) - mean.T @ mean
        weights = weights + np.linalg.solve(curve + PENALTY * np.eye(len(weights)), slope)
    return weights


def main() -> None:
    """Read the command line, play, fit, and write the weights."""
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").split("\n\n")[0], epilog=(__doc__ or "").split("\n\n")[-1]
    )
    parser.add_argument("--games", type=int, default=2000, help="for each number of players")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True, help="JSON file to write")
    args = parser.parse_args()
    parts = [positions(players, args.games, args.seed) for players in PLAYERS]
    features = np.concatenate([part[0] for part in parts])
    facts = np.concatenate([part[1] for part in parts])
    test = facts[:, 1] % TESTED == 0
    weights = fit(features[~test], facts[~test, 0])
    chance = chances(features[test], weights)
    winners = facts[test, 0]
    seats = (~np.isnan(features[test][:, :, 0])).sum(axis=1)
    loss = -np.log(chance[np.arange(len(winners)), winners]).mean()
    print(
        f"{len(winners)} positions left out: log loss {loss:.4f}, of equal chances "
        f"{np.log(seats).mean():.4f}, best guess right {(chance.argmax(1) == winners).mean():.3f}"
    )
    table = {f.name.lower(): round(float(weights[f]), 4) for f in Feature}
    args.out.write_text(json.dumps(table, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
