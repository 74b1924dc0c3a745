"""Leaders: where each one is."""

from __future__ import annotations

from typing import Any

from got_env.core.codec import FLAG, Coding, Place, Row, names_of, read_part, write_part
from got_env.core.fields import Field
from got_env.westeros.facts.facts import Houses
from got_env.westeros.position import words as w
from got_env.westeros.rules.option_values import Leaders
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE

Record = Any


def _check_cell(cell: Field, s: Record, i: Place) -> None:
    if RULES[s["ruleset"]]["leader_house"][i] == NONE:
        cell.complain("an allied Leader is never a hostage")
    if s["leader_cell"][i] == s["leader_seat"][i]:
        cell.complain(f"{cell.value!r} is its own house")


_LEADER = (
    Row("area", "leader_at", w.AREA, usual=NONE),
    Row("cell", "leader_cell", w.SEAT, usual=NONE, check=_check_cell),
    Row("face_down", "leader_down", FLAG, usual=0),
    Row("order", "leader_order", w.AREA, usual=NONE),
)


def write_leaders(s: Record, houses: Houses) -> dict[str, Any]:
    """Every Leader in the game: its ``area``, or the ``cell`` of a house in which it sits.

    One with neither attacks, as the combat says, or waits beside the board. ``face_down`` while its
    march is being made; ``order``: the area whose order may activate it this round.
    """
    words = houses.facts.leader_words
    return {
        words[i]: write_part(_LEADER, s, houses, i)
        for i in range(len(words))
        if s["leader_seat"][i] != NONE
    }


def read_leaders(document: Field, s: Record, houses: Houses) -> None:
    """Set all Leaders; those that are not listed are out of the game.

    Alliance cards must have been read: an allied Leader belongs to whoever holds its card. If the
    whole field is left out, Leaders are as at the set-up.
    """
    s["leader_order"] = NONE
    leaders = document.get("leaders")
    if leaders is None:
        return
    if s["options"][Option.LEADERS] == Leaders.OFF and leaders.value:
        leaders.complain("the game is played without Leaders")
    s["leader_seat"] = NONE
    for row in _LEADER:
        s[row.field] = row.usual
    for i, entry in leaders.entries(houses.facts.leader_words, "Leader"):
        entry.known(names_of(_LEADER))
        s["leader_seat"][i] = _house_of(entry, s, i, houses)
        if "area" in entry.value and "cell" in entry.value:
            entry.complain("it stands in an area and sits in a cell: expected one of them")
        read_part(_LEADER, entry, s, houses, i)


def _house_of(entry: Field, s: Record, i: int, houses: Houses) -> int:
    rules = RULES[s["ruleset"]]
    seat, card = int(rules["leader_house"][i]), int(rules["leader_alliance"][i])
    if seat == NONE and card != NONE:
        seat = int(s["ally_owner"][card])
        if seat == NONE:
            entry.complain(f"nobody holds {houses.facts.alliance_words[card]}, which brings it")
    if seat == NONE:
        entry.complain("its house does not play")
    return seat


def names_in(mask: Any, houses: Houses) -> list[str]:
    """Leaders of a bit mask."""
    return [word for i, word in enumerate(houses.facts.leader_words) if int(mask) >> i & 1]


def read_names(field: Field, houses: Houses) -> int:
    """A bit mask from a list of Leaders."""
    words = houses.facts.leader_words
    mask = 0
    for element in field.elements(len(words)):
        bit = 1 << element.word(words)
        if mask & bit:
            element.complain(f"{element.value!r} is listed twice")
        mask |= bit
    return mask


LEADERS = Coding(names_in, read_names)
"""A set of Leaders."""
