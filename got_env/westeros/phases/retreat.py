"""Retreat and rout of the losing side.

A retreat area is judged by how many retreating units it costs because of Supply or a full Port;
only areas with the fewest losses are open (2E-RETR-07, -08, -22).
"""

from __future__ import annotations

from got_env.core.agenda import A, B, C, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.westeros.phases.casualties import (
    kill_fighter,
    kill_routed,
    kill_siege_engines,
    lose_next,
    mark_casualties,
    standing_of,
)
from got_env.westeros.phases.combat_strength import effect_of
from got_env.westeros.rules import actions
from got_env.westeros.rules.armies import army, count_armies, fits_supply
from got_env.westeros.rules.board import (
    controller,
    count_units,
    has,
    land_reach,
    note,
    settle,
    ship_reach,
    vacate_if_empty,
)
from got_env.westeros.rules.decision_row import (
    THE_SIDE,
    UNITS_LEFT,
    ArgType,
    Argument,
    Asks,
    Decision,
    Editions,
    Family,
    Instead,
)
from got_env.westeros.rules.option_values import RetreatChoice, RetreatEnemyHome, RobbBeatenAttacker
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    AREA_PLACES,
    NONE,
    NUM_UNITS,
    PORT_CAPACITY,
    Effect,
    Event,
    Phase,
    Side,
    Terrain,
)


@kernel
def count_fighters(s, side):
    """Standing fighting units of a side."""
    n = 0
    for u in range(NUM_UNITS):
        n += standing_of(s, side, u)
    return n


@linked
def begin_retreat(s, side):
    """Destroy what cannot retreat, then find the area for the rest. Rule: 2E-RETR-01, -09, -14."""
    kill_routed(s, side)
    kill_siege_engines(s, side)
    n = count_fighters(s, side)
    if n == 0:
        return
    winner = s.fighter[1 - side]
    robb = effect_of(s, 1 - side) == Effect.ROBB_STARK
    if side == Side.ATTACKER and not (
        robb and s.options[Option.ROBB_BEATEN_ATTACKER] == RobbBeatenAttacker.ANY_LEGAL
    ):
        go_back(s, n)
        return
    least = fewest_losses(s, side, n)
    if least >= n:
        destroy_fighters(s, side)
    elif robb:
        push(s, Phase.ROBB, winner, side, least, 0)
    else:
        ask_retreat(s, side, least)


@kernel
def go_back(s, n):
    """A beaten attacker goes back to the area of origin, if it is open. Rule: 2E-RETR-02, -21."""
    if origin_open(s) and retreat_loss(s, s.fighter[Side.ATTACKER], s.fight_from, n) < n:
        begin_arrival(s, Side.ATTACKER, s.fight_from)
    else:
        destroy_fighters(s, Side.ATTACKER)


@kernel
def destroy_fighters(s, side):
    """Destroy all retreating units. Rule: 2E-RETR-09."""
    for u in range(NUM_UNITS):
        while standing_of(s, side, u) > 0:
            kill_fighter(s, side, u, False)


@kernel
def origin_open(s):
    """True if the attackers may go back: always, but by the 2nd edition not to an enemy home.

    Rule: AMB-53, 1E-RET-01, 1E-RET-20.
    """
    rules = RULES[s.ruleset]
    p = s.fighter[Side.ATTACKER]
    a = s.fight_from
    if s.owner[a] != NONE and s.owner[a] != p:
        return False
    if s.options[Option.RETREAT_ENEMY_HOME] == RetreatEnemyHome.ATTACKERS:
        return True
    if rules.kind[a] == Terrain.SEA:
        return True
    if rules.kind[a] == Terrain.PORT:
        return controller(s, rules.port_land[a]) == p
    return open_land(s, p, a)


@kernel
def open_land(s, p, a):
    """True if no other house holds the land area ``a``, which has no enemy units.

    Rule: 2E-HOME-06, 1E-RET-19.
    """
    holder = controller(s, a)
    if s.options[Option.RETREAT_ENEMY_HOME] == RetreatEnemyHome.ALLOWED:
        holder = s.token[a]
    return holder == NONE or holder == p


