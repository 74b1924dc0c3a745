"""Clocks of the benchmarks.

Work on one core is measured in processor time of this process, so other programs on a busy machine
hardly affect it; on an idle machine it equals the wall time. Work on several cores can only be
measured in wall time.
"""

from __future__ import annotations

import time
from collections.abc import Callable

clock = time.process_time
wall = time.perf_counter


def nanoseconds(work: Callable[[], object], seconds: float) -> float:
    """Nanoseconds of processor time that a call takes.

    Args:
        work: called again and again.
        seconds: goes on until about so much time has been used.
    """
    calls = 1
    while True:
        began = clock()
        for _ in range(calls):
            work()
        used = clock() - began
        if used >= seconds:
            return used / calls * 1e9
        calls = max(2 * calls, min(100 * calls, int(calls * seconds / max(used, 1e-9))))
