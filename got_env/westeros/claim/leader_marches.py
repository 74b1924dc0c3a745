"""Marches of hosts: units and Leaders, a Leader's own march, double marches, immediate moves.

Destinations come in ascending order; for each the number of units of every type, then the Leaders.
"""

from __future__ import annotations

from got_env.core.agenda import PLAYER, A, B, C, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.westeros.claim.battle_start import begin_battle
from got_env.westeros.claim.constants import DOUBLE, MANAGE, ORDER, OWN
from got_env.westeros.claim.leader_march_fits import (
    ENEMY,
    NEUTRAL_FORCE,
    NO_FIGHT,
    armies_underway,
    can_lend,
    fight_kind,
    held_by_other,
    host_fits,
    host_reach,
    lends_to,
    lent_strength,
    may_go_alone,
    may_open,
    pack,
    size_of,
)
from got_env.westeros.claim.map_queries import first_leader, leaders_at, steps
from got_env.westeros.phases.flow import next_phase
from got_env.westeros.phases.march import clear_march
from got_env.westeros.rules import actions
from got_env.westeros.rules.armies import count_armies
from got_env.westeros.rules.board import (
    BIT,
    count_orders,
    gain_power,
    has,
    next_with_order,
    note,
    place_token,
    remove_order,
    remove_token,
    vacate_if_empty,
)
from got_env.westeros.rules.decision_row import (
    STEPS_OF_ORDERS,
    THE_LEADER,
    ArgType,
    Argument,
    Asks,
    Decision,
    Editions,
    Family,
    Instead,
)
from got_env.westeros.rules.expansion import in_force
from got_env.westeros.rules.option_values import ActivationMarking, ManageTroopsControlToken
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.state import MAX_DESTINATIONS
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    IMPASSABLE,
    NONE,
    NUM_TACTICS,
    NUM_UNITS,
    Event,
    Order,
    Phase,
    Tactic,
    Terrain,
    Track,
)

ASKED = 0

# --- the March step, and support against Neutral Forces before a march


@linked
def enter_host_step(s):
    """Give the next house in turn one March order to resolve. Rule: ASOS-TURN-08."""
    frame = top(s)
    if frame[A] == 0:
        frame[A] = 1
        s.turn_pos = NONE
    p = next_with_order(s, Order.MARCH_MINUS, Order.MARCH_STAR)
    if p == NONE:
        next_phase(s)
    else:
        begin_host_turn(s, p, NONE, NONE)


@kernel
def begin_host_turn(s, p, area, leader):
    """Begin a turn of marching: of the order on ``area``, of a Leader there, or yet to be chosen.

    Frame: a stage, b area + 1, c Leader + 1.
    """
    s.neutral_grant[:] = NONE
    push(s, Phase.MARCH_TURN, p, 0, area + 1, leader + 1)


@linked
def enter_host_turn(s):
    """First the question for support against Neutral Forces, then the march. Rule: ASOS-NEUT-04."""
    frame = top(s)
    p = frame[PLAYER]
    if frame[A] == 0:
        frame[A] = 1
        if askable(s, p, int(frame[B]) - 1) != 0:
            push(s, Phase.ASK_SUPPORT, p, 0, frame[B], 0)
            return
    area = int(frame[B]) - 1
    leader = int(frame[C]) - 1
    pop(s)
    if leader != NONE:
        open_march(s, p, area, leader, OWN)
        return
    if count_orders(s, p, Order.MARCH_MINUS, Order.MARCH_STAR) > 1:
        push(s, Phase.MARCH_FROM, p, 0, 0, 0)
        return
    for a in range(RULES[s.ruleset].num_areas):
        if s.order_seat[a] == p and Order.MARCH_MINUS <= s.order[a] <= Order.MARCH_STAR:
            march_or_activate(s, p, a)
            return


@kernel
def askable(s, p, area):
    """Neutral areas in reach of a march about which others can be asked, as a mask.

    ``area``: where the march begins, NONE for any March order.
    """
    rules = RULES[s.ruleset]
    areas = BIT[0] - 1
    for d in range(rules.num_areas):
        if 0 < s.neutral[d] < IMPASSABLE and s.neutral_grant[d] == NONE:
            areas |= BIT[d]
    if areas != 0:
        areas &= lent_by_others(s, p)
    if areas == 0:
        return areas
    reach = BIT[0] - 1
    for a in range(rules.num_areas):
        here = a == area
        if area == NONE:
            here = s.order_seat[a] == p and 0 <= s.order[a] <= Order.MARCH_STAR
        if here:
            reach |= steps(s, p, a)
    return areas & reach


