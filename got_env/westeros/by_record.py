"""What depends on the fields that a record has: nothing in games without claim.

The compiler picks by the type of the record, so nothing is asked while a game is played.
"""

from __future__ import annotations

from got_env.core.jit import chosen_by_type, kernel
from got_env.westeros.rules import RULES
from got_env.westeros.vocabulary import NUM_TACTICS, Tactic

MARK = "tactic"
"""A field that records of games with claim have, and no others."""


def has_claim(s):
    """Whether a record, in plain Python, is of a game with claim."""
    return MARK in (s.dtype.names or ())


@kernel
def _careful_stars(s, p):
    """One more with Careful Planning. Rule: ASOS-TAC-07, ASOS-TC-02."""
    for slot in range(NUM_TACTICS):
        picked = s.tactic[p] == slot or s.second_tactic[p] == slot
        if picked and RULES[s.ruleset].tactic[p, slot] == Tactic.CAREFUL_PLANNING:
            return 1
    return 0


def more_stars(s, p):
    """Special orders that seat ``p`` may lay beyond what its place allows."""
    return _careful_stars(s, p) if has_claim(s) else 0


@chosen_by_type(more_stars)
def _more_stars(s, p):
    if MARK in s.fields:
        return lambda s, p: _careful_stars(s, p)
    return lambda s, p: 0
