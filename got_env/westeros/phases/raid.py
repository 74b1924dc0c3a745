"""Raids: one order each in turn, an adjacent enemy order leaves with it."""

from __future__ import annotations

from got_env.core.agenda import PLAYER, A, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.westeros import actions
from got_env.westeros.board import (
    count_orders,
    gain_power,
    lose_power,
    mark_orders,
    next_with_order,
    note,
    remove_order,
)
from got_env.westeros.phases.flow import next_phase
from got_env.westeros.rules import RULES
from got_env.westeros.vocabulary import NONE, Event, Kind, Order, Phase


@linked
def enter_raid_step(s):
    """Give the next house in turn one Raid order to resolve. Rule: 2E-ACT-02, -04, 2E-RAID-24."""
    frame = top(s)
    if frame[A] == 0:
        frame[A] = 1
        s.turn_pos = NONE
    p = next_with_order(s, Order.RAID, Order.RAID_STAR)
    if p == NONE:
        next_phase(s)
        return
    if count_orders(s, p, Order.RAID, Order.RAID_STAR) > 1:
        push(s, Phase.RAID_FROM, p, 0, 0, 0)
        return
    for a in range(RULES[s.ruleset].num_areas):
        if s.order_seat[a] == p and Order.RAID <= s.order[a] <= Order.RAID_STAR:
            push(s, Phase.RAID_TARGET, p, a, 0, 0)
            return


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
    """Whether the Raid of seat ``p`` on ``a`` may remove the order on the adjacent area ``b``.

    Rule: 2E-RAID-01 to -10, -23, 2E-PORT-14 to -17.
    """
    rules = RULES[s.ruleset]
    order = s.order[b]
    if order == NONE or s.order_seat[b] == p:
        return False
    if rules.kind[a] == Kind.LAND and rules.kind[b] != Kind.LAND:
        return False
    if rules.kind[a] == Kind.PORT and rules.kind[b] != Kind.SEA:
        return False
    if order == Order.DEFENSE or order == Order.DEFENSE_STAR:
        return s.order[a] == Order.RAID_STAR
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
    remove_order(s, a)
    if action == actions.DONE:
        note(s, Event.RAID, p, a, NONE)
        return
    b = action - actions.AREA
    note(s, Event.RAID, p, a, b)
    if s.order[b] >= Order.CONSOLIDATE:
        gain_power(s, p, 1, a)
        lose_power(s, s.order_seat[b], 1)
    remove_order(s, b)
