"""Messages between a referee and the process of an agent: plain data, never code.

All are records of msgspec, which refuses what is of another shape or type.
"""

from __future__ import annotations

import msgspec

from got_env.core.press.messages import Heard

LONGEST_QUESTION = 1 << 26
"""Bytes of a message to an agent."""

LONGEST_ANSWER = 1 << 16
"""Bytes of a message from an agent."""


class Make(msgspec.Struct, tag=True, array_like=True, frozen=True):
    """Make the agent of a specification, for a game."""

    spec: str
    game: str
    """Reference of the game."""


class Ask(msgspec.Struct, tag=True, array_like=True, frozen=True):
    """Decide in some games. Every field is the memory of an array with a row for each game."""

    number: int
    """Drawn at random; the answers repeat it, so none can be given before the question."""
    game: str
    """Reference of the game."""
    states: bytes
    """Redacted records, portable."""
    seats: bytes
    """int8"""
    masks: bytes
    """bool"""
    seeds: bytes
    """int64, little-endian"""
    together: bool
    """All at once, if the agent can."""
    heard: tuple[Heard, ...] = ()
    """Talk that the seats have heard, in games with talk."""


class Speak(msgspec.Struct, tag=True, array_like=True, frozen=True):
    """Say what a seat wants to say, in a game in which players talk."""

    number: int
    """Drawn at random; the answer repeats it."""
    game: str
    """Reference of the game."""
    state: bytes
    """The redacted record, portable."""
    seed: int
    heard: Heard


class Made(msgspec.Struct, tag=True, array_like=True, frozen=True):
    """The agent is there."""

    version: str | None
    """Its own version, if it has one."""
    fingerprint: str
    """Hash of what makes it play as it does; empty if it has none."""
    source: str
    """Hash of the file it is written in, and if it has no fingerprint of the files beside it that
    it read when it was made; empty if it has a name of its own, or no file."""
    batches: bool
    """It decides for many games at once."""
    talks: bool = False
    """It says something where players may talk."""
    unread: str = ""
    """Name of a file beside it that looks like weights, of which nothing is in the hashes."""


class Refused(msgspec.Struct, tag=True, array_like=True, frozen=True):
    """The agent cannot be made."""

    error: str


class Chosen(msgspec.Struct, tag=True, array_like=True, frozen=True):
    """Actions in some of the games asked about, in their order."""

    number: int
    first: int
    """Row of the first of them."""
    actions: list[int]


class Spoken(msgspec.Struct, tag=True, array_like=True, frozen=True):
    """Messages of the seat."""

    number: int
    messages: list[tuple[list[str], str]]
    """Names of receivers, and text."""


class Failed(msgspec.Struct, tag=True, array_like=True, frozen=True):
    """The agent failed in one of the games asked about."""

    number: int
    row: int
    """0 if it was to speak."""
    error: str


Question = Make | Ask | Speak
Answer = Made | Refused | Chosen | Spoken | Failed
