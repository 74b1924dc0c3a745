"""What the rules of the board ask the expansion with claim, Leaders and Tactics cards.

Only games with claim fill these hooks (:mod:`got_env.westeros.claim.answers`), and only in their
records does anything call them.
"""

from __future__ import annotations

import numpy as np
from numba import types

from got_env.core.hooks import hook
from got_env.core.jit import kernel
from got_env.westeros.rules import RULES
from got_env.westeros.state import STATE

_states = np.zeros(1, dtype=STATE)
EXAMPLES = {
    **dict.fromkeys(("s", "t", "root"), _states[0]),
    "trials": _states,
    "mask": np.zeros(1, dtype=np.bool_),
    "row": np.zeros(1, dtype=np.int8),
    "out": np.zeros(1, dtype=np.float64),
}
"""A value of the right type for the parameters of hooks that are no integers."""


# --- whole rules, as in :class:`got_env.core.batch.rules.Rules`


@hook(EXAMPLES)
def apply(s, action):
    """Carry out an action and what follows."""


@hook(EXAMPLES)
def legal(s, mask):
    """Mark the legal actions."""


@hook(EXAMPLES)
def set_up(s, ruleset, seed):
    """Set the start position."""


@hook(EXAMPLES)
def redact(s, p):
    """Hide what a seat may not know."""


@hook(EXAMPLES)
def redeal(s, p, seed):
    """Draw anew what a seat does not know."""


@hook(EXAMPLES)
def observe_seat(s, p, knower, row):
    """Write the observation of a seat."""


@hook(EXAMPLES)
def points(s, out):
    """Write the claim of each seat."""


# --- parts of rules


@hook(EXAMPLES, types.int64)
def careful_stars(s, p):
    """Special orders that a Tactics card lets seat ``p`` lay."""


@hook(EXAMPLES, types.int64)
def control_bonus(s, p):
    """What a Tactics card adds to what seat ``p`` bids."""


@hook(EXAMPLES)
def kill_leaders(s, a):
    """Kill the Leaders without a companion in ``a``."""


@kernel
def more_stars(s, p):
    """Special orders that seat ``p`` may lay beyond what its place allows."""
    return careful_stars(s, p) if RULES[s.ruleset].with_claim == 1 else 0


@kernel
def bid_bonus(s, p):
    """What is added to what seat ``p`` bids."""
    return control_bonus(s, p) if RULES[s.ruleset].with_claim == 1 else 0


@kernel
def leave_alone(s, a):
    """Kill the Leaders that the Wildlings have left without a companion in ``a``, if any."""
    if RULES[s.ruleset].with_claim == 1:
        kill_leaders(s, a)
