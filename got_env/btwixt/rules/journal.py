"""The journal: the last public events, a ring of rows ``(kind, seat, x, y)``."""

from __future__ import annotations

from got_env.core.jit import kernel

RING = 31
"""Of the number of an event, the bits that say which row of the journal it has."""


@kernel
def note(s, kind, seat, x, y):
    """Write an event that everybody sees."""
    i = s.journal_no & RING
    s.journal[i, 0] = kind
    s.journal[i, 1] = seat
    s.journal[i, 2] = x
    s.journal[i, 3] = y
    s.journal_no += 1
