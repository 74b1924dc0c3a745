"""A clock in shared memory: what an agent in the process that plays is doing, for its watcher."""

from __future__ import annotations

import mmap
import os
import tempfile
import time

import numpy as np

from got_benchmarks.playing.matches import Clock
from got_benchmarks.playing.outcome import Actions

TAPE = 1 << 15
"""Actions of one game that stay readable when the process that plays it is ended."""

STARTED, AGENT, SEAT, TURNS, PLAYED = range(5)
"""Fields of the clock; ``STARTED`` is 0 while no agent of this process decides."""

WARMING = -2
"""In place of a seat: the agent loads what it needs, no game is at stake."""

FIELDS = 8
BYTES = FIELDS * 8 + TAPE * 2


def new_memory() -> int:
    """A descriptor of memory for a clock, all zero."""
    if hasattr(os, "memfd_create"):
        descriptor = os.memfd_create("clock")
    else:
        with tempfile.TemporaryFile() as file:
            descriptor = os.dup(file.fileno())
    os.ftruncate(descriptor, BYTES)
    return descriptor


class SharedClock(Clock):
    """A clock in the memory of a descriptor, which another process reads.

    Only the process that plays and its watcher have it; agents in processes of their own do not.

    Args:
        descriptor: from :func:`new_memory`.
        limit: seconds an agent may take for one decision; 0: no limit.
    """

    def __init__(self, descriptor: int, limit: float = 0.0) -> None:
        self.limit = limit
        memory = mmap.mmap(descriptor, BYTES)
        self._now = np.frombuffer(memory, dtype=np.float64, count=FIELDS)
        self.tape: Actions = np.frombuffer(memory, dtype=np.int16, offset=FIELDS * 8)
        """Actions of the game that is played alone."""

    def start(self, agent: int, seat: int, turns: int) -> None:
        """An agent begins to decide."""
        self._now[AGENT], self._now[SEAT], self._now[TURNS] = agent, seat, turns
        self._now[STARTED] = time.monotonic()

    def stop(self) -> None:
        """The agent has decided."""
        self._now[STARTED] = 0.0

    def moved(self) -> None:
        """Decisions have been played."""
        self._now[PLAYED] += 1

    def running(self) -> tuple[float, int, int, int]:
        """Seconds since the decision began (0: no agent decides), agent, seat, decisions before."""
        started, agent, seat, turns = (float(value) for value in self._now[:PLAYED])
        seconds = time.monotonic() - started if started else 0.0
        return seconds, int(agent), int(seat), int(turns)

    def has_played(self) -> bool:
        """Tell whether any decision was played."""
        return bool(self._now[PLAYED])
