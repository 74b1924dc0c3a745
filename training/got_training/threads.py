"""Threads of a training: the parts of a batch are computed at the same time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from itertools import pairwise
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import torch
from threadpoolctl import threadpool_limits

FOUND = torch.get_num_threads()
"""Threads that torch would use: one for each core, unless the environment says another number."""

LEAST_ROWS = 128
"""Of a part: the products of fewer take nearly as long."""

Rows = TypeVar("Rows", npt.NDArray[np.intp], range)
Part = TypeVar("Part")
Result = TypeVar("Result")


class ThreadTeam:
    """Threads that each work on a part of their own; torch and kernels release the GIL.

    A product of matrices that threads share gains little from it, as the layers of these networks
    are small: threads wait for each other after each. So every thread computes the whole network
    for its rows, and the libraries get one thread each.

    Args:
        threads: how many; 0: one for each core. One computes everything in the thread that asks.
        device: where the network is. A GPU has a whole batch at once, and the threads share what
            else there is to do.

    Attributes:
        threads: how many.
        parts: of a batch.
    """

    def __init__(self, threads: int = 1, device: torch.device | None = None) -> None:
        self.threads = threads or FOUND
        self.parts = self.threads if device is None or device.type == "cpu" else 1
        # torch, called in a new thread, would otherwise use all cores there.
        self._pool = (
            ThreadPoolExecutor(self.threads, "got_training", torch.set_num_threads, (1,))
            if self.threads > 1
            else None
        )

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Bound the threads of torch and NumPy in a ``with`` statement."""
        before = torch.get_num_threads()
        torch.set_num_threads(1 if self.parts == self.threads else self.threads)
        try:
            with threadpool_limits(limits=1, user_api="blas"):
                yield
        finally:
            torch.set_num_threads(before)

    def cut(self, rows: Rows) -> list[Rows]:
        """Cut rows into parts of nearly the same size, at most one for each thread.

        Args:
            rows: array or range of them, ``(n,)``.
        """
        parts = max(1, min(self.parts, len(rows) // LEAST_ROWS))
        cuts = [len(rows) * part // parts for part in range(parts + 1)]
        return [rows[start:stop] for start, stop in pairwise(cuts)]

    def map(self, function: Callable[[Part], Result], parts: Sequence[Part]) -> list[Result]:
        """Results of a function for each part, in their order.

        Raises:
            Exception: that of the first part that fails, when all have come to their end.
        """
        if self._pool is None or len(parts) < 2:
            return [function(part) for part in parts]
        begun: list[Future[Result]] = []
        try:
            begun += (self._pool.submit(function, part) for part in parts)
            wait(begun)
        finally:  # Ctrl-C leaves what has not begun, and nobody works on unseen.
            for one in begun:
                one.cancel()
            wait(begun)
        return [one.result() for one in begun]