@kernel
def lent_by_others(s, p):
    """Areas beside Support orders of other houses, as a mask."""
    areas = BIT[0] - 1
    for x in range(RULES[s.ruleset].num_areas):
        if s.order_seat[x] != p and s.order[x] != NONE:
            areas |= lends_to(s, x)
    return areas


@linked
def legal_ask_lending(s, mask):
    """Areas to ask support against, ascending, or done. Frame: a first area, b origin + 1."""
    frame = top(s)
    areas = askable(s, frame[PLAYER], int(frame[B]) - 1)
    mask[actions.DONE] = True
    for d in range(frame[A], RULES[s.ruleset].num_areas):
        mask[actions.AREA + d] = has(areas, d)


@linked
def enter_lending_call(s):
    """Ask owner after owner, order by order. Frame: a target, b turn index, c support area."""
    frame = top(s)
    rules = RULES[s.ruleset]
    while frame[A] < rules.num_areas:
        d = frame[A]
        if s.neutral_grant[d] != NONE:
            while frame[B] < s.num_players:
                q = s.track[Track.IRON_THRONE, frame[B]]
                if q != frame[PLAYER]:
                    for x in range(frame[C], rules.num_areas):
                        if s.order_seat[x] == q and can_lend(s, x, d):
                            frame[C] = x + 1
                            push(s, Phase.NEUTRAL_SUPPORT, q, x, d, 0)
                            return
                frame[B] += 1
                frame[C] = 0
        frame[A] += 1
        frame[B] = 0
    pop(s)


@linked
def apply_lending(s, action):
    """Grant the strength of the area for this march only."""
    frame = top(s)
    x = frame[A]
    d = frame[B]
    pop(s)
    if action == actions.YES:
        s.neutral_grant[d] += lent_strength(s, x)


@linked
def apply_host_from(s, action):
    """Resolve the order of the chosen area."""
    p = top(s)[PLAYER]
    pop(s)
    march_or_activate(s, p, action - actions.AREA)


# --- activating Leaders


@kernel
def matching_order(s, i, a):
    """True if the order on ``a`` is of the kind that activates Leader ``i``. Rule: ASOS-LEAD-06."""
    first = RULES[s.ruleset].leader_icon[i]
    kinds = 3 if first == 0 else 2
    return s.order[a] != NONE and first <= s.order[a] < first + kinds


@kernel
def activators(s, p, a):
    """Leaders that the order on ``a`` may activate, as a mask. Rule: ASOS-LEAD-06, -18, -19."""
    mask = BIT[0] - 1
    for i in range(RULES[s.ruleset].num_leaders):
        fixed = s.leader_order[i] == a
        if s.options[Option.ACTIVATION_MARKING] == ActivationMarking.AT_RESOLUTION:
            fixed = True
        if fixed and s.leader_at[i] == a and s.leader_seat[i] == p and matching_order(s, i, a):
            mask |= BIT[i]
    return mask


@linked
def march_or_activate(s, p, a):
    """Ask whether the order activates a Leader if it can; else begin the march."""
    if activators(s, p, a) != 0:
        push(s, Phase.ACTIVATE, p, a, 0, 0)
    else:
        open_march(s, p, a, NONE, ORDER)


@linked
def legal_activate(s, mask):
    """A Leader, or no to resolve the order. Frame: a area. Rule: ASOS-DP-11, -32."""
    frame = top(s)
    leaders = activators(s, frame[PLAYER], frame[A])
    mask[actions.NO] = True
    for i in range(RULES[s.ruleset].num_leaders):
        mask[first_leader(s) + i] = has(leaders, i)


@linked
def activate(s, p, a, i):
    """Discard the order, turn the Leader face down, take Power, march. Rule: ASOS-LEAD-06 to -09.

    Rule: ASOS-LEAD-10, ASOS-TURN-08.
    """
    s.order[a] = NONE
    s.order_seat[a] = NONE
    s.leader_down[i] = 1
    s.leader_order[i] = NONE
    note(s, Event.ACTIVATED, p, i, a)
    n = int(RULES[s.ruleset].leader_power[i])
    if n > 0:
        gain_power(s, p, n, a)
    begin_host_turn(s, p, a, i)


# --- declaring


