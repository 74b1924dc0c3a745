"""The original board with Leaders and Tactics cards of A Storm of Swords, as environments.

from got_env import agot1e_storm_v0

env = agot1e_storm_v0.env(players=5)
env.reset(seed=7)
for agent in env.agent_iter():
    obs, reward, termination, truncation, info = env.last()
    ...
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from got_env.core.checks import refuse_unknown
from got_env.envs.aec import GameEnv
from got_env.envs.parallel import ParallelGameEnv
from got_env.envs.wrappers import OrderedEnv, wrapped
from got_env.games import get_game

GAME = "agot1e_storm"


def raw_env(**kwargs: Any) -> GameEnv:
    """The bare AEC environment; arguments as :class:`got_env.envs.aec.GameEnv` without the game."""
    _check_keywords(kwargs, raw_env)
    return GameEnv(GAME, **kwargs)


def env(*, illegal_reward: float | None = None, **kwargs: Any) -> OrderedEnv:
    """The AEC environment with checks of the order of calls.

    Args:
        illegal_reward: with a number, an illegal action ends the game with this reward for the
            agent instead of raising :class:`got_env.IllegalAction`.
        **kwargs: as for :func:`raw_env`.
    """
    _check_keywords(kwargs, env)
    return wrapped(raw_env(**kwargs), illegal_reward)


def parallel_env(*, illegal_reward: float | None = None, **kwargs: Any) -> ParallelGameEnv:
    """The parallel environment: one decision a step, the actions of all others are ignored.

    Args:
        illegal_reward: as for :func:`env`.
        **kwargs: as for :func:`raw_env`.
    """
    _check_keywords(kwargs, parallel_env)
    return ParallelGameEnv(raw_env(**kwargs), illegal_reward)


def _check_keywords(given: dict[str, Any], maker: Callable[..., Any]) -> None:
    """Refuse keywords that neither a function of this module takes nor the environment."""
    arguments = inspect.signature(GameEnv).parameters
    unknown = [word for word in given if word not in arguments]
    refuse_unknown(unknown, get_game(GAME), maker.__name__, maker, GameEnv)
