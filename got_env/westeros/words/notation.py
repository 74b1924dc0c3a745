"""Actions and events in words: the canonical texts of replays, the referee and error messages.

An action index means the same thing in every phase (:func:`action_names`); its text also names
what the open decision is about, and is made from a template per phase and kind of action. Ids are
those of the data files.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

import numpy as np

from got_env.core.agenda import PHASE, PLAYER, A
from got_env.core.batch import games
from got_env.westeros import actions, rulesets
from got_env.westeros.decision_row import Argument, Decision, Held, Holds
from got_env.westeros.facts.facts import Facts, Houses
from got_env.westeros.rules import RULES
from got_env.westeros.rulesets import facts_of
from got_env.westeros.vocabulary import NONE, Event, Phase, WesterosCard, WildlingCard

States = np.ndarray[Any, np.dtype[Any]]

UNIT_WORDS = ("footman", "knight", "siege_engine", "ship")
ORDER_WORDS = (
    "march-1",
    "march+0",
    "march+1",
    "defense+1",
    "defense+2",
    "support",
    "support+1",
    "raid",
    "raid*",
    "consolidate",
    "consolidate*",
)


def order_word(order: Any) -> str | None:
    """The March order of a combat; None for a Leader's own march."""
    return None if order == NONE else ORDER_WORDS[int(order)]


SIDE_WORDS = ("attacker", "defender", "nobody")
TRACK_WORDS = ("iron_throne", "fiefdoms", "kings_court")
AUCTION_WORDS = (*TRACK_WORDS, "claim")
"""What is bid for beside victory over the Wildlings."""
STATUS_WORDS = ("fresh", "routed")

KIND_WORDS: Mapping[str, tuple[str, ...]] = {
    "order": ORDER_WORDS,
    "unit": UNIT_WORDS,
    "side": SIDE_WORDS,
    "track": TRACK_WORDS,
    "choice": ("a", "b", "c"),
    "upgrade": ("knight", "siege_engine"),
    "status": STATUS_WORDS,
}
"""Words of the actions of a kind by index; those of areas are their ids, the others are numbers or
depend on the decision."""

ARGUMENT_WORDS: Mapping[Held, tuple[str, ...]] = {
    Holds.UNIT: UNIT_WORDS,
    Holds.SIDE: SIDE_WORDS,
    Holds.TRACK: TRACK_WORDS,
    Holds.TRACK_OR_NONE: AUCTION_WORDS,
    Holds.WESTEROS_CARD: tuple(card.name.lower() for card in WesterosCard),
}
"""Words of the arguments of a frame that say what the decision is about; those of areas are their
ids."""


def words_of(facts: Facts, kind: actions.ActionRange) -> tuple[str, ...]:
    """Words of the actions of a kind; numbers where they have none of their own."""
    if kind.name in ("area", "unit", "deck"):
        return {"area": facts.areas, "unit": facts.unit_words, "deck": facts.deck_words}[kind.name]
    if kind.name == "leader":
        return (*facts.leader_words, *map(str, range(len(facts.leader_words), kind.size)))
    return KIND_WORDS.get(kind.name, tuple(str(i) for i in range(kind.size)))


@cache
def action_names(facts: Facts) -> tuple[str, ...]:
    """Context-free name of every action: ``"order march+1"``, ``"area pyke"``, ``"bid 3"``."""
    names: list[str] = []
    for kind in facts.action_ranges:
        words = words_of(facts, kind)
        single = kind.name in ("yes", "no", "done")
        names += [kind.name if single else f"{kind.name} {word}" for word in words]
    return tuple(names)


@cache
def _kinds(facts: Facts) -> tuple[actions.ActionRange, ...]:
    """The named range that each action belongs to."""
    return tuple(kind for kind in facts.action_ranges for _ in range(kind.size))


def houses_of(states: States, row: int) -> Houses:
    """Houses of a game by seat, and with them its facts."""
    return rulesets.houses_of(states[row])


def top_frame(states: States, row: int) -> list[int] | None:
    """Phase, player and three arguments of the open decision; None when the game is over."""
    depth = int(states["depth"][row])
    if depth == 0:
        return None
    frame: list[int] = states["stack"][row, depth - 1].tolist()
    return frame


def action_text(states: States, row: int, action: int) -> str:
    """Canonical text of an action in the open decision of record ``row``: ``"raid pyke none"``.

    Args:
        states: ``(B,) STATE``.
        row: index of the record.
        action: below the number of actions, legal or not; an action whose kind has no place in the
            open decision keeps its context-free name.

    Raises:
        ValueError: for an action out of range.
    """
    count = facts_of(states["ruleset"][row]).num_actions
    if not 0 <= action < count:
        raise ValueError(f"action {action}: expected 0 to {count - 1}")
    return _text(states, row, top_frame(states, row), action)


