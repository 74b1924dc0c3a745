"""The games of the package by code."""

from __future__ import annotations

from collections.abc import Mapping

from got_env.core.game import Game
from got_env.core.shown import shown
from got_env.core.suggest import suggest
from got_env.westeros import AGOT2E


def by_code(*games: Game) -> dict[str, Game]:
    """Games by their codes.

    Raises:
        ValueError: if two have the same code.
    """
    found: dict[str, Game] = {}
    for game in games:
        other = found.setdefault(game.code, game)
        if other is not game:
            raise ValueError(
                f"code={game.code!r}: of {other.identity.title!r} and of {game.identity.title!r}"
            )
    return found


GAMES: Mapping[str, Game] = by_code(AGOT2E)


def get_game(code: str) -> Game:
    """The game with a code such as ``"agot2e"``.

    Raises:
        ValueError: for an unknown code; names the known ones.
    """
    if code not in GAMES:
        raise ValueError(f"unknown game {shown(code)}: {suggest(code, GAMES)}")
    return GAMES[code]
