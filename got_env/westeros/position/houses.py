"""The houses of a position: Power, Supply, House cards, used order tokens; and the tracks."""

from __future__ import annotations

from typing import Any

from got_env.core.codec import Place, Row, read_part, write_part
from got_env.core.fields import Field
from got_env.westeros.facts.facts import Houses
from got_env.westeros.facts.rulesets import has_claim
from got_env.westeros.position import words as w
from got_env.westeros.position.areas import own_tokens
from got_env.westeros.rules.names import ORDER_WORDS, TRACK_WORDS
from got_env.westeros.rules.option_values import Leaders
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.state import WILDLING_DECK_SIZE
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    ALL_CARDS,
    HAND_SIZE,
    NONE,
    NUM_ORDERS,
    POWER_TOKENS,
)

Record = Any

_MOST_TOKENS = 20


def _check_power(power: Field, s: Record, p: Place) -> None:
    most = POWER_TOKENS - int(s["tokens_out"][p])
    if s["power"][p] > most:
        power.complain(
            f"{power.value}: with {s['tokens_out'][p]} power tokens on the board at most {most} "
            f"of {POWER_TOKENS} are left"
        )


_STOCK = (
    Row("power", "power", w.limited("power"), may_miss=True, check=_check_power),
    Row("supply", "supply", w.limited("supply"), may_miss=True),
)


def write_houses(s: Record, houses: Houses) -> dict[str, Any]:
    """Player area of each house."""
    return {house: _write_house(s, p, houses) for p, house in enumerate(houses)}


def _write_house(s: Record, p: int, houses: Houses) -> dict[str, Any]:
    entry: dict[str, Any] = {
        **write_part(_STOCK, s, houses, p),
        "hand": write_cards(houses, p, s["hand"][p]),
        "discards": write_cards(houses, p, s["discards"][p]),
    }
    if (s["placed"][p] != tokens_on_board(s, p)).any():
        entry["orders_used"] = [
            word for t, word in enumerate(ORDER_WORDS) for _ in range(int(s["placed"][p, t]))
        ]
    known = [i for i in range(WILDLING_DECK_SIZE) if int(s["wild_known"][i]) >> p & 1]
    if known:
        entry["wildlings_seen"] = known
    return entry


def cards_of(houses: Houses, p: int) -> tuple[str, ...]:
    """The House cards of a seat by slot."""
    return houses.facts.card_ids[houses[p]]


def cards_in_game(s: Record, p: int) -> int:
    """House cards of a seat, as a mask: those of executed Leaders have left the game."""
    cards = ALL_CARDS
    rules = RULES[s["ruleset"]]
    if has_claim(s) and s["options"][Option.LEADERS] == Leaders.ON:
        for i in range(int(rules["num_leaders"])):
            slot = int(rules["leader_card"][i])
            if rules["leader_house"][i] == p and s["leader_seat"][i] == NONE and slot != NONE:
                cards &= ~(1 << slot)
    return cards


def write_cards(houses: Houses, p: int, mask: Any) -> list[str]:
    """Cards of a seat in a bit mask."""
    return [card for i, card in enumerate(cards_of(houses, p)) if int(mask) >> i & 1]


def tokens_on_board(s: Record, p: int) -> list[int]:
    """Face-up order tokens of a house on the board, by type."""
    mine = s["order"][own_tokens(s, p)]
    return [int((mine == t).sum()) for t in range(NUM_ORDERS)]


def read_houses(document: Field, s: Record, houses: Houses) -> None:
    """Set what the houses have; left out, it is that of the set-up and their orders on the board.

    Combat and orders must have been read: a card in play is in no pile.
    """
    for p in range(len(houses)):
        s["placed"][p] = tokens_on_board(s, p)
        s["hand"][p] = cards_in_game(s, p) & ~_in_play(s, p)
    entries = document.get("houses")
    if entries is None:
        return
    for p, entry in entries.entries(houses, "house"):
        entry.known(("power", "supply", "hand", "discards", "orders_used", "wildlings_seen"))
        read_part(_STOCK, entry, s, houses, p)
        _read_cards(entry, s, p, houses)
        _read_orders_used(entry, s, p)
        _read_seen(entry, s, p)


def _in_play(s: Record, p: int) -> int:
    """The revealed card of a house in combat, as a mask; it may also be back in the hand."""
    for side in range(2):
        if s["fight"] and s["cards_open"] and s["fighter"][side] == p and s["card"][side] >= 0:
            return 1 << int(s["card"][side])
    return 0


