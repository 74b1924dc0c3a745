"""Positions: any state of a game as JSON data that people can write, and the way back.

A position says what is on the table and what is pending; docs/positions.md lists its fields.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any, NoReturn

import numpy as np

from got_env.core.checks import checked_seed
from got_env.core.game import Game, States
from got_env.core.shown import shown
from got_env.games import GAMES, get_game

MAX_TEXT = 1_000_000
"""Characters of the longest text that is read; positions have about ten thousand."""
MOST_DIGITS = 1000
"""Of a whole number in such a text."""


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


def states_from(position: Mapping[str, Any] | str, seed: int = 0) -> tuple[Game, States]:
    """The game and the record ``(1,)`` of a position.

    Args:
        position: data, or its JSON text. What is left out is as at the set-up.
        seed: of the decks that are not given, of hidden choices, and of the random words.

    Raises:
        ValueError: if it is no position; names the field, the value and what was expected.
    """
    data = read_position(position) if isinstance(position, str) else position
    if not isinstance(data, dict):
        raise ValueError(f"position: expected an object, not {type(data).__name__}")
    if data.get("game") is None:
        raise ValueError(f"position: the field 'game' is missing: {', '.join(GAMES)}")
    if not isinstance(data["game"], str) or data["game"] not in GAMES:
        raise ValueError(f"game: {str(data['game'])[:40]!r}: expected one of {', '.join(GAMES)}")
    game = get_game(data["game"])
    return game, game.positions.read(data, checked_seed(seed))


def states_of(game: Game, players: int, position: Mapping[str, Any] | str, seed: int = 0) -> States:
    """The record ``(1,)`` of a position, which must be of this game with so many players.

    Raises:
        ValueError: as :func:`states_from`, and for another game or number of players.
    """
    found, states = states_from(position, seed)
    given = int(states["num_players"][0])
    if found is not game or given != players:
        raise ValueError(
            f"position: of {found.code} with {given} players, expected {game.code} with {players}"
        )
    return states


def read_position(text: str) -> Any:
    """Data of a position from JSON text, without the liberties Python's reader takes.

    Raises:
        ValueError: if the text is too long or not JSON, or a key is repeated.
    """
    if len(text) > MAX_TEXT:
        raise ValueError(f"position: {len(text)} characters, expected at most {MAX_TEXT}")
    try:
        return json.loads(
            text,
            parse_constant=_refuse_constant,
            parse_int=_integer,
            object_pairs_hook=_object,
        )
    except RecursionError:
        raise ValueError("position: nested too deeply") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"position: not valid JSON ({error})") from None


def _refuse_constant(word: str) -> NoReturn:
    raise ValueError(f"position: {word} is not a number of JSON")


def _integer(digits: str) -> int:
    """Python itself reads numbers of any size but complains in words of its own."""
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"position: a number of {len(digits)} digits, expected a smaller one")
    return int(digits)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise ValueError(f"position: the field {shown(twice)} is given twice")
    return found