@kernel
def open_march(s, p, a, leader, kind):
    """Open the declaration of a march from ``a``. Rule: ASOS-LEAD-03, -20."""
    prepare(s, p, a, leader, kind)
    push(s, Phase.MARCH_TO, p, 0, 0, 0)


@kernel
def prepare(s, p, a, leader, kind):
    """Write what stands at the origin."""
    clear_host(s)
    s.march_from = a
    s.march_kind = kind
    s.march_leader = leader
    for u in range(NUM_UNITS):
        s.march_left[u] = s.units[a, u]
        s.march_fixed[u] = s.routed[a, u]
    s.leaders_left = leaders_at(s, p, a)


@kernel
def clear_host(s):
    """Blank the declaration."""
    clear_march(s)
    s.march_kind = 0
    s.march_leader = NONE
    s.march_done = 0
    s.march_fixed[:] = 0
    s.leaders_left = 0
    s.march_leaders[:] = 0
    s.double_areas = 0


@kernel
def can_move_out(s, p, armies, a, d):
    """True if some units of ``a`` could move to ``d`` by Manage Troops. Rule: ASOS-TAC-34.

    ``armies`` are those of seat ``p``, packed.
    """
    prepare(s, p, a, NONE, MANAGE)
    found = host_fits(s, p, armies_underway(s, p, armies), d, 0, 0)
    clear_host(s)
    return found


@linked
def legal_host_to(s, mask):
    """Destinations in ascending order that some completion allows, or done.

    Frame: a first area still open. Rule: ASOS-PROT-11, -12.
    """
    frame = top(s)
    p = frame[PLAYER]
    armies = armies_underway(s, p, count_armies(s, p, NONE, NONE))
    begun = s.march_count > s.march_done
    if s.march_kind < DOUBLE or begun:
        mask[actions.DONE] = (not begun) or host_fits_now(s, p, armies)
    if s.march_count == MAX_DESTINATIONS or (begun and s.march_kind >= DOUBLE):
        return
    reach = host_reach(s, p)
    for d in range(frame[A], RULES[s.ruleset].num_areas):
        if has(reach, d) and may_open(s, p, d):
            mask[actions.AREA + d] = host_fits(s, p, armies, d, 0, 0)


@kernel
def host_fits_now(s, p, armies):
    """True if the march is legal if the rest stays; ``armies`` are those underway."""
    left = pack(s.march_left)
    if s.leaders_left != 0 and size_of(left) + size_of(pack(s.march_fixed)) == 0:
        return False  # Rule: ASOS-LEAD-04
    keep = left
    s.march_left[:] = 0
    for u in range(NUM_UNITS):
        s.march_fixed[u] += (left >> (4 * u)) & 15
    fits = host_fits(s, p, armies, NONE, 0, 0)
    for u in range(NUM_UNITS):
        s.march_fixed[u] -= (keep >> (4 * u)) & 15
        s.march_left[u] = (keep >> (4 * u)) & 15
    return fits


@linked
def apply_host_to(s, action):
    """Open a destination, or end the declaration."""
    frame = top(s)
    p = frame[PLAYER]
    if action == actions.DONE:
        pop(s)
        end_host(s, p)
        return
    d = action - actions.AREA
    frame[A] = d + 1
    s.march_to[s.march_count] = d
    if fight_kind(s, p, d) != NO_FIGHT:
        s.march_attack = d
    ask_units(s, p, d, 0)


@kernel
def ask_units(s, p, d, first_unit):
    """Ask how many units of the next type present go to ``d``, then for the Leaders."""
    for u in range(first_unit, NUM_UNITS):
        if s.march_left[u] > 0:
            push(s, Phase.MARCH_COUNT, p, d, u, 0)
            return
    ask_leaders(s, p, d, 0)


@linked
def legal_host_count(s, mask):
    """Legal numbers of units of one type to send. Frame: a destination, b unit type."""
    frame = top(s)
    p = frame[PLAYER]
    d = frame[A]
    u = frame[B]
    have = int(s.march_left[u])
    armies = armies_underway(s, p, count_armies(s, p, NONE, NONE))
    for n in range(have + 1):
        # Look at the march as if n had been sent, then take it back; who is not sent stays out.
        s.march_left[u] = have - n
        s.march_units[s.march_count, u] = n
        mask[actions.COUNT + n] = host_fits(s, p, armies, d, u + 1, 0)
        s.march_left[u] = have
        s.march_units[s.march_count, u] = 0


