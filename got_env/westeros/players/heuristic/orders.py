"""Planning and the Messenger Raven: which order each area gets.

The player plans the whole house at once, as if no token had been placed yet. It gets the same plan
for each of its areas. It fixes the best pair of area and token first, then the next best; each pair
changes what support is worth.
"""

from __future__ import annotations

from got_env.core.agenda import A, top
from got_env.core.jit import kernel, linked, lowest_bit
from got_env.westeros.phases.consolidate import order_yield
from got_env.westeros.phases.planning import star_limit, takes_order
from got_env.westeros.players.heuristic.appraisal import (
    chance,
    danger,
    find_threats,
    standing_strength,
)
from got_env.westeros.players.heuristic.asked import leaders_strength, reach
from got_env.westeros.players.heuristic.plan import make_plan, plan_mask, prepare_plans
from got_env.westeros.players.heuristic.scratch import MAX_OWN
from got_env.westeros.players.heuristic.weights import Weight
from got_env.westeros.rules import actions
from got_env.westeros.rules.armies import fits_with_army
from got_env.westeros.rules.board import controller, count_units, enemy_units, has
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    IMPASSABLE,
    NONE,
    NUM_ORDERS,
    Order,
    Terrain,
    WildlingCard,
)

NOT_GIVEN = -1
IMPOSSIBLE = -1000.0

KEEP_TOKEN = 0.02
"""A march without a fight takes the weakest token, so that other areas keep the stronger ones."""
RAID_BASE = 0.15
RAID_FOR_EACH = 0.3
RAID_MOST = 3
RAID_STAR_MORE = 0.05
POWER_HUNGER = ((3, 1.2), (6, 0.9), (10, 0.55), (15, 0.25))
"""Points of one Power while fewer than so many are available."""
PILLAGE_RISK = 0.25
IDLE_SUPPORT = 0.1
SWAP_MARGIN = 2.0
LOOK_THREAT = 4


@linked
def plan_house(s, p, w):
    """Give every area of seat ``p`` an order in ``w.order_given``; NOT_GIVEN in a shortage."""
    prepare_plans(s, p, w)
    list_areas(s, p, w)
    rules = RULES[s.ruleset]
    for t in range(NUM_ORDERS):
        w.tokens[t] = 0 if has(s.banned, t) else rules.order_tokens[t]
    w.claimed = 0
    for i in range(w.num_own):
        plan_march(s, p, i, w)
        fill_values(s, p, i, w)
    stars = star_limit(s, p)
    for _ in range(w.num_own):
        i, t = best_pair(s, w, stars)
        if i == NONE:
            return
        w.order_given[i] = t
        w.tokens[t] -= 1
        stars -= rules.order_special[t]
        if t <= Order.MARCH_STAR:
            if t == Order.MARCH_STAR and w.own_starred[i] > w.own_value[i]:
                w.own_claims[i] = w.own_starred_claims[i]
                w.own_target[i] = NONE
            follow_march(s, p, i, w)


@kernel
def list_areas(s, p, w):
    """List the areas with units of the seat."""
    w.num_own = 0
    for a in range(RULES[s.ruleset].num_areas):
        if s.owner[a] == p and w.num_own < MAX_OWN:
            w.own[w.num_own] = a
            w.own_strength[w.num_own] = standing_strength(s, a, False)
            w.order_given[w.num_own] = NOT_GIVEN
            w.num_own += 1


@linked
def plan_march(s, p, i, w):
    """Work out the best march from own area ``i`` and note what matters for the tokens."""
    a = w.own[i]
    w.own_starred[i] = IMPOSSIBLE
    w.own_starred_claims[i] = 0
    if meets_neutral_force(s, p, a, w):
        # One point of strength may decide everything here, so the starred token has its own plan.
        w.own_starred[i] = make_plan(s, p, a, 1 + leaders_strength(s, p, a), w)
        w.own_starred_claims[i] = plan_mask(w)
    w.own_value[i] = make_plan(s, p, a, leaders_strength(s, p, a), w)
    w.own_target[i] = w.target if w.parts > 0 else NONE
    w.own_margin[i] = w.margin
    w.own_prize[i] = w.prize
    w.own_claims[i] = plan_mask(w)


@kernel
def meets_neutral_force(s, p, a, w):
    """True if a Neutral Force that can be beaten is in reach of area ``a``."""
    left = reach(s, p, a, w)
    while left != 0:
        if 0 < s.neutral[lowest_bit(left)] < IMPASSABLE:
            return True
        left &= left - 1
    return False


