"""The games of the package by code."""

from __future__ import annotations

from collections.abc import Mapping

from got_env.core.game import Game
from got_env.core.shown import shown
from got_env.core.suggest import suggest
from got_env.westeros import AGOT2E

GAMES: Mapping[str, Game] = {"agot2e": AGOT2E}


def get_game(code: str) -> Game:
    """The game with a code such as ``"agot2e"``.

    Raises:
        ValueError: for an unknown code; names the known ones.
    """
    if code not in GAMES:
        raise ValueError(f"unknown game {shown(code)}: {suggest(code, GAMES)}")
    return GAMES[code]
