"""Compiled reinforcement-learning environments for the A Game of Thrones board games.

The names below are loaded on first use, so importing a part of the package does not import all of
it. Importing the package registers its ids with Gymnasium.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from got_env.envs.registration import register_envs

if TYPE_CHECKING:
    from got_env import agot1e_storm_v0 as agot1e_storm_v0
    from got_env import agot1e_v0 as agot1e_v0
    from got_env import agot2e_v0 as agot2e_v0
    from got_env import asos_v0 as asos_v0
    from got_env import btwixt_v0 as btwixt_v0
    from got_env.core.errors import IllegalAction as IllegalAction
    from got_env.core.game import Game as Game
    from got_env.envs.aec import GameEnv as GameEnv
    from got_env.envs.gymnasium_env import SeatEnv as SeatEnv
    from got_env.envs.gymnasium_vector import SeatVectorEnv as SeatVectorEnv
    from got_env.envs.parallel import ParallelGameEnv as ParallelGameEnv
    from got_env.envs.vector import VectorEnv as VectorEnv
    from got_env.games import GAMES as GAMES
    from got_env.games import get_game as get_game

__version__ = "0.1.0"

_MODULES = {
    "GAMES": "games",
    "Game": "core.game",
    "GameEnv": "envs.aec",
    "IllegalAction": "core.errors",
    "ParallelGameEnv": "envs.parallel",
    "SeatEnv": "envs.gymnasium_env",
    "SeatVectorEnv": "envs.gymnasium_vector",
    "VectorEnv": "envs.vector",
    "agot1e_storm_v0": "",
    "agot1e_v0": "",
    "agot2e_v0": "",
    "asos_v0": "",
    "btwixt_v0": "",
    "get_game": "games",
}

__all__ = [
    "GAMES",
    "Game",
    "GameEnv",
    "IllegalAction",
    "ParallelGameEnv",
    "SeatEnv",
    "SeatVectorEnv",
    "VectorEnv",
    "__version__",
    "agot1e_storm_v0",
    "agot1e_v0",
    "agot2e_v0",
    "asos_v0",
    "btwixt_v0",
    "get_game",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if not _MODULES[name]:
        return import_module(f"{__name__}.{name}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)


register_envs()
