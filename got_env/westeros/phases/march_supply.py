"""Prefixes of a march that can still be completed within Supply.

Supply is judged on the position after the whole march (AMB-26), so a part of a march is legal when
some completion is. The rest of the units can stay, go alone to open areas (which costs no army),
join armies, or meet a Neutral Force. ``prefix_fits`` answers exactly, without allocation: it tries
"the rest stays" first, which is nearly always the answer, then counts how many units can go where.
"""

from __future__ import annotations

from got_env.core.jit import kernel, linked, lowest_bit
from got_env.westeros.phases.neutral import asks_late, others_support, own_support
from got_env.westeros.phases.strength import is_castle, unit_strength
from got_env.westeros.rules.armies import AT_LEAST, army, fits_supply
from got_env.westeros.rules.board import (
    BIT,
    areas_held,
    count_units,
    enemy_units,
    has,
    land_reach,
    lone_garrison,
    note,
    ship_reach,
)
from got_env.westeros.rules.option_values import BladeNeutral, Revision
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    IMPASSABLE,
    NONE,
    NUM_UNITS,
    PORT_CAPACITY,
    Event,
    Terrain,
    Track,
    Unit,
)

NO_FIGHT = 0
ENEMY = 1
NEUTRAL_FORCE = 2


@kernel
def fight_at(s, p, a):
    """Fight that a march of seat ``p`` into ``a`` brings: NO_FIGHT, ENEMY or NEUTRAL_FORCE.

    Rule: 2E-MARCH-08, -09, -17.
    """
    if s.neutral[a] > 0:
        return NEUTRAL_FORCE
    if enemy_units(s, p, a) or lone_garrison(s, p, a):
        return ENEMY
    return NO_FIGHT


@linked
def march_reach(s, p, a):
    """Areas units in ``a`` can march to, as a mask; closed and foreign ones excluded."""
    rules = RULES[s.ruleset]
    if rules.kind[a] == Terrain.LAND:
        return land_reach(s, p, a)
    reach = ship_reach(s, p, a)
    if s.options[Option.REVISION] == Revision.OLDER and rules.kind[a] == Terrain.PORT:
        # The older revision opens the connected sea only while it is friendly (2E-PORT-07).
        if enemy_units(s, p, rules.port_sea[a]):
            return reach & 0
    return reach


@kernel
def sent_strength(s, p, a):
    """Strength of a declared march against the Neutral Force of ``a``."""
    total = neutral_base(s, p, a)
    castle = is_castle(s, a)
    for i in range(s.march_count):
        if s.march_to[i] == a:
            for u in range(NUM_UNITS):
                total += s.march_units[i, u] * unit_strength(s, u, castle)
    return total


@kernel
def blade_helps(s, p):
    """True if seat ``p`` may use the Blade against a Neutral Force. Rule: 1E-NEU-05."""
    return (
        s.options[Option.BLADE_NEUTRAL] == BladeNeutral.ALLOWED
        and s.blade_used == 0
        and s.track[Track.FIEFDOMS, 0] == p
    )


@kernel
def spend_blade(s, p, a):
    """Use the Blade of seat ``p`` if the march needs it against the Neutral Force of ``a``."""
    if blade_helps(s, p) and sent_strength(s, p, a) - 1 < s.neutral[a]:
        s.blade_used = 1
        note(s, Event.BLADE, p, 0, 0)


@kernel
def strongest(s, n, castle, footmen, knights, engines, ships):
    """Most strength that ``n`` of so many units bring to an area; Ships go by themselves."""
    total = min(n, ships) * unit_strength(s, Unit.SHIP, castle)
    if castle:
        k = min(n, engines)
        total += k * unit_strength(s, Unit.SIEGE_ENGINE, castle)
        n -= k
    k = min(n, knights)
    total += k * unit_strength(s, Unit.KNIGHT, castle)
    n -= k
    return total + min(n, footmen) * unit_strength(s, Unit.FOOTMAN, castle)


