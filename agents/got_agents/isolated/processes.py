"""Finding and ending everything that a process has started, as far as the system lets us.

On Linux a process can adopt the orphans among its descendants and finds them all under ``/proc``,
whatever sessions or process groups they have moved to. Elsewhere a process group is all there is.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path

LINUX = sys.platform == "linux"

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 1, 4, 36

PATIENCE = 15.0
"""Seconds after which processes that start others faster than they can be ended are left alone."""

BURIAL_SECONDS = 0.002
"""Pause between two looks at processes that were ended."""


def _prctl(option: int, value: int) -> None:
    """Set something that only Linux has; systems or sandboxes without it do without."""
    if LINUX:
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def adopt_orphans() -> None:
    """Become the parent of descendants whose own parent has ended."""
    _prctl(PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent() -> None:
    """Be killed when the process that started this one ends."""
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def hide_memory() -> None:
    """Keep processes of the same user out of this one's memory and descriptors (not root)."""
    _prctl(PR_SET_DUMPABLE, 0)


def own_group() -> None:
    """Lead a process group, so that what this process starts can be ended with it."""
    os.setpgid(0, 0)


def children() -> dict[int, list[int]]:
    """Living processes by the process that is their parent; empty where there is no ``/proc``."""
    found: dict[int, list[int]] = defaultdict(list)
    if LINUX:
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                with suppress(OSError):  # it has ended meanwhile
                    # The name in brackets may hold anything, brackets too.
                    facts = (entry / "stat").read_text("latin-1").rpartition(")")[2]
                    state, parent = facts.split()[:2]
                    if state not in "ZX":
                        found[int(parent)].append(int(entry.name))
    return found


def descendants(of: Iterable[int]) -> list[int]:
    """Living processes that come from some, without these."""
    known = children()
    found: list[int] = []
    waiting = list(of)
    while waiting:
        for child in known.get(waiting.pop(), ()):
            found.append(child)
            waiting.append(child)
    return found


def end_tree(pid: int) -> None:
    """Kill a child of this process, all that comes from it, and its process group."""
    _send(pid, signal.SIGSTOP)  # it starts no more while the others are looked for
    for descendant in descendants([pid]):
        _send(descendant, signal.SIGKILL)
    _send_group(pid, signal.SIGKILL)
    _send(pid, signal.SIGKILL)


def end_strays(known: Collection[int]) -> int:
    """Kill and reap children of this process that it did not start: orphans it has adopted.

    Returns:
        How many of them live on because they start others faster than they can be found.
    """
    until = time.monotonic() + PATIENCE
    while True:
        strays = [pid for pid in children().get(os.getpid(), ()) if pid not in known]
        if not strays or time.monotonic() > until:
            return len(strays)
        for pid in [*strays, *descendants(strays)]:
            _send_group(pid, signal.SIGKILL)  # at once, also to those that it just starts
            _send(pid, signal.SIGKILL)
        for pid in strays:
            with suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
        time.sleep(BURIAL_SECONDS)


def _send_group(leader: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, number)


def _send(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)