def _read_cards(entry: Field, s: Record, p: int, houses: Houses) -> None:
    hand, discards = entry.get("hand"), entry.get("discards")
    in_play, cards = _in_play(s, p), cards_in_game(s, p)
    if discards is not None:
        s["discards"][p] = _mask(discards, houses, p)
    if hand is not None:
        s["hand"][p] = _mask(hand, houses, p)
        if discards is None:
            s["discards"][p] = cards & ~int(s["hand"][p]) & ~in_play
    elif discards is not None:
        s["hand"][p] = cards & ~int(s["discards"][p]) & ~in_play
    twice = int(s["hand"][p]) & int(s["discards"][p])
    if twice:
        entry.complain(f"{write_cards(houses, p, twice)[0]} is in the hand and among the discards")
    gone = (int(s["hand"][p]) | int(s["discards"][p])) & ~cards
    if gone:
        entry.complain(f"{write_cards(houses, p, gone)[0]} has left the game with its Leader")
    missing = cards & ~(int(s["hand"][p]) | int(s["discards"][p]) | in_play)
    if missing:
        entry.complain(f"{write_cards(houses, p, missing)[0]} is neither in the hand nor discarded")
    if not s["hand"][p] and not s["fight"]:
        entry.complain("the hand is empty: a house always has a card")


def _mask(field: Field, houses: Houses, p: int) -> int:
    mask = 0
    for card in field.elements(HAND_SIZE):
        bit = 1 << card.word(cards_of(houses, p))
        if mask & bit:
            card.complain(f"{card.value!r} is listed twice")
        mask |= bit
    return mask


def _read_orders_used(entry: Field, s: Record, p: int) -> None:
    used = entry.get("orders_used")
    if used is None:
        return
    on_board = tokens_on_board(s, p)
    s["placed"][p] = 0
    for t in used.words(ORDER_WORDS, _MOST_TOKENS):
        s["placed"][p, t] += 1
    for t, word in enumerate(ORDER_WORDS):
        most = int(RULES[s["ruleset"]]["order_tokens"][t])
        if not on_board[t] <= s["placed"][p, t] <= most:
            used.complain(
                f"{s['placed'][p, t]} times {word}: expected {on_board[t]} (on the board) to {most}"
            )


def _read_seen(entry: Field, s: Record, p: int) -> None:
    seen = entry.get("wildlings_seen")
    for place in seen.elements(WILDLING_DECK_SIZE) if seen is not None else ():
        s["wild_known"][place.integer(0, WILDLING_DECK_SIZE - 1)] |= 1 << p


# --- tracks


def write_tracks(s: Record, houses: Houses) -> dict[str, list[str]]:
    """Houses on each track, first to last."""
    return {
        track: [houses[int(p)] for p in s["track"][t][: len(houses)]]
        for t, track in enumerate(TRACK_WORDS)
    }


def read_tracks(document: Field, s: Record, houses: Houses) -> None:
    """Set the tracks that are given; the others are those of the set-up."""
    tracks = document.get("tracks")
    for t, track in tracks.entries(TRACK_WORDS, "track") if tracks is not None else ():
        s["track"][t, : len(houses)] = read_order_of_houses(track, houses)


def read_order_of_houses(field: Field, houses: Houses) -> list[int]:
    """Seats of a list that names every house once."""
    seats = field.words(houses, len(houses))
    if sorted(seats) != list(range(len(houses))):
        field.complain(f"expected every house once: {', '.join(houses)}")
    return seats


# --- the turn order within a step


def write_turn(s: Record, houses: Houses) -> dict[str, Any] | None:
    """Place served last in this step, and the turn order when the pass began."""
    served = int(s["turn_pos"])
    order = [houses[int(p)] for p in s["pass_order"] if p != NONE]
    if served == NONE and not order:
        return None
    return {"served": None if served == NONE else served, "order": order}


def read_turn(document: Field, s: Record, houses: Houses) -> None:
    """Set the turn order within a step; nobody has been served if it is left out."""
    turn = document.get("turn")
    if turn is None:
        return
    turn.known(("served", "order"))
    served, order = turn.get("served"), turn.get("order")
    if served is not None and not served.is_null:
        s["turn_pos"] = served.integer(0, len(houses) - 1)
    if order is not None and order.value != []:
        s["pass_order"][: len(houses)] = read_order_of_houses(order, houses)
