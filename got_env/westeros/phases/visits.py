"""Visits: which house resolves an order next, and houses that keep theirs for later."""

from __future__ import annotations

from got_env.core.agenda import PLAYER, B, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.westeros.rules import actions
from got_env.westeros.rules.board import (
    BIT,
    next_with_order,
    note,
    remove_order,
    seats_with_order,
)
from got_env.westeros.rules.decision_row import Decision, Editions, Family
from got_env.westeros.rules.offers import offer_yes_no
from got_env.westeros.rules.option_values import OrderPass
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, Event, Phase


@kernel
def next_to_visit(s, first, last):
    """Next seat in turn with an order of types ``first..last``, or NONE when the step is over.

    Where houses may pass (order_pass=allowed), the orders left are discarded once all of their
    houses have passed since the last one was resolved. Rule: 1E-ACT-04.
    """
    if s.options[Option.ORDER_PASS] == OrderPass.ALLOWED:
        holders = seats_with_order(s, first, last)
        if holders & ~int(s.passed) == 0:
            s.passed = 0
            for a in range(RULES[s.ruleset].num_areas):
                if first <= s.order[a] <= last:
                    note(s, Event.ORDER_REMOVED, s.order_seat[a], a, s.order[a])
                    remove_order(s, a)
            return NONE
    return next_with_order(s, first, last)


@linked
def apply_pass_visit(s, action):
    """Keep the orders for a later visit, or let the step go on with this house.

    The step below reads the seat from its second argument, which is 0 otherwise.
    """
    p = top(s)[PLAYER]
    pop(s)
    if action == actions.NO:
        s.passed |= BIT[p]
        note(s, Event.VISIT_PASSED, p, 0, 0)
    else:
        s.passed = 0
        top(s)[B] = p + 1


@kernel
def visitor(s, first, last):
    """Seat that resolves an order of the step on top now, NONE if nobody is to; may ask whether to.

    Rule: 1E-ACT-03, -04.
    """
    frame = top(s)
    if frame[B] != 0:
        p = frame[B] - 1
        frame[B] = 0
        return p
    p = next_to_visit(s, first, last)
    if p != NONE and s.options[Option.ORDER_PASS] == OrderPass.ALLOWED:
        push(s, Phase.PASS_VISIT, p, 0, 0, 0)
    return p


ROWS = (
    Decision(
        Phase.PASS_VISIT,
        Family.ACTION,
        "resolve an order of the step now, or keep all for a later visit",
        {"yes": "visit resolve", "no": "visit pass"},
        question="Is an order resolved now, or are all kept for a later visit?",
        labels={"yes": "Resolve an order now", "no": "Keep all orders for later"},
        legal=offer_yes_no,  # Rule: 1E-ACT-04
        apply=apply_pass_visit,
        editions=Editions.FIRST,
        on=(Phase.RAID_STEP, Phase.MARCH_STEP),
    ),
)
"""Rows of these decisions and steps."""