@linked
def fill_values(s, p, i, w):
    """Fill the points of every order type on own area ``i``."""
    a = w.own[i]
    out = w.order_value[i]
    zeal = w.weights[Weight.MARCH]
    for t in range(Order.MARCH_MINUS, Order.MARCH_STAR + 1):
        out[t] = zeal * w.own_value[i]
        if w.own_target[i] != NONE:
            bonus = RULES[s.ruleset].order_bonus[t]
            margin = w.own_margin[i]
            out[t] += zeal * w.own_prize[i] * (chance(margin + bonus) - chance(margin))
    out[Order.MARCH] -= KEEP_TOKEN
    out[Order.MARCH_STAR] = max(out[Order.MARCH_STAR], zeal * w.own_starred[i]) - 2 * KEEP_TOKEN
    strength = w.own_strength[i] + s.garrison[a]
    at_stake = w.worth[a] + w.weights[Weight.UNIT] * count_units(s, a)
    risk = danger(s, w, a, strength)
    for t in range(Order.DEFENSE, Order.DEFENSE_STAR + 1):
        bonus = float(RULES[s.ruleset].order_bonus[t])
        out[t] = w.weights[Weight.DEFENSE] * at_stake * (risk - danger(s, w, a, strength + bonus))
    for t in range(Order.SUPPORT, Order.SUPPORT_STAR + 1):
        out[t] = support_value(s, i, w, float(RULES[s.ruleset].order_bonus[t]))
    out[Order.RAID] = w.weights[Weight.RAID] * raid_value(s, p, a)
    out[Order.RAID_STAR] = out[Order.RAID] + RAID_STAR_MORE
    fill_consolidate(s, p, a, out, w)


@kernel
def support_value(s, i, w, bonus):
    """Points of a Support order on own area ``i`` for the neighbours that are threatened."""
    rules = RULES[s.ruleset]
    a = w.own[i]
    strength = w.own_strength[i] + bonus
    total = 0.0
    for j in range(w.num_own):
        b = w.own[j]
        if j != i and has(rules.adjacent[a], b) and reaches(s, a, b):
            at_stake = w.worth[b] + w.weights[Weight.UNIT] * count_units(s, b)
            held = w.own_strength[j] + s.garrison[b]
            total += at_stake * (danger(s, w, b, held) - danger(s, w, b, held + strength))
    return w.weights[Weight.SUPPORT] * total + IDLE_SUPPORT


@kernel
def reaches(s, a, b):
    """True if support of the kind of area ``a`` may go to an adjacent area of the kind of ``b``."""
    rules = RULES[s.ruleset]
    if rules.kind[b] == Terrain.LAND:
        return rules.kind[a] != Terrain.PORT
    return rules.kind[a] != Terrain.LAND


@kernel
def raid_value(s, p, a):
    """Points of a Raid order by the number of orders of others it may meet."""
    rules = RULES[s.ruleset]
    n = 0
    for i in range(rules.degree[a]):
        b = rules.neighbours[a, i]
        if enemy_units(s, p, b):
            from_port = rules.kind[a] == Terrain.PORT and rules.kind[b] == Terrain.SEA
            if rules.kind[a] == Terrain.SEA or rules.kind[b] == rules.kind[a] or from_port:
                n += 1
    return RAID_BASE + RAID_FOR_EACH * min(n, RAID_MOST)


@kernel
def power_points(s, p, w):
    """Points of one more Power token."""
    for i in range(len(POWER_HUNGER)):
        if s.power[p] < POWER_HUNGER[i][0]:
            return w.weights[Weight.CONSOLIDATE] * POWER_HUNGER[i][1]
    return 0.1


@kernel
def fill_consolidate(s, p, a, out, w):
    """Points of Consolidate Power orders: Power, or units by the special one."""
    rules = RULES[s.ruleset]
    gain = power_points(s, p, w) * order_yield(s, p, a)
    for i in range(rules.degree[a]):
        if enemy_units(s, p, rules.neighbours[a, i]):
            gain *= 1.0 - PILLAGE_RISK
    out[Order.CONSOLIDATE] = gain
    out[Order.CONSOLIDATE_STAR] = gain - KEEP_TOKEN
    if rules.star_musters == 1:
        out[Order.CONSOLIDATE_STAR] = max(gain - KEEP_TOKEN, muster_value(s, p, a, w))


@kernel
def muster_value(s, p, a, w):
    """Points of mustering in area ``a``."""
    points = RULES[s.ruleset].muster_points[a]
    if points == 0 or controller(s, a) != p:
        return 0.0
    if fits_with_army(s, p, a, count_units(s, a) + 1):
        return w.weights[Weight.MUSTER] * points
    if s.units[a, 0] > 0:
        return 0.5 * w.weights[Weight.MUSTER] * points
    return 0.0


