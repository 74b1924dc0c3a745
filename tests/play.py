"""Ways to play games in tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from got_env.envs.aec import GameEnv
from got_env.envs.vector import VectorEnv
from got_env.games import get_game

AGOT2E = get_game("agot2e")
PLAYERS = AGOT2E.seats.counts
ANY_OPTIONS = st.fixed_dictionaries(
    {key: st.sampled_from(values) for key, (values, _, _) in AGOT2E.options.table.items()}
)
"""Any choice of rules options."""


def masks_of(states: Any) -> Any:
    """Legal actions ``(B, A) bool``."""
    masks = np.zeros((len(states), AGOT2E.actions.size), dtype=np.bool_)
    AGOT2E.kernels.action_mask(states, masks)
    return masks


def random_actions(masks: Any, rng: np.random.Generator) -> Any:
    """A uniformly random legal action ``(B,)`` of every row; 0 where none is legal."""
    noise = rng.random(masks.shape, dtype=np.float32)
    return np.where(masks, noise, -1.0).argmax(axis=1)


def play(players: int, seed: int, limit: int | None = None, **options: Any) -> Iterator[Any]:
    """Yield the record ``(1,)`` at every decision of a random game, and at its end."""
    rng = np.random.default_rng(seed)
    states = AGOT2E.start(1, players, seed, options)
    while not states["over"][0] and limit != 0:
        yield states
        AGOT2E.kernels.step(states, random_actions(masks_of(states), rng))
        limit = None if limit is None else limit - 1
    yield states


def play_on(env: GameEnv, turns: int, seed: int = 0) -> GameEnv:
    """Let an environment play random legal actions; stops when the game is over."""
    rng = np.random.default_rng(seed)
    for _ in range(turns):
        legal = env.legal_actions()
        if not legal:
            break
        env.step(int(rng.choice(legal)))
    return env


def play_vector(env: VectorEnv, steps: int, seed: int = 0) -> None:
    """Let a batch environment play random legal actions."""
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        env.step(random_actions(env.action_masks, rng))