def _text(states: States, row: int, frame: list[int] | None, action: int) -> str:
    houses = houses_of(states, row)
    kind = _kinds(houses.facts)[action]
    if frame is None or kind.name not in row_of(houses.facts, frame).texts:
        return action_names(houses.facts)[action]
    told = told_by(houses.facts, frame)
    return (
        row_of(houses.facts, frame)
        .texts[kind.name]
        .format(
            x=_word(states, row, frame, kind.name, action - kind.offset),
            **{argument.name: _nth(words, value) for argument, words, value in told},
        )
    )


def row_of(facts: Facts, frame: list[int]) -> Decision:
    """What the game says of the decision that a frame asks for."""
    return facts.edition.decisions[Phase(frame[PHASE])]


def told_by(facts: Facts, frame: list[int]) -> list[tuple[Argument, tuple[str, ...], int]]:
    """Arguments of a frame that say what it is about, with their words and their numbers."""
    return [
        (argument, _argument_words(facts, argument.holds), frame[column])
        for column, argument in enumerate(row_of(facts, frame).arguments, A)
        if argument.told
    ]


def _argument_words(facts: Facts, holds: Held) -> tuple[str, ...]:
    words = {
        Holds.AREA: facts.areas,
        Holds.UNIT: facts.unit_words,
        Holds.LEADER: facts.leader_words,
        Holds.DECK: facts.deck_words,
        Holds.ALLIANCE_CARD: facts.alliance_words,
    }
    return words[holds] if holds in words else ARGUMENT_WORDS[holds]


def _area(houses: Houses, index: int) -> str:
    return _nth(houses.facts.areas, index)


def _nth(words: tuple[str, ...], index: int) -> str:
    return words[index] if 0 <= index < len(words) else "?"


def _word(states: States, row: int, frame: list[int], kind: str, index: int) -> str:
    """The word of an action in its context: a card, a house, what an option stands for."""
    phase = Phase(frame[PHASE])
    houses = houses_of(states, row)
    if kind in ("area", "unit", "leader", "deck"):
        return action_names(houses.facts)[_offset(houses.facts, kind) + index].partition(" ")[2]
    if kind == "card" and row_of(houses.facts, frame).tactics:
        return _tactic(houses, houses[frame[PLAYER]], index)
    if kind == "card":
        seat = frame[PLAYER]
        if row_of(houses.facts, frame).others_cards:
            seat = int(states["fighter"][row, 1 - frame[A]])
        return houses.facts.card_ids[houses[seat]][index]
    if kind == "seat":
        return houses[index] if index < len(houses) else str(index)
    if kind == "choice":
        words = row_of(houses.facts, frame).choices
        if phase is Phase.WESTEROS_CHOICE:
            offers = RULES["offers"][int(states["ruleset"][row]), frame[A]].tolist()
            words = tuple(WesterosCard(c).name.lower() for c in offers if c != NONE)
        return words[index] if index < len(words) else "abc"[index]
    return KIND_WORDS[kind][index] if kind in KIND_WORDS else str(index)


@cache
def _offset(facts: Facts, kind: str) -> int:
    return next(r.offset for r in facts.action_ranges if r.name == kind)


def _tactic(houses: Houses, house: str, slot: int) -> str:
    decks = {} if houses.facts.tactics is None else houses.facts.tactics.decks
    return _nth(decks.get(house, ()), slot)


def legal_actions(states: States, row: int) -> list[int]:
    """Indices of the legal actions of record ``row``, ascending; empty when the game is over."""
    count = facts_of(states["ruleset"][row]).num_actions
    mask = np.zeros((1, count), dtype=np.bool_)
    games.action_mask(states[row : row + 1].copy(), mask)  # it may be a read-only view
    return [int(i) for i in np.flatnonzero(mask[0])]


LONGEST_QUOTE = 80
"""Characters of a wrong text that an error repeats."""


def legal_texts(states: States, row: int, legal: Iterable[int]) -> dict[str, int]:
    """Texts of the legal actions of record ``row``, and the action that each of them stands for."""
    frame = top_frame(states, row)
    return {_text(states, row, frame, action): action for action in legal}


def parse_action(states: States, row: int, text: str) -> int:
    """The legal action with this text: the exact inverse of :func:`action_text`.

    Raises:
        ValueError: if no legal action has this text; names a few that are legal.
    """
    if not isinstance(text, str):
        raise ValueError(f"action {reprlib.repr(text)}: expected a text, not {type(text).__name__}")
    legal = legal_texts(states, row, legal_actions(states, row))
    if text in legal:
        return legal[text]
    shown = ", ".join(list(legal)[:5]) + (", ..." if len(legal) > 5 else "")
    told = text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}..."
    raise ValueError(f"action {told!r} is not legal; legal: {shown or 'nothing, the game is over'}")


