"""Mustering: upgrades and new units in castle areas.

A house goes through its areas twice in ascending order: first upgrades, then new units. What an
area does in a pass may be named in any order, so no point is lost by naming one thing first.
Nothing is lost by the passes either, as upgrades free Footmen and never change the size of an army;
who goes on from upgrades says so.
"""

from __future__ import annotations

from got_env.core.agenda import PLAYER, A, B, pop, push, top
from got_env.core.jit import kernel, linked, lowest_bit
from got_env.westeros.rules import actions
from got_env.westeros.rules.armies import fits_with_army
from got_env.westeros.rules.board import BIT, controller, count_units, enemy_units, has, note
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
from got_env.westeros.rules.option_values import MusterNeutralSea, RoutedUpgrade
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    MAX_AREAS,
    NONE,
    PORT_CAPACITY,
    Event,
    Phase,
    Terrain,
    Track,
    Unit,
)

UPGRADES, NEW_UNITS, FINISHED = range(3)
"""Passes of MUSTER_HOUSE."""

NUM_UPGRADES = 4
"""Upgrade options: 2 * (0 Knight, 1 Siege Engine) + (0 standing, 1 routed Footman)."""

NEW_FOOTMAN = 0
NEW_SHIP = 1
NEW_KNIGHT = NEW_SHIP + MAX_AREAS
NEW_SIEGE_ENGINE = NEW_KNIGHT + 1
"""Options for new units; NEW_SHIP + d is a Ship placed in area d."""


@linked
def enter_muster_all(s):
    """Let the houses muster in turn order. Frame: a turn index. Rule: 2E-MUS-01, -02."""
    frame = top(s)
    if frame[A] == s.num_players:
        pop(s)
        return
    p = s.track[Track.IRON_THRONE, frame[A]]
    frame[A] += 1
    rules = RULES[s.ruleset]
    for i in range(rules.num_castles):
        a = rules.castles[i]
        if controller(s, a) == p:
            s.muster_left[a] = rules.muster_points[a]
    push(s, Phase.MUSTER_HOUSE, p, 0, UPGRADES, 0)


@linked
def start_muster_area(s, p, a):
    """Let seat ``p`` muster in one castle area. Rule: 2E-CONS-06, 2E-WC-19."""
    s.muster_left[a] = RULES[s.ruleset].muster_points[a]
    push(s, Phase.MUSTER_HOUSE, p, a, UPGRADES, 0)


@linked
def can_muster(s, p, a):
    """True if seat ``p`` could do anything by mustering in area ``a``. Rule: 2E-MUS-02, -19."""
    points = RULES[s.ruleset].muster_points[a]
    if points == 0 or controller(s, a) != p:
        return False
    return next_upgrade(s, p, a, points) != NONE or next_new(s, p, a, points) != NONE


@linked
def enter_muster_house(s):
    """Ask for the next area in which this house can do something; then forget unused points.

    Frame: player, a area cursor, b pass. Rule: 2E-MUS-12.
    """
    frame = top(s)
    p = frame[PLAYER]
    while frame[B] != FINISHED:
        a = frame[A]
        if s.muster_left[a] > 0:
            if frame[B] == UPGRADES:
                if next_upgrade(s, p, a, s.muster_left[a]) != NONE:
                    push(s, Phase.MUSTER_UPGRADE, p, a, 0, 0)
                    return
            elif next_new(s, p, a, s.muster_left[a]) != NONE:
                push(s, Phase.MUSTER, p, a, 0, 0)
                return
        next_muster_area(s)
    s.muster_left[:] = 0
    pop(s)


@kernel
def next_muster_area(s):
    """Move the MUSTER_HOUSE frame on top to the next area that may muster, or to its next pass."""
    frame = top(s)
    a = frame[A] + 1
    while a < RULES[s.ruleset].num_areas and s.muster_left[a] == 0:
        a += 1
    if a == RULES[s.ruleset].num_areas:
        a = 0
        frame[B] += 1
    frame[A] = a


# --- upgrades


@kernel
def can_upgrade(s, p, a, option, points):
    """True if a Footman in ``a`` can be swapped as ``option`` says. Rule: 2E-MUS-08 to -10."""
    cost = RULES[s.ruleset].muster_cost
    unit = Unit.KNIGHT + option // 2
    if points < cost[unit] - cost[Unit.FOOTMAN] or s.owner[a] != p or s.pool[p, unit] == 0:
        return False
    if has(RULES[s.ruleset].town_mask, a):
        return False  # Rule: ASOS-TOWN-02
    if option % 2 == 0:
        return s.units[a, Unit.FOOTMAN] > 0
    return s.routed[a, Unit.FOOTMAN] > 0


@kernel
def next_upgrade(s, p, a, points):
    """First legal upgrade option in area ``a``, or NONE."""
    for i in range(NUM_UPGRADES):
        if can_upgrade(s, p, a, i, points):
            return i
    return NONE


