"""Scripted player of a game that has none."""

from __future__ import annotations

from got_env.core.jit import linked


@linked
def choose(s, p, mask, word, trials, work):
    """No action: never called, since there is no work to call it with."""
    return -1
