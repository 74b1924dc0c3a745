"""Raids: one order each in turn, an adjacent enemy order leaves with it."""

from __future__ import annotations

from got_env.core.agenda import PHASE, PLAYER, A, B, C, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.westeros.phases.flow import next_phase, only_order
from got_env.westeros.phases.visits import visitor
from got_env.westeros.rules import actions
from got_env.westeros.rules.board import (
    gain_power,
    lose_power,
    mark_orders,
    note,
    remove_order,
)
from got_env.westeros.rules.decision_row import (
    BEGUN,
    ArgType,
    Argument,
    Asks,
    Decision,
    Editions,
    Family,
    Step,
)
from got_env.westeros.rules.option_values import DoublePillage, RaidPlusOneTargets
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, Event, Order, Phase, StarRaid, Terrain


@linked
def enter_raid_step(s):
    """Give the next house in turn one Raid order to resolve. Rule: 2E-ACT-02, -04, 2E-RAID-24."""
    frame = top(s)
    if frame[A] == 0:
        frame[A] = 1
        s.turn_pos = NONE
    p = visitor(s, Order.RAID, Order.RAID_STAR)
    if p == NONE:
        next_phase(s)
    elif top(s)[PHASE] == Phase.RAID_STEP:
        begin_raid(s, p)


@kernel
def begin_raid(s, p):
    """Go on to the target of the only Raid order of seat ``p``, or ask which order."""
    a = only_order(s, p, Order.RAID, Order.RAID_STAR, Phase.RAID_FROM)
    if a != NONE:
        push(s, Phase.RAID_TARGET, p, a, 0, 0)


@linked
def legal_raid_from(s, mask):
    """Own Raid orders. Rule: 2E-ACT-03, -05."""
    mark_orders(s, mask, top(s)[PLAYER], Order.RAID, Order.RAID_STAR, actions.AREA)


@linked
def apply_raid_from(s, action):
    """Go on to the target."""
    p = top(s)[PLAYER]
    pop(s)
    push(s, Phase.RAID_TARGET, p, action - actions.AREA, 0, 0)


@kernel
def can_raid(s, p, a, b):
    """True if the Raid of seat ``p`` on ``a`` may remove the order on the adjacent area ``b``.

    Rule: 2E-RAID-01 to -10, -23, 2E-PORT-14 to -17.
    """
    rules = RULES[s.ruleset]
    order = s.order[b]
    if order == NONE or s.order_seat[b] == p:
        return False
    if rules.kind[a] == Terrain.LAND and rules.kind[b] != Terrain.LAND:
        return False
    if rules.kind[a] == Terrain.PORT and rules.kind[b] != Terrain.SEA:
        return False
    if order == Order.DEFENSE or order == Order.DEFENSE_STAR:
        return s.order[a] == Order.RAID_STAR and rules.star_raid == StarRaid.DEFENSE_TOO
    return order >= Order.SUPPORT


@kernel
def legal_raid_target(s, mask):
    """Adjacent enemy orders, or none. Rule: 2E-RAID-17, -18."""
    frame = top(s)
    a = frame[A]
    rules = RULES[s.ruleset]
    mask[actions.DONE] = True
    for i in range(rules.degree[a]):
        if can_raid(s, frame[PLAYER], a, rules.neighbours[a, i]):
            mask[actions.AREA + rules.neighbours[a, i]] = True


@kernel
def apply_raid_target(s, action):
    """Remove the Raid and its target; a Consolidate Power order is pillaged.

    Rule: 2E-RAID-02, -11 to -15, -20.
    """
    frame = top(s)
    p = frame[PLAYER]
    a = frame[A]
    pop(s)
    token = s.order[a]
    remove_order(s, a)
    if action == actions.DONE:
        note(s, Event.RAID, p, a, NONE)
        return
    b = action - actions.AREA
    victim = s.order_seat[b]
    pillaged = s.order[b] >= Order.CONSOLIDATE
    raid_order(s, p, a, b, True)
    if token == Order.RAID_STAR and RULES[s.ruleset].star_raid == StarRaid.TWO_ORDERS:
        ask_second(s, p, a, b, victim, pillaged)


