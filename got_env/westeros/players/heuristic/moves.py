"""Raids, marches, ports, and the orders that give Power or units."""

from __future__ import annotations

from got_env.core.agenda import PLAYER, A, B, top
from got_env.core.jit import kernel, linked
from got_env.westeros.phases.consolidate import order_yield
from got_env.westeros.phases.raid import can_raid
from got_env.westeros.players.heuristic.appraisal import standing_strength
from got_env.westeros.players.heuristic.asked import leaders_strength, open_bonus
from got_env.westeros.players.heuristic.orders import muster_value, power_points
from got_env.westeros.players.heuristic.plan import TOKEN_POINTS, make_plan, prepare_plans
from got_env.westeros.rules import actions
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import PORT_CAPACITY, Order, Terrain

RAID_SUPPORT = 0.6
RAID_SUPPORT_POINT = 0.4
RAID_RAID = 0.7
RAID_DEFENSE = 0.5
PILLAGE = 0.8
SPOILED_MUSTER = 1.5
RAID_LEADER = 0.1
FEW_TOKENS = 2
SPARE = 0.5
"""Score of ending a march: less than the areas of its plan have, more than all others."""


# --- raids


@kernel
def raid_points(s, p, b, w):
    """Points for removing the order of another house on area ``b``."""
    order = s.order[b]
    points = RAID_RAID
    if order == Order.SUPPORT or order == Order.SUPPORT_STAR:
        points = RAID_SUPPORT + RAID_SUPPORT_POINT * standing_strength(s, b, False)
    elif order == Order.DEFENSE or order == Order.DEFENSE_STAR:
        points = RAID_DEFENSE + 0.05 * w.worth[b]
    elif order >= Order.CONSOLIDATE:
        points = PILLAGE + power_points(s, p, w)
        rules = RULES[s.ruleset]
        musters = rules.star_musters == 1 and rules.muster_points[b] > 0
        if order == Order.CONSOLIDATE_STAR and musters:
            points += SPOILED_MUSTER
    return points * (1.0 + RAID_LEADER * w.castles[s.order_seat[b]])


@kernel
def best_raid(s, p, a, w):
    """Points of the best target for the Raid order on area ``a``."""
    rules = RULES[s.ruleset]
    best = 0.0
    for i in range(rules.degree[a]):
        b = rules.neighbours[a, i]
        if can_raid(s, p, a, b):
            best = max(best, raid_points(s, p, b, w))
    return best


@linked
def score_raid_from(s, p, w):
    """Prefer the Raid with the best target."""
    for a in range(RULES[s.ruleset].num_areas):
        if s.order_seat[a] == p and Order.RAID <= s.order[a] <= Order.RAID_STAR:
            w.score[actions.AREA + a] = 1.0 + best_raid(s, p, a, w)


@linked
def score_raid_target(s, p, w):
    """Prefer the order whose loss hurts its owner most."""
    rules = RULES[s.ruleset]
    a = top(s)[A]
    for i in range(rules.degree[a]):
        b = rules.neighbours[a, i]
        if can_raid(s, p, a, b):
            w.score[actions.AREA + b] = raid_points(s, p, b, w)


@linked
def score_raid_second(s, p, w):
    """The other order that hurts most."""
    score_raid_target(s, p, w)


@linked
def score_pass_visit(w):
    """Never wait."""
    w.score[actions.YES] = 1.0


# --- marches


@linked
def score_march_from(s, p, w):
    """Prefer the most valuable march; marches that do nothing wait."""
    prepare_plans(s, p, w)
    rules = RULES[s.ruleset]
    for a in range(rules.num_areas):
        if s.order_seat[a] == p and s.order[a] <= Order.MARCH_STAR:
            bonus = rules.order_bonus[s.order[a]] + leaders_strength(s, p, a)
            w.score[actions.AREA + a] = make_plan(s, p, a, bonus, w)


@linked
def plan_open_march(s, p, w):
    """Work out again the plan that the open march had at its start."""
    prepare_plans(s, p, w)
    bonus = open_bonus(s) + leaders_strength(s, p, s.march_from)
    make_plan(s, p, s.march_from, bonus, w)


@linked
def score_march_to(w):
    """Choose the destinations of the plan in ascending order, then "done"."""
    w.score[actions.DONE] = SPARE
    for i in range(w.parts):
        d = w.part_to[i]
        w.score[actions.AREA + d] = 2.0 + len(w.worth) - d


@linked
def score_march_count(s, w):
    """Prefer the number of units that the plan sends, or the nearest legal one."""
    frame = top(s)
    wanted = 0
    for i in range(w.parts):
        if w.part_to[i] == frame[A]:
            wanted = w.part_units[i, frame[B]]
    for n in range(s.march_left[frame[B]] + 1):
        w.score[actions.COUNT + n] = -abs(float(n - wanted))


@linked
def score_march_token(s, w):
    """Leave a token where the area is worth it."""
    price = TOKEN_POINTS
    if s.power[top(s)[PLAYER]] <= FEW_TOKENS:
        price *= 2.0
    w.score[actions.YES] = w.worth[top(s)[A]]
    w.score[actions.NO] = price


@linked
def score_port_capture(s, w):
    """Replace all Ships."""
    for n in range(PORT_CAPACITY + 1):
        w.score[actions.COUNT + n] = float(n)


# --- Consolidate Power


@linked
def score_consolidate_from(s, p, w):
    """Prefer the order in the area where new units would be worth most."""
    for a in range(RULES[s.ruleset].num_areas):
        if s.order_seat[a] == p and s.order[a] >= Order.CONSOLIDATE:
            w.score[actions.AREA + a] = 1.0 + muster_value(s, p, a, w)


@linked
def score_consolidate_choice(s, p, w):
    """Take Power or units, whichever is worth more."""
    a = top(s)[A]
    w.score[actions.CHOICE] = power_points(s, p, w) * order_yield(s, p, a)
    w.score[actions.CHOICE + 1] = muster_value(s, p, a, w)


# --- support against Neutral Forces


@linked
def score_ask_support(s, p, w):
    """Ask for support against every Neutral Force in a castle area: asking costs nothing."""
    rules = RULES[s.ruleset]
    w.score[actions.DONE] = 0.5
    for a in range(rules.num_areas):
        if rules.kind[a] == Terrain.LAND and s.neutral[a] > 0 and rules.muster_points[a] > 0:
            w.score[actions.AREA + a] = 1.0


@linked
def score_neutral_support(w):
    """Never help others to a castle."""
    w.score[actions.NO] = 1.0
