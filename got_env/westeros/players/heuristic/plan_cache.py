"""Plans of houses that are kept while a search deals one position of the Planning phase again.

What others have laid is face down, so no house plans by it: until all orders are open, the plan of
a house is the same in every deal.
"""

from __future__ import annotations

from got_env.core.agenda import PHASE, top
from got_env.core.jit import kernel, linked
from got_env.westeros.players.heuristic.appraisal import appraise
from got_env.westeros.players.heuristic.orders import plan_house
from got_env.westeros.rules.board import BIT, has
from got_env.westeros.rules.vocabulary import NUM_ORDERS, Phase


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
        take_plan(p, w)
        return
    appraise(s, p, w)
    plan_house(s, p, w)
    if keeps:
        keep_plan(p, w)


@kernel
def keep_plan(p, w):
    """Keep the plan of seat ``p``."""
    w.kept |= BIT[p]
    w.kept_num[p] = w.num_own
    for i in range(w.num_own):
        w.kept_own[p, i] = w.own[i]
        w.kept_given[p, i] = w.order_given[i]
        for t in range(NUM_ORDERS):
            w.kept_value[p, i, t] = w.order_value[i, t]


@kernel
def take_plan(p, w):
    """Make the kept plan of seat ``p`` the one at hand."""
    w.num_own = w.kept_num[p]
    for i in range(w.num_own):
        w.own[i] = w.kept_own[p, i]
        w.order_given[i] = w.kept_given[p, i]
        for t in range(NUM_ORDERS):
            w.order_value[i, t] = w.kept_value[p, i, t]
