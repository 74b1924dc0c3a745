"""The graph of the round: from one phase to the next."""

from __future__ import annotations

from got_env.core.agenda import PHASE, PLAYER, A, B, C, top
from got_env.core.jit import kernel
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE


@kernel
def next_phase(s):
    """Turn the top frame, a phase of the round, into the one that follows. Rule: 2E-FLOW-02."""
    frame = top(s)
    frame[PHASE] = RULES[s.ruleset].after[frame[PHASE]]
    frame[PLAYER] = NONE
    frame[A] = 0
    frame[B] = 0
    frame[C] = 0
