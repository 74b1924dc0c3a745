"""Offers of games to agents: players in compiled code.

An agent is made before it is told its game: by the views it gets, or by ``check_game`` as soon as
somebody knows which game will be played. Options of a specification are checked when the agent is
made, with the first game that takes them, and again with the game it plays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from got_env.core.game import Game
from got_env.core.players import ScriptedPlayer, Searcher
from got_env.games import GAMES

T = TypeVar("T")


def scripted_games() -> Iterator[Game]:
    """The games with a scripted player."""
    return (game for game in GAMES.values() if game.players.scripted is not None)


def searched_games() -> Iterator[Game]:
    """The games with a search."""
    return (game for game in GAMES.values() if game.players.search is not None)


def scripted_player(game: Game) -> ScriptedPlayer:
    """The scripted player of a game.

    Raises:
        ValueError: if the game has none; names the game, and those that have one.
    """
    if game.players.scripted is None:
        raise ValueError(_has_no("scripted player", game, scripted_games()))
    return game.players.scripted()


def searcher(game: Game) -> Searcher:
    """The search of a game.

    Raises:
        ValueError: if the game has none; names the game, and those that have one.
    """
    if game.players.search is None:
        raise ValueError(_has_no("search", game, searched_games()))
    return game.players.search()


def _has_no(what: str, game: Game, others: Iterator[Game]) -> str:
    codes = ", ".join(other.code for other in others) or "no game"
    return f"{game.code} has no {what}: expected {codes}, or another agent such as 'random'"


def first_that_takes(games: Iterator[Game], prepare: Callable[[Game], T]) -> T:
    """Player prepared for the first game that takes the options of an agent.

    Args:
        games: those that come into question.
        prepare: makes it; ValueError if the game does not take the options.

    Raises:
        ValueError: if no game takes them: what the first one has against them.
    """
    refused: ValueError | None = None
    for game in games:
        try:
            return prepare(game)
        except ValueError as error:
            refused = refused or error
    raise refused or ValueError("no game has a player for this agent")