@kernel
def best_neutral_strength(s, a, n, first_unit):
    """Most strength that ``n`` more of the unsent units, types from ``first_unit`` on, bring."""
    footmen = s.march_left[Unit.FOOTMAN] if first_unit <= Unit.FOOTMAN else 0
    knights = s.march_left[Unit.KNIGHT] if first_unit <= Unit.KNIGHT else 0
    engines = s.march_left[Unit.SIEGE_ENGINE] if first_unit <= Unit.SIEGE_ENGINE else 0
    ships = s.march_left[Unit.SHIP] if first_unit <= Unit.SHIP else 0
    return strongest(s, n, is_castle(s, a), footmen, knights, engines, ships)


@kernel
def best_rest_strength(s, a, n, first_unit, gone):
    """Most strength that ``n`` of the unsent units bring when ``gone`` others go elsewhere.

    Those are of the types from ``first_unit`` on: the weakest against area ``a`` are sent there.
    """
    castle = is_castle(s, a)
    footmen = s.march_left[Unit.FOOTMAN]
    knights = s.march_left[Unit.KNIGHT]
    engines = s.march_left[Unit.SIEGE_ENGINE]
    ships = s.march_left[Unit.SHIP]
    if ships > 0:
        return strongest(s, n, castle, 0, 0, 0, ships - gone)
    if not castle:
        k = min(gone, engines)
        engines -= k
        gone -= k
    if first_unit <= Unit.FOOTMAN:
        k = min(gone, footmen)
        footmen -= k
        gone -= k
    if first_unit <= Unit.KNIGHT:
        k = min(gone, knights)
        knights -= k
        gone -= k
    return strongest(s, n, castle, footmen, knights, engines - gone, ships)


@kernel
def neutral_base(s, p, a):
    """Strength against the Neutral Force of ``a`` before any unit: order and support.

    Where others are asked after the march is declared, they may all help. Rule: 2E-NEUT-02.
    """
    total = RULES[s.ruleset].order_bonus[s.order[s.march_from]] + own_support(s, p, a)
    if s.neutral_grant[a] > 0:
        total += s.neutral_grant[a]
    elif s.neutral_grant[a] == NONE and asks_late(s):
        total += others_support(s, p, a)
    return total + blade_helps(s, p)


@kernel
def open_to_march(s, p, a, fights_left):
    """True if area ``a``, in reach, may be entered by this march as far as fights allow."""
    if s.neutral[a] == IMPASSABLE:
        return False
    return fights_left or fight_at(s, p, a) == NO_FIGHT


@kernel
def base_armies(s, p):
    """Armies of ``p``, packed, origin left out, chosen moves counted."""
    armies = BIT[0] & 0
    left = areas_held(s, p) & ~BIT[s.march_from]
    while left != 0:
        armies += army(count_units(s, lowest_bit(left)))
        left &= left - 1
    for i in range(s.march_count):
        a = s.march_to[i]
        old = count_units(s, a) if s.owner[a] == p else 0
        new = old
        for u in range(NUM_UNITS):
            new += s.march_units[i, u]
        armies += army(new) - army(old)
    return armies


@linked
def prefix_fits(s, p, d, sent, first_unit, armies):
    """True if the march can be completed with ``sent`` units (more may follow) in area ``d``.

    ``armies`` are :func:`base_armies`. ``d`` is the destination being filled, NONE when none is
    open; ``first_unit`` the first unit type of which more may go there. ``march_left`` counts
    the units not yet sent anywhere. At least one unit must reach ``d``. For a Neutral Force,
    ``sent`` units' strength has to be checked by the caller through ``needed_units``.
    """
    a = s.march_from
    stay = 0
    for u in range(NUM_UNITS):
        stay += s.routed[a, u]
    rest = 0
    extra = 0
    for u in range(NUM_UNITS):
        rest += s.march_left[u]
        if u >= first_unit:
            extra += s.march_left[u]
    if d == NONE:
        return rest_fits(s, p, NONE, first_unit, 0, rest, stay, armies)
    old = count_units(s, d) if s.owner[d] == p else 0
    room = extra
    if RULES[s.ruleset].kind[d] == Terrain.PORT:
        room = min(extra, PORT_CAPACITY - old - sent)
    armies -= army(old)
    for more in range(needed_units(s, p, d, sent, first_unit), room + 1):
        filled = armies + army(old + sent + more)
        if rest_fits(s, p, d, first_unit, more, rest - more, stay, filled):
            return True
    return False


