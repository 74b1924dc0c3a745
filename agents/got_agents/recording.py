"""A replay that is written to a file as its game is played."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from got_env.replay import ReplayWriter

try:
    import fcntl
except ModuleNotFoundError:  # Windows has other locks, and none of them is advisory
    LOCKS = False
else:
    LOCKS = True

_NO_LOCKS_HERE = {errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL}


class Recording:
    """The file of a replay while its game is played, as a context.

    The file is opened, and the head of the replay written, before the game begins: so no game is
    played that cannot be recorded. :meth:`keep` writes what was played since, so a process that is
    killed leaves a replay that can be gone on with. At the end the rest is written; if the file
    takes no more by then, the whole replay is put beside other temporary files. No other game is
    recorded in the file meanwhile.

    Args:
        path: of the file; anything in it is replaced.
        writer: of the game that is about to begin.

    Raises:
        ValueError: if the file cannot be written, or another game is being recorded in it.
    """

    def __init__(self, path: Path, writer: ReplayWriter) -> None:
        self._path, self._writer = path, writer
        self._lines = 0
        self._problem: OSError | None = None
        """Why the file takes no more."""
        try:
            self._file = path.open("ab")
            try:
                _begin_anew(self._file)
                self._write()
            except OSError:
                with contextlib.suppress(OSError):
                    self._file.close()
                raise
        except OSError as error:
            fault = f"cannot be written ({error.strerror})"
            raise ValueError(f"record {str(path)!r}: {fault}") from error

    def _write(self) -> None:
        """Write the lines that came since the last time."""
        lines = self._writer.lines
        text = "\n".join([*lines[self._lines :], ""])
        self._lines = len(lines)
        self._file.write(text.encode())
        self._file.flush()

    def keep(self) -> None:
        """Write what has been played; whoever calls it lets nothing be taken back any more.

        The game goes on if the file takes no more: the end of the block tells of that.
        """
        try:
            if self._problem is None:
                self._write()
        except OSError as problem:
            self._problem = problem

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Write the rest.

        Raises:
            OSError: if the file takes no more; says where the replay is instead.
        """
        text = self._writer.finish()
        try:
            with self._file:
                if self._problem is not None:
                    raise self._problem
                self._write()
        except OSError as problem:
            place = _saved_elsewhere(text)
            fault = f"cannot be written ({problem.strerror}); the replay is in {place}"
            raise OSError(f"record {str(self._path)!r}: {fault}") from problem


def _begin_anew(file: BinaryIO) -> None:
    """Empty a file that no other game is recorded in, and hold it until it is closed.

    Raises:
        BlockingIOError: if one is.
    """
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        return  # two games may well be written to one terminal, or to /dev/null
    if LOCKS:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BlockingIOError(error.errno, "another game is being recorded in it") from None
        except OSError as error:
            if error.errno not in _NO_LOCKS_HERE:
                raise
    file.truncate(0)


def _saved_elsewhere(text: str) -> str:
    with tempfile.NamedTemporaryFile(prefix="got-", suffix=".txt", delete=False) as file:
        file.write(text.encode())
    return file.name
