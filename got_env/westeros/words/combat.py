"""The combat that goes on, as people at the table count it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from got_env.core.proper_names import proper_name
from got_env.westeros.facts.facts import Houses
from got_env.westeros.facts.rulesets import has_claim
from got_env.westeros.rules.names import SIDE_WORDS
from got_env.westeros.rules.vocabulary import NONE, Side

States = np.ndarray[Any, np.dtype[Any]]

_YOU, _THEY = ("you", "you", "your"), ("they", "them", "their")
"""Words for a side, to itself and to its opponent: subject, object and possessive."""


def is_open(s: Any) -> bool:
    """True if there is a combat in a record that is still to be decided."""
    return bool(s["fight"]) and bool(s["victor"] == NONE)


def strengths(states: States, row: int, houses: Houses) -> dict[str, dict[str, Any]]:
    """For each side its house and the parts of its strength that lie open, with their total."""
    columns, tally = _tally_of(states)
    found = _counted(states[row : row + 1].copy(), tally, len(columns))
    return {
        SIDE_WORDS[side]: {
            "house": houses[int(states["fighter"][row, side])],
            **dict(zip(columns, found[side].tolist(), strict=True)),
        }
        for side in range(2)
    }


def supports(states: States, row: int, houses: Houses) -> list[tuple[int, str, int]]:
    """Side, house and strength of all support by Support orders, as it counts in the total."""
    columns, tally = _tally_of(states)
    record = states[row : row + 1].copy()
    support = columns.index("support")
    given: dict[tuple[int, str], int] = {}
    for area, side in enumerate(states["backing"][row].tolist()):
        if side not in (Side.ATTACKER, Side.DEFENDER):
            continue
        before = _counted(record, tally, len(columns))[side, support]
        record["backing"][0, area] = Side.NOBODY
        after = _counted(record, tally, len(columns))[side, support]
        record["backing"][0, area] = side
        key = side, houses[int(states["owner"][row, area])]
        given[key] = given.get(key, 0) + int(before - after)
    return [(side, house, strength) for (side, house), strength in given.items()]


def running_sum(
    states: States, row: int, seat: int, houses: Houses, cards: Mapping[str, Mapping[str, Any]]
) -> str:
    """``you 5 + card, they 3 + card, Stark supports you with 1``: the sum so far, with support.

    Args:
        states: redacted records; cards that lie face down are ``card``, but for the own one.
        row: index of the record.
        seat: who is told.
        houses: of the game.
        cards: facts of the House cards by id.
    """
    fighters = states["fighter"][row].tolist()
    own = fighters.index(seat) if seat in fighters else None
    names = [_YOU if side == own else _THEY for side in range(2)]
    if own is None:
        sides = [proper_name(houses[p]) for p in fighters]
        names = [(name, name, f"{name}'s") for name in sides]
    counted = strengths(states, row, houses)
    parts = []
    for side in sorted(range(2), key=lambda side: side != own):
        total = counted[SIDE_WORDS[side]]["total"]
        parts.append(f"{names[side][0]} {total}{_unseen(states[row], side, houses, cards)}")
    for side, house, strength in supports(states, row, houses):
        _, whom, whose = names[side]
        if house == houses[fighters[side]]:
            parts.append(f"{whose} own support gives {strength}")
        elif house == houses[seat]:
            parts.append(f"you support {whom} with {strength}")
        else:
            parts.append(f"{proper_name(house)} supports {whom} with {strength}")
    return ", ".join(parts)


def _unseen(s: Any, side: int, houses: Houses, cards: Mapping[str, Mapping[str, Any]]) -> str:
    """Words for the strength that the card of a side is still to add."""
    if s["cards_open"]:
        return ""
    house, slot = houses[int(s["fighter"][side])], int(s["card"][side])
    own = houses.facts.card_ids[house]
    if not 0 <= slot < len(own):
        return " + card"
    return f" + {cards[own[slot]]['strength']} of {proper_name(own[slot])}"


def _counted(record: States, tally: Callable[..., None], columns: int) -> Any:
    found = np.zeros((1, 2, columns), dtype=np.int64)
    tally(record, found)
    return found[0]


def _tally_of(states: States) -> tuple[tuple[str, ...], Callable[..., None]]:
    """Columns and kernel that count the combats of such records; kernels are loaded when asked."""
    if has_claim(states[0]):
        from got_env.westeros.claim import tally as of_battles

        return of_battles.COLUMNS, of_battles.tally
    from got_env.westeros.phases import tally as of_combats

    return of_combats.COLUMNS, of_combats.tally
