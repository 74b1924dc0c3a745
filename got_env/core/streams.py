"""The standard streams of a command, some of which may be closed, as by ``>&-``."""

from __future__ import annotations

import errno
import io
import os
import sys

NAMES = ("stdin", "stdout", "stderr")


class ClosedStreamError(OSError):
    """A standard stream that is needed is closed."""

    def __init__(self, name: str) -> None:
        super().__init__(errno.EBADF, f"{name} is closed")

    def __str__(self) -> str:
        return str(self.strerror)


class ClosedInput(io.RawIOBase):
    """Stands for a closed stdin: whoever reads it is told."""

    def readable(self) -> bool:
        """It is for reading."""
        return True

    def readinto(self, buffer: object) -> int:
        """Read nothing.

        Raises:
            ClosedStreamError: always.
        """
        raise ClosedStreamError("stdin")


def replace_closed_streams() -> None:
    """Put something harmless in the place of closed standard streams.

    Otherwise their numbers go to the next files that are opened, such as a database, and what
    anybody prints is written into these. What is said on a closed stderr is lost.

    Raises:
        ClosedStreamError: if stdout is closed, as every command has something to print: better
            said at once than after hours of work.
    """
    for number in range(len(NAMES)):
        try:
            os.fstat(number)
        except OSError:
            # The lowest free number is taken, which is this one. Other programs inherit it.
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(ClosedInput()), encoding="utf-8")
    if sys.stderr is None:
        lost = io.FileIO(2, "w", closefd=False)
        sys.stderr = io.TextIOWrapper(lost, encoding="utf-8", errors="backslashreplace")
    if sys.stdout is None:
        raise ClosedStreamError("stdout")
