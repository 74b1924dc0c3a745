"""Questions to the board and changes of it that many phases share."""

from __future__ import annotations

import numpy as np

from got_env.core.agenda import push
from got_env.core.jit import kernel, lowest_bit
from got_env.westeros.rules.option_values import DefeatedShipsCarry, TurnOrderChange
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.state import JOURNAL_SIZE
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    MAX_PLAYERS,
    NONE,
    NUM_UNITS,
    POWER_TOKENS,
    Event,
    Phase,
    Terrain,
    Track,
)

BIT = np.array([1 << i for i in range(62)], dtype=np.int64)
"""Powers of two: sets of areas, seats and cards are bit masks in int64."""

SEAT_BITS = 8
CASTLE_OF = np.array([0] + [1 << (SEAT_BITS * p) for p in range(MAX_PLAYERS)], dtype=np.int64)
"""A castle area, in the packed counts of :func:`castles_by_seat`, by controller + 1."""


@kernel
def has(mask, i):
    """True if bit ``i`` is in ``mask``."""
    return (mask & BIT[i]) != 0


@kernel
def note(s, kind, seat, x, y):
    """Write a public event into the journal. Never pass anything hidden."""
    row = s.journal[s.journal_no % JOURNAL_SIZE]
    row[0] = kind
    row[1] = seat
    row[2] = x
    row[3] = y
    s.journal_no += 1


# --- units and control


@kernel
def count_units(s, a):
    """Units in an area, routed ones included."""
    n = 0
    for u in range(NUM_UNITS):
        n += s.units[a, u] + s.routed[a, u]
    return n


@kernel
def count_standing(s, a):
    """Units in an area that are not routed."""
    n = 0
    for u in range(NUM_UNITS):
        n += s.units[a, u]
    return n


@kernel
def controller(s, a):
    """Seat that controls land area ``a``, or NONE. Rule: 2E-CTRL-01, -02, 2E-HOME-01 to -05."""
    owner = int(s.owner[a])
    token = int(s.token[a])
    home = int(s.home[a])
    holder = token if token != NONE else home
    return owner if owner != NONE else holder


@kernel
def castles_by_seat(s):
    """Castle areas of all seats, packed: see :func:`castles_of`."""
    rules = RULES[s.ruleset]
    packed = int(CASTLE_OF[0])
    for i in range(rules.num_castles):
        packed += CASTLE_OF[controller(s, rules.castles[i]) + 1]
    return packed


@kernel
def castles_of(packed, p):
    """Castle areas of seat ``p`` among the packed counts."""
    return (packed >> (SEAT_BITS * p)) & ((1 << SEAT_BITS) - 1)


@kernel
def count_castles(s, p):
    """Castle areas seat ``p`` controls. Rule: 2E-VIC-01."""
    return castles_of(castles_by_seat(s), p)


@kernel
def position_of(s, track, p):
    """Position of seat ``p`` on a track, 0 first."""
    for i in range(s.num_players):
        if s.track[track, i] == p:
            return i
    return NONE


@kernel
def move_on_track(s, track, p, target):
    """Put seat ``p`` on a position, the others shift without gaps. Rule: 2E-INFL-01, -02."""
    i = position_of(s, track, p)
    while i < target:
        s.track[track, i] = s.track[track, i + 1]
        i += 1
    while i > target:
        s.track[track, i] = s.track[track, i - 1]
        i -= 1
    s.track[track, target] = p
    note(s, Event.TRACK, p, track, target)


@kernel
def throne_holder(s):
    """Seat that holds the Iron Throne token. Rule: 2E-TRK-02, ASOS-HC-19."""
    return int(s.throne) if s.throne != NONE else int(s.track[Track.IRON_THRONE, 0])


@kernel
def vacate_if_empty(s, a):
    """Drop the owner of an area that holds no unit any more."""
    if s.owner[a] != NONE and count_units(s, a) == 0:
        s.owner[a] = NONE


@kernel
def destroy_unit(s, a, u, is_routed):
    """Destroy one unit on the board; it goes back to the unused pieces. Rule: 2E-DEF-14."""
    p = s.owner[a]
    if is_routed:
        s.routed[a, u] -= 1
    else:
        s.units[a, u] -= 1
    s.pool[p, u] += 1
    note(s, Event.DESTROYED, p, a, u)
    vacate_if_empty(s, a)


@kernel
def remove_order(s, a):
    """Take the order token of an area off the board. Rule: 2E-ORD-12."""
    s.order[a] = NONE
    s.order_seat[a] = NONE
    s.minus[a] = 0  # Rule: ASOS-TAC-28


@kernel
def remove_orders_without_units(s):
    """Take away orders that lie where no unit is left. Rule: 2E-CCLN-06 (AMB-58)."""
    for a in range(RULES[s.ruleset].num_areas):
        if (s.order[a] != NONE) & (s.owner[a] == NONE):
            note(s, Event.ORDER_REMOVED, s.order_seat[a], a, s.order[a])
            remove_order(s, a)


# --- Power


@kernel
def gain_power(s, p, n, a):
    """Gain up to ``n`` Power as far as own tokens remain in the pool. Rule: 2E-COMP-12."""
    left = POWER_TOKENS - s.power[p] - s.tokens_out[p]
    gained = min(n, left)
    s.power[p] += gained
    note(s, Event.POWER, p, gained, a)


@kernel
def lose_power(s, p, n):
    """Discard up to ``n`` available Power. Rule: 2E-DEF-12."""
    lost = min(n, s.power[p])
    s.power[p] -= lost
    note(s, Event.POWER, p, -lost, NONE)


