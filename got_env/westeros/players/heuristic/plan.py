"""The best march from an area: at most one fight, lone claims beside it, or a step nearer.

The plan is a function of the position at the start of the march, so every small decision of the
march can work it out anew and follow it.
"""

from __future__ import annotations

from got_env.core.jit import kernel, linked, lowest_bit
from got_env.westeros.phases.march_supply import NO_FIGHT, fight_at
from got_env.westeros.phases.neutral import own_support
from got_env.westeros.phases.strength import basic_support, can_support, is_castle, unit_strength
from got_env.westeros.players.heuristic.appraisal import (
    CERTAIN,
    chance,
    danger,
    edge,
    find_pull,
    find_threats,
)
from got_env.westeros.players.heuristic.asked import attack_bonus, leaders_strength, reach
from got_env.westeros.players.heuristic.weights import Weight
from got_env.westeros.rules.armies import army, count_armies, fits_supply, fits_with_army
from got_env.westeros.rules.board import BIT, controller, count_standing, count_units, has
from got_env.westeros.rules.state import MAX_DESTINATIONS
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    IMPASSABLE,
    NONE,
    NUM_UNITS,
    PORT_CAPACITY,
    Order,
    Terrain,
    Unit,
)

LOSS_SHARE = 0.6
"""Units of a beaten army that count as lost."""
FEW_CASTLES = 3
"""Castle areas of a holder that nobody minds."""
HIDDEN_SUPPORT = 0.3
"""Share of the units next to a fight that are expected to support it, while orders are hidden."""
FOREIGN_SUPPORT = 0.25
TOKEN_POINTS = 0.7
CLAIM_MARGIN = 0.4
STEP_NEARER = 0.12

NOT_COUNTED = -1
"""In place of the packed armies of a seat."""


@kernel
def clear_plan(s, a, w):
    """An empty plan: all standing units stay."""
    w.parts = 0
    w.part_to[:] = NONE
    w.part_units[:, :] = 0
    w.target = NONE
    w.margin = 0.0
    w.prize = 0.0
    for u in range(NUM_UNITS):
        w.left[u] = s.units[a, u]


@linked
def prepare_plans(s, p, w):
    """Get ready for plans of seat ``p`` from this position; worths are filled."""
    find_threats(s, p, w)
    w.pulled = 0
    w.armies = NOT_COUNTED
    w.gains = 0
    w.foes = 0


@linked
def make_plan(s, p, a, bonus, w):
    """Fill the plan of the best march of seat ``p`` from area ``a``; returns its points.

    Args:
        s: a redacted record.
        p: the marching seat.
        a: the origin.
        bonus: modifier of the March order.
        w: scratch after :func:`prepare_plans`; ``w.claimed`` holds areas to leave out.
    """
    clear_plan(s, a, w)
    open_to = reach(s, p, a, w) & ~w.claimed
    fights = fights_among(s, p, open_to)
    uncontested = open_to & ~fights
    before = exposure_of_rest(s, p, a, w)
    fight, keep, value = best_fight(s, p, a, bonus, fights, before, w)
    claims, after = spread(s, p, a, uncontested, w)
    alone = claims + before - after
    if fight == NONE or alone >= value:
        if w.parts > 0:
            return alone
        return step_nearer(s, p, a, uncontested, before, w)
    clear_plan(s, a, w)
    value = send_to_fight(s, p, a, fight, keep, bonus, w)
    claims, after = spread(s, p, a, uncontested, w)
    value += claims
    return value + before - after


@kernel
def fights_among(s, p, areas):
    """Areas of a mask where a march of seat ``p`` brings a fight, as a mask."""
    fights = areas & 0
    left = areas
    while left != 0:
        d = lowest_bit(left)
        left &= left - 1
        fights |= BIT[d] if fight_at(s, p, d) != NO_FIGHT else 0
    return fights


