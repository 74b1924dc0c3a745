"""Prefixes of a march that can be completed: Supply, allied units, Leaders, Neutral Forces.

Numbers of units by type are packed into one integer, four bits each. A prefix is legal when some
completion is: the rest stays, or goes to one or two later areas. More are never needed, as at most
three units are left once one has been sent. Rule: ASOS-PROT-12, ASOS-LEAD-04, -12, ASOS-ALLY-02.
"""

from __future__ import annotations

from got_env.core.jit import kernel, linked
from got_env.westeros.claim.constants import DOUBLE, MANAGE, ORDER, OWN
from got_env.westeros.claim.map_queries import (
    acts_on,
    idle_strength,
    is_seat,
    leaders_at,
    lone_guard,
    own_units,
    paths,
    steps,
)
from got_env.westeros.phases.strength import muted_support
from got_env.westeros.rules.armies import army, fits_supply
from got_env.westeros.rules.board import BIT, controller, count_units, enemy_units, has
from got_env.westeros.rules.expansion import in_force
from got_env.westeros.rules.option_values import ControlWesterosNeutral, RainsNeutral
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.state import MAX_DESTINATIONS
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    IMPASSABLE,
    NONE,
    NUM_UNITS,
    Order,
    Tactic,
)

NO_FIGHT, ENEMY, NEUTRAL_FORCE = range(3)

CONTROL_BONUS = 2
"""Of Control Westeros against a City or Stronghold (Rule: ASOS-TC-03)."""


# --- packed numbers of units


@kernel
def digit(units, u):
    """Units of a type among packed ones."""
    return (units >> (4 * u)) & 15


@kernel
def size_of(units):
    """Number of packed units."""
    return digit(units, 0) + digit(units, 1) + digit(units, 2) + digit(units, 3)


@kernel
def lonely_allies(s, units):
    """True if packed units are allied ones without any of the own colour."""
    allied = int(RULES[s.ruleset].allied_digits)
    return units & allied != 0 and units & ~allied == 0


@kernel
def pack(units):
    """Numbers by type as one integer."""
    packed = 0
    for u in range(NUM_UNITS):
        packed += int(units[u]) << (4 * u)
    return packed


# --- where a march can go


@kernel
def fight_kind(s, p, d):
    """Fight that entering ``d`` brings, if any. Rule: ASOS-GARR-08, ASOS-NEUT-03."""
    if s.neutral[d] > 0:
        return NEUTRAL_FORCE
    if enemy_units(s, p, d) or lone_guard(s, p, d):
        return ENEMY
    return NO_FIGHT


@kernel
def held_by_other(s, p, d):
    """True if an opponent or a Neutral Force holds an area. Rule: ASOS-TAC-36."""
    holder = controller(s, d)
    return s.neutral[d] > 0 or (holder != NONE and holder != p)


@kernel
def host_reach(s, p):
    """Areas that the march being declared may enter, fights aside, as a mask."""
    kind = s.march_kind
    ways = paths(s, p, s.march_from) if kind == MANAGE else steps(s, p, s.march_from)
    reach = BIT[0] - 1
    for d in range(RULES[s.ruleset].num_areas):
        if has(ways, d) and s.neutral[d] != IMPASSABLE:
            fine = True
            if kind == MANAGE:
                fine = controller(s, d) == p
            elif kind == DOUBLE:
                fine = not held_by_other(s, p, d)
            if fine:
                reach |= BIT[d]
    return reach


@kernel
def may_open(s, p, d):
    """True if ``d``, in reach, may be the next destination as far as fights allow.

    Rule: ASOS-LEAD-12, ASOS-NEUT-03.
    """
    if fight_kind(s, p, d) == NO_FIGHT:
        return True
    if s.march_attack != NONE and s.march_attack != d:
        return False
    return s.march_kind != OWN or has(s.leaders_left, s.march_leader) or s.march_attack == d