@kernel
def place_token(s, p, a):
    """Leave one available Power token in an area. Rule: 2E-CTRL-03."""
    s.power[p] -= 1
    s.tokens_out[p] += 1
    s.token[a] = p
    note(s, Event.TOKEN, p, a, 1)


@kernel
def remove_token(s, a):
    """Return the Power token of an area, if any, to its owner's pool. Rule: 2E-CTRL-10, -11."""
    if s.token[a] != NONE:
        note(s, Event.TOKEN, s.token[a], a, 0)
        s.tokens_out[s.token[a]] -= 1
        s.token[a] = NONE


# --- reach


@kernel
def areas_held(s, p):
    """Areas with units of seat ``p``, as a mask."""
    held = BIT[0] & 0
    for a in range(RULES[s.ruleset].num_areas):
        held |= BIT[a] if s.owner[a] == p else 0
    return held


@kernel
def own_seas(s, p):
    """Sea areas whose Ships carry units of seat ``p``, as a mask. Rule: 2E-SHIP-01, -08."""
    seas = areas_held(s, p) & RULES[s.ruleset].sea_mask
    if s.options[Option.DEFEATED_SHIPS_CARRY] == DefeatedShipsCarry.TRUE:
        return seas
    left = seas
    while left != 0:
        a = lowest_bit(left)
        left &= left - 1
        if count_standing(s, a) == 0:
            seas &= ~BIT[a]
    return seas


@kernel
def land_reach(s, p, a):
    """Land areas that land units of seat ``p`` in ``a`` can move to, as a mask.

    Adjacent land, and land joined by a chain of seas with own Ships. Rule: 2E-SHIP-01, -02.
    """
    rules = RULES[s.ruleset]
    reach = rules.adjacent[a]
    if reach & rules.sea_mask != 0:
        ships = own_seas(s, p)
        chain = reach & ships
        ahead = chain
        while ahead != 0:
            near = rules.adjacent[lowest_bit(ahead)]
            ahead &= ahead - 1
            ahead |= near & ships & ~chain
            chain |= near & ships
            reach |= near
    return reach & rules.land_mask & ~BIT[a]


@kernel
def ship_reach(s, p, a):
    """Sea areas and own Ports that Ships of seat ``p`` in ``a`` can move to, as a mask.

    Rule: 2E-MARCH-06, -07, 2E-PORT-06 to -08, -27.
    """
    rules = RULES[s.ruleset]
    reach = rules.adjacent[a] & rules.sea_mask
    if rules.kind[a] == Terrain.SEA:
        for i in range(rules.num_ports):
            port = rules.ports[i]
            if rules.port_sea[port] == a and controller(s, rules.port_land[port]) == p:
                reach |= BIT[port]
    return reach


@kernel
def enemy_units(s, p, a):
    """True if area ``a`` holds units of another house than ``p``."""
    return s.owner[a] != NONE and s.owner[a] != p


@kernel
def lone_garrison(s, p, a):
    """True if a Garrison of another house defends ``a`` alone. Rule: 2E-GARR-02."""
    return s.garrison[a] > 0 and s.owner[a] == NONE and RULES[s.ruleset].home_seat[a] != p


@kernel
def seats_with_order(s, first, last):
    """Seats that have an order of types ``first..last`` on the board, as a mask."""
    mask = BIT[0] & 0
    for a in range(RULES[s.ruleset].num_areas):
        mask |= BIT[s.order_seat[a]] if (first <= s.order[a]) & (s.order[a] <= last) else 0
    return mask


@kernel
def next_with_order(s, first, last):
    """Next seat in turn that has an order of types ``first..last`` on the board, or NONE.

    Moves ``s.turn_pos`` to it. The pass goes on with the next position of the Iron Throne track
    as it stands now (2E-ACT-02, AMB-22), or of the order at the start of the pass.
    """
    mask = seats_with_order(s, first, last)
    if mask == 0:
        return NONE
    # Twice around: a pass that begins on the way may have its houses in another order.
    for i in range(1, 2 * s.num_players + 1):
        at = (s.turn_pos + i) % s.num_players
        if at <= s.turn_pos or (i == 1 and s.turn_pos < 0):
            start_pass(s, at)
        p = pass_seat(s, at)
        if has(mask, p):
            s.turn_pos = at
            return p
    return NONE


@kernel
def start_pass(s, at):
    """Remember the turn order when a pass begins (``at`` is its first position)."""
    if at == 0:
        for i in range(s.num_players):
            s.pass_order[i] = s.track[Track.IRON_THRONE, i]


@kernel
def pass_seat(s, at):
    """Seat whose turn position ``at`` of the pass is."""
    if s.options[Option.TURN_ORDER_CHANGE] == TurnOrderChange.FINISH_PASS:
        return s.pass_order[at]
    return s.track[Track.IRON_THRONE, at]


@kernel
def count_orders(s, p, first, last):
    """Orders of types ``first..last`` that seat ``p`` has on the board."""
    n = 0
    for a in range(RULES[s.ruleset].num_areas):
        n += (s.order_seat[a] == p) & (first <= s.order[a]) & (s.order[a] <= last)
    return n


@kernel
def mark_orders(s, mask, p, first, last, offset):
    """Allow exactly the areas where seat ``p`` has an order of types ``first..last``."""
    for a in range(RULES[s.ruleset].num_areas):
        ours = (s.order_seat[a] == p) & (first <= s.order[a]) & (s.order[a] <= last)
        mask[offset + a] = ours


@kernel
def settle(s, captures):
    """Ask for a look at Ports and the castle area that wins after a change of control.

    ``captures``: 1 when Ports may be taken over now, 0 to leave that to the end of the march.
    """
    push(s, Phase.SETTLE, NONE, captures, 0, 0)