@kernel
def exposure(s, p, a, n, strength, w):
    """Points at stake in the origin with ``n`` units of some strength that stay."""
    rules = RULES[s.ruleset]
    worth = w.worth[a]
    if n > 0:
        return (worth + w.weights[Weight.UNIT] * n) * danger(s, w, a, float(strength))
    if rules.kind[a] != Terrain.LAND:
        return worth
    at_stake = w.weights[Weight.LEAVE_OPEN] * worth * danger(s, w, a, float(strength))
    if s.token[a] == p or rules.home_seat[a] == p:
        return at_stake
    if s.power[p] > 0:
        return at_stake + min(TOKEN_POINTS, worth)
    return worth


@kernel
def rest_of(s, a, w):
    """Units that stay (``w.left``, and routed ones), and the strength of the origin with them."""
    n = 0
    strength = int(s.garrison[a])
    for u in range(NUM_UNITS):
        n += w.left[u] + s.routed[a, u]
        strength += w.left[u] * unit_strength(s, u, False)
    return n, strength


@kernel
def exposure_of_rest(s, p, a, w):
    """Points at stake in the origin with the units that stay (``w.left``)."""
    n, strength = rest_of(s, a, w)
    return exposure(s, p, a, n, strength, w)


# --- fights


@kernel
def best_fight(s, p, a, bonus, fights, before, w):
    """The most valuable fight: area, whether one unit stays, points with exposure."""
    best = NONE
    best_keep = False
    best_value = 0.0
    n = count_units(s, a)
    rest, rest_strength = rest_of(s, a, w)
    left = fights
    while left != 0:
        d = lowest_bit(left)
        left &= left - 1
        if s.neutral[d] != IMPASSABLE:
            for keep in range(2 if n > 1 else 1):
                sent, strength, missing = army_for(s, a, d, keep == 1)
                if sent > 0:
                    attack = bonus + attack_bonus(s, p, d) + strength
                    margin, prize = judge_fight(s, p, d, attack, sent, w)
                    points = prize * chance(margin) - defeat_points(sent, w)
                    stay = exposure(s, p, a, rest - sent, rest_strength - missing, w)
                    value = points + before - stay
                    if value > best_value:
                        best = d
                        best_keep = keep == 1
                        best_value = value
    return best, best_keep, best_value


@kernel
def goes_to_fight(s, a, u, castle, kept):
    """Units of a type that go from ``a`` to a fight, and whether one has been kept back by then."""
    n = int(s.units[a, u])
    if u == Unit.SIEGE_ENGINE and not castle:
        return 0, kept
    if n > 0 and not kept:
        return n - 1, True
    return n, kept


@kernel
def army_for(s, a, d, keep):
    """All useful units but perhaps the weakest: how many, their strength there and in ``a``."""
    castle = is_castle(s, d)
    kept = not keep
    sent = 0
    strength = 0
    missing = 0
    for u in range(NUM_UNITS):
        n, kept = goes_to_fight(s, a, u, castle, kept)
        sent += n
        strength += n * unit_strength(s, u, castle)
        missing += n * unit_strength(s, u, False)
    return sent, strength, missing


@kernel
def send_to_fight(s, p, a, d, keep, bonus, w):
    """Begin an empty plan with the fight for area ``d``; returns its points."""
    castle = is_castle(s, d)
    kept = not keep
    for u in range(NUM_UNITS):
        n, kept = goes_to_fight(s, a, u, castle, kept)
        w.part_units[0, u] = n
        w.left[u] -= n
    w.part_to[0] = d
    w.parts = 1
    sent, strength, _ = army_for(s, a, d, keep)
    attack = bonus + attack_bonus(s, p, d) + strength
    margin, prize = judge_fight(s, p, d, attack, sent, w)
    w.target = d
    w.margin = margin
    w.prize = prize
    return prize * chance(margin) - defeat_points(sent, w)