@kernel
def may_go_alone(s, p, d):
    """True if the marching Leader may go to ``d`` without units. Rule: ASOS-LEAD-14."""
    return s.march_kind == OWN and s.owner[d] == p and fight_kind(s, p, d) == NO_FIGHT


# --- Neutral Forces


@kernel
def support_of(s, x, muted):
    """Strength that the Support order on ``x`` gives, unit types of a mask counting nothing.

    Rule: ASOS-TAC-28, -38, ASOS-LEAD-02.
    """
    total = RULES[s.ruleset].order_bonus[s.order[x]] - s.minus[x]
    for u in range(NUM_UNITS):
        if not has(muted, u):
            total += s.units[x, u] * RULES[s.ruleset].unit_strength[u]
    total += idle_strength(s, leaders_at(s, s.owner[x], x))
    return max(int(total), 0)


@kernel
def lent_strength(s, x):
    """Strength that the Support order on ``x`` gives against a Neutral Force. Rule: 1E-NEU-08."""
    everywhere = RULES[s.ruleset].mutes_lending == 1
    if s.options[Option.RAINS_NEUTRAL] == RainsNeutral.ALSO_NEUTRAL:
        everywhere = True
    return support_of(s, x, muted_support(s) if everywhere else 0)


@kernel
def lends_to(s, x):
    """Areas that the order on ``x`` reaches if it is a Support order, as a mask.

    Rule: ASOS-ARROW-02.
    """
    q = int(s.order_seat[x])
    lends = s.order[x] == Order.SUPPORT or s.order[x] == Order.SUPPORT_STAR
    return int(acts_on(s, q, x)) if lends and s.owner[x] == q else 0


@kernel
def can_lend(s, x, a):
    """True if the order on ``x`` is a Support order that reaches ``a``."""
    return has(lends_to(s, x), a)


@kernel
def own_lending(s, p, a):
    """Strength of the own Support orders beside ``a``."""
    total = 0
    for x in range(RULES[s.ruleset].num_areas):
        if s.order_seat[x] == p and can_lend(s, x, a):
            total += lent_strength(s, x)
    return total


@kernel
def host_leaders_strength(s, leaders):
    """Strength of marching Leaders, the one whose march it is face down. Rule: ASOS-LEAD-16."""
    total = idle_strength(s, leaders)
    i = s.march_leader
    if s.march_kind == OWN and i != NONE and has(leaders, i):
        total += RULES[s.ruleset].leader_march[i] - RULES[s.ruleset].leader_idle[i]
    return total


@kernel
def seat_bonus(s, p, a):
    """Strength that Control Westeros adds to an attack on ``a``. Rule: ASOS-TAC-08."""
    if not is_seat(s, a) or not in_force(s, p, Tactic.CONTROL_WESTEROS):
        return 0
    guarded = s.neutral[a] > 0 or (s.owner[a] == NONE and s.garrison[a] > 0)
    if guarded and s.options[Option.CONTROL_WESTEROS_NEUTRAL] == ControlWesterosNeutral.NO:
        return 0
    return CONTROL_BONUS


@kernel
def march_bonus(s):
    """Modifier of the March order, 0 for a Leader's own march. Rule: ASOS-LEAD-09."""
    if s.march_kind != ORDER:
        return 0
    return int(RULES[s.ruleset].order_bonus[s.order[s.march_from]])


@kernel
def beats_neutral(s, p, d, units, leaders):
    """True if a march beats the Neutral Force of ``d``. Rule: ASOS-NEUT-01 to -04."""
    total = march_bonus(s) + own_lending(s, p, d) + seat_bonus(s, p, d)
    if s.neutral_grant[d] > 0:
        total += s.neutral_grant[d]
    for u in range(NUM_UNITS):
        total += digit(units, u) * RULES[s.ruleset].unit_strength[u]
    return total + host_leaders_strength(s, leaders) >= s.neutral[d]


# --- complete marches


