"""Casualties and retreats: allied units are never left alone, Leaders go along if they can."""

from __future__ import annotations

from got_env.core.agenda import A, B, C, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.westeros.claim.battle_strength import fighting_leaders
from got_env.westeros.claim.hostages import capture_all, leave_battle
from got_env.westeros.claim.map_queries import is_allied, steps
from got_env.westeros.phases.casualties import kill_fighter, kill_routed, lose_next, standing_of
from got_env.westeros.phases.combat_strength import effect_of
from got_env.westeros.phases.retreat import (
    ask_retreat,
    count_fighters,
    move_fighters,
    origin_open,
    retreat_loss,
    retreat_open,
)
from got_env.westeros.rules import actions
from got_env.westeros.rules.board import has, note, vacate_if_empty
from got_env.westeros.rules.decision_row import Editions, Instead
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    AREA_PLACES,
    NONE,
    NUM_UNITS,
    Effect,
    Event,
    Phase,
    Side,
)

# --- units to lose, in ascending order of types


@kernel
def has_routed_company(s, side):
    """True if a routed unit of the own colour lies with the fighting ones. Rule: ASOS-ALLY-07."""
    if side == Side.ATTACKER or s.owner[s.fight_area] == NONE:
        return False
    for u in range(NUM_UNITS):
        if s.routed[s.fight_area, u] > 0 and not is_allied(s, u):
            return True
    return False


@kernel
def can_lose_so(s, side, first, n, gone):
    """True if ``n`` more units of types from ``first`` on can be lost without stranding allies.

    One of type ``gone`` has been lost already, unless that is NONE. Rule: ASOS-ALLY-03, -07.
    """
    own_before = 0
    own_after = 0
    allies_before = 0
    allies_after = 0
    for u in range(NUM_UNITS):
        k = standing_of(s, side, u) - (u == gone)
        if is_allied(s, u):
            allies_before += k if u < first else 0
            allies_after += k if u >= first else 0
        else:
            own_before += k if u < first else 0
            own_after += k if u >= first else 0
    there = own_after + allies_after
    if n > there:
        return False
    if allies_before + allies_after == 0 or own_before > 0 or has_routed_company(s, side):
        return True
    if own_after > 0 and n < there:
        return True
    return allies_before == 0 and n >= allies_after


@kernel
def mark_losses(s, side, first, n, mask):
    """Allow the types of which the next of ``n`` units may be."""
    for u in range(first, NUM_UNITS):
        if standing_of(s, side, u) > 0 and can_lose_so(s, side, u, n - 1, u):
            mask[actions.UNIT + u] = True


@linked
def begin_losses(s, side, n):
    """Let a side lose ``n`` standing units of its choice, all if it has fewer.

    Rule: ASOS-EX-18, ASOS-DP-19, -37.
    """
    if n <= 0:
        return
    total = 0
    types = 0
    for u in range(NUM_UNITS):
        k = standing_of(s, side, u)
        total += k
        types += k > 0
    if total <= n or types == 1:
        for u in range(NUM_UNITS - 1, -1, -1):
            while n > 0 and standing_of(s, side, u) > 0:
                kill_fighter(s, side, u, False)
                n -= 1
        return
    push(s, Phase.CASUALTY, s.fighter[side], n, 0, side)


@linked
def legal_loss(s, mask):
    """Unit types in ascending order. Frame: a left, b type, c side."""
    frame = top(s)
    mark_losses(s, int(frame[C]), int(frame[B]), int(frame[A]), mask)


# --- retreats


@linked
def begin_rout(s, side):
    """Lose what cannot retreat, then find the area for the rest. Rule: ASOS-HOST-04, -05, -08."""
    kill_routed(s, side)
    n = count_fighters(s, side)
    if n > 0 and count_own(s, side) == 0:
        destroy_all(s, side)
        n = 0
    if n == 0:
        leaders_alone(s, side)
        return
    p = s.fighter[side]
    if side == Side.ATTACKER:
        # Rule: ASOS-ARROW-06, -08, ASOS-HC-16
        if origin_open(s) and retreat_loss(s, p, s.fight_from, n) < n:
            begin_arrival(s, side, int(s.fight_from))
        else:
            destroy_all(s, side)
            leaders_alone(s, side)
        return
    least = fewest_lost(s, side, n)
    if least >= n:
        destroy_all(s, side)
        leaders_alone(s, side)
    elif effect_of(s, 1 - side) == Effect.ROBB_STARK:
        push(s, Phase.ROBB, s.fighter[1 - side], side, least, 0)
    else:
        ask_retreat(s, side, least)


@kernel
def count_own(s, side):
    """Standing fighting units of a side but allied ones."""
    n = 0
    for u in range(NUM_UNITS):
        if not is_allied(s, u):
            n += standing_of(s, side, u)
    return n


@kernel
def destroy_all(s, side):
    """Destroy all units of a side, allied ones first."""
    for u in range(NUM_UNITS - 1, -1, -1):
        while standing_of(s, side, u) > 0:
            kill_fighter(s, side, u, False)


