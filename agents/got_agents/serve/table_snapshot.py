"""Snapshot of a table: a value that no further play changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from got_env.core.game import Game, States
from got_env.core.press.messages import Message
from got_env.core.protocol import NOBODY


@dataclass(frozen=True)
class OpenTalk:
    """A round of talk that is open."""

    place: str
    """Tells it from all others of the game."""
    meaning: str
    """When it is, in words."""
    number: int
    rounds: int
    most: Mapping[int, int]
    """Number of messages that each seat that has not spoken may send."""
    longest: int
    """Characters of a message."""


@dataclass(frozen=True)
class Moment:
    """A moment of a game after a decision of which something was told."""

    events: range
    """Numbers of what was told."""
    states: States
    """The whole record ``(1,)``."""


@dataclass(frozen=True)
class TableSnapshot:
    """Snapshot of a table: everything that views of it are made of."""

    table: str
    game: Game
    players: tuple[str, ...]
    """What players are called, by seat."""
    states: States
    """The whole record ``(1,)``."""
    mask: npt.NDArray[np.bool_]
    """Legal actions of the seat that decides."""
    asked: int
    """That seat; NOBODY when the game has ended."""
    turns: tuple[int, ...]
    """Decisions so far, by seat."""
    forced: tuple[tuple[str, ...], ...]
    """Labels of what was answered for each seat since its last decision, as nothing else was
    legal."""
    story: Sequence[str]
    """Public events; more may follow behind :attr:`told`."""
    told: int
    failure: str
    talk: OpenTalk | None = None
    """The round of talk that is open; None if nobody may talk now."""
    messages: Sequence[Message] | None = None
    """Messages so far, more may follow behind :attr:`said`; None at a table without talk."""
    said: int = 0
    clock: tuple[float | None, ...] = ()
    """Seconds that each seat has left, None for agents; empty at a table without a clock."""
    ticks: bool = False
    """True while the time of the seat that decides is counted."""
    moments: tuple[Moment, ...] = ()
    """The last ones, the oldest first."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Names of the seats."""
        return self.game.seats.in_play(len(self.players))

    @property
    def over(self) -> bool:
        """True if the game has ended by its rules."""
        return self.asked == NOBODY
