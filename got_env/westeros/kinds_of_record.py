"""Which kind of record one is, and what the board itself must know of it."""

from __future__ import annotations

from got_env.core.jit import chosen_by_type, kernel

MARK = "tactic"
"""A field that records of games with claim have, and no others."""


def has_claim(s):
    """Whether a record, in plain Python, is of a game with claim."""
    return MARK in (s.dtype.names or ())


@kernel
def _drop_minus(s, a):
    s.minus[a] = 0


def drop_minus(s, a):
    """Take the mark of a Support -1 off an area together with its order. Rule: ASOS-TAC-28."""
    if has_claim(s):
        _drop_minus(s, a)


@chosen_by_type(drop_minus)
def _drop_minus_of(s, a):
    if MARK in s.fields:
        return lambda s, a: _drop_minus(s, a)
    return lambda s, a: None
