"""Questions of the board's rules to the expansion with claim, Leaders and Tactics cards.

Only games with claim fill these hooks (:mod:`got_env.westeros.claim.answers`), and only in their
records does anything call them.
"""

from __future__ import annotations

import numpy as np

from got_env.core.jit import kernel
from got_env.core.late_kernels import late_kernel
from got_env.westeros.rules.board import has
from got_env.westeros.rules.state import STATE
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NUM_TACTICS, Tactic

_states = np.zeros(1, dtype=STATE)
EXAMPLES = {
    **dict.fromkeys(("s", "t", "root"), _states[0]),
    "trials": _states,
    "mask": np.zeros(1, dtype=np.bool_),
    "row": np.zeros(1, dtype=np.int8),
    "out": np.zeros(1, dtype=np.float64),
    "faults": np.zeros(1, dtype=np.int64),
}
"""A value of the right type for the parameters of hooks that are no integers."""


# --- whole rules, as in :class:`got_env.core.batch.rules.Rules`


@late_kernel(EXAMPLES)
def apply(s, action):
    """Carry out an action and what follows."""


@late_kernel(EXAMPLES)
def legal(s, mask):
    """Mark the legal actions."""


@late_kernel(EXAMPLES)
def set_up(s, ruleset, seed):
    """Set the start position."""


@late_kernel(EXAMPLES)
def redact(s, p):
    """Hide what a seat may not know."""


@late_kernel(EXAMPLES)
def redeal(s, p, seed):
    """Draw anew what a seat does not know."""


@late_kernel(EXAMPLES)
def observe_seat(s, p, knower, row):
    """Write the observation of a seat."""


@late_kernel(EXAMPLES, int)
def claim_of(s, p):
    """Claim of a seat."""


@late_kernel(EXAMPLES)
def deal_hidden(s, seed):
    """Draw all that is marked as hidden, and what an offer that asks for nobody says."""


@late_kernel(EXAMPLES)
def audit(s, faults):
    """Count the invariants that a position breaks."""


# --- parts of rules


@late_kernel(EXAMPLES)
def kill_leaders(s, a):
    """Kill the Leaders without a companion in ``a``."""


@kernel
def in_force(s, p, kind):
    """True if a Tactics card of a kind works for seat ``p``. Rule: ASOS-TAC-02, -04, -31."""
    if s.tactics_open == 0:
        return False
    rules = RULES[s.ruleset]
    for slot in range(NUM_TACTICS):
        played = s.tactic[p] == slot or s.second_tactic[p] == slot
        if played and rules.tactic[p, slot] == kind and has(s.tactics_left[p], slot):
            return True
    return False


@kernel
def more_stars(s, p):
    """Special orders beyond what the place of seat ``p`` allows: one with Careful Planning.

    Rule: ASOS-TAC-07, ASOS-TC-02.
    """
    if RULES[s.ruleset].with_claim == 0:
        return 0
    for slot in range(NUM_TACTICS):
        picked = s.tactic[p] == slot or s.second_tactic[p] == slot
        if picked and RULES[s.ruleset].tactic[p, slot] == Tactic.CAREFUL_PLANNING:
            return 1
    return 0


@kernel
def bid_bonus(s, p):
    """Bonus of Control Westeros to a bid. Rule: ASOS-TAC-09, -33, ASOS-OPT3-05."""
    return 1 if in_force(s, p, Tactic.CONTROL_WESTEROS) else 0


@kernel
def leave_alone(s, a):
    """Kill the Leaders that the Wildlings have left without a companion in ``a``, if any."""
    if RULES[s.ruleset].with_claim == 1:
        kill_leaders(s, a)
