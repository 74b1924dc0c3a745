#!/usr/bin/env python3
"""Profile of the compiled engine: ``python benchmarks/profile_kernels.py``.

Positions are taken from random games, one from each, at a random decision. The kernels then run
over all of them, so caches and branch prediction are as cold as in a batch of as many games.
Times are nanoseconds of the processor for one position, medians of several runs.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import Annotated, Any

import numpy as np
import typer

from got_benchmarks.speed.machine import describe
from got_benchmarks.speed.measure import rounded
from got_benchmarks.speed.timing import clock
from got_env.cli.console import print_json
from got_env.core.game import Game, States
from got_env.envs.vector import VectorEnv
from got_env.games import get_game

OF_DECISIONS = ("step", "mask", "observation")
"""Parts that are shown for each decision."""


def positions(game: Game, players: int, count: int, seed: int = 0) -> States:
    """Positions ``(count,)`` with an open decision, each of another random game."""
    states = game.start(count, players, seed, {})
    mask = np.zeros(game.actions.size, dtype=np.bool_)
    counts = np.zeros(2, dtype=np.int64)
    lengths = np.random.default_rng(seed).integers(0, 100 * players, count)
    for i in range(count):
        one = states[i : i + 1]
        game.kernels.rollout(one, mask, int(lengths[i]), counts)
        if not one["depth"][0]:
            game.restart(one, players, np.array([seed + i]), {})
            game.kernels.rollout(one, mask, int(lengths[i]) // 4, counts)
    return states


def nanoseconds(
    run: Callable[[], None], before: Callable[[], None], count: int, repeats: int
) -> float:
    """Median time of ``run`` for each of ``count`` positions; ``before`` is not counted."""
    times = []
    for _ in range(repeats + 1):
        before()
        began = clock()
        run()
        times.append(clock() - began)
    return median(times[1:]) / count * 1e9


class Profile:
    """Times of the kernels over one batch of positions."""

    def __init__(self, game: Game, states: States, repeats: int) -> None:
        n = len(states)
        self.game, self.states, self.repeats = game, states, repeats
        self.work = states.copy()
        self.masks = np.zeros((n, game.actions.size), dtype=np.bool_)
        self.seats = np.zeros(n, dtype=np.int8)
        self.out = np.zeros((n, game.observation.size), dtype=np.int8)
        game.kernels.action_mask(states, self.masks)
        game.kernels.current_player(states, self.seats)
        draws = np.random.default_rng(0).random(self.masks.shape) * self.masks
        self.actions = np.where(self.masks.any(axis=1), draws.argmax(axis=1), -1)

    def _copy(self) -> None:
        self.work.view(np.uint8)[:] = self.states.view(np.uint8)

    def parts(self) -> dict[str, float]:
        """Nanoseconds by part."""
        kernels = self.game.kernels
        runs: dict[str, Callable[[], None]] = {
            "step": lambda: kernels.step(self.work, self.actions),
            "mask": lambda: kernels.action_mask(self.states, self.masks),
            "observation": lambda: kernels.observe(self.states, self.seats, self.out),
            "of it: clearing the row": lambda: self.out.fill(0),
            "redaction": lambda: kernels.redact(self.work, self.seats),
            "clone": self._copy,
        }
        n = len(self.states)
        return {name: nanoseconds(run, self._copy, n, self.repeats) for name, run in runs.items()}

    def rows(self, chosen: Any) -> Profile:
        """The same for some of the positions, each repeated until there are as many."""
        picks = np.resize(np.flatnonzero(chosen), len(self.states))
        return Profile(self.game, self.states[picks], self.repeats)


def by_decision(profile: Profile, most: int) -> list[tuple[str, float, dict[str, float]]]:
    """Share of the positions and times, for the most frequent decisions."""
    states, game = profile.states, profile.game
    top = np.maximum(states["depth"] - 1, 0)
    phases = states["stack"][np.arange(len(states)), top, 0]
    kinds, counts = np.unique(phases[states["depth"] > 0], return_counts=True)
    found = []
    for i in np.argsort(-counts)[:most]:
        chosen = profile.rows((phases == kinds[i]) & (states["depth"] > 0))
        parts = chosen.parts()
        name = game.words.phase_name(chosen.states, 0)
        found.append((name, counts[i] / len(states), parts))
    return found


def batched(game: Game, players: int, num_envs: int, repeats: int) -> float:
    """Nanoseconds of a decision in ``VectorEnv.step``: step, mask, observation, rewards."""
    env = VectorEnv(game, num_envs, players, skip_forced=False)
    rng = np.random.default_rng(0)
    times = []
    for _ in range(200 * repeats):
        draws = rng.random(env.action_masks.shape, dtype=np.float32) * env.action_masks
        actions = draws.argmax(axis=1)
        began = clock()
        env.step(actions)
        times.append(clock() - began)
    return median(times) / num_envs * 1e9


def measure(code: str, players: int, count: int, repeats: int, decisions: int) -> dict[str, Any]:
    """The whole profile: times of the parts, and of those that differ for the decisions."""
    game = get_game(code)
    profile = Profile(game, positions(game, players, count), repeats)
    parts = profile.parts()
    parts["VectorEnv.step"] = batched(game, players, count, repeats)
    return {
        "game": game.code,
        "players": players,
        "positions": count,
        "machine": describe(),
        "parts": parts,
        "decisions": [
            {"decision": name, "share": share, **{part: times[part] for part in OF_DECISIONS}}
            for name, share, times in by_decision(profile, decisions)
        ],
    }


def show(result: dict[str, Any]) -> None:
    """Print a profile for people."""
    for name, ns in result["parts"].items():
        typer.echo(f"{name:28}{ns:8.0f} ns")
    typer.echo(f"\n{'decision':22}{'share':>8}" + "".join(f"{p:>13}" for p in OF_DECISIONS))
    for row in result["decisions"]:
        times = "".join(f"{row[part]:10.0f} ns" for part in OF_DECISIONS)
        typer.echo(f"{row['decision']:22}{row['share']:>8.1%}{times}")


def main(
    game: Annotated[str, typer.Option(help="Game code.")] = "agot2e",
    players: Annotated[int, typer.Option(help="Players of each game.")] = 6,
    count: Annotated[int, typer.Option("--positions", help="Positions of a batch.")] = 1024,
    repeats: Annotated[int, typer.Option(help="Runs of each part; medians are shown.")] = 15,
    decisions: Annotated[int, typer.Option(help="Decisions shown, most frequent first.")] = 12,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Tell where the time of the compiled engine goes.

    Example: python benchmarks/profile_kernels.py --json
    """
    result = measure(game, players, count, repeats, decisions)
    if as_json:
        print_json(rounded(result))
    else:
        show(result)


if __name__ == "__main__":
    typer.run(main)
