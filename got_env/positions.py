"""Positions: any state of a game as JSON data that people can write, and the way back.

A position says what is on the table and what is pending; docs/positions.md lists its fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from got_env.core.checks import checked_seed
from got_env.core.game import Game, States
from got_env.core.strict_json import read_json
from got_env.games import GAMES, find_game


def position_of(
    game: Game, states: States, row: int = 0, viewer: str | None = None
) -> dict[str, Any]:
    """Record ``row`` of a batch as a position ``dict``, ready for JSON.

    Args:
        game: what is played.
        states: ``(B,)`` records; they are not changed.
        row: index of the record.
        viewer: a house: the position as this house knows it. What it does not know is left out,
            null (a card of a deck) or ``"hidden"`` (an order, a bid, a chosen card). None for all.

    Raises:
        ValueError: for a viewer that does not take part.
    """
    if viewer is None:
        return game.positions.write(states, row)
    houses = game.seats.in_play(int(states["num_players"][row]))
    if viewer not in houses:
        raise ValueError(f"viewer={viewer!r}: expected one of {', '.join(houses)}")
    known = states[row : row + 1].copy()
    game.kernels.redact(known, np.array([houses.index(viewer)], dtype=np.int8))
    position = game.positions.write(known, 0)
    return {"game": position.pop("game"), "viewer": viewer, **position}


def states_from(
    position: Mapping[str, Any] | str, seed: int = 0, game: Game | None = None
) -> tuple[Game, States]:
    """The game and the record ``(1,)`` of a position.

    Args:
        position: data, or its JSON text. What is left out is as at the set-up.
        seed: of the decks that are not given, of hidden choices, and of the random words.
        game: what it is a position of if it does not say which data it was made with; None for
            the game with the data of the package.

    Raises:
        ValueError: if it is no position; names the field, the value and what was expected.
    """
    data = read_position(position) if isinstance(position, str) else position
    if not isinstance(data, dict):
        raise ValueError(f"position: expected an object, not {type(data).__name__}")
    if data.get("game") is None:
        raise ValueError(
            f"position: the field 'game' is missing: expected one of {', '.join(GAMES)}"
        )
    if not isinstance(data["game"], str) or data["game"] not in GAMES:
        raise ValueError(f"game: {str(data['game'])[:40]!r}: expected one of {', '.join(GAMES)}")
    found = game
    if game is None or game.code != data["game"] or data.get("data") is not None:
        try:
            found = find_game(data["game"], data.get("data"))
        except ValueError as error:
            raise ValueError(f"data: {error}") from None
    assert found is not None
    return found, found.positions.read(data, checked_seed(seed))


def states_of(game: Game, players: int, position: Mapping[str, Any] | str, seed: int = 0) -> States:
    """The record ``(1,)`` of a position, which must be of this game with so many players.

    Raises:
        ValueError: as :func:`states_from`, and for another game or number of players.
    """
    found, states = states_from(position, seed, game)
    given = int(states["num_players"][0])
    if found.identity.data_hash != game.identity.data_hash:
        raise ValueError(
            f"data: {found.identity.data_hash!r}: expected {game.identity.data_hash!r}, the data "
            f"of this {game.code}"
        )
    if found.code != game.code or given != players:
        raise ValueError(
            f"position: of {found.code} with {given} players, expected {game.code} with {players}"
        )
    return states


def read_position(text: str) -> Any:
    """Data of a position from JSON text, without the liberties Python's reader takes.

    Raises:
        ValueError: if the text is too long or not JSON, or a key is repeated.
    """
    return read_json(text, "position")
