"""The fields of a position, each a field of the record or a part of one, with what it may hold.

Most of a position follows from these tables; only cards, allies, tokens and the stack have a form
of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from got_env.btwixt.vocabulary import MAX_PLAYERS, Season, Step, words


class Number(NamedTuple):
    """A whole number of the record, or one of each seat; ``low`` to ``high``."""

    low: int
    high: int
    empty: int
    """What it is where a position says nothing."""


SEATS: tuple[str, ...] = ("first", "next_first", "turn", "bid_winner", "bid_second", "winner")
"""Fields that hold a seat, or NONE."""

WORDS: Mapping[str, tuple[str, ...]] = {"season": words(Season), "step": words(Step)}
"""Fields that hold a word."""

NUMBERS: Mapping[str, Number] = {
    "round_no": Number(0, 200, 0),
    "rounds_left": Number(0, 16, 0),
    "pick_no": Number(0, 16, 0),
    "over": Number(0, 1, 0),
    "first_by_ally": Number(0, 1, 0),
    "journal_no": Number(0, 2**31 - 1, 0),
}

SEAT_SETS: tuple[str, ...] = (
    "kneeling",
    "must",
    "oath",
    "held",
    "kneel_after",
    "whites_out",
    "willing",
)
"""Fields that hold a set of seats."""

BY_SEAT: Mapping[str, Number] = {
    "place": Number(-1, MAX_PLAYERS - 1, -1),
    "total_add": Number(-999, 999, 0),
    "bid_total": Number(-9999, 9999, 0),
    "played": Number(0, 120, 0),
    "limit": Number(-1, 50, -1),
    "strings": Number(0, 62, 0),
}
"""Numbers of each seat that stand under the name of the field."""

HANDS: tuple[str, ...] = ("hand", "picked", "pile", "known")
"""Sets of influence cards of each seat."""
CARD_SETS: tuple[str, ...] = ("discards", "gone", "gone_open", "own", "aside", "cancelled", "done")
"""Sets of influence cards."""
ALLY_SETS: tuple[str, ...] = (
    "dead",
    "no_kill",
    "no_move",
    "kill_by_card",
    "move_by_card",
    "acting",
)
"""Sets of allies."""
BY_CARD: Mapping[str, Number] = {
    "add": Number(-100, 100, 0),
    "seq": Number(0, 126, 0),
    "pack": Number(-100, 95, -1),
}
"""Numbers of influence cards, written where they are not empty."""
