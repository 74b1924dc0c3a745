"""Consolidate Power orders, and the clean-up that ends a round."""

from __future__ import annotations

from got_env.core.agenda import PLAYER, A, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.westeros.phases.flow import next_order, next_phase
from got_env.westeros.phases.muster import can_muster, start_muster_area
from got_env.westeros.phases.victory import check_victory
from got_env.westeros.rules import actions
from got_env.westeros.rules.board import (
    enemy_units,
    gain_power,
    mark_orders,
    note,
    remove_order,
)
from got_env.westeros.rules.decision_row import (
    BEGUN,
    THE_AREA,
    Asks,
    Decision,
    Editions,
    Family,
    Step,
)
from got_env.westeros.rules.offers import offer_either
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, NUM_UNITS, Event, Order, Phase, Terrain, Track


@linked
def enter_consolidate_step(s):
    """Give the next house in turn one order to resolve. Rule: 2E-ACT-02, 2E-CONS-01."""
    a = next_order(s, Order.CONSOLIDATE, Order.CONSOLIDATE_STAR, Phase.CONSOLIDATE_FROM)
    if a != NONE:
        begin_consolidate(s, s.order_seat[a], a)


@linked
def legal_consolidate_from(s, mask):
    """Own Consolidate Power orders. Rule: 2E-ACT-03."""
    mark_orders(s, mask, top(s)[PLAYER], Order.CONSOLIDATE, Order.CONSOLIDATE_STAR, actions.AREA)


@linked
def apply_consolidate_from(s, action):
    """Resolve the order of the chosen area."""
    p = top(s)[PLAYER]
    pop(s)
    begin_consolidate(s, p, action - actions.AREA)


@kernel
def begin_consolidate(s, p, a):
    """Collect Power, or ask a special order in a castle area whether to muster.

    Rule: 2E-CONS-04 to -07, 2E-PORT-20.
    """
    musters = RULES[s.ruleset].star_musters == 1
    if musters and s.order[a] == Order.CONSOLIDATE_STAR and can_muster(s, p, a):
        push(s, Phase.CONSOLIDATE_CHOICE, p, a, 0, 0)
    else:
        collect(s, p, a)


@linked
def apply_consolidate_choice(s, action):
    """Collect, or muster in this area alone without Power. Rule: 2E-CONS-06, -08."""
    frame = top(s)
    p = frame[PLAYER]
    a = frame[A]
    pop(s)
    if action == actions.CHOICE:
        collect(s, p, a)
    else:
        remove_order(s, a)
        note(s, Event.CONSOLIDATE, p, a, 1)
        start_muster_area(s, p, a)


@kernel
def order_yield(s, p, a):
    """Power a Consolidate Power order on ``a`` gives. Rule: 2E-CONS-01, -02, 2E-PORT-18, -19."""
    rules = RULES[s.ruleset]
    if rules.kind[a] == Terrain.LAND:
        return 1 + rules.power_icons[a]
    if rules.kind[a] == Terrain.PORT and not enemy_units(s, p, rules.port_sea[a]):
        return 1
    return 0


@kernel
def collect(s, p, a):
    """Take the Power and remove the order. Rule: 2E-CONS-01."""
    note(s, Event.CONSOLIDATE, p, a, 0)
    n = order_yield(s, p, a)
    if n > 0:
        gain_power(s, p, n, a)
    remove_order(s, a)


@kernel
def stand_up(s, a):
    """Let routed units of an area stand up. Rule: 2E-CLEAN-03."""
    for u in range(NUM_UNITS):
        s.units[a, u] += s.routed[a, u]
        s.routed[a, u] = 0


@linked
def enter_stand_up_step(s):
    """Defeated units stand up when all marches are done. Rule: 1E-RET-09."""
    for a in range(RULES[s.ruleset].num_areas):
        if s.owner[a] != NONE:
            stand_up(s, a)
    note(s, Event.STOOD_UP, NONE, 0, 0)
    next_phase(s)


@linked
def enter_collect_step(s):
    """All Consolidate Power orders pay at the same time. Rule: 1E-CP-01, -02."""
    for i in range(s.num_players):
        p = s.track[Track.IRON_THRONE, i]
        for a in range(RULES[s.ruleset].num_areas):
            if s.order_seat[a] == p and s.order[a] >= Order.CONSOLIDATE:
                collect(s, p, a)
    next_phase(s)


@linked
def enter_clean_up(s):
    """End the round; the castles may decide it. Rule: 2E-CLEAN-01 to -05."""
    clear_round(s)
    s.passed = 0
    if check_victory(s):
        return
    next_phase(s)


@kernel
def clear_round(s):
    """Orders leave, routed units stand up, tokens are readied. Rule: 2E-CLEAN-01 to -03."""
    for a in range(RULES[s.ruleset].num_areas):
        remove_order(s, a)
        if s.owner[a] != NONE:
            stand_up(s, a)
    s.placed[:, :] = 0
    s.orders_open = 0
    s.blade_used = 0
    s.raven_used = 0
    s.banned = 0
    s.revealed[:] = NONE
    s.replaced = 0


ROWS = (
    Step(
        Phase.CONSOLIDATE_STEP,
        enter_consolidate_step,
        Editions.CONSOLIDATING,
        arguments=(BEGUN,),
    ),
    Step(Phase.CLEAN_UP, enter_clean_up, Editions.ALL),
    Step(Phase.STAND_UP_STEP, enter_stand_up_step, Editions.FIRST_AND_STORM),
    Step(Phase.COLLECT_STEP, enter_collect_step, Editions.FIRST),
    Decision(
        Phase.CONSOLIDATE_FROM,
        Family.ACTION,
        "which consolidate power order to resolve",
        {"area": "consolidate {x}"},
        question="Which Consolidate Power order is resolved?",
        labels={"area": "Consolidate Power in {x}"},
        legal=legal_consolidate_from,
        apply=apply_consolidate_from,
        editions=Editions.CONSOLIDATING,
        on=(Phase.CONSOLIDATE_STEP,),
    ),
    Decision(
        Phase.CONSOLIDATE_CHOICE,
        Family.ACTION,
        "a special consolidate power order: take power, or muster there",
        {"choice": "consolidate {area} {x}"},
        question="Special Consolidate Power in {area}: take Power, or muster?",
        labels={"choice power": "Take Power in {area}", "choice muster": "Muster in {area}"},
        legal=offer_either,  # Rule: 2E-CONS-04, -05
        apply=apply_consolidate_choice,
        editions=Editions.SECOND,
        arguments=(THE_AREA,),
        asks=Asks.HOLDER_OF_ORDER,
        on=(Phase.CONSOLIDATE_STEP,),
        choices=("power", "muster"),
        about_area=True,
    ),
)
"""Rows of these decisions and steps."""
