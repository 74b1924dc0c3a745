"""Compiling the kernels ahead of time, so that the next start is fast."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import entry_points

import numpy as np

from got_env.game import Game

GROUP = "got.warmup"
"""Entry points of functions without arguments that compile kernels of their own."""


def warm_up_steps() -> Iterator[tuple[str, Callable[[], None]]]:
    """Names of what is to be compiled, for every game and player, and functions that do it."""
    from got_env.games import GAMES

    parts = {
        "rules": _play,
        "environment": _environment,
        "batch environment": _batch_environment,
        "Gymnasium environment": _one_learner,
        "rollouts and search": _search,
        "positions": _positions,
    }
    for game in GAMES.values():
        for part, compile_part in parts.items():
            yield f"{game.code}: {part}", partial(compile_part, game)
    for entry in entry_points(group=GROUP):
        yield entry.name, entry.load()


def _play(game: Game) -> None:
    states = game.start(1, game.player_counts[0])
    masks = np.zeros((1, game.num_actions), dtype=np.bool_)
    seats = np.zeros(1, dtype=np.int8)
    game.kernels.action_mask(states, masks)
    game.kernels.current_player(states, seats)
    game.kernels.step(states, masks.argmax(axis=1))


def _environment(game: Game) -> None:
    from got_env.env import GameEnv

    env = GameEnv(game, players=game.player_counts[0], reward="castles")
    env.reset(seed=0)
    env.step(env.legal_actions()[0])
    env.last()
    env.state()


def _batch_environment(game: Game) -> None:
    from got_env.vector import VectorEnv

    env = VectorEnv(game, 1, game.player_counts[0])
    env.step(env.action_masks.argmax(axis=1))


def _one_learner(game: Game) -> None:
    from got_env.gymnasium_env import SeatEnv

    env = SeatEnv(game, players=game.player_counts[0], opponents="random")
    env.reset(seed=0)
    env.step(env.legal_actions()[0])


def _search(game: Game) -> None:
    states = game.start(1, game.player_counts[0])
    seats = np.zeros(1, dtype=np.int8)
    game.kernels.redact(states.copy(), seats)
    game.kernels.redeal(states.copy(), seats, np.zeros(1, dtype=np.int64))
    mask = np.zeros(game.num_actions, dtype=np.bool_)
    game.kernels.rollout(states, mask, 1, np.zeros(2, dtype=np.int64))
    for play in game.policies.values():
        play(game.start(1, game.player_counts[0]))


def _positions(game: Game) -> None:
    from got_env.positions import position_of, states_from

    states = game.start(1, game.player_counts[0])
    states_from(position_of(game, states, 0, game.houses_in_play(game.player_counts[0])[0]))
