"""The kernels that Python calls, on a batch of 256 positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from got_env.core.game import Game
from got_env.envs.vector import VectorEnv

Measure = Callable[..., None]


def test_step(game: Game, under_way: VectorEnv, legal_actions: Any, for_each_game: Measure) -> None:
    for_each_game(
        game.kernels.step, setup=lambda: ((under_way.states.copy(), legal_actions.copy()), {})
    )


def test_mask(game: Game, under_way: VectorEnv, for_each_game: Measure) -> None:
    masks = np.zeros_like(under_way.action_masks)

    for_each_game(game.kernels.action_mask, under_way.states, masks)

    assert (masks == under_way.action_masks).all()


def test_observe(game: Game, under_way: VectorEnv, for_each_game: Measure) -> None:
    out = np.zeros_like(under_way.observations)

    for_each_game(
        game.kernels.observe,
        under_way.states,
        under_way.current_player,
        out,
    )

    assert (out == under_way.observations).all()


def test_clone(under_way: VectorEnv, for_each_game: Measure) -> None:
    source = under_way.states.view(np.uint8)
    target = np.zeros_like(source)

    for_each_game(np.copyto, target, source)

    assert (target == source).all()


def test_reset(game: Game, under_way: VectorEnv, for_each_game: Measure) -> None:
    states = game.new_states(under_way.num_envs)

    for_each_game(game.restart, states, under_way.num_players, under_way.seeds)

    assert (states["depth"] > 0).all()