@linked
def best_pair(s, w, stars):
    """The area and token worth most among those without an order."""
    rules = RULES[s.ruleset]
    best = IMPOSSIBLE
    best_area = NONE
    best_token = NONE
    for i in range(w.num_own):
        if w.order_given[i] == NOT_GIVEN:
            types = takes_order(s, w.own[i])
            for t in range(NUM_ORDERS):
                if w.tokens[t] > 0 and has(types, t) and (stars > 0 or rules.order_special[t] == 0):
                    if w.order_value[i, t] > best:
                        best = w.order_value[i, t]
                        best_area = i
                        best_token = t
    return best_area, best_token


@kernel
def follow_march(s, p, k, w):
    """Tell the other areas of the march from own area ``k``: support it, claim elsewhere."""
    rules = RULES[s.ruleset]
    w.claimed |= w.own_claims[k]
    target = w.own_target[k]
    for i in range(w.num_own):
        if w.order_given[i] != NOT_GIVEN:
            continue
        if w.own_claims[i] & w.own_claims[k] != 0:
            plan_march(s, p, i, w)
            fill_values(s, p, i, w)
        a = w.own[i]
        if target != NONE and has(rules.adjacent[a], target) and reaches(s, a, target):
            for t in range(Order.SUPPORT, Order.SUPPORT_STAR + 1):
                margin = w.own_margin[k]
                more = margin + w.own_strength[i] + rules.order_bonus[t]
                w.order_value[i, t] += w.own_prize[k] * (chance(more) - chance(margin))


@linked
def score_order(s, w):
    """Planning: prefer the token of the house's plan, then the others by their points."""
    area = top(s)[A]
    w.score[actions.DONE] = 0.0
    for i in range(w.num_own):
        if w.own[i] == area:
            for t in range(NUM_ORDERS):
                w.score[actions.ORDER + t] = w.order_value[i, t]
            if w.order_given[i] != NOT_GIVEN:
                w.score[actions.ORDER + w.order_given[i]] += -IMPOSSIBLE


# --- the Messenger Raven


@kernel
def best_swap(s, p, w):
    """Own area that gains most by a Defense order now that all orders are open, or NONE."""
    find_threats(s, p, w)
    best = NONE
    best_gain = SWAP_MARGIN
    for a in range(RULES[s.ruleset].num_areas):
        if s.order_seat[a] == p and s.owner[a] == p and s.order[a] >= Order.SUPPORT:
            strength = standing_strength(s, a, False) + s.garrison[a]
            at_stake = w.worth[a] + w.weights[Weight.UNIT] * count_units(s, a)
            gain = at_stake * (danger(s, w, a, strength) - danger(s, w, a, strength + 1.0))
            if gain > best_gain:
                best = a
                best_gain = gain
    return best


@linked
def score_raven(s, p, w):
    """Replace an order where an attack is coming, else look at the Wildlings when they are near."""
    w.score[actions.DONE] = 1.0
    if best_swap(s, p, w) != NONE:
        w.score[actions.CHOICE] = 2.0
    if s.threat >= LOOK_THREAT and s.wild_deck[0] < 0:
        w.score[actions.CHOICE + 1] = 1.5


@linked
def score_raven_area(s, p, w):
    """Prefer the area that gains most."""
    best = best_swap(s, p, w)
    if best != NONE:
        w.score[actions.AREA + best] = 1.0


@linked
def score_raven_order(s, w):
    """Prefer the strongest Defense, else the strongest Support."""
    w.score[actions.ORDER + Order.DEFENSE_STAR] = 4.0
    w.score[actions.ORDER + Order.DEFENSE] = 3.0
    w.score[actions.ORDER + Order.SUPPORT_STAR] = 2.0
    w.score[actions.ORDER + Order.SUPPORT] = 1.0


@linked
def score_raven_peek(s, p, w):
    """Leave a card on top if it hurts others more: with the most Power, or if harmless."""
    card = s.wild_deck[0]
    richest = True
    for q in range(s.num_players):
        if s.power[q] > s.power[p]:
            richest = False
    harmless = card == WildlingCard.SILENCE_AT_THE_WALL or card == WildlingCard.SKINCHANGER_SCOUT
    w.score[actions.CHOICE] = 1.0 if richest or harmless else 0.0
    w.score[actions.CHOICE + 1] = 0.5
