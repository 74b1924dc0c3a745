"""Supply: the track, and cutting armies that no longer fit."""

from __future__ import annotations

from got_env.core.agenda import PLAYER, A, B, C, pop, push, top
from got_env.core.jit import kernel, linked, lowest_bit
from got_env.westeros.rules import actions
from got_env.westeros.rules.armies import (
    LARGEST_ARMY,
    SMALLEST_ARMY,
    armies_of,
    army,
    fits_supply,
    supply_limit,
    within_supply,
)
from got_env.westeros.rules.board import BIT, controller, count_units, destroy_unit, has, note
from got_env.westeros.rules.decision_row import (
    THE_AREA,
    TURN,
    ArgType,
    Argument,
    Asks,
    Decision,
    Editions,
    Family,
    Step,
)
from got_env.westeros.rules.offers import mark_types
from got_env.westeros.rules.option_values import SupplyCut
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES, SUPPLY_LEVELS
from got_env.westeros.rules.vocabulary import NONE, NUM_UNITS, Event, Phase, Track


@kernel
def set_supply(s, p, level):
    """Move the Supply token of seat ``p``, not beyond the track. Rule: 2E-SUP-01 (AMB-09)."""
    s.supply[p] = min(max(level, 0), SUPPLY_LEVELS - 1)
    note(s, Event.SUPPLY, p, s.supply[p], 0)


@kernel
def count_supply_icons(s, p):
    """Supply icons in the areas seat ``p`` controls. Rule: 2E-SUP-01, -02."""
    rules = RULES[s.ruleset]
    n = 0
    for a in range(rules.num_areas):
        if rules.supply_icons[a] > 0 and controller(s, a) == p:
            n += rules.supply_icons[a]
    return n


@kernel
def update_supply(s):
    """Set all Supply tokens in turn order, then cut armies. Rule: 2E-CARD-01 (AMB-03)."""
    for i in range(s.num_players):
        p = s.track[Track.IRON_THRONE, i]
        set_supply(s, p, count_supply_icons(s, p))
    start_reconcile(s, NONE)


@kernel
def start_reconcile(s, only):
    """Have every house in turn order cut its armies to its Supply level. Rule: 2E-SUP-13.

    ``only``: the one seat that has to, or NONE.
    """
    push(s, Phase.RECONCILE, only, 0, NONE, 0)


@linked
def enter_reconcile(s):
    """Ask the next house over its limit for one unit; stop when all armies fit.

    Frame: the only seat or NONE, a turn index, b area cut last or NONE, c ``tight`` mask (only
    with supply_cut=minimal).
    Only areas with two units or more are cut, so control never changes.
    Rule: 2E-SUP-13, -16 (AMB-08).
    """
    frame = top(s)
    while frame[A] < s.num_players:
        p = s.track[Track.IRON_THRONE, frame[A]]
        if (frame[PLAYER] == NONE or frame[PLAYER] == p) and not within_supply(s, p):
            push(s, Phase.RECONCILE_AREA, p, frame[B], frame[C], 0)
            return
        frame[A] += 1
        frame[B] = NONE
        frame[C] = 0
    pop(s)


@linked
def legal_reconcile_area(s, mask):
    """Own armies; with supply_cut=minimal those that lead to a minimal cut. Rule: 2E-SUP-13."""
    frame = top(s)
    p = frame[PLAYER]
    for a in range(RULES[s.ruleset].num_areas):
        if s.owner[a] == p and count_units(s, a) >= 2:
            mask[actions.AREA + a] = s.options[Option.SUPPLY_CUT] == SupplyCut.ANY_PATH or can_cut(
                s, p, a, frame[A], frame[B]
            )


@linked
def apply_reconcile_area(s, action):
    """Go on to the unit."""
    a = action - actions.AREA
    ask_which_unit(s, a, types_in(s, a))


@kernel
def ask_which_unit(s, a, types):
    """Ask which of the types in the mask ``types`` area ``a`` loses; no question if it is one."""
    p = top(s)[PLAYER]
    pop(s)
    frame = top(s)
    frame[C] = tight_after(s, a, frame[B], frame[C])
    frame[B] = a
    if types & (types - 1) == 0:
        cut_unit(s, a, lowest_bit(types))
    else:
        push(s, Phase.RECONCILE_UNIT, p, a, 0, 0)


@kernel
def types_in(s, a):
    """Types of the units in an area, as a mask."""
    types = 0
    for u in range(NUM_UNITS):
        if s.units[a, u] + s.routed[a, u] > 0:
            types |= BIT[u]
    return types


