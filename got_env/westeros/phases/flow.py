"""The graph of the round: from one phase to the next, and from one order to the next."""

from __future__ import annotations

from got_env.core.agenda import PHASE, PLAYER, A, B, C, push, top
from got_env.core.jit import kernel
from got_env.westeros.rules.board import count_orders, next_with_order
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


@kernel
def next_order(s, first, last, question):
    """Area of the next order of types ``first..last`` to resolve, house by house in turn.

    NONE if its house is asked which, or when none is left and the next phase has begun. Frame: a 1
    once the step has begun. Rule: 2E-ACT-02, ASOS-TURN-08.
    """
    frame = top(s)
    if frame[A] == 0:
        frame[A] = 1
        s.turn_pos = NONE
    p = next_with_order(s, first, last)
    if p == NONE:
        next_phase(s)
        return NONE
    return only_order(s, p, first, last, question)


@kernel
def only_order(s, p, first, last, question):
    """Area of the one order of these types of seat ``p``; NONE if it is asked which of several."""
    if count_orders(s, p, first, last) > 1:
        push(s, question, p, 0, 0, 0)
        return NONE
    for a in range(RULES[s.ruleset].num_areas):
        if s.order_seat[a] == p and first <= s.order[a] <= last:
            return a
    return NONE
