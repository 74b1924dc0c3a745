"""Compiling the kernels ahead of time, so that the next start is fast."""

from __future__ import annotations

import time
from collections.abc import Iterator
from importlib.metadata import entry_points

import numpy as np

GROUP = "got.warmup"
"""Entry points of functions without arguments that compile kernels of their own."""


def warm_up() -> Iterator[tuple[str, float]]:
    """Compile every kernel of every game; yields each step and its seconds."""
    began = time.perf_counter()
    from got_env.games import GAMES

    for game in GAMES.values():
        kernels = game.kernels
        states = game.start(2, game.player_counts[0])
        yield f"{game.code}: start", _lap(began)
        began = time.perf_counter()
        masks = np.zeros((2, game.num_actions), dtype=np.bool_)
        seats = np.zeros(2, dtype=np.int8)
        kernels.action_mask(states, masks)
        kernels.current_player(states, seats)
        kernels.step(states, masks.argmax(axis=1))
        yield f"{game.code}: mask and step", _lap(began)
        began = time.perf_counter()
        scratch = game.new_states(1)
        out = np.zeros((2, game.observation_size), dtype=np.int8)
        kernels.observe(states, seats, scratch, out)
        kernels.redact(states.copy(), seats)
        kernels.redeal(states.copy(), seats, np.zeros(2, dtype=np.int64))
        yield f"{game.code}: observe", _lap(began)
        began = time.perf_counter()
        counts = np.zeros(2, dtype=np.int64)
        kernels.rollout(states, masks[0], 1, counts)
        yield f"{game.code}: rollout", _lap(began)
        began = time.perf_counter()
    for entry in entry_points(group=GROUP):
        entry.load()()
        yield entry.name, _lap(began)
        began = time.perf_counter()


def _lap(began: float) -> float:
    return time.perf_counter() - began
