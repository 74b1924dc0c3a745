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


def processes() -> list[int]:
    """All processes, as a rule newest first; none where there is no ``/proc``."""
    found = (entry for entry in os.listdir("/proc") if entry.isdigit()) if LINUX else ()
    return sorted(map(int, found), reverse=True)


def parent(pid: int) -> int | None:
    """The process that a living one comes from or was adopted by; None if it has ended."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            # The name in brackets may hold anything, brackets too.
            state, of = file.read().rpartition(b")")[2].split()[:2]
    except OSError:
        return None
    return None if state in b"ZX" else int(of)


def children() -> dict[int, list[int]]:
    """Living processes by the process that is their parent."""
    found: dict[int, list[int]] = defaultdict(list)
    for pid in processes():
        of = parent(pid)
        if of is not None:
            found[of].append(pid)
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
    own, until = os.getpid(), time.monotonic() + PATIENCE
    while True:
        strays = 0
        for pid in processes():
            if pid not in known and parent(pid) == own:
                # At once: those that copy themselves and end live for a few milliseconds, and
                # have high numbers. What they leave behind is adopted until the next look.
                _send_group(pid, signal.SIGKILL)
                _send(pid, signal.SIGKILL)
                with suppress(ChildProcessError):
                    os.waitpid(pid, os.WNOHANG)
                strays += 1
        if not strays or time.monotonic() > until:
            return strays
        time.sleep(BURIAL_SECONDS)


def _send_group(leader: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, number)


def _send(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)
