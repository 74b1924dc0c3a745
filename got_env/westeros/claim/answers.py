"""What the expansion answers to the rules of the board, see :mod:`got_env.westeros.expansion`."""

from __future__ import annotations

from got_env.core.jit import linked
from got_env.westeros.claim.ground import in_force, kill_leaders_at
from got_env.westeros.rules import RULES
from got_env.westeros.vocabulary import NUM_TACTICS, Tactic


@linked
def careful_stars(s, p):
    """One more with Careful Planning. Rule: ASOS-TAC-07, ASOS-TC-02."""
    for slot in range(NUM_TACTICS):
        picked = s.tactic[p] == slot or s.second_tactic[p] == slot
        if picked and RULES[s.ruleset].tactic[p, slot] == Tactic.CAREFUL_PLANNING:
            return 1
    return 0


@linked
def control_bonus(s, p):
    """What Control Westeros adds to a bid. Rule: ASOS-TAC-09, -33, ASOS-OPT3-05."""
    return 1 if in_force(s, p, Tactic.CONTROL_WESTEROS) else 0


@linked
def kill_leaders(s, a):
    """Kill the Leaders that stand alone in ``a``."""
    kill_leaders_at(s, a)
