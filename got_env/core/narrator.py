"""Protocols of what describes a game in words: to spectators, and to a person who plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

Tell = Callable[[str], None]
"""Takes each line of a story."""


@dataclass(frozen=True)
class CardFace:
    """Face of the card that an action is about, as everybody sees it."""

    name: str
    seat: str
    """In whose colour it is."""
    number: int
    """Its strength."""
    signs: Mapping[str, int]
    """Number of each icon: ``{"swords": 2}``."""
    text: str
    """The gist of what it does."""


class Narrator(Protocol):
    """Narrator of a game that somebody else plays: tells what is new in its record."""

    @property
    def waiting(self) -> int:
        """Events that have happened and are not told yet."""
        ...

    def before(self, player: str, text: str) -> None:
        """Hear of a decision that is about to be played."""
        ...

    def after(self) -> None:
        """Tell what has happened since the last call."""
        ...


class Prompt(Protocol):
    """The open question of a game, as lines for the person who must answer it."""

    house: str
    """House that decides."""
    commands: Mapping[str, str]
    """Words that only show something, and what: ``"board"``, ``"the whole position"``."""
    legend: str
    """Meaning of the signs in the lines; empty if they need no explanation."""

    def headline(self) -> str:
        """Round, decision and what it asks."""
        ...

    def lines(self) -> list[str]:
        """Own means, and what the decision is about."""
        ...

    def remark(self, action: int, text: str) -> str:
        """Words about the target of an action; empty if there is nothing to say."""
        ...

    def face(self, action: int, text: str) -> CardFace | None:
        """The card that an action is about, to be shown as such; None for words alone."""
        ...

    def look_up(self, word: str) -> list[str] | None:
        """Lines of one of the :attr:`commands`; None if the word is no such command."""
        ...