@linked
def legal_reconcile_unit(s, mask):
    """Types of the units in the area. Rule: 2E-SUP-08."""
    mark_types(mask, types_in(s, top(s)[A]))


@linked
def apply_reconcile_unit(s, action):
    """Destroy the unit."""
    a = top(s)[A]
    pop(s)
    cut_unit(s, a, action - actions.UNIT)


@kernel
def cut_unit(s, a, u):
    """Destroy one unit of a type, a routed one before a standing one."""
    destroy_unit(s, a, u, s.routed[a, u] > 0)


# --- supply_cut=minimal: no removed unit may be unnecessary
#
# Areas are cut in ascending order, so that the same sizes are reached in one way only; the units
# of one area die in any order. A unit taken from an army that ends with n units was necessary when,
# at the end, the house has as many armies of n + 1 or more units as its level allows: then
# putting it back breaks the limit. Such sizes n + 1 are collected in the bit mask ``tight``.


@kernel
def tight_after(s, a, last, tight):
    """``tight`` once the cut goes on to area ``a``: the area cut before keeps its size."""
    if s.options[Option.SUPPLY_CUT] == SupplyCut.MINIMAL and last != NONE and last != a:
        return tight | BIT[count_units(s, last) + 1]
    return tight


@kernel
def can_cut(s, p, a, last, tight):
    """True if cutting area ``a`` next leads to a minimal cut. Rule: 2E-SUP-13 (AMB-08).

    ``last`` is the area cut before, or NONE. Tries all ways to go on: at most a few thousand, as
    the sizes of the armies of one house add up to 23 units at most.
    """
    if a < last:
        return False
    tight = tight_after(s, a, last, tight)
    ways = 1
    for b in range(a, RULES[s.ruleset].num_areas):
        if s.owner[b] == p:
            ways *= count_units(s, b) - (b == a)
    for way in range(ways):
        if is_minimal_cut(s, p, a, tight, way):
            return True
    return False


@kernel
def is_minimal_cut(s, p, first, tight, way):
    """True if the cut ``way`` from area ``first`` on ends within Supply and is minimal.

    ``way`` has one digit for each own area from ``first`` on: the units removed there, of which
    one stays; ``first`` loses one more than its digit.
    """
    armies = BIT[0] & 0
    for a in range(RULES[s.ruleset].num_areas):
        if s.owner[a] == p:
            n = count_units(s, a)
            if a >= first:
                base = n - (a == first)
                cut = way % base + (a == first)
                way //= base
                n -= cut
                if cut > 0:
                    tight |= BIT[n + 1]
            armies += army(n)
    limit = supply_limit(s, p)
    for n in range(SMALLEST_ARMY, LARGEST_ARMY + 1):
        if has(tight, n) and armies_of(armies, n) != armies_of(limit, n):
            return False
    return fits_supply(s, p, armies)


ROWS = (
    Step(
        Phase.RECONCILE,
        enter_reconcile,
        Editions.ALL,
        arguments=(
            TURN,
            Argument("last", ArgType.AREA_OR_NONE),
            Argument("tight", ArgType.SIZES),
        ),
        on=(Phase.WESTEROS, Phase.SETTLE),
    ),
    Decision(
        Phase.RECONCILE_AREA,
        Family.WESTEROS,
        "supply is exceeded: where to destroy a unit",
        {"area": "reconcile {x}"},
        question="Supply is exceeded: where is a unit destroyed?",
        labels={"area": "Destroy a unit in {x}"},
        legal=legal_reconcile_area,
        apply=apply_reconcile_area,
        editions=Editions.ALL,
        arguments=(Argument("last", ArgType.AREA_OR_NONE), Argument("tight", ArgType.SIZES)),
        on=(Phase.RECONCILE,),
    ),
    Decision(
        Phase.RECONCILE_UNIT,
        Family.WESTEROS,
        "supply is exceeded: which unit there to destroy",
        {"unit": "reconcile {area} {x}"},
        question="Supply is exceeded: which unit is destroyed in {area}?",
        labels={"unit": "Destroy {a_x} in {area}"},
        legal=legal_reconcile_unit,
        apply=apply_reconcile_unit,
        editions=Editions.ALL,
        arguments=(THE_AREA,),
        asks=Asks.OWNER,
        on=(Phase.RECONCILE,),
        about_area=True,
    ),
)
"""Rows of these decisions and steps."""