@kernel
def place_fits(s, p, d, fight, units, leaders):
    """True if so many units and at most these Leaders may enter ``d``, which brings ``fight``."""
    if size_of(units) == 0:
        return may_go_alone(s, p, d) and has(leaders, s.march_leader)
    if lonely_allies(s, units):
        there = own_units(s, d) if fight == NO_FIGHT and s.owner[d] == p else 0
        if there == 0:
            return False
    return fight != NEUTRAL_FORCE or beats_neutral(s, p, d, units, leaders)


@kernel
def stranded(s, p, d, sent, undecided):
    """True if a Leader would be left alone when nobody stays and no more units go elsewhere.

    ``sent`` units go to ``d``, where the Leaders ``undecided`` may go too. Rule: ASOS-LEAD-04, -14.
    """
    left = int(s.leaders_left)
    if d != NONE and sent > 0:
        left &= ~undecided
    if left == 0:
        return False
    marcher = int(BIT[max(int(s.march_leader), 0)])
    if s.march_kind != OWN or left != marcher:
        return True
    if d != NONE and left & undecided != 0 and may_go_alone(s, p, d):
        return False
    last = d
    if d == NONE and s.march_count > s.march_done:
        last = int(s.march_to[s.march_count - 1])
    reach = host_reach(s, p)
    for e in range(last + 1, RULES[s.ruleset].num_areas):
        if has(reach, e) and may_go_alone(s, p, e):
            return False
    return True


@kernel
def armies_underway(s, p, armies):
    """Packed armies of seat ``p`` once what is declared has moved and the origin is empty.

    ``armies`` are those before the march.
    """
    armies -= army(own_count(s, p, s.march_from))
    for i in range(s.march_done, s.march_count):
        there = own_count(s, p, s.march_to[i])
        armies += army(there + size_of(pack(s.march_units[i]))) - army(there)
    return armies


@kernel
def own_count(s, p, a):
    """Units of seat ``p`` in area ``a``, NONE for no area."""
    return int(count_units(s, a)) if a != NONE and s.owner[a] == p else 0


@linked
def host_fits(s, p, armies, d, first_unit, first_leader):
    """True if the march can be completed.

    ``armies`` are those of :func:`armies_underway`. ``d`` is the destination being filled, to which
    more units of types from ``first_unit`` on and Leaders from ``first_leader`` on may go; NONE
    when none is open.
    """
    left = pack(s.march_left)
    at_d = left if d != NONE else 0
    for u in range(NUM_UNITS):
        if u < first_unit:
            at_d &= ~(15 << (4 * u))
    zero = 0
    if d != NONE and fight_kind(s, p, d) == NEUTRAL_FORCE:
        most = pack(s.march_units[s.march_count]) + at_d
        decided = int(BIT[first_leader]) - 1
        leaders = int(s.march_leaders[s.march_count]) | (int(s.leaders_left) & ~decided)
        if not beats_neutral(s, p, d, most, leaders):
            return False
    if fits_so(s, p, armies, d, at_d, first_leader, NONE, zero, NONE, zero):
        return True
    if s.march_kind >= DOUBLE or s.march_count + 1 >= MAX_DESTINATIONS:
        return False
    if size_of(left) == 0:
        return False
    last = d
    if d == NONE and s.march_count > s.march_done:
        last = int(s.march_to[s.march_count - 1])
    reach = host_reach(s, p)
    for b in range(last + 1, RULES[s.ruleset].num_areas):
        if has(reach, b) and later_open(s, p, d, b):
            if fits_so(s, p, armies, d, at_d, first_leader, b, left, NONE, zero):
                return True
    for b in range(last + 1, RULES[s.ruleset].num_areas):
        if has(reach, b) and later_open(s, p, d, b):
            for c in range(b + 1, RULES[s.ruleset].num_areas):
                one = fight_kind(s, p, b) == NO_FIGHT or fight_kind(s, p, c) == NO_FIGHT
                if has(reach, c) and one and later_open(s, p, d, c):
                    if fits_so(s, p, armies, d, at_d, first_leader, b, left, c, left):
                        return True
    return False


