"""The ground of a game with claim: who can go where, and who stands with whom."""

from __future__ import annotations

from got_env.core.jit import kernel
from got_env.westeros.rules.actions import AREA
from got_env.westeros.rules.board import BIT, count_units, has, land_reach, note, ship_reach
from got_env.westeros.rules.option_values import Leaders
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    ALL_CARDS,
    ALLIED_FOOTMAN,
    ALLIED_KNIGHT,
    MAX_LEADERS,
    NONE,
    NUM_ALLIANCE_CARDS,
    NUM_TACTICS,
    Alliance,
    Event,
    Terrain,
    Unit,
)


@kernel
def holds(s, p, kind):
    """True if seat ``p`` holds an Alliance card of a kind."""
    rules = RULES[s.ruleset]
    for c in range(NUM_ALLIANCE_CARDS):
        if s.ally_owner[c] == p and rules.alliance[c] == kind:
            return True
    return False


@kernel
def slot_of(s, p, kind):
    """Slot of the Tactics card of a kind in the deck of seat ``p``, or NONE."""
    for slot in range(NUM_TACTICS):
        if RULES[s.ruleset].tactic[p, slot] == kind:
            return slot
    return NONE


@kernel
def first_leader(s):
    """Action of the first Leader; those of Leaders and decks follow the areas."""
    return AREA + RULES[s.ruleset].num_areas


@kernel
def first_deck(s):
    """Action of the first Alliance deck."""
    return AREA + RULES[s.ruleset].num_areas + MAX_LEADERS


# --- ways


@kernel
def is_stormy(s):
    """True if fords are closed. Rule: ASOS-WX-01, -04."""
    return RULES[s.ruleset].stormy[s.weather] == 1


@kernel
def near(s, p, a):
    """Areas adjacent to ``a`` for support and raids of seat ``p``, as a mask.

    Rule: ASOS-WX-03, -04, -09, ASOS-ARROW-02, -05, ASOS-BOARD-07, ASOS-ALLI-21.
    """
    rules = RULES[s.ruleset]
    areas = int(rules.adjacent[a])
    if rules.fords[a] != 0 and (not is_stormy(s) or holds(s, p, Alliance.TRANSPORT)):
        areas |= int(rules.fords[a])
    return areas


@kernel
def acts_on(s, p, a):
    """Areas that units of seat ``p`` in ``a`` can support or raid, as a mask: land no sea.

    Rule: 1E-SUPP-06, 1E-RAID-06.
    """
    rules = RULES[s.ruleset]
    return near(s, p, a) & (int(rules.land_mask) if rules.kind[a] == Terrain.LAND else -1)


@kernel
def paths(s, p, a):
    """Areas one step from ``a`` for an immediate move of seat ``p``, own Ships carrying land units.

    Rule: ASOS-TAC-15, -35, ASOS-OPT3-04, ASOS-OPT4-08.
    """
    rules = RULES[s.ruleset]
    if rules.num_seas == 0:
        return near(s, p, a) | int(rules.arrows[a]) | int(rules.house_arrows[p, a])
    return int(land_reach(s, p, a) if rules.kind[a] == Terrain.LAND else ship_reach(s, p, a))


@kernel
def steps(s, p, a):
    """Areas one step from ``a`` for marches and retreats of seat ``p``, as a mask.

    Rule: ASOS-ARROW-01, -04, ASOS-ALLI-18, -21, -29.
    """
    rules = RULES[s.ruleset]
    areas = paths(s, p, a)
    if holds(s, p, Alliance.TRANSPORT):
        areas |= int(rules.closed_arrows[a])
        for q in range(s.num_players):
            areas |= int(rules.house_arrows[q, a])
    if holds(s, p, Alliance.GALLEYS):
        areas |= int(rules.fords[a]) | int(rules.rivers[a])
    return areas


@kernel
def over_arrow(s, p, a):
    """Areas at the other end of an arrow that seat ``p`` may use. Rule: ASOS-ALLI-19."""
    rules = RULES[s.ruleset]
    areas = int(rules.arrows[a]) | int(rules.house_arrows[p, a])
    if holds(s, p, Alliance.TRANSPORT):
        areas |= int(rules.closed_arrows[a])
        for q in range(s.num_players):
            areas |= int(rules.house_arrows[q, a])
    return areas


