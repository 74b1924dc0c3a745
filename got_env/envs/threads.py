"""Threads that work on parts of a batch in parallel: compiled kernels release the GIL."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from got_env.core.checks import checked_limit
from got_env.core.protocol import ACTIONS, GIVEN, HAS_ENDED, START, STOP


class Team:
    """The threads of a batch environment. The one that calls does the first part itself.

    Attributes:
        tasks: ``(threads, 7) int64``, one row for each thread: rows to work on, and how.

    Args:
        threads: how many; no more than there are rows.
        rows: size of the batch.

    Raises:
        ValueError: for a wrong number of threads.
    """

    def __init__(self, threads: int, rows: int) -> None:
        if threads is None:
            raise ValueError("num_threads=None: expected a positive number")
        size = min(checked_limit(threads, "num_threads"), rows)
        self.tasks = np.zeros((size, HAS_ENDED + 1), dtype=np.int64)
        cuts = np.linspace(0, rows, size + 1).astype(np.int64)
        self.tasks[:, [START, STOP]] = list(pairwise(cuts.tolist()))
        self._ended = self.tasks[:, HAS_ENDED].data
        self._pool = ThreadPoolExecutor(size - 1, "got_env") if size > 1 else None

    def __len__(self) -> int:
        return len(self.tasks)

    def run(self, function: Callable[..., None], parts: list[tuple[Any, ...]], last: Any) -> None:
        """Call a kernel once for each part, at the same time.

        Args:
            function: the kernel.
            parts: its arguments for each thread, without the last.
            last: its last argument, actions unless the tasks say otherwise.
        """
        if self._pool is None:
            function(*parts[0], last)
            return
        others = [self._pool.submit(function, *part, last) for part in parts[1:]]
        function(*parts[0], last)
        for other in others:
            other.result()

    def run_given(
        self, given: int, function: Callable[..., None], parts: list[tuple[Any, ...]], last: Any
    ) -> None:
        """As :meth:`run`, with something else than actions as the last argument."""
        self.tasks[:, GIVEN] = given
        try:
            self.run(function, parts, last)
        finally:
            self.tasks[:, GIVEN] = ACTIONS

    def has_ended(self) -> bool:
        """True if a game has ended since the last time that this was asked."""
        if not any(self._ended):
            return False
        self.tasks[:, HAS_ENDED] = 0
        return True

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()


def as_actions(actions: npt.ArrayLike, count: int) -> npt.NDArray[np.int64]:
    """Actions of a batch as the kernels take them: ``(count,) int64``.

    Raises:
        ValueError: for actions of another shape or type.
    """
    given = np.asarray(actions)
    if given.shape != (count,) or given.dtype.kind not in "iu":
        raise ValueError(
            f"actions: {given.dtype} of shape {given.shape}, expected integers of shape ({count},)"
        )
    if given.dtype.itemsize == 8 and given.dtype.kind == "u":
        given = np.minimum(given, np.uint64(2**63 - 1))
    return np.ascontiguousarray(given, dtype=np.int64)
