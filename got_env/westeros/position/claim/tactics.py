"""Tactics cards: which are left, and which each house has picked."""

from __future__ import annotations

from typing import Any

from got_env.core.codec import FLAG, Place, Row, read_part, write_part
from got_env.core.fields import Field
from got_env.westeros.facts.facts import Houses
from got_env.westeros.position import words as w
from got_env.westeros.rules.names import HIDDEN_WORD
from got_env.westeros.rules.option_values import Tactics
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, NUM_TACTICS, Tactic
from got_env.westeros.views.knowledge import HIDDEN

Record = Any


def _deck(houses: Houses, p: int) -> tuple[str, ...]:
    """The Tactics cards of a seat by slot."""
    assert houses.facts.tactics is not None
    return tuple(houses.facts.tactics.decks[houses[p]])


def _all_of(s: Record, deck: tuple[str, ...]) -> int:
    """Every card of a deck, as a mask; none in a game that is played without."""
    return 0 if s["options"][Option.TACTICS] == Tactics.OFF else (1 << len(deck)) - 1


def _check_forge(forge: Field, s: Record, place: Place) -> None:
    if s["forge_barred"] and not RULES[s["ruleset"]]["num_alliances"]:
        forge.complain("the game has no Alliance cards")


_OPEN = (Row("open", "tactics_open", FLAG),)
_BARRED = (
    Row("barred", "tactics_barred", w.SEATS, usual=0),
    Row("forge_barred", "forge_barred", FLAG, usual=0, check=_check_forge),
)


def write_tactics(s: Record, houses: Houses) -> dict[str, Any]:
    """Tactics cards as plain data.

    ``open`` once the cards are revealed; by house the cards ``left``, ``picked`` and ``second``;
    houses that are ``barred`` from picking next; ``forge_barred``: nobody may pick that one.
    """
    parts = write_part(_OPEN, s, houses)
    entries = {house: _write_house(s, p, houses) for p, house in enumerate(houses)}
    found = {house: entry for house, entry in entries.items() if entry}
    if found:
        parts["houses"] = found
    return parts | write_part(_BARRED, s, houses)


def _write_house(s: Record, p: int, houses: Houses) -> dict[str, Any]:
    deck = _deck(houses, p)
    entry: dict[str, Any] = {}
    left, picked, second = (int(s[f][p]) for f in ("tactics_left", "tactic", "second_tactic"))
    if left != _all_of(s, deck):
        entry["left"] = [card for slot, card in enumerate(deck) if left >> slot & 1]
    if picked != NONE:
        entry["picked"] = HIDDEN_WORD if picked == HIDDEN else deck[picked]
    if second != NONE:
        entry["second"] = deck[second]
    return entry


def read_tactics(document: Field, s: Record, houses: Houses) -> None:
    """Set them; left out, all cards are left and none is picked."""
    s["tactics_open"] = 0
    s["tactic"] = NONE
    s["second_tactic"] = NONE
    tactics = document.get("tactics")
    if tactics is None:
        return
    tactics.known(("open", "houses", "barred", "forge_barred"))
    read_part((*_OPEN, *_BARRED), tactics, s, houses)
    entries = tactics.get("houses")
    for p, entry in entries.entries(houses, "house") if entries is not None else ():
        entry.known(("left", "picked", "second"))
        _read_left(entry, s, p, houses)
        _read_picked(entry, s, p, houses)


def _read_left(entry: Field, s: Record, p: int, houses: Houses) -> None:
    left = entry.get("left")
    if left is None:
        return
    s["tactics_left"][p] = 0
    most = NUM_TACTICS if _all_of(s, _deck(houses, p)) else 0
    for card in left.elements(most):
        bit = 1 << card.word(_deck(houses, p))
        if int(s["tactics_left"][p]) & bit:
            card.complain(f"{card.value!r} is listed twice")
        s["tactics_left"][p] |= bit


def _read_picked(entry: Field, s: Record, p: int, houses: Houses) -> None:
    deck, picked, second = _deck(houses, p), entry.get("picked"), entry.get("second")
    if picked is not None and picked.value == HIDDEN_WORD and not s["tactics_open"]:
        s["tactic"][p] = HIDDEN
    elif picked is not None:
        s["tactic"][p] = picked.word_or_null(deck, NONE)
        gone = s["tactic"][p] != NONE and not int(s["tactics_left"][p]) >> int(s["tactic"][p]) & 1
        if gone and not s["tactics_open"]:
            picked.complain(f"{picked.value!r} is not left")
    if second is not None:
        s["second_tactic"][p] = second.word_or_null(deck, NONE)
        if s["second_tactic"][p] != NONE and not s["tactics_open"]:
            second.complain("it is added once the cards are open")
        _check_second(second, s, p)


def _check_second(second: Field, s: Record, p: int) -> None:
    first, added = int(s["tactic"][p]), int(s["second_tactic"][p])
    if added == NONE:
        return
    if added == first:
        second.complain(f"{second.value!r} is picked already")
    if first == NONE or RULES[s["ruleset"]]["tactic"][p, first] != Tactic.CAREFUL_PLANNING:
        second.complain("Careful Planning alone adds a card")
