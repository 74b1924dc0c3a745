"""What games offer to agents: players in compiled code.

An agent is made before it meets a game, for its options are checked and its fingerprint is taken
then. So it is made for the first game that offers what it needs, and refuses records of others.
"""

from __future__ import annotations

from got_env.core.game import Game
from got_env.core.players import ScriptedPlayer, Searcher
from got_env.games import GAMES


def scripted_game() -> Game:
    """The first game with a scripted player."""
    return next(game for game in GAMES.values() if game.players.scripted is not None)


def scripted_player() -> ScriptedPlayer:
    """The player of :func:`scripted_game`."""
    load = scripted_game().players.scripted
    assert load is not None
    return load()


def searched_game() -> Game:
    """The first game with a search."""
    return next(game for game in GAMES.values() if game.players.search is not None)


def searcher() -> Searcher:
    """The search of :func:`searched_game`."""
    load = searched_game().players.search
    assert load is not None
    return load()
