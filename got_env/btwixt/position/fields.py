"""The fields of a position, each a field of the record or a part of one, with what it may hold.

Most of a position follows from these tables; only cards, allies, tokens and the stack have a form
of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from got_env.btwixt.rules.vocabulary import HAND_SIZE, MAX_PLAYERS, Season, Step, words
from got_env.core.protocol import MOST_EVENTS


class Number(NamedTuple):
    """A whole number of the record, or one of each seat; ``low`` to ``high``."""

    low: int
    high: int
    empty: int
    """Its value where a position says nothing."""


SEATS: tuple[str, ...] = ("first", "next_first", "turn", "bid_winner", "bid_second", "winner")
"""Fields that hold a seat, or NONE."""

WORDS: Mapping[str, tuple[str, ...]] = {"season": words(Season), "step": words(Step)}
"""Fields that hold a word."""

NUMBERS: Mapping[str, Number] = {
    "round_no": Number(0, 200, 0),
    "rounds_left": Number(0, 16, 0),
    "pick_no": Number(0, HAND_SIZE - 1, 0),
    "over": Number(0, 1, 0),
    "first_by_ally": Number(0, 1, 0),
    "journal_no": Number(0, MOST_EVENTS, 0),
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

_NOTHING = "none"
TEXTS: Mapping[str, tuple[str, str]] = {
    "game": ('`"btwixt"`', "must be there"),
    "data": (
        "the hash of the data, if they are not those of the package",
        "those that are read with",
    ),
    "viewer": ("the seat whose knowledge this is", "nothing is hidden"),
    "players": ("3 to 6", "4"),
    "options": ("rules options by key", "defaults"),
    "step": (
        "step of the round; what a game does next, or is doing while a question is open",
        "`play`",
    ),
    "season": ("`summer`, `autumn`, `winter`", "the first season of the game"),
    "round_no": ("rounds begun, from 1", "the first round of the season"),
    "rounds_left": ("rounds of the season after this one", "as the round says"),
    "pick_no": ("picks of the draft so far", "0"),
    "over": ("1 for a finished game", "0"),
    "journal_no": ("events since the game began", "0"),
    "first_by_ally": ("1 if an ally says who takes the token next", "0"),
    "first": ("seat of the first player", "`player_1`"),
    "next_first": ("seat that takes the token in step 5", "the next clockwise"),
    "turn": ("seat whose turn it is or was", "nobody had a turn"),
    "bid_winner": ("who won the bid", "nobody yet"),
    "bid_second": ("who was second", "nobody yet"),
    "winner": ("who won the game; the first of several that share the victory", "nobody yet"),
    "kneeling": ("seats that kneel", _NOTHING),
    "must": ("seats that may not kneel on their next turn", _NOTHING),
    "oath": ("seats that must play before they kneel", _NOTHING),
    "held": ("those of them whom an ally holds to it", _NOTHING),
    "kneel_after": ("seats that kneel after the card in flight", _NOTHING),
    "whites_out": ("seats whose white card of the season lies in a hand", _NOTHING),
    "willing": ("seats that volunteer", _NOTHING),
    "place": ("final places by seat, 0 first, -1 for none", "-1 each"),
    "total_add": ("by seat: added to the total until the round ends", "0 each"),
    "bid_total": ("by seat: the total that was read", "0 each"),
    "played": ("by seat: cards played this round", "0 each"),
    "limit": ("by seat: most cards in the pile, -1 for no limit", "-1 each"),
    "strings": ("by seat: steering cards when the bid was read", "0 each"),
    "leaders": ("leader cards by seat", "the first ones of the file"),
    "hand": ("cards in hand by seat", _NOTHING),
    "picked": ("cards set aside in the draft by seat", _NOTHING),
    "pile": ("cards in bid piles by seat", _NOTHING),
    "known": ("cards of other hands that a seat knows", _NOTHING),
    "hand_n": ("size of each hand; cards that are not named are drawn", "as many as are named"),
    "picked_n": ("the same of picks", "as many as are named"),
    "own_n": ("white cards that wait beside each leader", "as many as `own` has"),
    "discards": ("the discard pile", _NOTHING),
    "gone": ("cards removed from the game", _NOTHING),
    "gone_open": ("those of them that everybody saw", _NOTHING),
    "own": ("white cards that wait beside their leaders", "all that are nowhere else"),
    "aside": ("event cards that are not in the game", "all, or random ones as the season says"),
    "cancelled": ("cards whose ability is cancelled", _NOTHING),
    "done": ("cards that have resolved in this moment", _NOTHING),
    "met": ("event cards that a seat knows to be in the game", _NOTHING),
    "flight": ("the card being played", _NOTHING),
    "influence_deck": ("cards from the top, null for unknown ones", "all that are nowhere else"),
    "add": ("by card: added to its value", "0 each"),
    "seq": ("by card: its place in the order of its pile, from 1", "0 each"),
    "pack": ("by card: where it went in the draft", "-1 each"),
    "councils": ("allies by council", _NOTHING),
    "dead": ("the dead pile", _NOTHING),
    "no_kill": ("allies protected against being killed", _NOTHING),
    "no_move": ("allies protected against being moved", _NOTHING),
    "kill_by_card": ("those of `no_kill` whom influence cards alone protect", _NOTHING),
    "move_by_card": ("the same of `no_move`", _NOTHING),
    "acting": ("allies whose ability for the round is in force", "the current one, if it has any"),
    "current": ("the current ally, also once it is placed, until the round ends", _NOTHING),
    "claimed": ("council in which it was placed", _NOTHING),
    "ally_deck": ("allies from the top, null for unknown ones", "all that are nowhere else"),
    "ally_deck_known": ("by place: set of the seats that know the ally there, as bits", "nobody"),
    "row": ("the ally row from the left", _NOTHING),
    "peek": ("allies being looked at", _NOTHING),
    "peek_at": ("how many of them are in order", "0"),
    "tokens": ("power tokens out of the supply: `at`, `number`, `known`", _NOTHING),
    "supply": ("tokens in the supply by number; it follows from `tokens`", "as it follows"),
    "stack": ("what must be finished, the open question last", "the game goes on from `step`"),
    "journal": ("the last events, as `[event, seat, detail, detail]`", _NOTHING),
}
"""Contents of each field, and its value where a position says nothing; for docs/positions.md."""