def phase_name(states: States, row: int) -> str:
    """Name of the open decision, ``"march_to"``; ``"over"`` when the game has ended."""
    frame = top_frame(states, row)
    return "over" if frame is None else Phase(frame[PHASE]).name.lower()


# --- events


def _westeros(deck: int, card: int) -> str:
    return f"westeros card {'I' * (deck + 1)}: {WesterosCard(card).name.lower()}"


def _ban(orders: int) -> str:
    return "banned: " + ", ".join(word for t, word in enumerate(ORDER_WORDS) if orders >> t & 1)


def _raven(house: str, use: int, detail: int, houses: Houses) -> str:
    if use == 0:
        return f"{house} keeps the raven"
    if use == 1:
        return f"{house} replaces the order in {_area(houses, detail)}"
    place = {0: ", leaves it on top", 1: ", puts it at the bottom"}.get(detail, "")
    return f"{house} looks at the top wildling card{place}"


def _seat(houses: tuple[str, ...], seat: int) -> str:
    return houses[seat] if 0 <= seat < len(houses) else NOBODY


def _card(houses: Houses, house: str, slot: int) -> str:
    return houses.facts.card_ids[house][slot]


def _ending(houses: Houses) -> str:
    return f"by {houses.facts.edition.points}"


def _leader(houses: Houses, index: int) -> str:
    return _nth(houses.facts.leader_words, index)


NOBODY = "nobody"
"""In place of a house."""

_Teller = Callable[[str, int, int, Houses], str]