@kernel
def retreat_open(s, side, reach, d):
    """True if units of ``side`` may retreat to ``d``, Supply aside; ``reach`` is its reach.

    Rule: 2E-RETR-03, -04, -06, -10 to -15, -20, -23, 2E-HOME-06.
    """
    if side == Side.ATTACKER and d == s.fight_from:
        return origin_open(s)
    if not has(reach, d) or d == s.fight_from or d == s.fight_area:
        return False
    p = s.fighter[side]
    if s.owner[d] == p:
        return True
    if s.owner[d] != NONE or s.neutral[d] > 0:
        return False
    if RULES[s.ruleset].kind[d] != Terrain.LAND:
        return True
    return open_land(s, p, d)


@kernel
def retreat_reach(s, side):
    """Areas next to the embattled area for the retreating side, own Ships carrying land units."""
    p = s.fighter[side]
    if RULES[s.ruleset].kind[s.fight_area] == Terrain.LAND:
        return land_reach(s, p, s.fight_area)
    return ship_reach(s, p, s.fight_area)


@kernel
def retreat_loss(s, p, d, n):
    """Least number of ``n`` retreating units to destroy to enter ``d``. Rule: 2E-RETR-08."""
    armies = count_armies(s, p, d, s.fight_area)
    old = count_units(s, d) if s.owner[d] == p else 0
    for lost in range(n):
        size = old + n - lost
        if RULES[s.ruleset].kind[d] == Terrain.PORT and size > PORT_CAPACITY:
            continue
        if fits_supply(s, p, armies + army(size)):
            return lost
    return n


@kernel
def fewest_losses(s, side, n):
    """Losses in the best open area; ``n`` when there is none."""
    reach = retreat_reach(s, side)
    least = n
    for d in range(RULES[s.ruleset].num_areas):
        if least > 0 and retreat_open(s, side, reach, d):
            least = min(least, retreat_loss(s, s.fighter[side], d, n))
    return least


@kernel
def mark_retreats(s, side, most, mask):
    """Allow the open areas that cost at most ``most`` units; returns how many."""
    reach = retreat_reach(s, side)
    n = count_fighters(s, side)
    found = 0
    for d in range(RULES[s.ruleset].num_areas):
        if retreat_open(s, side, reach, d) and retreat_loss(s, s.fighter[side], d, n) <= most:
            mask[actions.AREA + d] = True
            found += 1
    return found


@kernel
def ask_retreat(s, side, least):
    """Ask the losing defender for an area. Rule: 2E-RETR-03 (AMB-48), -22 (AMB-49)."""
    most = least
    if least > 0 and s.options[Option.RETREAT_CHOICE] == RetreatChoice.FREE:
        most = count_fighters(s, side) - 1
    push(s, Phase.RETREAT, s.fighter[side], side, most, 0)


@linked
def legal_retreat(s, mask):
    """Open areas with the fewest losses. Frame: a side, b most losses."""
    frame = top(s)
    mark_retreats(s, frame[A], frame[B], mask)


@linked
def apply_retreat(s, action):
    """Go there with all units. Rule: 2E-RETR-05."""
    side = top(s)[A]
    pop(s)
    begin_arrival(s, side, action - actions.AREA)


@linked
def legal_robb(s, mask):
    """Areas with the fewest losses for the beaten side, or done to leave the choice to it.

    Frame: a beaten side, b fewest losses. Rule: 2E-HC-18 (AMB-84).
    """
    frame = top(s)
    mask[actions.DONE] = True
    mark_retreats(s, frame[A], frame[B], mask)


@linked
def apply_robb(s, action):
    """Send the beaten side there."""
    frame = top(s)
    side = frame[A]
    least = frame[B]
    pop(s)
    if action != actions.DONE:
        begin_arrival(s, side, action - actions.AREA)
    elif side == Side.ATTACKER:
        go_back(s, count_fighters(s, side))
    else:
        ask_retreat(s, side, least)


