"""Faults that must never happen in a game."""

from __future__ import annotations

from enum import IntEnum


class Fault(IntEnum):
    """Invariants that can break."""

    DEAD_END = 0
    UNITS = 1
    POWER = 2
    CARDS = 3
    TRACKS = 4
    ORDERS = 5
    AREAS = 6
    SUPPLY = 7
    RESULT = 8
    TOO_LONG = 9