_EVENTS: Mapping[Event, _Teller] = {
    Event.NOTHING: lambda house, x, y, houses: "",
    Event.ROUND_BEGINS: lambda house, x, y, houses: f"round {x} begins",
    Event.WESTEROS_CARD: lambda house, x, y, houses: _westeros(y, x),
    Event.BAN: lambda house, x, y, houses: _ban(x),
    Event.BID: lambda house, x, y, houses: (
        f"{house} bids {x} {'against the wildlings' if y == NONE else 'for ' + AUCTION_WORDS[y]}"
    ),
    Event.TRACK: lambda house, x, y, houses: f"{house} takes place {y + 1} on {TRACK_WORDS[x]}",
    Event.WILDLING_ATTACK: lambda house, x, y, houses: (
        f"wildlings attack with strength {x} and {'are beaten' if y else 'win'}"
    ),
    Event.WILDLING_CARD: lambda house, x, y, houses: (
        f"wildling card: {WildlingCard(x).name.lower()}"
    ),
    Event.POWER: lambda house, x, y, houses: (
        f"{house} {'gains' if x >= 0 else 'loses'} {abs(x)} power"
    ),
    Event.SUPPLY: lambda house, x, y, houses: f"{house} has supply {x}",
    Event.MUSTER: lambda house, x, y, houses: (
        f"{house} musters a {houses.facts.unit_words[y]} in {_area(houses, x)}"
    ),
    Event.UPGRADE: lambda house, x, y, houses: (
        f"{house} turns a unit in {_area(houses, x)} into a {houses.facts.unit_words[y]}"
    ),
    Event.DESTROYED: lambda house, x, y, houses: (
        f"{house} loses a {houses.facts.unit_words[y]} in {_area(houses, x)}"
    ),
    Event.ORDERS_REVEALED: lambda house, x, y, houses: "orders are revealed",
    Event.RAVEN: lambda house, x, y, houses: _raven(house, x, y, houses),
    Event.RAID: lambda house, x, y, houses: (
        f"{house} raids {'nothing' if y == NONE else _area(houses, y)} from {_area(houses, x)}"
    ),
    Event.MARCH: lambda house, x, y, houses: (
        f"{house} marches from {_area(houses, x)} to {_area(houses, y)}"
    ),
    Event.TOKEN: lambda house, x, y, houses: (
        f"{house} {'leaves' if y else 'removes'} a power token in {_area(houses, x)}"
    ),
    Event.NEUTRAL_BEATEN: lambda house, x, y, houses: (
        f"{house} beats the neutral force in {_area(houses, x)}"
    ),
    Event.COMBAT: lambda house, x, y, houses: (
        f"{house} attacks {_seat(houses, y)} in {_area(houses, x)}"
    ),
    Event.SUPPORTED: lambda house, x, y, houses: (
        f"{_area(houses, x)} of {house} supports {SIDE_WORDS[y]}"
    ),
    Event.CARD: lambda house, x, y, houses: (
        f"{house} {'plays' if y else 'puts away'} {_card(houses, house, x)}"
    ),
    Event.BLADE: lambda house, x, y, houses: f"{house} uses the blade",
    Event.COMBAT_WON: lambda house, x, y, houses: f"{house} wins in {_area(houses, x)} by {y}",
    Event.RETREAT: lambda house, x, y, houses: f"{house} retreats to {_area(houses, x)}",
    Event.GARRISON_LOST: lambda house, x, y, houses: (
        f"{house} loses the garrison of {_area(houses, x)}"
    ),
    Event.ORDER_REMOVED: lambda house, x, y, houses: (
        f"{house} loses the order {ORDER_WORDS[y]} in {_area(houses, x)}"
    ),
    Event.CONSOLIDATE: lambda house, x, y, houses: (
        f"{house} {'musters' if y else 'consolidates'} in {_area(houses, x)}"
    ),
    Event.PORT_TAKEN: lambda house, x, y, houses: (
        f"{house} takes over {y} ships in {_area(houses, x)}"
    ),
    Event.GAME_OVER: lambda house, x, y, houses: (
        f"{house} wins the game {_ending(houses) if x else 'after the last round'}"
        if house != NOBODY
        else "the game is a draw"
    ),
    Event.STOOD_UP: lambda house, x, y, houses: "routed units stand up",
    Event.VISIT_PASSED: lambda house, x, y, houses: f"{house} keeps its orders for later",
    Event.MARCH_VOID: lambda house, x, y, houses: (
        f"{house} is too weak for {_area(houses, y)}: nobody marches from {_area(houses, x)}"
    ),
    Event.ORDER_PLACED: lambda house, x, y, houses: (
        f"{house} places the order {ORDER_WORDS[y]} in {_area(houses, x)}"
    ),
    Event.CLAIM_TOKEN: lambda house, x, y, houses: (
        f"{house} {'places a token on' if x else 'takes a token off'} the claim track"
    ),
    Event.WEATHER: lambda house, x, y, houses: f"the weather is {'stormy' if x else 'fair'}",
    Event.TACTIC: lambda house, x, y, houses: (
        f"{house} {'plays' if y else 'is rid of'} {_tactic(houses, house, x)}"
    ),
    Event.ALLIANCE: lambda house, x, y, houses: (
        f"{house} {'gains' if y else 'loses'} {_nth(houses.facts.alliance_words, x)}"
    ),
    Event.LEADER: lambda house, x, y, houses: (
        f"{_leader(houses, x)} of {house} comes to {_area(houses, y)}"
    ),
    Event.CAPTURED: lambda house, x, y, houses: f"{house} takes {_leader(houses, x)}",
    Event.EXECUTED: lambda house, x, y, houses: f"{house} executes {_leader(houses, x)}",
    Event.ACTIVATED: lambda house, x, y, houses: (
        f"{house} activates {_leader(houses, x)} in {_area(houses, y)}"
    ),
    Event.OFFER: lambda house, x, y, houses: (
        f"{house} makes {_seat(houses, x)} an offer with {y} power"
    ),
    Event.ANSWER: lambda house, x, y, houses: f"{house} {'accepts' if x else 'refuses'} the offer",
    Event.PERMANENT: lambda house, x, y, houses: (
        f"{house} {'begins' if y else 'ends'} an alliance with {_nth(houses.facts.deck_words, x)}"
    ),
    Event.SUPPORT_REPLACED: lambda house, x, y, houses: (
        f"{house} lays a support-1 in {_area(houses, x)}"
    ),
    Event.ALLIES_SUPPORTED: lambda house, x, y, houses: (
        f"{house} helps {SIDE_WORDS[x]} by support_allies"
    ),
    Event.LEADER_KILLED: lambda house, x, y, houses: (
        f"wildlings kill {_leader(houses, x)} of {house}"
    ),
}


def event_text(states: States, row: int, event: Any) -> str:
    """One journal row ``(kind, seat, x, y)`` in words, as told to everyone.

    Args:
        states: ``(B,) STATE``: gives the houses of the seats.
        row: index of the record.
        event: four integers, see :class:`~got_env.westeros.vocabulary.Event`.
    """
    kind, seat, x, y = (int(value) for value in event)
    houses = houses_of(states, row)
    return _EVENTS[Event(kind)](_seat(houses, seat), x, y, houses)


def new_events(states: States, row: int, since: int) -> list[str]:
    """Texts of the events noted after the first ``since``, as far as the journal still has them."""
    last = int(states["journal_no"][row])
    size = states["journal"].shape[1]
    first = max(since, last - size)
    return [event_text(states, row, states["journal"][row, i % size]) for i in range(first, last)]
