#!/usr/bin/env python3
"""Tune the weights of a scripted style by self-play: a (1+1) evolution with races.

A mutant changes a few weights of the incumbent by random factors. Half of a table is played by the
mutant, half by the incumbent, seats and houses in balance; the mutant takes over
when it wins clearly more than its share. Every step is kept in the state file, so an
interrupted run continues where it stopped, and the same seed gives the same steps.

Example: python scripts/tune_style.py raider --keep raid,support,defense --steps 200 --out tuning
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from typing import Any

import numpy as np

from got_env.core.players import Weights
from got_env.core.styles import MOST
from got_env.games import get_game
from got_env.westeros.players.heuristic.playout import play_tables
from got_env.westeros.players.heuristic.weights import style_names, style_weights, weight_names

PLAYERS = (3, 4, 5, 6)
ROUNDS = (240, 720, 2400)
"""Games of a race after which a mutant may be dropped; all are played before it is accepted."""
DROP_AT = (0.0, 0.8, 2.0)
"""Standard errors above parity that it needs to stay in the race."""
CHANGED = 4
"""Weights a mutant changes at most."""
SPREAD = 0.35
"""Standard deviation of the logarithm of a factor."""
RESTART = 0.05
"""Value of a weight of 0, so that factors can move it."""


def balanced_tables(games: int, players: int, rng: np.random.Generator) -> np.ndarray:
    """Styles 0 and 1 ``(games, players)``, mirrored in pairs of games that share their deal."""
    half = np.arange(games // 2)[:, None]
    first = (rng.permuted(np.tile(np.arange(players), (len(half), 1)), axis=1) + half) % 2
    return np.stack([first, 1 - first], axis=1).reshape(-1, players).astype(np.int64)


def race(mutant: Weights, rival: Weights, games: int, seed: int) -> tuple[int, int]:
    """Wins of the mutant and games played, over all player counts."""
    game, rng = get_game("agot2e"), np.random.default_rng(seed)
    wins = played = 0
    share = max(2, games // len(PLAYERS) // 2 * 2)
    for players in PLAYERS:
        tables = balanced_tables(share, players, rng)
        deals = np.repeat(rng.integers(1 << 40, size=share // 2), 2)
        states = game.new_states(share)
        game.restart(states, players, deals)
        play_tables(states, tables, [rival, mutant])
        wins += int(tables[np.arange(share), states["winner"]].sum())
        played += share
    return wins, played


def is_better(mutant: Weights, rival: Weights, seed: int) -> tuple[bool, float, int]:
    """Verdict of the race, True if the mutant survives; its win share and the games it took."""
    wins = played = 0
    for i, (until, needed) in enumerate(zip(ROUNDS, DROP_AT, strict=True)):
        more, of = race(mutant, rival, until - played, seed * len(ROUNDS) + i)
        wins, played = wins + more, played + of
        edge = (wins / played - 0.5) / (0.5 / math.sqrt(played))
        if edge < needed:
            return False, wins / played, played
    return True, wins / played, played


def mutate(weights: Weights, free: list[int], rng: np.random.Generator) -> Weights:
    """A copy with a few of the free weights changed."""
    child = weights.copy()
    for place in rng.choice(free, size=rng.integers(1, CHANGED + 1), replace=False):
        factor = math.exp(rng.normal(scale=SPREAD))
        child[place] = min(MOST, max(child[place], RESTART) * factor)
    return child


def tune(style: str, keep: list[str], steps: int, seed: int, out: Path) -> None:
    """Run the search up to a number of steps; goes on from the state file of an earlier run."""
    names = weight_names()
    # A style that decides at a glance reads no other weight, so a mutant never becomes one.
    free = [i for i, name in enumerate(names) if name not in (*keep, "quick")]
    path = out / f"{style}.json"
    task = {"style": style, "keep": sorted(keep), "seed": seed}
    state: dict[str, Any] = {**task, "step": 0, "accepted": []}
    state["weights"] = style_weights(style).tolist()
    if path.exists():
        state = json.loads(path.read_text(encoding="utf-8"))
        if {key: state.get(key) for key in task} != task:
            raise ValueError(f"{path} belongs to another search: expected {task}")
    best = np.array(state["weights"])
    for step in range(state["step"], steps):
        child = mutate(best, free, np.random.default_rng([seed, step]))
        better, share, games = is_better(child, best, seed + step)
        if better:
            best = child
            state["accepted"].append({"step": step, "win_share": round(share, 4), "games": games})
            print(f"step {step}: accepted with {share:.3f} of {games} games", flush=True)
        state |= {"step": step + 1, "weights": best.tolist()}
        state["changes"] = {
            name: round(float(new), 3)
            for name, new, old in zip(names, best, style_weights("heuristic"), strict=True)
            if not math.isclose(new, old)
        }
        part = path.with_suffix(".part")
        part.write_text(json.dumps(state, indent=2) + "\n", encoding="utf-8")
        part.replace(path)


def main() -> None:
    """Read the command line and tune."""
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").split("\n\n")[0], epilog=(__doc__ or "").split("\n\n")[-1]
    )
    parser.add_argument("style", choices=style_names(), help="the style to start from")
    parser.add_argument("--keep", default="", help="weights to leave alone: what makes the style")
    parser.add_argument("--steps", type=int, default=100, help="mutants in all, earlier runs too")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("tuning"), help="folder of the state")
    args = parser.parse_args()
    keep = [name for name in args.keep.split(",") if name]
    wrong = next((name for name in keep if name not in weight_names()), None)
    if wrong is not None:
        parser.error(f"--keep: unknown weight {wrong!r}")
    args.out.mkdir(parents=True, exist_ok=True)
    tune(args.style, keep, args.steps, args.seed, args.out)


if __name__ == "__main__":
    main()
