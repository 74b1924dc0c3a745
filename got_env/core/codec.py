"""Parts of a record as objects of JSON data and back: one row for each field serves both ways.

A :class:`Row` says under which name a field of the record stands in the document, and how its
number is written and read. :func:`write_part` and :func:`read_part` go through the rows in their
order, so what one writes the other reads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from got_env.core.fields import Field

Record = Any
Place = int | tuple[()]
"""Index of a number in its field; empty for a field of one number."""


class Coding(NamedTuple):
    """Writing and reading of the number of a field, or of all its numbers if it has several.

    Both are told the setting: what words depend on.

    Both raise ValueError for what cannot be such a number or its words: records come from outside
    too.
    """

    write: Callable[[Any, Any], Any]
    read: Callable[[Field, Any], Any]


class Row(NamedTuple):
    """One field of a part."""

    name: str
    """In the document."""
    field: str
    """Of the record."""
    coding: Coding
    usual: int | None = None
    """Its value when it is left out."""
    always: bool = False
    """True if it is written even if it is as usual; without a usual number it always is."""
    may_miss: bool = False
    """True if it stays as the record has it when it is left out; otherwise, without a usual number,
    it must be there."""
    check: Callable[[Field, Record, Place], None] | None = None
    """Complains of a number that does not fit the rest."""


Part = Sequence[Row]


def names_of(part: Part) -> tuple[str, ...]:
    """The fields of a part."""
    return tuple(row.name for row in part)


def write_part(part: Part, s: Record, setting: Any, place: Place = ()) -> dict[str, Any]:
    """The fields of a part, without those that are as usual.

    Args:
        part: its rows.
        s: the record.
        setting: what the codings are told.
        place: of the numbers in their fields.
    """
    numbers = ((row, _kept(s, row, place)) for row in part)
    return {
        row.name: row.coding.write(number, setting)
        for row, number in numbers
        if row.usual is None or row.always or number != row.usual
    }


def _kept(s: Record, row: Row, place: Place) -> Any:
    """The number at a place of a field, or the numbers if there are several."""
    kept = s[row.field][place]
    return kept if np.ndim(kept) else int(kept)


def _keep(s: Record, row: Row, place: Place, value: Any) -> None:
    if place == ():
        s[row.field] = value
    else:
        s[row.field][place] = value


def read_part(part: Part, document: Field, s: Record, setting: Any, place: Place = ()) -> None:
    """Set the fields of a part; those that are left out are as usual.

    Args:
        part: its rows.
        document: the object; that it has no other fields is asked by the caller.
        s: the record.
        setting: what the codings are told.
        place: of the numbers in their fields.

    Raises:
        ValueError: for the first that is missing or wrong; names it.
    """
    for row in part:
        needed = row.usual is None and not row.may_miss
        found = document.need(row.name) if needed else document.get(row.name)
        if found is None:
            if row.usual is not None:
                _keep(s, row, place, row.usual)
            continue
        _keep(s, row, place, row.coding.read(found, setting))
        if row.check is not None:
            row.check(found, s, place)


# --- codings of any game


def within(value: int, least: int, most: int) -> int:
    """The number if it lies within limits.

    Raises:
        ValueError: if it does not.
    """
    if not least <= value <= most:
        raise ValueError(f"{value}: expected {least} to {most}")
    return value


def nth(words: Sequence[Any], value: int) -> Any:
    """A word by its index.

    Raises:
        ValueError: if there is none.
    """
    return words[within(value, 0, len(words) - 1)]


def number(least: int, most: int) -> Coding:
    """A whole number within limits."""
    return Coding(
        lambda value, setting: within(value, least, most),
        lambda field, setting: field.integer(least, most),
    )


def word(words: Sequence[str]) -> Coding:
    """An index as one of several words."""
    return Coding(
        lambda value, setting: nth(words, value), lambda field, setting: field.word(words)
    )


def word_or_null(words: Sequence[str], null: int = -1) -> Coding:
    """An index as one of several words; ``null`` as JSON's null."""
    return Coding(
        lambda value, setting: None if value == null else nth(words, value),
        lambda field, setting: field.word_or_null(words, null),
    )


def bits(words: Sequence[Any]) -> Coding:
    """A bit mask as a list of words (or of small numbers)."""

    def read(field: Field, setting: Any) -> int:
        mask = 0
        for element in field.elements(len(words)):
            if type(element.value) is not type(words[0]) or element.value not in words:
                element.refuse(f"one of {', '.join(map(str, words))}")
            mask |= 1 << words.index(element.value)
        return mask

    def write(mask: int, setting: Any) -> list[Any]:
        within(mask, 0, (1 << len(words)) - 1)
        return [word for i, word in enumerate(words) if mask >> i & 1]

    return Coding(write, read)


FLAG = Coding(
    lambda value, setting: bool(within(value, 0, 1)), lambda field, setting: int(field.flag())
)
"""0 and 1 as false and true."""

FLAG_OR_NULL = Coding(
    lambda value, setting: None if value == -1 else FLAG.write(value, setting),
    lambda field, setting: -1 if field.is_null else int(field.flag()),
)
