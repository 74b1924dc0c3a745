"""The clock of a table: how much time each person has for a whole game."""

from __future__ import annotations

import time
from collections.abc import Iterable

from got_env.core.protocol import NOBODY


class Clock:
    """Counts the time of people, one at a time.

    Args:
        seconds: that each person has; 0: as many as they like.
        people: their seats.
    """

    def __init__(self, seconds: float, people: Iterable[int]) -> None:
        self._left = dict.fromkeys(people, float(seconds)) if seconds else {}
        self._running, self._since = NOBODY, 0.0

    def turn_to(self, seat: int) -> None:
        """Count the time of a seat, and of no other; NOBODY stops the clock."""
        now = time.monotonic()
        if self._running in self._left:
            self._left[self._running] -= now - self._since
        self._running, self._since = seat, now

    @property
    def ticks(self) -> bool:
        """True if somebody's time is counted."""
        return self._running in self._left

    def left(self, seat: int) -> float | None:
        """Seconds that a seat has left, 0 at least; None if its time is not counted."""
        if seat not in self._left:
            return None
        gone = time.monotonic() - self._since if seat == self._running else 0.0
        return max(0.0, self._left[seat] - gone)

    def is_out(self, seat: int) -> bool:
        """True if a seat has no time left."""
        return self.left(seat) == 0.0
