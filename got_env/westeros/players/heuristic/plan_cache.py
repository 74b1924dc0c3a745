"""Plans of houses for their orders that are kept.

What others have laid is face down, so no house plans by it, and each plans as if it had laid
nothing: until all orders are open, the plan of a house is the same in every deal of a search, and
for each of its areas.
"""

from __future__ import annotations

from got_env.core.agenda import PHASE, top
from got_env.core.jit import kernel, linked
from got_env.westeros.players.heuristic.appraisal import appraise
from got_env.westeros.players.heuristic.orders import plan_house
from got_env.westeros.rules.board import BIT, has
from got_env.westeros.rules.vocabulary import NONE, NUM_ORDERS, Phase


@linked
def keep_for(root, w):
    """Keep plans from now on for the position of a search, if its open decision lays an order."""
    planning = root.depth > 0 and top(root)[PHASE] == Phase.ORDER
    w.root_no = int(root.journal_no) + 1 if planning and w.keeps_plans == 1 else 0


@linked
def plan_orders(s, p, w):
    """Appraise and plan the orders of seat ``p``, unless that is kept; see ``orders.plan_house``.

    Of the scratch then only the orders of the house are filled.
    """
    # Only orders have been laid since the root if there has been no event.
    keeps = int(s.journal_no) + 1 == w.root_no
    if keeps and has(w.kept, p):
        take_plan(w.kept_own[p], w.kept_given[p], w.kept_value[p], w)
        return
    appraise(s, p, w)
    plan_house(s, p, w)
    if keeps:
        w.kept |= BIT[p]
        keep_plan(w.kept_own[p], w.kept_given[p], w.kept_value[p], w)


@kernel
def keep_plan(own, given, value, w):
    """Keep the plan at hand.

    Args:
        own: ``(MAX_OWN,)``, written: the areas of the house, NONE behind the last.
        given: ``(MAX_OWN,)``, written: their orders.
        value: ``(MAX_OWN, NUM_ORDERS)``, written: points of all orders there.
        w: scratch with the plan.
    """
    for i in range(w.num_own):
        own[i] = w.own[i]
        given[i] = w.order_given[i]
        for t in range(NUM_ORDERS):
            value[i, t] = w.order_value[i, t]
    if w.num_own < len(own):
        own[w.num_own] = NONE


@kernel
def take_plan(own, given, value, w):
    """Make a plan that is kept the one at hand; see :func:`keep_plan`."""
    w.num_own = 0
    while w.num_own < len(own) and own[w.num_own] != NONE:
        i = w.num_own
        w.own[i] = own[i]
        w.order_given[i] = given[i]
        for t in range(NUM_ORDERS):
            w.order_value[i, t] = value[i, t]
        w.num_own += 1
