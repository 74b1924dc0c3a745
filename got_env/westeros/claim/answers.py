"""Answers of the expansion to the board, see :mod:`got_env.westeros.rules.expansion`."""

from __future__ import annotations

from got_env.core.jit import linked
from got_env.westeros.claim import scoring
from got_env.westeros.claim.map_queries import kill_leaders_at


@linked
def kill_leaders(s, a):
    """Kill the Leaders that stand alone in ``a``."""
    kill_leaders_at(s, a)


@linked
def claim_of(s, p):
    """Claim of a seat."""
    return int(scoring.claim_of(s, p))
