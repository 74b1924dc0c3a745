"""Threads of the libraries that multiply matrices in a training."""

from __future__ import annotations

import torch
from threadpoolctl import threadpool_limits


def bound_threads(count: int) -> None:
    """Let torch, which learns, and NumPy use so many threads from now on.

    Args:
        count: how many; 0 leaves each library to use as many as it finds processors.
    """
    if count:
        torch.set_num_threads(count)
        threadpool_limits(limits=count, user_api="blas")
