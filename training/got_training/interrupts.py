"""Ctrl-C and SIGTERM end a training or a learning between two steps, and lose nothing."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

HASTE = 10.0
"""Seconds after the first Ctrl-C in which further ones change nothing: the policy is saved."""

SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""Ctrl-C, and what clusters, containers and `kill` send to end a process."""


class Interrupt:
    """Watch for :data:`SIGNALS`, for a loop that asks between two steps and then saves.

    Args:
        tell: called with a line for the person who interrupts.

    Attributes:
        came: whether somebody did.
        writing: whether the policy is being written, which no further Ctrl-C ends.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.came = self.writing = False
        self._tell = tell
        self._breaks = False
        self._first = 0.0

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Take the signals in place of Python, in the main thread; elsewhere nothing changes.

        The first one says that the policy is being saved. Further ones change nothing while it is
        written, nor for :data:`HASTE`; after that one raises KeyboardInterrupt, for a step that
        takes longer.
        """
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        usual = {number: signal.signal(number, self._take) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in usual.items():
                signal.signal(number, handler)

    @contextmanager
    def breaking_off(self) -> Iterator[None]:
        """Work that nothing is lost with: the first Ctrl-C leaves it at once, without an error."""
        self._breaks = True
        try:
            yield
        except KeyboardInterrupt:
            if not self.came:
                raise
        finally:
            self._breaks = False

    def _take(self, number: int, frame: FrameType | None) -> None:
        if not self.came:
            self._first = time.monotonic()
            self.came = True
            with suppress(RuntimeError):  # it came while the same stream was written to
                self._tell("interrupted: saving the policy ...")
            if self._breaks:
                raise KeyboardInterrupt
        elif not self.writing and time.monotonic() - self._first > HASTE:
            raise KeyboardInterrupt