@kernel
def judge_fight(s, p, d, strength, sent, w):
    """Margin and prize of a fight by so many units of some strength; see WORK."""
    attack = float(strength)
    if not has(w.foes, d):
        meet_foe(s, p, d, w)
    attack += w.foe_support[d]
    if s.neutral[d] > 0:
        if s.neutral_grant[d] > 0:
            attack += s.neutral_grant[d]
        # Nothing is left to chance: the strength suffices or the area is closed.
        margin = CERTAIN if attack >= s.neutral[d] else -2.0 * CERTAIN
        return margin, held_worth(s, d, attack, w)
    margin = attack - w.foe_defense[d] + w.foe_edge[d]
    beaten = w.weights[Weight.UNIT] * LOSS_SHARE * count_units(s, d)
    prize = held_worth(s, d, attack, w) + w.foe_harm[d] + beaten + defeat_points(sent, w)
    return margin, prize


@kernel
def meet_foe(s, p, d, w):
    """Fill what a fight for area ``d`` depends on, whatever army comes."""
    w.foes |= BIT[d]
    w.foe_support[d] = 0.0
    if s.orders_open == 1:
        w.foe_support[d] = own_support(s, p, d)
    if s.neutral[d] <= 0:
        q = s.owner[d] if s.owner[d] != NONE else RULES[s.ruleset].home_seat[d]
        w.foe_defense[d] = defense_at(s, p, q, d, w)
        w.foe_edge[d] = edge(s, p, q, w)
        w.foe_harm[d] = harm(s, q, d, w)


@kernel
def defeat_points(sent, w):
    """Points that the defeat of so many units costs."""
    return w.weights[Weight.UNIT] * LOSS_SHARE * sent + w.weights[Weight.FAILED_MARCH]


@kernel
def held_worth(s, d, strength, w):
    """Worth of an area taken with some strength, less what others may take back."""
    return w.worth[d] * (1.0 - w.weights[Weight.HOLD] * danger(s, w, d, strength))


@kernel
def harm(s, q, d, w):
    """Points for taking area ``d`` from seat ``q``, more if it leads."""
    excess = max(0, w.castles[q] - FEW_CASTLES)
    share = w.weights[Weight.HARM] + w.weights[Weight.HARM_LEADER] * excess
    return share * w.worth[d]


@kernel
def defense_at(s, p, q, d, w):
    """Strength of seat ``q`` against seat ``p`` in area ``d`` before cards."""
    rules = RULES[s.ruleset]
    total = float(s.garrison[d])
    for u in range(NUM_UNITS):
        total += s.units[d, u] * unit_strength(s, u, False)
    total += leaders_strength(s, q, d)
    if s.orders_open == 0:
        total += w.weights[Weight.CAUTION]
    elif s.order[d] == Order.DEFENSE or s.order[d] == Order.DEFENSE_STAR:
        total += rules.order_bonus[s.order[d]]
    for i in range(rules.degree[d]):
        x = rules.neighbours[d, i]
        if s.owner[x] != NONE and s.owner[x] != p:
            share = 1.0 if s.owner[x] == q else FOREIGN_SUPPORT
            if s.orders_open == 1:
                if can_support(s, x, d):
                    total += share * basic_support(s, x, False)
            elif rules.kind[x] == rules.kind[d] or rules.kind[d] == Terrain.LAND:
                for u in range(NUM_UNITS):
                    total += share * HIDDEN_SUPPORT * s.units[x, u] * unit_strength(s, u, False)
    return total


# --- claims and steps


@kernel
def spread(s, p, a, uncontested, w):
    """Send single units of those left where they gain more than they leave.

    Returns the points, and those at stake in the origin after it.
    """
    n, strength = rest_of(s, a, w)
    after = exposure(s, p, a, n, strength, w)
    total = 0.0
    left = uncontested
    d, gain = best_claim(s, p, left, w)
    for u in range(NUM_UNITS):
        if u != Unit.SIEGE_ENGINE:
            lost = unit_strength(s, u, False)
            while w.left[u] > 0 and w.parts < MAX_DESTINATIONS and d != NONE:
                without = exposure(s, p, a, n - 1, strength - lost, w)
                cost = without - after
                if gain - cost < CLAIM_MARGIN:
                    break
                n -= 1
                strength -= lost
                after = without
                w.left[u] -= 1
                w.part_to[w.parts] = d
                w.part_units[w.parts, u] = 1
                w.parts += 1
                total += gain
                left &= ~BIT[d]
                d, gain = best_claim(s, p, left, w)
    return total, after