@linked
def apply_host_count(s, action):
    """Send so many units and go on to the next type."""
    frame = top(s)
    p = frame[PLAYER]
    d = int(frame[A])
    u = int(frame[B])
    pop(s)
    n = action - actions.COUNT
    s.march_left[u] -= n
    s.march_units[s.march_count, u] = n
    ask_units(s, p, d, u + 1)


@kernel
def may_lead(s, p, d, i):
    """True if Leader ``i`` may go to ``d`` with what is sent. Rule: ASOS-LEAD-11, -14, -20."""
    if not has(s.leaders_left, i):
        return False
    if size_of(pack(s.march_units[s.march_count])) > 0:
        return True
    return i == s.march_leader and may_go_alone(s, p, d)


@kernel
def ask_leaders(s, p, d, first):
    """Ask whether the next Leader goes to ``d`` too, or close the destination."""
    for i in range(first, RULES[s.ruleset].num_leaders):
        if may_lead(s, p, d, i):
            push(s, Phase.MARCH_LEADER, p, d, i, 0)
            return
    s.march_count += 1
    none_left = size_of(pack(s.march_left)) == 0
    alone = s.march_kind == OWN and has(s.leaders_left, s.march_leader)
    if s.march_kind >= DOUBLE or (none_left and not alone):
        pop(s)
        end_host(s, p)


@linked
def legal_march_leader(s, mask):
    """Yes or no: a Leader goes along. Frame: a destination, b Leader. Rule: ASOS-DP-13."""
    frame = top(s)
    p = frame[PLAYER]
    d = int(frame[A])
    i = int(frame[B])
    armies = armies_underway(s, p, count_armies(s, p, NONE, NONE))
    must = s.march_kind == OWN and i == s.march_leader and fight_kind(s, p, d) != NO_FIGHT
    if not must:
        mask[actions.NO] = host_fits(s, p, armies, d, NUM_UNITS, i + 1)
    send_leader(s, i)
    mask[actions.YES] = host_fits(s, p, armies, d, NUM_UNITS, i + 1)
    s.leaders_left |= int(BIT[i])
    s.march_leaders[s.march_count] &= ~int(BIT[i])


@kernel
def send_leader(s, i):
    """Let a Leader go to the destination being filled."""
    s.leaders_left &= ~int(BIT[i])
    s.march_leaders[s.march_count] |= int(BIT[i])


@linked
def apply_march_leader(s, action):
    """Send the Leader, or leave it for another area or at the origin."""
    frame = top(s)
    p = frame[PLAYER]
    d = int(frame[A])
    i = int(frame[B])
    pop(s)
    if action == actions.YES:
        send_leader(s, i)
    ask_leaders(s, p, d, i + 1)


# --- carrying out


@linked
def end_host(s, p):
    """Ask for a Power token on an area that the march leaves, then carry it out.

    Rule: ASOS-DP-33, ASOS-TAC-18, -34.
    """
    a = s.march_from
    stay = size_of(pack(s.march_left)) + size_of(pack(s.march_fixed))
    wanted = (
        s.march_kind != MANAGE
        or s.options[Option.MANAGE_TROOPS_CONTROL_TOKEN] == ManageTroopsControlToken.YES
    )
    if (
        wanted
        and stay == 0
        and s.march_count > s.march_done
        and RULES[s.ruleset].kind[a] == Terrain.LAND
        and s.token[a] != p
        and s.home[a] != p
        and s.power[p] > 0
    ):
        push(s, Phase.MARCH_TOKEN, p, a, 0, 0)
        return
    move_host(s, p)


@linked
def apply_host_token(s, action):
    """Place the token before any battle of the march."""
    frame = top(s)
    p = frame[PLAYER]
    a = frame[A]
    pop(s)
    if action == actions.YES:
        place_token(s, p, a)
    move_host(s, p)


