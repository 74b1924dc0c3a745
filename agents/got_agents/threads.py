"""How many threads the products of matrices of agents in this process use."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from threadpoolctl import threadpool_limits

VARIABLES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""Environment variables by which a user says how many."""


@contextmanager
def one_thread() -> Iterator[None]:
    """Use a single thread in a ``with`` statement, unless the user has said how many.

    The products of a game's rows are small: threads that share one wait for each other longer than
    they compute, above all on a busy machine.
    """
    if any(name in os.environ for name in VARIABLES):
        yield
        return
    with threadpool_limits(limits=1, user_api="blas"):
        yield