@linked
def upgrade_footman(s, p, a, unit, is_routed):
    """Swap one Footman for an unused Knight or Siege Engine, which stands or lies like it.

    Rule: 2E-MUS-08, -09 (AMB-94).
    """
    if is_routed:
        s.routed[a, Unit.FOOTMAN] -= 1
    else:
        s.units[a, Unit.FOOTMAN] -= 1
    if is_routed and s.options[Option.ROUTED_UPGRADE] == RoutedUpgrade.STAYS_ROUTED:
        s.routed[a, unit] += 1
    else:
        s.units[a, unit] += 1
    s.pool[p, Unit.FOOTMAN] += 1
    s.pool[p, unit] -= 1
    note(s, Event.UPGRADE, p, a, unit)


@linked
def legal_muster_upgrade(s, mask):
    """Knight, Siege Engine, or no more upgrades here. Rule: 2E-MUS-08, -09, -12."""
    frame = top(s)
    a = frame[A]
    mask[actions.DONE] = True
    for i in range(NUM_UPGRADES):
        if can_upgrade(s, frame[PLAYER], a, i, s.muster_left[a]):
            mask[actions.UPGRADE + i // 2] = True


@linked
def apply_muster_upgrade(s, action):
    """Upgrade, after asking which Footman if a standing and a routed one are there."""
    frame = top(s)
    p = frame[PLAYER]
    a = frame[A]
    pop(s)
    if action == actions.DONE:
        next_muster_area(s)
        return
    standing = 2 * (action - actions.UPGRADE)
    points = s.muster_left[a]
    can_stand = can_upgrade(s, p, a, standing, points)
    can_lie = can_upgrade(s, p, a, standing + 1, points)
    if can_stand and can_lie:
        push(s, Phase.MUSTER_STATUS, p, a, standing // 2, 0)
    else:
        take_upgrade(s, p, a, standing if can_stand else standing + 1)


@linked
def legal_muster_status(s, mask):
    """The standing or the routed Footman. Rule: 2E-MUS-08."""
    mask[actions.STATUS] = True
    mask[actions.STATUS + 1] = True


@linked
def apply_muster_status(s, action):
    """Upgrade that Footman."""
    frame = top(s)
    p = frame[PLAYER]
    a = frame[A]
    unit = frame[B]
    pop(s)
    take_upgrade(s, p, a, 2 * unit + action - actions.STATUS)


@kernel
def take_upgrade(s, p, a, option):
    """Pay for an upgrade and carry it out; MUSTER_HOUSE is on top."""
    cost = RULES[s.ruleset].muster_cost
    unit = Unit.KNIGHT + option // 2
    s.muster_left[a] -= cost[unit] - cost[Unit.FOOTMAN]
    upgrade_footman(s, p, a, unit, option % 2 == 1)


# --- new units


@kernel
def can_place_unit(s, p, a, unit, points):
    """True if one unused unit can be paid for and joins area ``a`` within Supply.

    Rule: 2E-MUS-04 to -07, -10, -13 (AMB-10).
    """
    return (
        points >= RULES[s.ruleset].muster_cost[unit]
        and s.pool[p, unit] > 0
        and fits_with_army(s, p, a, count_units(s, a) + 1)
    )


@kernel
def ship_places(s, a):
    """Areas where the Ships of area ``a`` may be placed, as a mask: adjacent seas, the own Port."""
    rules = RULES[s.ruleset]
    places = rules.adjacent[a] & rules.sea_mask
    if rules.port_of[a] != NONE:
        places |= BIT[rules.port_of[a]]
    return places


@kernel
def can_place_ship(s, p, d, points):
    """True if a Ship can be mustered into ``d``. Rule: 2E-MUS-15 to -18, 2E-PORT-26."""
    if enemy_units(s, p, d) or (s.neutral[d] > 0 and not neutral_ships_leave(s)):
        return False
    if RULES[s.ruleset].kind[d] == Terrain.PORT and count_units(s, d) >= PORT_CAPACITY:
        return False
    return can_place_unit(s, p, d, Unit.SHIP, points)


@kernel
def neutral_ships_leave(s):
    """True if Ships can be mustered among neutral ones, which leave then. Rule: 1E-NP-11."""
    return s.options[Option.MUSTER_NEUTRAL_SEA] == MusterNeutralSea.ALLOWED


@kernel
def new_options(s, a):
    """Options for which area ``a`` has a place, as a mask."""
    return (
        BIT[NEW_FOOTMAN] | BIT[NEW_KNIGHT] | BIT[NEW_SIEGE_ENGINE] | ship_places(s, a) << NEW_SHIP
    )


@kernel
def can_take_new(s, p, a, option, points):
    """True if a new unit, one of :func:`new_options`, is legal. Rule: 2E-MUS-20 (AMB-11)."""
    if option == NEW_FOOTMAN:
        return can_place_unit(s, p, a, Unit.FOOTMAN, points)
    if option == NEW_KNIGHT:
        return can_place_unit(s, p, a, Unit.KNIGHT, points)
    if option == NEW_SIEGE_ENGINE:
        return can_place_unit(s, p, a, Unit.SIEGE_ENGINE, points)
    return can_place_ship(s, p, option - NEW_SHIP, points)


@kernel
def next_new(s, p, a, points):
    """First legal option for a new unit of area ``a``, or NONE."""
    left = new_options(s, a)
    while left != 0:
        i = lowest_bit(left)
        left &= left - 1
        if can_take_new(s, p, a, i, points):
            return i
    return NONE


@kernel
def new_unit_action(option):
    """Action of an option for a new unit."""
    if option == NEW_FOOTMAN:
        return actions.UNIT + Unit.FOOTMAN
    if option == NEW_KNIGHT:
        return actions.UNIT + Unit.KNIGHT
    if option == NEW_SIEGE_ENGINE:
        return actions.UNIT + Unit.SIEGE_ENGINE
    return actions.AREA + option - NEW_SHIP


@linked
def legal_muster(s, mask):
    """New units of the area, Ships by their destination, or no more. Rule: 2E-MUS-12, -20."""
    frame = top(s)
    a = frame[A]
    mask[actions.DONE] = True
    left = new_options(s, a)
    while left != 0:
        i = lowest_bit(left)
        left &= left - 1
        if can_take_new(s, frame[PLAYER], a, i, s.muster_left[a]):
            mask[new_unit_action(i)] = True


@linked
def apply_muster(s, action):
    """Place the unit. Rule: 2E-MUS-03, -11."""
    frame = top(s)
    p = frame[PLAYER]
    a = frame[A]
    pop(s)
    if action == actions.DONE:
        next_muster_area(s)
    elif action == actions.UNIT + Unit.FOOTMAN:
        place_new(s, p, a, a, Unit.FOOTMAN)
    elif action == actions.UNIT + Unit.KNIGHT:
        place_new(s, p, a, a, Unit.KNIGHT)
    elif action == actions.UNIT + Unit.SIEGE_ENGINE:
        place_new(s, p, a, a, Unit.SIEGE_ENGINE)
    else:
        place_new(s, p, a, action - actions.AREA, Unit.SHIP)


@kernel
def place_new(s, p, a, d, unit):
    """Pay in area ``a`` for a unit placed in ``d``."""
    s.muster_left[a] -= RULES[s.ruleset].muster_cost[unit]
    s.pool[p, unit] -= 1
    s.owner[d] = p
    s.units[d, unit] += 1
    if s.neutral[d] > 0:
        s.neutral[d] = 0
        note(s, Event.NEUTRAL_BEATEN, p, d, 0)
    note(s, Event.MUSTER, p, d, unit)


ROWS = (
    Step(
        Phase.MUSTER_ALL,
        enter_muster_all,
        Editions.ALL,
        arguments=(TURN,),
        on=(Phase.WESTEROS,),
    ),
    Step(
        Phase.MUSTER_HOUSE,
        enter_muster_house,
        Editions.ALL,
        arguments=(
            Argument("area", ArgType.AREA),
            Argument("pass", ("upgrades", "new_units", "finished")),
        ),
        on=(Phase.CONSOLIDATE_STEP, Phase.MUSTER_ALL, Phase.WILDLINGS),
    ),
    Decision(
        Phase.MUSTER_UPGRADE,
        Family.WESTEROS,
        "mustering: turn a footman of the area into a better unit, or no more upgrades there",
        {"upgrade": "upgrade {area} {x}", "done": "upgrade {area} done"},
        question=(
            "Mustering in {area}: does a Footman become a better unit? New units come after that."
        ),
        labels={
            "upgrade": "Turn a Footman in {area} into {a_x}",
            "done": "No more upgrades in {area}",
        },
        legal=legal_muster_upgrade,
        apply=apply_muster_upgrade,
        editions=Editions.ALL,
        arguments=(THE_AREA,),
        asks=Asks.CONTROLLER,
        on=(Phase.MUSTER_HOUSE,),
        about_area=True,
    ),
    Decision(
        Phase.MUSTER_STATUS,
        Family.WESTEROS,
        "upgrade a standing or a routed footman",
        {"status": "upgrade {area} {x}"},
        question="Mustering in {area}: which Footman becomes a better unit?",
        labels={"status": "Upgrade the {x} Footman in {area}"},
        legal=legal_muster_status,
        apply=apply_muster_status,
        editions=Editions.ALL,
        arguments=(THE_AREA, Argument("to", ("knight", "siege_engine"))),
        asks=Asks.CONTROLLER,
        on=(Phase.MUSTER_HOUSE,),
        about_area=True,
    ),
    Decision(
        Phase.MUSTER,
        Family.WESTEROS,
        "muster a unit in the area (a ship also in a sea beside it), or give up its points",
        {
            "unit": "muster {area} {x}",
            "area": "muster {area} ship {x}",
            "done": "muster {area} done",
        },
        question="Mustering in {area}: which new unit? Points that are left are given up.",
        labels={
            "unit": "Muster {a_x} in {area}",
            "area": "Muster a Ship in {x}",
            "done": "Muster no more in {area}",
        },
        legal=legal_muster,
        apply=apply_muster,
        editions=Editions.ALL,
        arguments=(THE_AREA,),
        asks=Asks.CONTROLLER,
        on=(Phase.MUSTER_HOUSE,),
        about_area=True,
    ),
)
"""Rows of these decisions and steps."""
