"""The best march from an area: at most one fight, lone claims beside it, or a step nearer.

The plan is a function of the position at the start of the march, so every small decision of the
march can work it out anew and follow it.
"""

from __future__ import annotations

from got_env.core.jit import kernel, linked, lowest_bit
from got_env.westeros.armies import fits_with_army
from got_env.westeros.board import BIT, controller, count_units
from got_env.westeros.heuristic.appraisal import CERTAIN, chance, danger, edge
from got_env.westeros.heuristic.by_record import attack_bonus, leaders_strength, reach
from got_env.westeros.heuristic.weights import Weight
from got_env.westeros.phases.march_supply import (
    NEUTRAL_FORCE,
    NO_FIGHT,
    fight_at,
)
from got_env.westeros.phases.neutral import own_support
from got_env.westeros.phases.strength import basic_support, can_support, is_castle, unit_strength
from got_env.westeros.rules import RULES
from got_env.westeros.state import MAX_DESTINATIONS
from got_env.westeros.vocabulary import (
    IMPASSABLE,
    NONE,
    NUM_UNITS,
    PORT_CAPACITY,
    Kind,
    Order,
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
def make_plan(s, p, a, bonus, w):
    """Fill the plan of the best march of seat ``p`` from area ``a``; returns its points.

    Args:
        s: a redacted record.
        p: the marching seat.
        a: the origin.
        bonus: modifier of the March order.
        w: scratch with worths and threats filled; ``w.claimed`` holds areas to leave out.
    """
    clear_plan(s, a, w)
    open_to = reach(s, p, a) & ~w.claimed
    before = exposure(s, p, a, w)
    fight, keep, value = best_fight(s, p, a, bonus, open_to, w)
    claims = spread(s, p, a, open_to, w)
    alone = claims + before - exposure(s, p, a, w)
    if fight == NONE or alone >= value:
        if w.parts > 0:
            return alone
        return step_nearer(s, p, a, open_to, w)
    clear_plan(s, a, w)
    send_to_fight(s, a, fight, keep, w)
    judge_fight(s, p, fight, bonus, w)
    value = fight_points(w)
    value += spread(s, p, a, open_to, w)
    return value + before - exposure(s, p, a, w)


@kernel
def exposure(s, p, a, w):
    """Points at stake in the origin with the units that stay (``w.left``)."""
    rules = RULES[s.ruleset]
    strength = float(s.garrison[a])
    n = 0
    for u in range(NUM_UNITS):
        n += w.left[u] + s.routed[a, u]
        strength += w.left[u] * unit_strength(s, u, False)
    worth = w.worth[a]
    if n > 0:
        return (worth + w.weights[Weight.UNIT] * n) * danger(s, w, a, strength)
    if rules.kind[a] != Kind.LAND:
        return worth
    at_stake = w.weights[Weight.LEAVE_OPEN] * worth * danger(s, w, a, strength)
    if s.token[a] == p or rules.home_seat[a] == p:
        return at_stake
    if s.power[p] > 0:
        return at_stake + min(TOKEN_POINTS, worth)
    return worth


# --- fights


@kernel
def best_fight(s, p, a, bonus, open_to, w):
    """The most valuable fight in reach: area, whether one unit stays, points with exposure."""
    best = NONE
    best_keep = False
    best_value = 0.0
    before = exposure(s, p, a, w)
    n = count_units(s, a)
    left = int(open_to)
    while left != 0:
        d = lowest_bit(left)
        left &= left - 1
        if s.neutral[d] != IMPASSABLE and fight_at(s, p, d) != NO_FIGHT:
            for keep in range(2 if n > 1 else 1):
                clear_plan(s, a, w)
                send_to_fight(s, a, d, keep == 1, w)
                if w.parts == 1:
                    judge_fight(s, p, d, bonus, w)
                    value = fight_points(w) + before - exposure(s, p, a, w)
                    if value > best_value:
                        best = d
                        best_keep = keep == 1
                        best_value = value
    clear_plan(s, a, w)
    return best, best_keep, best_value


@kernel
def send_to_fight(s, a, d, keep, w):
    """Put all useful units but perhaps the weakest into the plan for destination ``d``."""
    castle = is_castle(s, d)
    kept = not keep
    sent = 0
    for u in range(NUM_UNITS):
        n = w.left[u]
        if u == Unit.SIEGE_ENGINE and not castle:
            n = 0
        elif n > 0 and not kept:
            n -= 1
            kept = True
        w.part_units[w.parts, u] = n
        w.left[u] -= n
        sent += n
    if sent > 0:
        w.part_to[w.parts] = d
        w.parts += 1


@kernel
def judge_fight(s, p, d, bonus, w):
    """Fill target, margin and prize of the plan's fight, the last part of the plan."""
    castle = is_castle(s, d)
    attack = float(bonus + attack_bonus(s, p, d))
    for u in range(NUM_UNITS):
        attack += w.part_units[w.parts - 1, u] * unit_strength(s, u, castle)
    if s.orders_open == 1:
        attack += own_support(s, p, d)
    w.target = d
    if fight_at(s, p, d) == NEUTRAL_FORCE:
        if s.neutral_grant[d] > 0:
            attack += s.neutral_grant[d]
        # Nothing is left to chance: the strength suffices or the area is closed.
        w.margin = CERTAIN if attack >= s.neutral[d] else -2.0 * CERTAIN
        w.prize = held_worth(s, d, attack, w)
        return
    q = s.owner[d] if s.owner[d] != NONE else RULES[s.ruleset].home_seat[d]
    w.margin = attack - defense_at(s, p, q, d, w) + edge(s, p, q, w)
    beaten = w.weights[Weight.UNIT] * LOSS_SHARE * count_units(s, d)
    w.prize = held_worth(s, d, attack, w) + harm(s, q, d, w) + beaten + defeat_points(w)


@kernel
def fight_points(w):
    """Points a fight is expected to bring, against not marching."""
    return w.prize * chance(w.margin) - defeat_points(w)


@kernel
def defeat_points(w):
    """Points that the defeat of the plan's fight costs."""
    sent = 0
    for u in range(NUM_UNITS):
        sent += w.part_units[w.parts - 1, u]
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
            elif rules.kind[x] == rules.kind[d] or rules.kind[d] == Kind.LAND:
                for u in range(NUM_UNITS):
                    total += share * HIDDEN_SUPPORT * s.units[x, u] * unit_strength(s, u, False)
    return total


# --- claims and steps


@kernel
def spread(s, p, a, open_to, w):
    """Send single units of those left where they gain more than they leave; returns points."""
    total = 0.0
    for u in range(NUM_UNITS):
        if u != Unit.SIEGE_ENGINE:
            while w.left[u] > 0 and w.parts < MAX_DESTINATIONS:
                before = exposure(s, p, a, w)
                w.left[u] -= 1
                cost = exposure(s, p, a, w) - before
                w.left[u] += 1
                d, gain = best_claim(s, p, open_to, w)
                if d == NONE or gain - cost < CLAIM_MARGIN:
                    break
                w.left[u] -= 1
                w.part_to[w.parts] = d
                w.part_units[w.parts, u] = 1
                w.parts += 1
                total += gain
    return total


@kernel
def best_claim(s, p, open_to, w):
    """Where one more unit gains most without a fight, and the points."""
    best = NONE
    best_gain = 0.0
    left = int(open_to)
    while left != 0:
        d = lowest_bit(left)
        left &= left - 1
        if fight_at(s, p, d) == NO_FIGHT and not in_plan(w, d):
            gain = claim_gain(s, p, d, w)
            if gain > best_gain:
                best = d
                best_gain = gain
    return best, best_gain


@kernel
def in_plan(w, d):
    """Whether area ``d`` is a destination of the plan."""
    for i in range(w.parts):
        if w.part_to[i] == d:
            return True
    return False


@kernel
def claim_gain(s, p, d, w):
    """Points of one more unit in area ``d``, which brings no fight."""
    rules = RULES[s.ruleset]
    if s.owner[d] == p:
        n = count_units(s, d)
        if w.threat[d] <= 0.0 or not fits_with_army(s, p, d, n + 1):
            return 0.0
        if rules.kind[d] == Kind.PORT and n >= PORT_CAPACITY:
            return 0.0
        strength = float(s.garrison[d])
        for u in range(NUM_UNITS):
            strength += s.units[d, u] * unit_strength(s, u, False)
        saved = danger(s, w, d, strength) - danger(s, w, d, strength + 1.0)
        return saved * (w.worth[d] + w.weights[Weight.UNIT] * n)
    if rules.kind[d] != Kind.LAND:
        return held_worth(s, d, 1.0, w)
    holder = controller(s, d)
    if holder == p:
        return 0.5 * w.worth[d] * danger(s, w, d, 0.0)
    gain = held_worth(s, d, 1.0 + s.garrison[d], w)
    if holder != NONE:
        gain += harm(s, holder, d, w)
    return gain


@kernel
def step_nearer(s, p, a, open_to, w):
    """Move the whole land army to an open area nearer to others worth taking; returns points."""
    rules = RULES[s.ruleset]
    clear_plan(s, a, w)
    if rules.kind[a] != Kind.LAND:
        return 0.0
    n = count_units(s, a)
    before = exposure(s, p, a, w)
    for u in range(NUM_UNITS):
        w.left[u] = 0
    cost = exposure(s, p, a, w) - before
    clear_plan(s, a, w)
    best = NONE
    best_gain = 0.0
    left = int(open_to)
    while left != 0:
        d = lowest_bit(left)
        left &= left - 1
        if fight_at(s, p, d) == NO_FIGHT:
            size = count_units(s, d) if s.owner[d] == p else 0
            if fits_with_army(s, p, d, size + n):
                gain = STEP_NEARER * (w.pull[d] - w.pull[a]) * n - cost
                if gain > best_gain:
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
