"""Leaders on the march and in battles, and the cards that are used there."""

from __future__ import annotations

from got_env.core.agenda import A, B, top
from got_env.core.jit import kernel, linked
from got_env.westeros.claim.battle_strength import battle_strength
from got_env.westeros.claim.map_queries import first_leader
from got_env.westeros.phases.consolidate import order_yield
from got_env.westeros.players.heuristic.asked import leaders_strength
from got_env.westeros.players.heuristic.moves import best_raid
from got_env.westeros.players.heuristic.orders import power_points
from got_env.westeros.players.heuristic.plan import make_plan, prepare_plans
from got_env.westeros.players.heuristic.support import order_points
from got_env.westeros.rules import actions
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, NUM_UNITS, Order, Side

CLOSE = 3
"""Difference of strength up to which a card that adds strength is used."""
POWER_KEPT = 3
LOOKOUT_PRICE = 2.0


@kernel
def order_worth(s, p, a, w):
    """Points of resolving the order on area ``a`` as what it is."""
    order = s.order[a]
    if order <= Order.MARCH_STAR:
        bonus = RULES[s.ruleset].order_bonus[order] + leaders_strength(s, p, a)
        return make_plan(s, p, a, bonus, w)
    if order >= Order.CONSOLIDATE:
        return power_points(s, p, w) * order_yield(s, p, a)
    return best_raid(s, p, a, w)


@linked
def score_activate(s, p, w):
    """March with the Leader if that is worth more than the order."""
    prepare_plans(s, p, w)
    rules = RULES[s.ruleset]
    a = int(top(s)[A])
    w.score[actions.NO] = order_worth(s, p, a, w)
    for i in range(rules.num_leaders):
        if s.leader_at[i] == a and s.leader_seat[i] == p:
            bonus = leaders_strength(s, p, a) + rules.leader_march[i] - rules.leader_idle[i]
            value = make_plan(s, p, a, bonus, w)
            w.score[first_leader(s) + i] = value + power_points(s, p, w) * rules.leader_power[i]


@linked
def score_march_leader(s, w):
    """Go with the greater part of the army."""
    sent = 0
    left = 0
    for u in range(NUM_UNITS):
        sent += s.march_units[s.march_count, u]
        left += s.march_left[u] + s.march_fixed[u]
    w.score[actions.YES] = float(sent)
    w.score[actions.NO] = float(left)


@kernel
def close_battle(s, side):
    """True if a few points may decide the battle."""
    margin = battle_strength(s, side, False) - battle_strength(s, 1 - side, False)
    return -CLOSE - 1 <= margin <= CLOSE


@linked
def score_military(s, p, w):
    """Use it in a close battle."""
    side = int(top(s)[B])
    w.score[actions.NO] = 0.5
    if close_battle(s, side) and s.power[p] >= POWER_KEPT:
        w.score[actions.YES] = 1.0


@linked
def score_lookout(s, p, w):
    """Remove a strong support of the opponent."""
    w.score[actions.DONE] = LOOKOUT_PRICE
    for x in range(RULES[s.ruleset].num_areas):
        q = int(s.order_seat[x])
        if q != NONE and q != p:
            fights = q == s.fighter[Side.ATTACKER] or q == s.fighter[Side.DEFENDER]
            w.score[actions.AREA + x] = order_points(s, q, x, w) if fights else 0.0


@linked
def score_taken_leader(s, p, w):
    """Take a Leader always, an own one first."""
    w.score[actions.DONE] = 0.5
    for i in range(RULES[s.ruleset].num_leaders):
        own = s.leader_seat[i] == p
        w.score[first_leader(s) + i] = 2.0 if own else 1.0
