"""The folder that a training holds, also when somebody removes, moves or replaces it meanwhile."""

from __future__ import annotations

import os
from pathlib import Path

from got_benchmarks.tournament.sqlite_file import LOCK_NAME, StoreError, claim
from got_training.saving import newest_mark


class RunLock:
    """A folder with a lock on it.

    The lock is a file in the folder, so it goes where the folder goes. A save would then be written
    by the name of the folder, into another one that is not locked or is even that of another
    training. So before each save the lock is looked for.

    Args:
        path: made if it does not exist.

    Raises:
        StoreError: if another training holds it, or it cannot be written to.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = claim(path)
        self._place = self._found()

    def close(self) -> None:
        """Let others use it."""
        self._lock.close()

    def check(self) -> None:
        """Refuse to write by the name of the folder if that is another one than it holds.

        Raises:
            OSError: if the folder was removed, moved or replaced.
        """
        if not self._holds():
            raise OSError("the folder was removed, moved or replaced")

    def renew(self, mark: str) -> bool:
        """Make sure of holding the folder of that name: take a new one if the old one is gone.

        Args:
            mark: of the last save of this training.

        Returns:
            Whether it is another one than before.

        Raises:
            OSError: if it cannot be taken, or holds a save that is not of this training.
        """
        if self._holds():
            return False
        try:
            lock = claim(self.path)
        except StoreError as error:
            raise OSError(str(error)) from error
        try:
            self._refuse_others(mark)
        except BaseException:
            lock.close()
            raise
        self._lock.close()
        self._lock, self._place = lock, self._found()
        return True

    def _refuse_others(self, mark: str) -> None:
        try:
            found = newest_mark(self.path)
        except ValueError as error:
            raise OSError(f"the folder was replaced: {error}") from error
        if found not in (None, mark):
            raise OSError("the folder was replaced by one that holds another training")

    def _holds(self) -> bool:
        place = self._found()
        return place is not None and place == self._place

    def _found(self) -> tuple[int, int] | None:
        """Device and inode of the lock file; None if there is none."""
        try:
            found = os.stat(self.path / LOCK_NAME)
        except OSError:
            return None
        return found.st_dev, found.st_ino