@linked
def move_host(s, p):
    """Move units and Leaders; then a second part of the march; then the battle, if any."""
    kind = int(s.march_kind)
    a = int(s.march_from)
    attack = int(s.march_attack)
    leader = int(s.march_leader)
    token = int(s.order[a]) if kind == ORDER else NONE
    fight = NO_FIGHT if attack == NONE else fight_kind(s, p, attack)
    open_areas = enterable(s, p, attack)
    if kind <= OWN:
        push(s, Phase.MARCH_END, p, leader, 0, 0)
    for i in range(s.march_done, s.march_count):
        move_group(s, p, i, a, attack, fight)
    vacate_if_empty(s, a)
    if kind == ORDER:
        remove_order(s, a)
    leaders = 0
    for i in range(s.march_done, s.march_count):
        if s.march_to[i] == attack and fight == ENEMY:
            leaders = int(s.march_leaders[i])
    if fight == ENEMY:
        own = leader if leader != NONE and has(leaders, max(leader, 0)) else NONE
        begin_battle(s, p, a, attack, token, leaders, own)
    s.march_left[:] = 0
    s.march_fixed[:] = 0
    s.leaders_left = 0
    s.march_done = s.march_count
    s.march_attack = NONE
    s.march_leader = NONE
    s.march_kind = DOUBLE
    if kind <= OWN and open_areas != 0 and in_force(s, p, Tactic.MANAGE_TROOPS):
        s.double_areas = open_areas
        if can_double(s, p):
            push(s, Phase.DOUBLE_FROM, p, 0, 0, 0)
            return
    clear_host(s)


@kernel
def enterable(s, p, attack):
    """Destinations from which units may march on, as a mask. Rule: ASOS-TAC-17, -36."""
    areas = BIT[0] - 1
    for i in range(s.march_done, s.march_count):
        d = int(s.march_to[i])
        units = size_of(pack(s.march_units[i]))
        if d != attack and units > 0 and not held_by_other(s, p, d):
            areas |= BIT[d]
    return areas


@kernel
def move_group(s, p, i, a, attack, fight):
    """Move the units and Leaders of one destination. Rule: ASOS-MARCH, ASOS-CLAIM-03, -04."""
    d = int(s.march_to[i])
    note(s, Event.MARCH, p, a, d)
    enemy = d == attack and fight == ENEMY
    for u in range(NUM_UNITS):
        s.units[a, u] -= s.march_units[i, u]
        if enemy:
            s.attackers[u] = s.march_units[i, u]
        else:
            s.units[d, u] += s.march_units[i, u]
    for leader in range(RULES[s.ruleset].num_leaders):
        if has(s.march_leaders[i], leader):
            s.leader_at[leader] = NONE if enemy else d
    if enemy:
        return
    if d == attack and fight == NEUTRAL_FORCE:
        s.neutral[d] = 0
        note(s, Event.NEUTRAL_BEATEN, p, d, 0)
    s.owner[d] = p
    if s.token[d] != NONE and s.token[d] != p:
        remove_token(s, d)


@linked
def enter_host_end(s):
    """The march with its battle is over: its Leader turns face up. Frame: a Leader.

    Rule: ASOS-LEAD-15.
    """
    i = int(top(s)[A])
    pop(s)
    s.neutral_grant[:] = NONE
    if i != NONE:
        s.leader_down[i] = 0


# --- double marches


@kernel
def group_of(s, d):
    """Group of the march that entered area ``d``."""
    for i in range(s.march_done):
        if s.march_to[i] == d:
            return i
    return NONE


@kernel
def open_group(s, d):
    """Make the group that entered ``d`` ready to march on."""
    i = group_of(s, d)
    s.march_from = d
    s.march_kind = DOUBLE
    for u in range(NUM_UNITS):
        s.march_left[u] = s.march_units[i, u]
        s.march_fixed[u] = s.units[d, u] + s.routed[d, u] - s.march_units[i, u]
    s.leaders_left = s.march_leaders[i]


@kernel
def close_group(s):
    """Take that back."""
    s.march_left[:] = 0
    s.march_fixed[:] = 0
    s.leaders_left = 0


@kernel
def can_double_from(s, p, armies, d):
    """True if the group that entered ``d`` can march on."""
    if s.march_count == MAX_DESTINATIONS:
        return False
    before = int(s.march_from)
    open_group(s, d)
    found = False
    reach = host_reach(s, p)
    underway = armies_underway(s, p, armies)
    for b in range(RULES[s.ruleset].num_areas):
        if not found and has(reach, b):
            found = host_fits(s, p, underway, b, 0, 0)
    close_group(s)
    s.march_from = before
    return found


@kernel
def can_double(s, p):
    """True if any group can march on."""
    armies = count_armies(s, p, NONE, NONE)
    for d in range(RULES[s.ruleset].num_areas):
        if has(s.double_areas, d) and can_double_from(s, p, armies, d):
            return True
    return False


