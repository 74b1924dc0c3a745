"""The journal in words: the last public events, oldest first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from got_env.core.codec import Coding, number
from got_env.core.fields import Field
from got_env.westeros.facts.facts import Houses
from got_env.westeros.position import words as w
from got_env.westeros.rules.state import JOURNAL_SIZE
from got_env.westeros.rules.vocabulary import (
    HAND_SIZE,
    MAX_PLAYERS,
    NUM_TACTICS,
    POWER_TOKENS,
    Event,
)

Record = Any

_ZERO = number(0, 0)
_BIT = number(0, 1)
_ROUND = number(0, 10)
_POSITION = number(0, MAX_PLAYERS - 1)
_MOST_EVENTS = 2**31 - 1

EVENTS: Mapping[Event, tuple[Coding, Coding]] = {
    Event.NOTHING: (_ZERO, _ZERO),
    Event.ROUND_BEGINS: (_ROUND, _ZERO),
    Event.WESTEROS_CARD: (w.WESTEROS_CARD, number(0, 2)),
    Event.BAN: (w.ORDERS, _ZERO),
    Event.BID: (number(0, POWER_TOKENS), w.TRACK_OR_NULL),
    Event.TRACK: (w.TRACK, _POSITION),
    Event.WILDLING_ATTACK: (number(0, 12), _BIT),
    Event.WILDLING_CARD: (w.WILDLING_CARD, _ZERO),
    Event.POWER: (number(-POWER_TOKENS, POWER_TOKENS), w.AREA_OR_NULL),
    Event.SUPPLY: (number(0, 6), _ZERO),
    Event.MUSTER: (w.AREA, w.UNIT),
    Event.UPGRADE: (w.AREA, w.UNIT),
    Event.DESTROYED: (w.AREA, w.UNIT),
    Event.ORDERS_REVEALED: (_ZERO, _ZERO),
    Event.RAVEN: (number(0, 2), number(-1, 57)),
    Event.RAID: (w.AREA, w.AREA_OR_NULL),
    Event.MARCH: (w.AREA, w.AREA),
    Event.TOKEN: (w.AREA, _BIT),
    Event.NEUTRAL_BEATEN: (w.AREA, _ZERO),
    Event.COMBAT: (w.AREA, w.SEAT),
    Event.SUPPORTED: (w.AREA, w.SUPPORTED_SIDE),
    Event.CARD: (number(0, HAND_SIZE - 1), _BIT),
    Event.BLADE: (_BIT, _ZERO),
    Event.COMBAT_WON: (w.AREA, number(0, 99)),
    Event.RETREAT: (w.AREA, _ZERO),
    Event.GARRISON_LOST: (w.AREA, _ZERO),
    Event.ORDER_REMOVED: (w.AREA, w.ORDER),
    Event.CONSOLIDATE: (w.AREA, _BIT),
    Event.PORT_TAKEN: (w.AREA, number(0, 3)),
    Event.GAME_OVER: (_BIT, _ZERO),
    Event.STOOD_UP: (_ZERO, _ZERO),
    Event.VISIT_PASSED: (_ZERO, _ZERO),
    Event.MARCH_VOID: (w.AREA, w.AREA),
    Event.ORDER_PLACED: (w.AREA, w.ORDER),
    Event.CLAIM_TOKEN: (_BIT, _ZERO),
    Event.WEATHER: (_BIT, _ZERO),
    Event.TACTIC: (number(0, NUM_TACTICS - 1), _BIT),
    Event.ALLIANCE: (w.ALLIANCE_CARD, _BIT),
    Event.LEADER: (w.LEADER, w.AREA),
    Event.CAPTURED: (w.LEADER, _ZERO),
    Event.EXECUTED: (w.LEADER, _ZERO),
    Event.ACTIVATED: (w.LEADER, w.AREA),
    Event.OFFER: (w.SEAT, number(0, POWER_TOKENS)),
    Event.ANSWER: (_BIT, _ZERO),
    Event.PERMANENT: (w.DECK, _BIT),
    Event.SUPPORT_REPLACED: (w.AREA, _ZERO),
    Event.ALLIES_SUPPORTED: (w.SUPPORTED_SIDE, _ZERO),
    Event.LEADER_KILLED: (w.LEADER, _ZERO),
}
"""Coding of the two numbers of every event."""

_OF_NOBODY = {
    Event.NOTHING,
    Event.ROUND_BEGINS,
    Event.WESTEROS_CARD,
    Event.BAN,
    Event.WILDLING_ATTACK,
    Event.WILDLING_CARD,
    Event.ORDERS_REVEALED,
    Event.STOOD_UP,
    Event.WEATHER,
}
_OF_NOBODY_OR_ONE = {Event.GAME_OVER}

_NAMES = tuple(event.name.lower() for event in Event)


def write_history(s: Record, houses: Houses) -> dict[str, Any] | None:
    """The events still in the journal and how many came before them; None without events.

    Raises:
        ValueError: for an event that cannot be; names it.
    """
    total = int(s["journal_no"])
    if total == 0:
        return None
    first = max(0, total - JOURNAL_SIZE)
    return {
        "before": first,
        "events": [_write(s["journal"], i % JOURNAL_SIZE, houses) for i in range(first, total)],
    }


def _write(journal: Any, i: int, houses: Houses) -> list[Any]:
    kind, seat, x, y = (int(value) for value in journal[i])
    first, second = EVENTS[Event(kind)]
    house = None if seat < 0 else houses[seat]
    try:
        return [_NAMES[kind], house, first.write(x, houses), second.write(y, houses)]
    except ValueError as error:
        raise ValueError(f"journal[{i}]: {_NAMES[kind]}: {error}") from None


def read_history(document: Field, s: Record, houses: Houses) -> None:
    """Set the journal; it is empty if it is left out."""
    history = document.get("history")
    s["journal"] = 0
    s["journal_no"] = 0
    if history is None:
        return
    history.known(("before", "events"))
    events = history.need("events").elements(JOURNAL_SIZE)
    before = history.get("before")
    first = 0 if before is None else before.integer(0, _MOST_EVENTS - JOURNAL_SIZE)
    if first > 0 and len(events) < JOURNAL_SIZE:
        history.complain(f"{len(events)} events: with others before them {JOURNAL_SIZE} are kept")
    for i, event in enumerate(events, first):
        s["journal"][i % JOURNAL_SIZE] = _read(event, houses)
    s["journal_no"] = first + len(events)


def _read(event: Field, houses: Houses) -> list[int]:
    parts = event.elements(4)
    if len(parts) != 4:
        event.refuse("a list of event, house, and two details")
    kind = Event(parts[0].word(_NAMES))
    nobody = kind in _OF_NOBODY
    seat = parts[1].word_or_null(houses) if not nobody else -1
    wrong = (seat < 0) != nobody and kind not in _OF_NOBODY_OR_ONE
    if wrong or (nobody and not parts[1].is_null):
        parts[1].refuse("null" if nobody else f"one of {', '.join(houses)}")
    first, second = EVENTS[kind]
    return [kind, seat, first.read(parts[2], houses), second.read(parts[3], houses)]
