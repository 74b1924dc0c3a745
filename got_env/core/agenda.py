"""The agenda: a stack of frames that says what must happen next.

A frame is five numbers: phase, player (a seat, or NONE for an automatic phase) and three arguments
whose meaning the phase defines. A nested decision is pushed on top; finishing pops it, and the
frame below goes on where it was. There are no "resume" flags anywhere else.
"""

from __future__ import annotations

from got_env.core.jit import kernel, view

MAX_DEPTH = 20
"""Frames a record can hold."""

PHASE, PLAYER, A, B, C = range(5)
"""Columns of a frame in ``s.stack``."""


@kernel
def push(s, phase, player, a, b, c):
    """Put a frame on top."""
    frame = s.stack[s.depth]
    frame[PHASE] = phase
    frame[PLAYER] = player
    frame[A] = a
    frame[B] = b
    frame[C] = c
    s.depth += 1


@kernel
def pop(s):
    """Remove the top frame and blank it, so that equal positions have equal bytes."""
    s.depth -= 1
    s.stack[s.depth, :] = 0


@view
def top(s):
    """The top frame, five int16, to read or change in place; depth must not be 0."""
    return s.stack[s.depth - 1]
