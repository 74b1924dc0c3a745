#!/usr/bin/env python3
"""Fit the value of positions to games of the scripted styles: who has what wins how often.

Positions are taken from games of mixed styles, one for each round. The chance of a seat is a
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

from got_env.core.game import Game
from got_env.core.search.rollout import play_a_round
from got_env.core.search.values import features_batch
from got_env.games import get_game

PENALTY = 1.0
STEPS = 12
TESTED = 5
"""Every so many games are left out of the fit and measure it."""

Floats = npt.NDArray[np.float64]


def positions(
    game: Game, players: int, games: int, seed: int
) -> tuple[Floats, npt.NDArray[np.int64]]:
    """Features ``(N, P, F)`` of positions, NaN beyond the players, and winner and game of each.

    Games that nobody won alone are left out.
    """
    rng = np.random.default_rng([seed, players])
    learner = game.players.learner_kernels()
    tables = rng.integers(len(learner.policies) - 1, size=(games, players))
    trials, works = learner.new_scratch()
    known, trials = trials[:1], trials[1:]
    assert game.players.search is not None
    count = len(game.players.search().features)
    states = game.start(games, players, seed)
    mask = np.zeros(game.actions.size, dtype=np.bool_)
    features: list[Floats] = []
    rows: list[npt.NDArray[np.intp]] = []
    while True:
        running = np.flatnonzero(states["over"] == 0)
        if not len(running):
            break
        seen = np.full((len(running), len(game.seats.names), count), np.nan)
        features_batch(states[running], works, seen)
        features.append(seen)
        rows.append(running)
        play_a_round(states, tables, mask, known, trials, works)
    row = np.concatenate(rows)
    facts = np.stack([states["winner"][row], row], axis=1).astype(np.int64)
    won = facts[:, 0] >= 0
    return np.concatenate(features)[won], facts[won]


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
    parser.add_argument("--game", default="agot2e", help="code of the game")
    parser.add_argument("--games", type=int, default=2000, help="for each number of players")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True, help="JSON file to write")
    args = parser.parse_args()
    game = get_game(args.game)
    if game.players.search is None:
        parser.error(f"--game {args.game}: it has no search")
    names = game.players.search().features
    parts = [positions(game, players, args.games, args.seed) for players in game.seats.counts]
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
    table = {name: round(float(weight), 4) for name, weight in zip(names, weights, strict=True)}
    args.out.write_text(json.dumps(table, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
