"""Worker processes that end with the process that started them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any


def worker_pool(
    workers: int, set_up: Callable[..., None] | None = None, *arguments: Any
) -> ProcessPoolExecutor:
    """A pool of new processes, which share nothing with this one.

    They are started anew: a copy of this process might copy a lock that another thread holds.
    Workers end when this process has ended, however it did; those of a plain pool wait forever for
    work, because each of them holds the queue of work open. Ctrl-C ends them without a traceback.

    Args:
        workers: most processes at once.
        set_up: called in each process before its first task.
        *arguments: for that function.
    """
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, context, _begin, (set_up, arguments))


def _begin(set_up: Callable[..., None] | None, arguments: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if set_up is not None:
        set_up(*arguments)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)  # whatever the other threads do