@linked
def legal_double_from(s, mask):
    """Areas that a group may leave again, or done. Rule: ASOS-TC-10, ASOS-DP-06."""
    p = top(s)[PLAYER]
    mask[actions.DONE] = True
    armies = count_armies(s, p, NONE, NONE)
    for d in range(RULES[s.ruleset].num_areas):
        if has(s.double_areas, d):
            mask[actions.AREA + d] = can_double_from(s, p, armies, d)


@linked
def apply_double_from(s, action):
    """March on; Manage Troops leaves the game. Rule: ASOS-TAC-19."""
    p = top(s)[PLAYER]
    pop(s)
    if action == actions.DONE:
        clear_host(s)
        return
    open_group(s, action - actions.AREA)
    s.double_areas = 0
    spend_manage_troops(s, p)
    push(s, Phase.MARCH_TO, p, 0, 0, 0)


@kernel
def spend_manage_troops(s, p):
    """Take Manage Troops out of the game."""
    for slot in range(NUM_TACTICS):
        if RULES[s.ruleset].tactic[p, slot] == Tactic.MANAGE_TROOPS:
            s.tactics_left[p] &= ~BIT[slot]
            note(s, Event.TACTIC, p, slot, 0)


MARCH_LIES_ON = (
    Phase.RAID_STEP,
    Phase.MARCH_STEP,
    Phase.CONSOLIDATE_STEP,
    Phase.TACTICS_STEP,  # Manage Troops
    Phase.MARCH_END,
    Phase.COMBAT,
)
"""Phases that a march being declared lies on: Leaders march in all steps, and some march twice."""

ROWS = (
    Instead(Phase.MARCH_STEP, Editions.CLAIM, enter=enter_host_step),
    Instead(
        Phase.MARCH_TURN,
        Editions.CLAIM,
        enter=enter_host_turn,
        arguments=(
            Argument("asked", ArgType.FLAG),
            Argument("area", ArgType.AREA_AFTER_NONE),
            Argument("leader", ArgType.LEADER_AFTER_NONE),
        ),
        on=STEPS_OF_ORDERS,
    ),
    Instead(Phase.NEUTRAL_CALL, Editions.CLAIM, enter=enter_lending_call, on=(Phase.MARCH_TURN,)),
    Instead(
        Phase.MARCH_END,
        Editions.CLAIM,
        enter=enter_host_end,
        arguments=(Argument("leader", ArgType.LEADER_OR_NONE),),
        on=STEPS_OF_ORDERS,
    ),
    Decision(
        Phase.MARCH_LEADER,
        Family.ACTION,
        "whether a Leader goes there too",
        {"yes": "march {leader} yes", "no": "march {leader} no"},
        question="Does {leader} go to {to} too?",
        labels={"yes": "{leader} goes to {area}", "no": "{leader} does not go to {area}"},
        legal=legal_march_leader,
        apply=apply_march_leader,
        editions=Editions.CLAIM,
        arguments=(Argument("area", ArgType.AREA, told="to"), THE_LEADER),
        asks=Asks.MARCHER,
        on=(Phase.MARCH_TO,),
        about_area=True,
        declares=True,
    ),
    Decision(
        Phase.DOUBLE_FROM,
        Family.ACTION,
        "Manage Troops: the area entered from which units march on, or none",
        {"area": "march_on {x}", "done": "march_on none"},
        question="{who}: from which area just entered do units march on?",
        labels={"area": "March on from {x}", "done": "Nobody marches on"},
        legal=legal_double_from,
        apply=apply_double_from,
        editions=Editions.CLAIM,
        on=(Phase.MARCH_END, Phase.COMBAT),
    ),
    Instead(
        Phase.ASK_SUPPORT,
        Editions.CLAIM,
        legal=legal_ask_lending,
        arguments=(Argument("from", ArgType.NEXT_AREA), Argument("march", ArgType.AREA_AFTER_NONE)),
    ),
    Instead(Phase.NEUTRAL_SUPPORT, Editions.CLAIM, apply=apply_lending),
    Instead(Phase.MARCH_FROM, Editions.CLAIM, apply=apply_host_from),
    Instead(
        Phase.MARCH_TO, Editions.CLAIM, legal=legal_host_to, apply=apply_host_to, on=MARCH_LIES_ON
    ),
    Instead(Phase.MARCH_COUNT, Editions.CLAIM, legal=legal_host_count, apply=apply_host_count),
    Instead(Phase.MARCH_TOKEN, Editions.CLAIM, apply=apply_host_token, on=MARCH_LIES_ON),
)
"""Rows of these decisions and steps."""
