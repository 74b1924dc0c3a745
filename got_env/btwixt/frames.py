"""The stack of what must be finished before the round goes on.

A frame is eleven numbers. What happens inside an effect is pushed on top of it, so nothing has to
remember where to go on. A decision is a frame whose phase is one; its player must act.
"""

from __future__ import annotations

from got_env.core.jit import kernel

MAX_DEPTH = 12
"""Frames a record can hold."""
SAFE_DEPTH = MAX_DEPTH - 5
"""An ally is brought by an ability only below this depth, so that all it starts finds room."""

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
def push(s, phase, player, row, source, you):
    """Put a frame on top; its other columns are empty."""
    d = s.depth
    s.depth = d + 1
    s.stack[d, PHASE] = phase
    s.stack[d, PLAYER] = player
    s.stack[d, ROW] = row
    s.stack[d, SOURCE] = source
    s.stack[d, YOU] = you
    s.stack[d, WAITING] = 0
    s.stack[d, TARGET] = -1
    s.stack[d, LEFT] = 0
    s.stack[d, FLAGS] = 0
    s.stack[d, PREVIOUS] = -1
    s.stack[d, PLACE] = -1


@kernel
def pop(s):
    """Remove the top frame and blank it, so that equal positions have equal bytes."""
    d = s.depth - 1
    s.depth = d
    s.stack[d, :] = 0


@kernel
def get(s, column):
    """A column of the top frame; the stack must not be empty."""
    return int(s.stack[s.depth - 1, column])


@kernel
def put(s, column, value):
    """Write a column of the top frame."""
    s.stack[s.depth - 1, column] = value


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
    """Whether a bit of the flags of the top frame is set."""
    return get(s, FLAGS) & flag != 0
