"""Messages between the pool and a process that plays games."""

from __future__ import annotations

from typing import Any

import msgspec

from got_benchmarks.playing.outcome import Outcome
from got_benchmarks.playing.schedule import Match

LONGEST = 1 << 28
"""Bytes of a message; both sides are code of this package."""


class Portion(msgspec.Struct, tag=True):
    """Games to play."""

    game: str
    players: int
    agents: tuple[str, ...]
    options: dict[str, Any]
    matches: list[Match]
    cold: list[str]
    """Agents of this package that are to play without having loaded what they need."""
    limit: float
    """Seconds for a decision; 0: no limit."""
    patience: float
    """Seconds for an agent to get ready."""
    press: str = ""
    """Settings of talk; empty for no talk."""


class Ended(msgspec.Struct, tag=True):
    """A game has ended."""

    outcome: Outcome


class Done(msgspec.Struct, tag=True):
    """All games of the portion have ended."""


class Unplayable(msgspec.Struct, tag=True):
    """The games cannot be played."""

    why: str


Report = Ended | Done | Unplayable
