"""Fields of observations: what the numbers of a block are, in the order in which they stand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Field(NamedTuple):
    """A run of numbers along the last axis of a block."""

    name: str
    size: int
    meaning: str


Fields = tuple[Field, ...]


def width(fields: Iterable[Field]) -> int:
    """How many numbers all fields have together."""
    return sum(field.size for field in fields)


def offsets(fields: Iterable[Field]) -> dict[str, int]:
    """Place of the first number of every field, by its name."""
    places, offset = {}, 0
    for field in fields:
        places[field.name] = offset
        offset += field.size
    return places