@kernel
def rout_open(s, side, d):
    """True if a beaten defender may retreat to ``d``. Rule: ASOS-ARROW-07, ASOS-GARR-08."""
    reach = steps(s, s.fighter[side], s.fight_area)
    return retreat_open(s, side, reach, d)


@kernel
def fewest_lost(s, side, n):
    """Losses in the best open area; ``n`` when there is none."""
    least = n
    for d in range(RULES[s.ruleset].num_areas):
        if least > 0 and rout_open(s, side, d):
            least = min(least, retreat_loss(s, s.fighter[side], d, n))
    return least


@kernel
def mark_routs(s, side, most, mask):
    """Allow the open areas that cost at most ``most`` units; Leaders alone need own units there."""
    n = count_fighters(s, side)
    for d in range(RULES[s.ruleset].num_areas):
        if rout_open(s, side, d):
            if n == 0:
                mask[actions.AREA + d] = s.owner[d] == s.fighter[side]
            elif retreat_loss(s, s.fighter[side], d, n) <= most:
                mask[actions.AREA + d] = True


@linked
def legal_rout(s, mask):
    """Open areas. Frame: a side, b most losses."""
    frame = top(s)
    mark_routs(s, int(frame[A]), int(frame[B]), mask)


@linked
def apply_rout(s, action):
    """Go there with all units and Leaders."""
    side = int(top(s)[A])
    pop(s)
    begin_arrival(s, side, action - actions.AREA)


@linked
def legal_maege(s, mask):
    """Areas with the fewest losses, or done to leave it to the loser. Rule: ASOS-HC-16."""
    frame = top(s)
    mask[actions.DONE] = True
    mark_routs(s, int(frame[A]), int(frame[B]), mask)


@linked
def apply_maege(s, action):
    """Send the beaten side there."""
    frame = top(s)
    side = int(frame[A])
    least = int(frame[B])
    pop(s)
    if action == actions.DONE:
        ask_retreat(s, side, least)
    else:
        begin_arrival(s, side, action - actions.AREA)


@kernel
def begin_arrival(s, side, d):
    """Lose what Supply does not allow in ``d``, then move in."""
    n = count_fighters(s, side)
    lost = retreat_loss(s, s.fighter[side], d, n) if n > 0 else 0
    if lost == 0:
        arrive(s, side, d)
    else:
        push(s, Phase.RETREAT_LOSS, s.fighter[side], lost, 0, side * AREA_PLACES + d)


@linked
def legal_rout_loss(s, mask):
    """Unit types in ascending order. Frame: a left, b type, c side and destination."""
    frame = top(s)
    mark_losses(s, int(frame[C]) // AREA_PLACES, int(frame[B]), int(frame[A]), mask)


@linked
def apply_rout_loss(s, action):
    """Destroy one unit; when enough are gone the rest moves in."""
    place = int(top(s)[C])
    side = place // AREA_PLACES
    if lose_next(s, side, action - actions.UNIT):
        arrive(s, side, place % AREA_PLACES)


@kernel
def arrive(s, side, d):
    """Units become routed in ``d``, Leaders go along. Rule: ASOS-HOST-05, ASOS-HC-22."""
    p = int(s.fighter[side])
    move_fighters(s, side, d, effect_of(s, side) == Effect.ORDERLY_DEFEAT)
    leaders = fighting_leaders(s, side)
    for i in range(RULES[s.ruleset].num_leaders):
        if has(leaders, i):
            leave_battle(s, i)
            s.leader_at[i] = d
    note(s, Event.RETREAT, p, d, 0)
    if side == Side.DEFENDER:
        vacate_if_empty(s, s.fight_area)


@kernel
def leaders_alone(s, side):
    """Leaders without units join others of their player if they can, else they are taken.

    Rule: ASOS-HOST-04, -08, ASOS-EX-15, -29.
    """
    if fighting_leaders(s, side) == 0:
        return
    p = s.fighter[side]
    if side == Side.ATTACKER:
        if s.owner[s.fight_from] == p:
            arrive(s, side, int(s.fight_from))
        else:
            capture_all(s, side)
        return
    area = NONE
    n = 0
    for d in range(RULES[s.ruleset].num_areas):
        if rout_open(s, side, d) and s.owner[d] == p:
            area = d
            n += 1
    if n == 0:
        capture_all(s, side)
    elif n == 1:
        arrive(s, side, area)
    else:
        push(s, Phase.RETREAT, p, side, 0, 0)


ROWS = (
    Instead(Phase.CASUALTY, Editions.CLAIM, legal=legal_loss),
    Instead(Phase.ROBB, Editions.CLAIM, legal=legal_maege, apply=apply_maege),
    Instead(Phase.RETREAT, Editions.CLAIM, legal=legal_rout, apply=apply_rout),
    Instead(Phase.RETREAT_LOSS, Editions.CLAIM, legal=legal_rout_loss, apply=apply_rout_loss),
)
"""Rows of these decisions and steps."""