@linked
def begin_arrival(s, side, d):
    """Destroy what Supply does not allow in ``d``, chosen by its owner, then move in.

    Rule: 2E-RETR-08 (AMB-49, AMB-50).
    """
    n = count_fighters(s, side)
    lost = retreat_loss(s, s.fighter[side], d, n)
    if lost == 0:
        arrive(s, side, d)
    else:
        push(s, Phase.RETREAT_LOSS, s.fighter[side], lost, 0, side * AREA_PLACES + d)


@linked
def legal_retreat_loss(s, mask):
    """Unit types in ascending order. Frame: a left, b type, c side and destination."""
    mark_casualties(s, top(s)[C] // AREA_PLACES, mask)


@linked
def apply_retreat_loss(s, action):
    """Destroy one unit; when enough are gone the rest moves in."""
    place = int(top(s)[C])
    side = place // AREA_PLACES
    if lose_next(s, side, action - actions.UNIT):
        arrive(s, side, place % AREA_PLACES)


@kernel
def move_fighters(s, side, d, stands):
    """Move the units of a side into area ``d``, standing or routed."""
    for u in range(NUM_UNITS):
        n = standing_of(s, side, u)
        if side == Side.ATTACKER:
            s.attackers[u] -= n
        else:
            s.units[s.fight_area, u] -= n
        if stands:
            s.units[d, u] += n
        else:
            s.routed[d, u] += n
    s.owner[d] = s.fighter[side]


@kernel
def arrive(s, side, d):
    """Move the units into ``d``: routed after a defeat. Rule: 2E-ROUT-01, 2E-CTRL-17.

    The winning side arrives standing; it goes back only because of Arianne Martell (2E-HC-15). So
    does a side beaten with Ser Davos of the Storm of Swords set (ASOS-HC-22).
    """
    stands = side == s.victor or effect_of(s, side) == Effect.ORDERLY_DEFEAT
    if count_fighters(s, side) == 0:
        return
    move_fighters(s, side, d, stands)
    note(s, Event.RETREAT, s.fighter[side], d, 0)
    if side == Side.DEFENDER:
        # Control is looked at when the victors have moved in, not in between (2E-PORT-31).
        vacate_if_empty(s, s.fight_area)
    else:
        settle(s, 0)


ROWS = (
    Decision(
        Phase.ROBB,
        Family.COMBAT,
        "Robb Stark: where the beaten army retreats, or leave it to its house",
        {"area": "robb_stark {x}", "done": "robb_stark none"},
        question="{who}: where does the beaten army retreat?",
        labels={
            "area": "The beaten army retreats to {x}",
            "done": "Leave the retreat to its house",
        },
        legal=legal_robb,
        apply=apply_robb,
        editions=Editions.ALL,
        arguments=(THE_SIDE, Argument("losses", range(13))),
        asks=Asks.OTHER_SIDE,
        on=(Phase.COMBAT,),
    ),
    Instead(
        Phase.ROBB,
        Editions.FIRST_AND_STORM,
        meaning="Maege Mormont: where the beaten army retreats, or leave it to its house",
        texts={"area": "maege_mormont {x}", "done": "maege_mormont none"},
    ),
    Decision(
        Phase.RETREAT,
        Family.COMBAT,
        "where the beaten army retreats",
        {"area": "retreat {x}"},
        question="Where does the beaten army retreat?",
        labels={"area": "Retreat to {x}"},
        legal=legal_retreat,
        apply=apply_retreat,
        editions=Editions.ALL,
        arguments=(THE_SIDE, Argument("losses", range(13))),
        asks=Asks.SIDE,
        on=(Phase.COMBAT,),
    ),
    Decision(
        Phase.RETREAT_LOSS,
        Family.COMBAT,
        "the next unit destroyed because supply forbids it to retreat",
        {"unit": "casualty {x}"},
        question="Supply forbids a part of the retreat: which unit is destroyed next?",
        labels={"unit": "Destroy {a_x}"},
        legal=legal_retreat_loss,
        apply=apply_retreat_loss,
        editions=Editions.ALL,
        arguments=(
            UNITS_LEFT,
            Argument("unit", ArgType.UNIT),
            Argument("to", ArgType.SIDE_AND_AREA),
        ),
        asks=Asks.SIDE,
        on=(Phase.SETTLE, Phase.COMBAT),
    ),
)
"""Rows of these decisions and steps."""
