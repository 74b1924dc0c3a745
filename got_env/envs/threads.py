"""Threads that work on parts of a batch in parallel: compiled kernels release the GIL."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from itertools import chain, pairwise, starmap
from queue import SimpleQueue
from threading import Thread
from typing import Any
from weakref import finalize

import numpy as np
import numpy.typing as npt

from got_env.core.checks import checked_limit
from got_env.core.protocol import ACTIONS, GIVEN, HAS_ENDED, START, STOP

SHARE = 4
"""Parts of each thread: of one that wakes up late, or whose games take long, others do some."""
LEAST = 32
"""Rows of a part, if that leaves one for each thread."""

Function = Callable[..., None]
Calls = SimpleQueue[Any]


class Team:
    """The threads of a batch environment; the one that calls is one of them.

    Each does its own parts of the batch, which lie in its caches, and then what others have left.

    Attributes:
        tasks: ``(parts + 1, 7) int64``, one row for each part: rows to work on, and how; the last
            row stands for the whole batch.

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
        count = 1 if size == 1 else size * min(SHARE, max(1, rows // (LEAST * size)))
        self.tasks = np.zeros((count + 1, HAS_ENDED + 1), dtype=np.int64)
        cuts = np.linspace(0, rows, count + 1).astype(np.int64).tolist()
        self.tasks[:, [START, STOP]] = [*pairwise(cuts), (0, rows)]
        self._ended = self.tasks[:, HAS_ENDED].data
        self._helpers: list[Calls] = [SimpleQueue() for _ in range(size - 1)]
        for calls in self._helpers:
            Thread(target=_help, args=(calls,), name="got_env", daemon=True).start()
        self.close = finalize(self, _dismiss, self._helpers)
        """End the threads."""

    def run(self, function: Function, parts: list[tuple[Any, ...]], last: Any) -> None:
        """Call a kernel once for each part, at the same time.

        Args:
            function: the kernel.
            parts: its arguments for each part, without the last; one alone needs no other thread.
            last: its last argument, actions unless the tasks say otherwise.
        """
        if len(parts) == 1:
            function(*parts[0], last)
            return
        given = [(*part, last) for part in parts]
        size = len(self._helpers) + 1
        share = len(given) // size
        own = [iter(given[share * k : share * (k + 1)]) for k in range(size)]
        begun: list[None] = []
        ended: SimpleQueue[BaseException | None] = SimpleQueue()
        try:
            for k, calls in enumerate(self._helpers, start=1):
                calls.put((function, chain(*own[k:], *own[:k]), begun, ended))
            _call_all(function, chain(*own))
        except Exception:
            deque(chain(*own), maxlen=0)  # After an error nobody begins another part.
            raise
        finally:
            _call_all(function, chain(*own))  # What Ctrl-C left.
            errors: list[BaseException | None] = []
            while len(errors) < len(begun):  # Whoever begins later finds nothing left.
                errors.append(ended.get())
        for error in filter(None, errors):
            raise error

    def run_given(
        self, given: int, function: Function, parts: list[tuple[Any, ...]], last: Any
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


def _call_all(function: Function, left: Iterator[tuple[Any, ...]]) -> None:
    """Call a function with what is left, which other threads take from, too.

    No bytecode runs in between, so that Ctrl-C does not lose a part that was taken.
    """
    deque(starmap(function, left), maxlen=0)


def _help(calls: Calls) -> None:
    """Take part in calls until there is an empty one."""
    while call := calls.get():
        function, left, begun, ended = call
        begun.append(None)
        error = None
        try:
            _call_all(function, left)
        except BaseException as raised:
            error = raised
        ended.put(error)
        del call, function, left  # no arrays of a batch that is gone


def _dismiss(helpers: list[Calls]) -> None:
    for calls in helpers:
        calls.put(None)


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
