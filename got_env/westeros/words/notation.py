"""Actions and events in words: the canonical texts of replays, the referee and error messages.

An action index means the same thing in every phase (:func:`action_names`); its text also names
what the open decision is about, and is made from a template per phase and kind of action. Ids are
those of the data files.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from got_env.core.agenda import PHASE, PLAYER, A
from got_env.core.batch import games
from got_env.westeros.facts import rulesets
from got_env.westeros.facts.facts import Facts, Houses
from got_env.westeros.facts.rulesets import facts_of
from got_env.westeros.rules import actions
from got_env.westeros.rules.decision_row import ArgDomain, ArgType, Argument, Decision
from got_env.westeros.rules.names import (
    AUCTION_WORDS,
    ORDER_WORDS,
    SIDE_WORDS,
    STATUS_WORDS,
    TRACK_WORDS,
    UNIT_WORDS,
    WESTEROS_WORDS,
    WILDLING_WORDS,
)
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, Event, Phase, WesterosCard

States = np.ndarray[Any, np.dtype[Any]]

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

ARGUMENT_WORDS: Mapping[ArgDomain, tuple[str, ...]] = {
    ArgType.UNIT: UNIT_WORDS,
    ArgType.SIDE: SIDE_WORDS,
    ArgType.TRACK: TRACK_WORDS,
    ArgType.TRACK_OR_NONE: AUCTION_WORDS,
    ArgType.WESTEROS_CARD: WESTEROS_WORDS,
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


def kind_of(facts: Facts, action: int) -> actions.ActionRange:
    """The named range that an action belongs to."""
    return _kinds(facts)[action]


@cache
def _kinds(facts: Facts) -> tuple[actions.ActionRange, ...]:
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
    check_action(states, row, action)
    return _text(states, row, top_frame(states, row), action)


def check_action(states: States, row: int, action: int) -> None:
    """Raises ValueError for an action out of range."""
    count = facts_of(states["ruleset"][row]).num_actions
    if not 0 <= action < count:
        raise ValueError(f"action {action}: expected 0 to {count - 1}")


def _text(states: States, row: int, frame: list[int] | None, action: int) -> str:
    houses = houses_of(states, row)
    kind = kind_of(houses.facts, action)
    if frame is None or kind.name not in row_of(houses.facts, frame).texts:
        return action_names(houses.facts)[action]
    told = told_by(houses.facts, frame)
    return (
        row_of(houses.facts, frame)
        .texts[kind.name]
        .format(
            x=word_of(states, row, frame, kind.name, action - kind.offset),
            **{argument.name: nth(words, value) for argument, words, value in told},
        )
    )


def row_of(facts: Facts, frame: list[int]) -> Decision:
    """Row of the decision that a frame asks for."""
    return facts.edition.decisions[Phase(frame[PHASE])]


def told_by(facts: Facts, frame: list[int]) -> list[tuple[Argument, tuple[str, ...], int]]:
    """Arguments of a frame that say what it is about, with their words and their numbers."""
    return [
        (argument, _argument_words(facts, argument.holds), frame[column])
        for column, argument in enumerate(row_of(facts, frame).arguments, A)
        if argument.told
    ]


def _argument_words(facts: Facts, holds: ArgDomain) -> tuple[str, ...]:
    words = {
        ArgType.AREA: facts.areas,
        ArgType.UNIT: facts.unit_words,
        ArgType.LEADER: facts.leader_words,
        ArgType.DECK: facts.deck_words,
        ArgType.ALLIANCE_CARD: facts.alliance_words,
    }
    return words[holds] if holds in words else ARGUMENT_WORDS[holds]


def nth(words: tuple[str, ...], index: int) -> str:
    """The word with an index; ``?`` for none."""
    return words[index] if 0 <= index < len(words) else "?"


def word_of(states: States, row: int, frame: list[int], kind: str, index: int) -> str:
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
    return nth(decks.get(house, ()), slot)


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

NOBODY = "nobody"
"""In place of a house."""

_RAVEN_PLACES = (", leaves it on top", ", puts it at the bottom")

EVENTS: Mapping[Event, str | tuple[str, ...]] = {
    Event.NOTHING: "",
    Event.ROUND_BEGINS: "round {x} begins",
    Event.WESTEROS_CARD: "westeros card {y:numeral}: {x:westeros_card}",
    Event.BAN: "banned: {x:orders}",
    Event.BID: "{house} bids {x} {y:prize}",
    Event.TRACK: "{house} takes place {y:ordinal} on {x:track}",
    Event.WILDLING_ATTACK: "wildlings attack with strength {x} and {y:win|are beaten}",
    Event.WILDLING_CARD: "wildling card: {x:wildling_card}",
    Event.POWER: "{house} {x:gain} power",
    Event.SUPPLY: "{house} has supply {x}",
    Event.MUSTER: "{house} musters a {y:unit} in {x:area}",
    Event.UPGRADE: "{house} turns a unit in {x:area} into a {y:unit}",
    Event.DESTROYED: "{house} loses a {y:unit} in {x:area}",
    Event.ORDERS_REVEALED: "orders are revealed",
    Event.RAVEN: (
        "{house} keeps the raven",
        "{house} replaces the order in {y:area}",
        "{house} looks at the top wildling card{y:raven_place}",
    ),
    Event.RAID: "{house} raids {y:area_or_nothing} from {x:area}",
    Event.MARCH: "{house} marches from {x:area} to {y:area}",
    Event.TOKEN: "{house} {y:removes|leaves} a power token in {x:area}",
    Event.NEUTRAL_BEATEN: "{house} beats the neutral force in {x:area}",
    Event.COMBAT: "{house} attacks {y:seat} in {x:area}",
    Event.SUPPORTED: "{x:area} of {house} supports {y:side}",
    Event.CARD: "{house} {y:puts away|plays} {x:card}",
    Event.BLADE: "{house} uses the blade",
    Event.COMBAT_WON: "{house} wins in {x:area} by {y}",
    Event.RETREAT: "{house} retreats to {x:area}",
    Event.GARRISON_LOST: "{house} loses the garrison of {x:area}",
    Event.ORDER_REMOVED: "{house} loses the order {y:order} in {x:area}",
    Event.CONSOLIDATE: "{house} {y:consolidates|musters} in {x:area}",
    Event.PORT_TAKEN: "{house} takes over {y} ships in {x:area}",
    Event.GAME_OVER: (
        "{house} wins the game after the last round",
        "{house} wins the game by {points}",
    ),
    Event.STOOD_UP: "routed units stand up",
    Event.VISIT_PASSED: "{house} keeps its orders for later",
    Event.MARCH_VOID: "{house} is too weak for {y:area}: nobody marches from {x:area}",
    Event.ORDER_PLACED: "{house} places the order {y:order} in {x:area}",
    Event.CLAIM_TOKEN: "{house} {x:takes a token off|places a token on} the claim track",
    Event.WEATHER: "the weather is {x:fair|stormy}",
    Event.TACTIC: "{house} {y:is rid of|plays} {x:tactic}",
    Event.ALLIANCE: "{house} {y:loses|gains} {x:alliance_card}",
    Event.LEADER: "{x:leader} of {house} comes to {y:area}",
    Event.CAPTURED: "{house} takes {x:leader}",
    Event.EXECUTED: "{house} executes {x:leader}",
    Event.ACTIVATED: "{house} activates {x:leader} in {y:area}",
    Event.OFFER: "{house} makes {x:seat} an offer with {y} power",
    Event.ANSWER: "{house} {x:refuses|accepts} the offer",
    Event.PERMANENT: "{house} {y:ends|begins} an alliance with {x:deck}",
    Event.SUPPORT_REPLACED: "{house} lays a support-1 in {x:area}",
    Event.ALLIES_SUPPORTED: "{house} helps {x:side} by support_allies",
    Event.LEADER_KILLED: "wildlings kill {x:leader} of {house}",
}
"""Text of every event; of several, the one that ``x`` numbers. Behind ``x`` and ``y`` stands what
they are in words, or what is said of 0 and of any other number."""

_DRAW = "the game is a draw"
"""Text of an end without a winner."""


class Detail(NamedTuple):
    """One of the two numbers of an event, which a template writes in words."""

    value: int
    house: str
    houses: Houses

    def __format__(self, kind: str) -> str:
        nought, several, other = kind.partition("|")
        if several:
            return other if self.value else nought
        irregular = self._irregular(kind)
        return nth(self._words(kind), self.value) if irregular is None else irregular

    def _words(self, kind: str) -> tuple[str, ...]:
        facts = self.houses.facts
        match kind:
            case "area":
                return facts.areas
            case "unit":
                return facts.unit_words
            case "leader":
                return facts.leader_words
            case "deck":
                return facts.deck_words
            case "alliance_card":
                return facts.alliance_words
            case "card":
                return facts.card_ids[self.house]
            case "westeros_card":
                return WESTEROS_WORDS
            case "wildling_card":
                return WILDLING_WORDS
        return KIND_WORDS[kind]

    def _irregular(self, kind: str) -> str | None:
        """Words that are no index of a list; None for other kinds."""
        value = self.value
        match kind:
            case "":
                return str(value)
            case "ordinal":
                return str(value + 1)
            case "numeral":
                return "I" * (value + 1)
            case "gain":
                return f"{'gains' if value >= 0 else 'loses'} {abs(value)}"
            case "orders":
                return ", ".join(word for t, word in enumerate(ORDER_WORDS) if value >> t & 1)
            case "prize":
                return "against the wildlings" if value == NONE else f"for {AUCTION_WORDS[value]}"
            case "area_or_nothing":
                return "nothing" if value == NONE else nth(self.houses.facts.areas, value)
            case "raven_place":
                return _RAVEN_PLACES[value] if value in (0, 1) else ""
            case "seat":
                return seat_word(self.houses, value)
            case "tactic":
                return _tactic(self.houses, self.house, value)
        return None


def seat_word(houses: tuple[str, ...], seat: int) -> str:
    """The house at a seat; ``nobody`` for none."""
    return houses[seat] if 0 <= seat < len(houses) else NOBODY


def event_text(
    states: States,
    row: int,
    event: Any,
    texts: Mapping[Event, str | tuple[str, ...]] = EVENTS,
    detail: type[Detail] = Detail,
) -> str:
    """One journal row ``(kind, seat, x, y)`` in words, as told to everyone.

    Args:
        states: ``(B,) STATE``: gives the houses of the seats.
        row: index of the record.
        event: four integers, see :class:`~got_env.westeros.rules.vocabulary.Event`.
        texts: of all events.
        detail: writes the house and the two numbers in words.
    """
    kind, seat, x, y = (int(value) for value in event)
    houses = houses_of(states, row)
    house, told = seat_word(houses, seat), texts[Event(kind)]
    if kind == Event.GAME_OVER and house == NOBODY:
        told = _DRAW
    return (told if isinstance(told, str) else told[min(x, len(told) - 1)]).format(
        house=format(detail(seat, house, houses), "seat"),
        points=houses.facts.edition.points,
        x=detail(x, house, houses),
        y=detail(y, house, houses),
    )


def kept_events(states: States, row: int, since: int) -> list[Any]:
    """Journal rows after the first ``since`` events, as far as the journal still has them."""
    last = int(states["journal_no"][row])
    size = states["journal"].shape[1]
    return [states["journal"][row, i % size] for i in range(max(since, last - size), last)]


def new_events(states: States, row: int, since: int) -> list[str]:
    """Texts of the events noted after the first ``since``, as far as the journal still has them."""
    return [event_text(states, row, event) for event in kept_events(states, row, since)]
