"""Training with RLlib: many machines, one network for all seats.

The names below are loaded when they are asked for, as they need the extra ``rllib``.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from got_env.core.extras import how_to_install

PLACES = {
    "GamesEnv": "games",
    "SeatModule": "module",
    "ppo_config": "learning",
    "save_agent": "learning",
}
"""Module of each name that can be imported from here."""

__all__ = ["GamesEnv", "SeatModule", "ppo_config", "save_agent"]


def __getattr__(name: str) -> Any:
    """Load a name.

    Raises:
        ImportError: if RLlib is not installed; names the extra that brings it.
    """
    if name not in PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        module = import_module(f"{__name__}.{PLACES[name]}")
    except ImportError as error:
        raise ImportError(f"{name} needs RLlib: {how_to_install('rllib')} ({error})") from error
    return getattr(module, name)
