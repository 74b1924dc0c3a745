"""Numbers of the record as words of a position, and back.

A :class:`Coding` belongs to one number: an argument of an agenda frame or of an event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from got_env.core.codec import FLAG, Coding, bits, nth, number, word
from got_env.core.fields import Field
from got_env.westeros.facts.facts import Houses
from got_env.westeros.facts.ranges import EVERYWHERE
from got_env.westeros.rules.decision_row import ArgDomain, ArgType
from got_env.westeros.rules.names import (
    AUCTION_WORDS,
    ORDER_WORDS,
    SIDE_WORDS,
    TRACK_WORDS,
    WESTEROS_WORDS,
    WILDLING_WORDS,
)
from got_env.westeros.rules.vocabulary import AREA_PLACES, NONE


def limited(field: str) -> Coding:
    """A number within what the table of the record says of its field."""
    return number(EVERYWHERE[field].low, EVERYWHERE[field].high)


def _words_of(words: Callable[[Houses], Sequence[str]]) -> Coding:
    """An index as one of the words of a game."""
    return Coding(
        lambda value, houses: nth(words(houses), value),
        lambda field, houses: field.word(words(houses)),
    )


def _words_or_null(words: Callable[[Houses], Sequence[str]], none: int = NONE) -> Coding:
    """An index counted from ``none + 1`` as one of the words of a game; ``none`` as null."""
    first = none + 1

    def read(field: Field, houses: Houses) -> int:
        return field.word_or_null(words(houses), NONE) + first

    return Coding(
        lambda value, houses: None if value == none else nth(words(houses), value - first),
        read,
    )


def _units_at(houses: Houses) -> list[str]:
    return [f"{area} {unit}" for area in houses.facts.areas for unit in houses.facts.unit_words]


def _auctions(houses: Houses) -> Sequence[str]:
    return TRACK_WORDS if houses.facts.leaders is None else AUCTION_WORDS


def _read_unit_at(field: Field, houses: Houses) -> int:
    words = _units_at(houses)
    if field.value not in words:
        field.refuse("an area and a unit type, as in 'pyke knight'")
    return words.index(field.value)


def _sides_to(houses: Houses) -> dict[str, int]:
    return {
        f"{side} {area}": i * AREA_PLACES + a
        for i, side in enumerate(SIDE_WORDS[:2])
        for a, area in enumerate(houses.facts.areas)
    }


def _read_side_to(field: Field, houses: Houses) -> int:
    words = _sides_to(houses)
    if not isinstance(field.value, str) or field.value not in words:
        field.refuse("a side and an area, as in 'defender pyke'")
    return words[field.value]


def _write_side_to(value: int, houses: Houses) -> str:
    for text, code in _sides_to(houses).items():
        if code == value:
            return text
    raise ValueError(f"{value}: expected a side and an area")


AREA = _words_of(lambda houses: houses.facts.areas)
AREA_OR_NULL = _words_or_null(lambda houses: houses.facts.areas)
AREA_AFTER_NULL = _words_or_null(lambda houses: houses.facts.areas, none=0)
NEXT_AREA = Coding(
    lambda value, houses: (
        None if value == len(houses.facts.areas) else nth(houses.facts.areas, value)
    ),
    lambda field, houses: field.word_or_null(houses.facts.areas, len(houses.facts.areas)),
)
"""The first area not looked at yet; null when all have been."""

UNIT = _words_of(lambda houses: houses.facts.unit_words)
UNIT_AT = Coding(lambda value, houses: nth(_units_at(houses), value), _read_unit_at)
ORDER = word(ORDER_WORDS)
ORDERS = bits(ORDER_WORDS)
SIDE = word(SIDE_WORDS[:2])
SUPPORTED_SIDE = word(SIDE_WORDS)
SIDE_TO = Coding(_write_side_to, _read_side_to)
TRACK = word(TRACK_WORDS)
TRACK_OR_NULL = _words_or_null(_auctions)
SEAT = _words_of(lambda houses: houses)
SEAT_OR_NULL = _words_or_null(lambda houses: houses)
SEATS = Coding(
    lambda mask, houses: bits(houses).write(mask, houses),
    lambda field, houses: bits(houses).read(field, houses),
)
DECKS_MASK = bits(("I", "II", "III"))
"""A set of Westeros decks."""
WESTEROS_CARD = word(WESTEROS_WORDS)
WILDLING_CARD = word(WILDLING_WORDS)
SIZES = bits(tuple(range(15)))
"""A set of army sizes."""

LEADER = _words_of(lambda houses: houses.facts.leader_words)
LEADER_OR_NULL = _words_or_null(lambda houses: houses.facts.leader_words)
LEADER_AFTER_NULL = _words_or_null(lambda houses: houses.facts.leader_words, none=0)
DECK = _words_of(lambda houses: houses.facts.deck_words)
ALLIANCE_CARD = _words_of(lambda houses: houses.facts.alliance_words)

CODINGS: Mapping[ArgType, Coding] = {
    ArgType.FLAG: FLAG,
    ArgType.AREA: AREA,
    ArgType.AREA_OR_NONE: AREA_OR_NULL,
    ArgType.NEXT_AREA: NEXT_AREA,
    ArgType.UNIT: UNIT,
    ArgType.UNIT_AT: UNIT_AT,
    ArgType.SIDE: SIDE,
    ArgType.SIDE_AND_AREA: SIDE_TO,
    ArgType.TRACK: TRACK,
    ArgType.TRACK_OR_NONE: TRACK_OR_NULL,
    ArgType.SEAT: SEAT,
    ArgType.SEAT_OR_NONE: SEAT_OR_NULL,
    ArgType.SEATS: SEATS,
    ArgType.SIZES: SIZES,
    ArgType.WESTEROS_CARD: WESTEROS_CARD,
    ArgType.LEADER: LEADER,
    ArgType.LEADER_OR_NONE: LEADER_OR_NULL,
    ArgType.LEADER_AFTER_NONE: LEADER_AFTER_NULL,
    ArgType.AREA_AFTER_NONE: AREA_AFTER_NULL,
    ArgType.DECK: DECK,
    ArgType.ALLIANCE_CARD: ALLIANCE_CARD,
}


def coding_of(holds: ArgDomain) -> Coding:
    """Coding of an argument of a frame."""
    if isinstance(holds, ArgType):
        return CODINGS[holds]
    return number(holds[0], holds[-1]) if isinstance(holds, range) else word(holds)
