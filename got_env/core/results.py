"""Result of a game, as plain data, for any game."""

from __future__ import annotations

from typing import Any

from got_env.core.game import Game, States

NOBODY = -1


def _winner(record: Any, houses: tuple[str, ...]) -> str | None:
    """Winner of a game that is over; None for a draw."""
    seat = int(record["winner"])
    return houses[seat] if seat != NOBODY else None


def final_info(game: Game, states: States, row: int, seat: int) -> dict[str, Any]:
    """Result of a game that has ended, as an environment tells it to a seat."""
    record = states[row]
    houses = game.seats.in_play(int(record["num_players"]))
    return {
        "place": int(record["place"][seat]),
        "winner": _winner(record, houses),
        "round": int(record["round_no"]),
        "end": game.results.end(states, row),
    }


def game_result(game: Game, states: States) -> dict[str, Any]:
    """State of the game of a record ``(1,)``, or its result, as plain data.

    ``winner``, ``end`` and every ``place`` are None while it runs; ``winner`` is None for a draw.
    """
    record = states[0]
    over = bool(record["over"])
    houses = game.seats.in_play(int(record["num_players"]))
    measured = game.results.measure(states, 0)
    return {
        "winner": _winner(record, houses) if over else None,
        "end": game.results.end(states, 0) if over else None,
        "rounds": int(record["round_no"]),
        "houses": {
            house: {
                "place": int(record["place"][seat]) + 1 if over else None,
                **{name: measured[name][seat] for name in game.results.measures},
            }
            for seat, house in enumerate(houses)
        },
    }
