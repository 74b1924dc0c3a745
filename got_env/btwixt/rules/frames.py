"""The stack of what must be finished before the round goes on.

A frame is eleven numbers. What happens inside an effect is pushed on top of it, so nothing has to
remember where to go on. A decision is a frame whose phase is one; its player must act.
"""

from __future__ import annotations

import numpy as np

from got_env.core.jit import kernel

MAX_DEPTH = 12
"""Frames a record can hold."""
SAFE_DEPTH = MAX_DEPTH - 5
"""An ally is brought, and an ability follows on a kneel, only below this depth, so that all that
they start finds room. The package's cards stay far below it."""

PHASE, PLAYER, ROW, SOURCE, YOU, WAITING, TARGET, LEFT, FLAGS, PREVIOUS, PLACE = range(11)
"""Columns: phase; who decides; effect; card or ally it is printed on; leader it speaks to; set of
targets that wait for their turn; target now; amount left; bits; ally of the step before; a council
or a set."""
COLUMNS = 11

CHANGED = 1
"""FLAGS: the effect has changed something."""
AGREED = 2
"""FLAGS: the leader has agreed to an optional effect."""
FIXED = 4
"""FLAGS: the targets of the effect are chosen."""


@kernel
def frame(number):
    """Index of a frame; unsigned, so that no check is compiled whether it counts from the end."""
    return np.uint64(number)


@kernel
def push(s, phase, player, row, source, you):
    """Put a frame on top; its other columns are empty."""
    top = frame(s.depth)
    s.depth += 1
    s.stack[top, PHASE] = phase
    s.stack[top, PLAYER] = player
    s.stack[top, ROW] = row
    s.stack[top, SOURCE] = source
    s.stack[top, YOU] = you
    s.stack[top, WAITING] = 0
    s.stack[top, TARGET] = -1
    s.stack[top, LEFT] = 0
    s.stack[top, FLAGS] = 0
    s.stack[top, PREVIOUS] = -1
    s.stack[top, PLACE] = -1


@kernel
def pop(s):
    """Remove the top frame and blank it, so that equal positions have equal bytes."""
    s.depth -= 1
    top = frame(s.depth)
    for column in range(COLUMNS):
        s.stack[top, column] = 0


@kernel
def get(s, column):
    """A column of the top frame; the stack must not be empty."""
    return int(s.stack[frame(s.depth - 1), column])


@kernel
def put(s, column, value):
    """Write a column of the top frame."""
    s.stack[frame(s.depth - 1), column] = value


@kernel
def ask(s, phase, seat):
    """Make the top frame a decision of a seat."""
    put(s, PHASE, phase)
    put(s, PLAYER, seat)


@kernel
def mark(s, flag):
    """Set a bit of the flags of the top frame."""
    put(s, FLAGS, get(s, FLAGS) | flag)


@kernel
def marked(s, flag):
    """True if a bit of the flags of the top frame is set."""
    return get(s, FLAGS) & flag != 0