@kernel
def raid_order(s, p, a, b, pays):
    """Remove the order on ``b`` by a raid from ``a``; ``pays``: whether pillaging brings Power.

    Rule: 2E-RAID-11 to -15, 1E-RAID-04, -05.
    """
    note(s, Event.RAID, p, a, b)
    if s.order[b] >= Order.CONSOLIDATE:
        if pays:
            gain_power(s, p, 1, a)
        if RULES[s.ruleset].victim_pays == 1:
            lose_power(s, s.order_seat[b], 1)
    remove_order(s, b)


# --- Raid orders that remove two orders


@linked
def ask_second(s, p, a, b, victim, pillaged):
    """Ask for a second order after that on ``b``, if there is one to name. Rule: 1E-RAID-03.

    Both are named together, so the second comes after the first in the order of the areas. Frame:
    a origin, b the first, c the only seat whose order may be named and 1 if pillaging still pays.
    """
    only = NONE
    if s.options[Option.RAID_PLUS_ONE_TARGETS] == RaidPlusOneTargets.ONE_HOUSE:
        only = victim
    pays = not pillaged or s.options[Option.DOUBLE_PILLAGE] == DoublePillage.TWO
    push(s, Phase.RAID_SECOND, p, a, b, (only + 1) * 2 + pays)
    if not any_second(s):
        pop(s)


@kernel
def can_raid_second(s, b):
    """True if the open second raid may remove the order on area ``b``."""
    frame = top(s)
    only = frame[C] // 2 - 1
    return (
        b > frame[B]
        and can_raid(s, frame[PLAYER], frame[A], b)
        and (only == NONE or s.order_seat[b] == only)
    )


@kernel
def any_second(s):
    """True if the open second raid has any order to remove."""
    rules = RULES[s.ruleset]
    a = top(s)[A]
    for i in range(rules.degree[a]):
        if can_raid_second(s, rules.neighbours[a, i]):
            return True
    return False


@linked
def legal_raid_second(s, mask):
    """Adjacent enemy orders after the first, or none. Rule: 1E-RAID-03."""
    rules = RULES[s.ruleset]
    a = top(s)[A]
    mask[actions.DONE] = True
    for i in range(rules.degree[a]):
        if can_raid_second(s, rules.neighbours[a, i]):
            mask[actions.AREA + rules.neighbours[a, i]] = True


@linked
def apply_raid_second(s, action):
    """Remove the second order too."""
    frame = top(s)
    p = frame[PLAYER]
    a = frame[A]
    pays = frame[C] % 2 == 1
    pop(s)
    if action != actions.DONE:
        raid_order(s, p, a, action - actions.AREA, pays)


ROWS = (
    Step(Phase.RAID_STEP, enter_raid_step, Editions.ALL, arguments=(BEGUN,), quiet=True),
    Decision(
        Phase.RAID_FROM,
        Family.ACTION,
        "which raid order to resolve",
        {"area": "raid {x}"},
        question="Which Raid order is resolved?",
        labels={"area": "Raid from {x}"},
        legal=legal_raid_from,
        apply=apply_raid_from,
        editions=Editions.ALL,
        on=(Phase.RAID_STEP,),
        quiet=True,
    ),
    Decision(
        Phase.RAID_TARGET,
        Family.ACTION,
        "the order to raid, or none",
        {"area": "raid {area} {x}", "done": "raid {area} none"},
        question="Raid from {from}: which order is removed?",
        labels={"area": "Raid the order in {x}", "done": "Raid no order from {area}"},
        legal=legal_raid_target,
        apply=apply_raid_target,
        editions=Editions.ALL,
        arguments=(Argument("area", ArgType.AREA, told="from"),),
        asks=Asks.HOLDER_OF_ORDER,
        on=(Phase.RAID_STEP,),
        about_area=True,
        quiet=True,
    ),
    Decision(
        Phase.RAID_SECOND,
        Family.ACTION,
        "the second order that the same raid removes, or none",
        {"area": "raid {area} and {x}", "done": "raid {area} and none"},
        question="Raid from {from}: which order is removed too?",
        labels={"area": "Raid the order in {x} too", "done": "Raid no second order"},
        legal=legal_raid_second,
        apply=apply_raid_second,
        editions=Editions.FIRST_AND_STORM,
        arguments=(
            Argument("area", ArgType.AREA, told="from"),
            Argument("first", ArgType.AREA),
            Argument("terms", range(14)),
        ),
        asks=Asks.OWNER,
        on=(Phase.RAID_STEP,),
        about_area=True,
        quiet=True,
    ),
)
"""Rows of these decisions and steps."""
