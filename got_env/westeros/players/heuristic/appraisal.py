"""Worth of areas to a seat, threats to them, and the chances of a combat."""

from __future__ import annotations

import math

from got_env.core.jit import kernel, linked, lowest_bit
from got_env.westeros.phases.strength import is_castle, unit_strength
from got_env.westeros.players.heuristic.area_values import fill_worths
from got_env.westeros.players.heuristic.asked import count_points, leaders_strength, reach
from got_env.westeros.players.heuristic.reachability import find_fleets
from got_env.westeros.players.heuristic.weights import Weight
from got_env.westeros.rules.board import controller, count_units, has, position_of
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    HAND_SIZE,
    IMPASSABLE,
    NONE,
    NUM_UNITS,
    Order,
    Terrain,
    Track,
    Unit,
)

SLOPE = 0.157
"""Chance of victory that one point of strength is worth."""
CERTAIN = 3.0
SURE, HOPELESS = 0.97, 0.03

TIE_EDGE = 0.5
BLADE_EDGE = 0.7
NEAR = 0.55
"""Share of an area's pull that reaches its neighbours."""
SWEEPS = 3


@kernel
def chance(x):
    """Chance to win a combat by strength difference ``x`` before unknown cards."""
    if x >= CERTAIN:
        return SURE
    if x <= -CERTAIN:
        return HOPELESS
    return 0.5 + x * SLOPE


@linked
def appraise(s, p, w):
    """Fill everything that most decisions need: castles, hands, worths."""
    count_points(s, w.castles)
    for q in range(s.num_players):
        if w.keeps_plans == 0 or w.hand_of[q] != s.hand[q] + 1:
            w.hand_of[q] = s.hand[q] + 1
            w.hand[q] = hand_edge(s, q)
    fill_worths(s, p, w)
    w.claimed = 0


@kernel
def hand_edge(s, q):
    """Mean printed strength of the two best cards in hand."""
    best = 0
    second = 0
    for slot in range(HAND_SIZE):
        if has(s.hand[q], slot):
            strength = RULES[s.ruleset].card_strength[q, slot]
            if strength > best:
                second = best
                best = strength
            elif strength > second:
                second = strength
    return 0.5 * best + 0.5 * second


@kernel
def standing_strength(s, a, against_castle):
    """Strength of the standing units of an area."""
    total = 0
    for u in range(NUM_UNITS):
        if s.units[a, u] > 0:
            total += s.units[a, u] * unit_strength(s, u, against_castle)
    return float(total + leaders_strength(s, s.owner[a], a))


@kernel
def may_march(s, a):
    """True if the order on an area of others may be a March, as far as is known."""
    if s.orders_open == 0:
        return True
    return s.order[a] != NONE and s.order[a] <= Order.MARCH_STAR


@linked
def find_threats(s, p, w):
    """Fill the armies of other seats that can come to each area in the next marches."""
    rules = RULES[s.ruleset]
    find_fleets(s, w)
    w.threat[:] = 0.0
    w.mass[:] = 0.0
    for b in range(rules.num_areas):
        q = s.owner[b]
        if q != NONE and q != p and may_march(s, b):
            plain = standing_strength(s, b, False)
            against_castle = plain
            if s.units[b, Unit.SIEGE_ENGINE] > 0:
                against_castle = standing_strength(s, b, True)
            if against_castle > 0.0:
                bonus = 0.0
                if s.orders_open == 1:
                    bonus = float(rules.order_bonus[s.order[b]])
                bonus += w.hand[q] - w.hand[p]
                spread_threat(s, q, b, plain + bonus, against_castle + bonus, w)


@kernel
def spread_threat(s, q, b, plain, against_castle, w):
    """Add the army of seat ``q`` in ``b`` to the threats of all areas it can march to."""
    left = reach(s, q, b, w)
    while left != 0:
        a = lowest_bit(left)
        left &= left - 1
        strength = against_castle if is_castle(s, a) else plain
        if strength > 0.0:
            w.mass[a] += strength
            w.threat[a] = max(w.threat[a], strength)


@kernel
def danger(s, w, a, strength):
    """Chance that area ``a`` is lost soon when ``strength`` defends it."""
    if w.threat[a] <= 0.0:
        return 0.0
    dread = w.weights[Weight.DREAD_OPEN if s.orders_open == 1 else Weight.DREAD_HIDDEN]
    attack = w.threat[a] + w.weights[Weight.JOIN] * (w.mass[a] - w.threat[a])
    return dread * chance(attack - strength)


@kernel
def edge(s, p, q, w):
    """Strength that seat ``p`` may expect to gain on seat ``q`` by cards, Blade and ties."""
    total = w.hand[p] - w.hand[q]
    mine = position_of(s, Track.FIEFDOMS, p)
    other = position_of(s, Track.FIEFDOMS, q)
    total += TIE_EDGE if mine < other else -TIE_EDGE
    if s.blade_used == 0:
        if mine == 0:
            total += BLADE_EDGE
        elif other == 0:
            total -= BLADE_EDGE
    return total


@kernel
def find_pull(s, p, w):
    """Fill how near each area is to areas that the seat does not hold and would like to."""
    rules = RULES[s.ruleset]
    for a in range(rules.num_areas):
        w.pull[a] = 0.0
        if rules.kind[a] == Terrain.LAND and controller(s, a) != p:
            w.pull[a] = w.worth[a]
    for _ in range(SWEEPS):
        spread_on = False
        for a in range(rules.num_areas):
            if s.neutral[a] != IMPASSABLE:
                most = -math.inf
                for i in range(rules.degree[a]):
                    most = max(most, w.pull[rules.neighbours[a, i]])
                if NEAR * most > w.pull[a]:
                    w.pull[a] = NEAR * most
                    spread_on = True
        if not spread_on:
            break


@kernel
def lead(s, q, w):
    """Nearness of a seat to winning: the one to beat has the most."""
    total = 3.0 * w.castles[q]
    for a in range(RULES[s.ruleset].num_areas):
        if s.owner[a] == q:
            total += 0.25 * count_units(s, a)
    return total


@kernel
def spice(seed, k):
    """A number in [0, 1) from a decision's random number, another one for each ``k``."""
    x = ((int(seed) & 0xFFFFFFFF) ^ (int(k) * 0x9E3779B1)) & 0xFFFFFFFF
    for _ in range(3):
        x = ((x ^ (x >> 15)) * 0x2C1B3C6D) & 0xFFFFFFFF
    return x / 4294967296.0
