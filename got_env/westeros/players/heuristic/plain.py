"""Scores that depend on nothing: the same answer every time."""

from __future__ import annotations

from got_env.core.jit import kernel
from got_env.westeros.rules import actions


@kernel
def score_yes(w):
    """Do it: it costs nothing, or is worth it nearly always."""
    w.score[actions.YES] = 1.0


@kernel
def score_no(w):
    """Leave it."""
    w.score[actions.NO] = 1.0


@kernel
def score_done(w):
    """Have enough."""
    w.score[actions.DONE] = 1.0


@kernel
def score_both(w):
    """Ask for both Leaders."""
    w.score[actions.CHOICE + 2] = 1.0