@kernel
def later_open(s, p, d, b):
    """True if ``b`` may follow after ``d`` as far as fights allow."""
    if fight_kind(s, p, b) == NO_FIGHT:
        return True
    if d != NONE and fight_kind(s, p, d) != NO_FIGHT:
        return False
    return may_open(s, p, b)


@kernel
def fits_so(s, p, armies, d, at_d, first_leader, b, at_b, c, at_c):
    """True if some numbers of units, at most these, make a legal march if the rest stays.

    ``armies`` are those of :func:`armies_underway`; no area is a destination twice, or the origin.
    ``d`` is the destination being filled, NONE without one; ``at_d`` are units beyond those sent
    there already. Leaders below ``first_leader`` are decided for ``d``. ``b`` and ``c`` come later.
    Rule: ASOS-ALLY-06, ASOS-LEAD-01.
    """
    left = pack(s.march_left)
    here = left + pack(s.march_fixed)
    waiting = int(s.leaders_left)
    undecided = waiting & ~(int(BIT[first_leader]) - 1)
    fight_d = fight_kind(s, p, d) if d != NONE else NO_FIGHT
    fight_b = fight_kind(s, p, b) if b != NONE else NO_FIGHT
    fight_c = fight_kind(s, p, c) if c != NONE else NO_FIGHT
    there_d, there_b, there_c = own_count(s, p, d), own_count(s, p, b), own_count(s, p, c)
    to_d = at_d
    for _ in range(ways(at_d)):
        to_d = following(to_d, at_d)
        sent = to_d
        if d != NONE:
            sent += pack(s.march_units[s.march_count])
            leaders = int(s.march_leaders[s.march_count]) | undecided
            if not place_fits(s, p, d, fight_d, sent, leaders):
                continue
            if size_of(sent) == 0 and (fight_b != NO_FIGHT or fight_c != NO_FIGHT):
                continue  # the marching Leader goes there alone, so it cannot lead an attack
        of_d = armies + army(there_d + size_of(sent)) - army(there_d)
        most_b = smaller(at_b, left - to_d)
        to_b = most_b
        for _ in range(ways(most_b)):
            to_b = following(to_b, most_b)
            if b != NONE and (to_b == 0 or not place_fits(s, p, b, fight_b, to_b, waiting)):
                continue
            of_b = of_d + army(there_b + size_of(to_b)) - army(there_b)
            most_c = smaller(at_c, left - to_d - to_b)
            to_c = most_c
            for _ in range(ways(most_c)):
                to_c = following(to_c, most_c)
                if c != NONE and (to_c == 0 or not place_fits(s, p, c, fight_c, to_c, waiting)):
                    continue
                stay = here - to_d - to_b - to_c
                of_c = of_b + army(there_c + size_of(to_c)) - army(there_c)
                if lonely_allies(s, stay) or not fits_supply(s, p, of_c + army(size_of(stay))):
                    continue
                alone = size_of(stay) == 0 and to_b == 0 and to_c == 0
                if not (alone and stranded(s, p, d, size_of(sent), undecided)):
                    return True
    return False


@kernel
def ways(most):
    """Number of choices of units within packed numbers."""
    return (digit(most, 0) + 1) * (digit(most, 1) + 1) * (digit(most, 2) + 1) * (digit(most, 3) + 1)


@kernel
def following(units, most):
    """The choice of units within packed numbers after this one; nothing comes after all of them."""
    for u in range(NUM_UNITS):
        if digit(units, u) < digit(most, u):
            return units + (1 << (4 * u))
        units &= ~(15 << (4 * u))
    return units


@kernel
def smaller(one, other):
    """The smaller number of each type."""
    units = 0
    for u in range(NUM_UNITS):
        units += min(digit(one, u), digit(other, u)) << (4 * u)
    return units