@kernel
def needed_units(s, p, d, sent, first_unit):
    """Fewest further units of the types left that must go to ``d``; large when hopeless."""
    least = 0 if sent > 0 else 1
    if fight_at(s, p, d) != NEUTRAL_FORCE:
        return least
    strength = neutral_base(s, p, d)
    castle = is_castle(s, d)
    for u in range(NUM_UNITS):
        strength += s.march_units[s.march_count, u] * unit_strength(s, u, castle)
    left = 0
    for u in range(NUM_UNITS):
        if u >= first_unit:
            left += s.march_left[u]
    for more in range(least, left + 1):
        if strength + best_neutral_strength(s, d, more, first_unit) >= s.neutral[d]:
            return more
    return left + 1


@kernel
def rest_fits(s, p, d, first_unit, more, rest, stay, armies):
    """True if the ``rest`` units can be placed after destination ``d``, or stay, within Supply.

    ``more`` unsent units of types from ``first_unit`` on go to ``d`` and are not in ``rest``.
    """
    if fits_supply(s, p, armies + army(stay + rest)):
        return True
    if rest == 0:
        return False
    return spread_fits(s, p, d, first_unit, more, rest, stay, armies)


@kernel
def spread_fits(s, p, d, first_unit, more, rest, stay, armies):
    """The rare case: search over where the rest of the units can go.

    Areas after ``d`` are counted by the own units they hold: a unit alone in an open area costs
    nothing, so those are filled first; the others raise an army by one step each.
    """
    a = s.march_from
    last = d
    if d == NONE and s.march_count > 0:
        last = s.march_to[s.march_count - 1]
    fights_left = s.march_attack == NONE and (d == NONE or fight_at(s, p, d) == NO_FIGHT)
    reach = march_reach(s, p, a)
    alone = 0
    ones = 0
    twos = 0
    threes = 0
    enemy_open = 0
    for b in range(last + 1, RULES[s.ruleset].num_areas):
        if has(reach, b) and open_to_march(s, p, b, fights_left):
            fight = fight_at(s, p, b)
            if fight == ENEMY:
                enemy_open = 1
            elif fight == NO_FIGHT:
                size = count_units(s, b) if s.owner[b] == p else 0
                is_port = RULES[s.ruleset].kind[b] == Terrain.PORT
                alone += size == 0
                ones += size == 1
                twos += size == 2
                threes += size == 3 and not is_port
    if bins_fit(s, p, rest, stay, alone + enemy_open, ones, twos, threes, armies):
        return True
    if fights_left and enemy_open == 0:
        for b in range(last + 1, RULES[s.ruleset].num_areas):
            if has(reach, b) and 0 < s.neutral[b] < IMPASSABLE:
                base = neutral_base(s, p, b)
                for t in range(1, rest + 1):
                    strength = base + best_rest_strength(s, b, t, first_unit, more)
                    after = armies + army(t)
                    if strength >= s.neutral[b] and bins_fit(
                        s, p, rest - t, stay, alone, ones, twos, threes, after
                    ):
                        return True
    return False


@kernel
def bins_fit(s, p, rest, stay, alone, ones, twos, threes, armies):
    """True if ``rest`` units fit: alone in open areas, staying, or each raising one army a step."""
    lonely = min(rest, alone)
    over = rest - lonely
    ones += lonely
    for keep in range(over + 1):
        kept = armies + army(stay + keep)
        move = over - keep
        for up2 in range(min(move, ones) + 1):
            for up3 in range(min(move - up2, twos + up2) + 1):
                up4 = move - up2 - up3
                raised = AT_LEAST[2] * up2 + AT_LEAST[3] * up3 + AT_LEAST[4] * up4
                if up4 <= threes + up3 and fits_supply(s, p, kept + raised):
                    return True
    return False