@kernel
def best_claim(s, p, areas, w):
    """Area of a mask in which one more unit gains most, and the points."""
    best = NONE
    best_gain = 0.0
    left = areas
    while left != 0:
        d = lowest_bit(left)
        left &= left - 1
        if not has(w.gains, d):
            w.gains |= BIT[d]
            w.gain[d] = claim_gain(s, p, d, w)
        if w.gain[d] > best_gain:
            best = d
            best_gain = w.gain[d]
    return best, best_gain


@kernel
def fits(s, p, d, size, w):
    """True if the armies of seat ``p`` fit when area ``d`` holds ``size`` of its units."""
    if s.fight == 1:
        return fits_with_army(s, p, d, size)
    if w.armies == NOT_COUNTED:
        w.armies = count_armies(s, p, NONE, NONE)
    armies = w.armies + army(size)
    if s.owner[d] == p:
        armies -= army(count_units(s, d))
    return fits_supply(s, p, armies)


@kernel
def claim_gain(s, p, d, w):
    """Points of one more unit in area ``d``, which brings no fight."""
    rules = RULES[s.ruleset]
    if s.owner[d] == p:
        n = count_units(s, d)
        if w.threat[d] <= 0.0 or not fits(s, p, d, n + 1, w):
            return 0.0
        if rules.kind[d] == Terrain.PORT and n >= PORT_CAPACITY:
            return 0.0
        strength = float(s.garrison[d])
        for u in range(NUM_UNITS):
            strength += s.units[d, u] * unit_strength(s, u, False)
        saved = danger(s, w, d, strength) - danger(s, w, d, strength + 1.0)
        return saved * (w.worth[d] + w.weights[Weight.UNIT] * n)
    if rules.kind[d] != Terrain.LAND:
        return held_worth(s, d, 1.0, w)
    holder = controller(s, d)
    if holder == p:
        return 0.5 * w.worth[d] * danger(s, w, d, 0.0)
    gain = held_worth(s, d, 1.0 + s.garrison[d], w)
    if holder != NONE:
        gain += harm(s, holder, d, w)
    return gain


@kernel
def step_nearer(s, p, a, uncontested, before, w):
    """Move the whole land army to an open area nearer to others worth taking; returns points."""
    if RULES[s.ruleset].kind[a] != Terrain.LAND or uncontested == 0:
        return 0.0
    if w.pulled == 0:
        w.pulled = 1
        find_pull(s, p, w)
    n = count_units(s, a)
    routed = n - count_standing(s, a)
    cost = exposure(s, p, a, routed, int(s.garrison[a]), w) - before
    best = NONE
    best_gain = 0.0
    left = uncontested
    while left != 0:
        d = lowest_bit(left)
        left &= left - 1
        gain = STEP_NEARER * (w.pull[d] - w.pull[a]) * n - cost
        if gain > best_gain:
            size = count_units(s, d) if s.owner[d] == p else 0
            if fits(s, p, d, size + n, w):
                best = d
                best_gain = gain
    if best != NONE:
        for u in range(NUM_UNITS):
            w.part_units[0, u] = w.left[u]
            w.left[u] = 0
        w.part_to[0] = best
        w.parts = 1
    return best_gain


@kernel
def plan_mask(w):
    """Destinations of the plan, as a mask."""
    mask = BIT[0] & 0
    for i in range(w.parts):
        mask |= BIT[w.part_to[i]]
    return mask