# --- units of the own colour


@kernel
def own_units(s, a):
    """Units of the own colour in an area, routed ones included. Rule: ASOS-ALLY-07."""
    if RULES[s.ruleset].allied == 0:
        return int(count_units(s, a))
    return int(
        s.units[a, Unit.FOOTMAN]
        + s.units[a, Unit.KNIGHT]
        + s.routed[a, Unit.FOOTMAN]
        + s.routed[a, Unit.KNIGHT]
    )


@kernel
def allied_units(s, a):
    """Allied units in an area, routed ones included; 0 in games without them."""
    if RULES[s.ruleset].allied == 0:
        return 0
    return int(
        s.units[a, ALLIED_FOOTMAN]
        + s.units[a, ALLIED_KNIGHT]
        + s.routed[a, ALLIED_FOOTMAN]
        + s.routed[a, ALLIED_KNIGHT]
    )


@kernel
def is_allied(s, u):
    """True if a unit type is one of allied units."""
    return u >= ALLIED_FOOTMAN and RULES[s.ruleset].allied == 1


@kernel
def lone_guard(s, p, a):
    """True if a Garrison of another house alone holds ``a``. Rule: ASOS-GARR-03."""
    return s.garrison[a] > 0 and s.owner[a] == NONE and s.home[a] != p


@kernel
def is_seat(s, a):
    """True if an area has a City or a Stronghold. Rule: ASOS-CLAIM-05."""
    return RULES[s.ruleset].muster_points[a] > 0


@kernel
def is_town(s, a):
    """True if an area is a Town. Rule: ASOS-TOWN-01."""
    return RULES[s.ruleset].town_mask & BIT[a] != 0


# --- Leaders


@kernel
def leaders_at(s, p, a):
    """Leaders of seat ``p`` in an area, as a mask."""
    mask = BIT[0] - 1
    for i in range(RULES[s.ruleset].num_leaders):
        if s.leader_at[i] == a and s.leader_seat[i] == p:
            mask |= BIT[i]
    return mask


@kernel
def idle_strength(s, leaders):
    """Strength of the Leaders of a mask, face up. Rule: ASOS-LEAD-02, -05."""
    total = 0
    for i in range(RULES[s.ruleset].num_leaders):
        if has(leaders, i):
            total += RULES[s.ruleset].leader_idle[i]
    return total


@kernel
def can_wait(s, i):
    """True if a Leader is beside the board, ready to enter, between battles. Rule: ASOS-LEAD-24."""
    return s.leader_seat[i] != NONE and s.leader_at[i] == NONE and s.leader_cell[i] == NONE


@kernel
def cards_in_game(s, p):
    """House cards of seat ``p`` that were not removed. Rule: ASOS-EXEC-02."""
    cards = ALL_CARDS
    if s.options[Option.LEADERS] == Leaders.OFF:
        return cards
    for i in range(RULES[s.ruleset].num_leaders):
        slot = RULES[s.ruleset].leader_card[i]
        gone = s.leader_seat[i] == NONE and RULES[s.ruleset].leader_house[i] == p
        if gone and slot != NONE:
            cards &= ~int(BIT[slot])
    return cards


@kernel
def remove_leader(s, i):
    """Take a Leader and its House card out of the game; a hand that empties is refilled.

    Rule: ASOS-EXEC-02, -03, ASOS-HC-02, -03.
    """
    q = int(s.leader_seat[i])
    slot = int(RULES[s.ruleset].leader_card[i])
    s.leader_at[i] = NONE
    s.leader_cell[i] = NONE
    s.leader_seat[i] = NONE
    s.leader_down[i] = 0
    s.leader_order[i] = NONE
    if slot == NONE:
        return
    s.hand[q] &= ~int(BIT[slot])
    s.discards[q] &= ~int(BIT[slot])
    if s.hand[q] == 0:
        s.hand[q] = s.discards[q]
        s.discards[q] = 0


@kernel
def kill_leaders_at(s, a):
    """Kill the Leaders of an area without units, as if they were executed.

    Rule: ASOS-OPT4-04, -11.
    """
    for i in range(RULES[s.ruleset].num_leaders):
        if s.leader_at[i] == a and s.owner[a] == NONE:
            note(s, Event.LEADER_KILLED, s.leader_seat[i], i, 0)
            remove_leader(s, i)
