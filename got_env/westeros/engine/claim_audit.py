"""Invariants of games with claim."""

from __future__ import annotations

from got_env.core.jit import kernel, linked
from got_env.westeros.claim.map_queries import allied_units, cards_in_game, own_units
from got_env.westeros.engine.audit import (
    armies_fit,
    result_sound,
    tracks_whole,
    units_conserved,
)
from got_env.westeros.rules.board import BIT, has
from got_env.westeros.rules.faults import Fault
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    ALLIANCE_DECK_SIZE,
    CLAIM_SPACES,
    NONE,
    NUM_ORDERS,
    NUM_UNITS,
    POWER_TOKENS,
    Terrain,
)


@kernel
def power_sound(s, p):
    """True if the Power tokens of a seat are counted, those of the claim track too.

    Rule: ASOS-CLAIM-06.
    """
    n = 0
    for a in range(RULES[s.ruleset].num_areas):
        n += s.token[a] == p
    for i in range(CLAIM_SPACES):
        n += s.claim_track[i] == p
    return n == s.tokens_out[p] and s.power[p] >= 0 and s.power[p] + n <= POWER_TOKENS


@kernel
def cards_sound(s, p):
    """True if every House card still in the game is in one place. Rule: ASOS-HC-03."""
    played = BIT[0] - 1
    for side in range(2):
        if s.fight == 1 and s.cards_open == 1 and s.fighter[side] == p and s.card[side] != NONE:
            played = BIT[s.card[side]]
    if s.hand[p] & s.discards[p] != 0:
        return False
    if s.hand[p] | s.discards[p] | played != cards_in_game(s, p):
        return False
    return s.hand[p] != 0 or s.fight == 1


@kernel
def alliances_sound(s):
    """True if every Alliance card is in its deck or with a player. Rule: ASOS-ALLI-02, -03."""
    for d in range(RULES[s.ruleset].num_alliances // ALLIANCE_DECK_SIZE):
        seen = BIT[0] - 1
        n = 0
        for i in range(ALLIANCE_DECK_SIZE):
            c = int(s.ally_deck[d, i])
            if (c == NONE) != (i >= s.ally_count[d]):
                return False
            if c != NONE:
                seen |= BIT[c]
                n += 1
        for c in range(d * ALLIANCE_DECK_SIZE, (d + 1) * ALLIANCE_DECK_SIZE):
            n += s.ally_owner[c] != NONE
            if has(seen, c) and s.ally_owner[c] != NONE:
                return False
        if n != ALLIANCE_DECK_SIZE or not 0 <= s.ally_known[d] <= s.ally_count[d]:
            return False
    for i in range(RULES[s.ruleset].num_leaders):
        c = int(RULES[s.ruleset].leader_alliance[i])
        if c != NONE and s.leader_seat[i] != NONE and s.ally_owner[c] != s.leader_seat[i]:
            return False
    return True


@kernel
def leaders_sound(s):
    """True if every Leader is in one place, and no one stands alone or at sea.

    Rule: ASOS-LEAD-04, ASOS-OPT4-08.
    """
    for i in range(RULES[s.ruleset].num_leaders):
        seat = int(s.leader_seat[i])
        at = int(s.leader_at[i])
        cell = int(s.leader_cell[i])
        attacks = has(s.fight_leaders, i)
        if (at != NONE) + (cell != NONE) + attacks > 1:
            return False
        if seat == NONE and (at != NONE or cell != NONE or attacks):
            return False
        if cell != NONE and cell == seat:
            return False
        if s.fight == 0 and at != NONE and s.owner[at] != seat:
            return False
        if at != NONE and RULES[s.ruleset].kind[at] != Terrain.LAND:
            return False
    return True


@kernel
def areas_sound(s):
    """True if every piece is where it can be, and no allied unit alone. Rule: ASOS-ALLY-02."""
    for a in range(RULES[s.ruleset].num_areas):
        n = 0
        for u in range(NUM_UNITS):
            n += s.units[a, u] + s.routed[a, u]
        if (s.owner[a] != NONE) != (n > 0):
            return False
        if s.neutral[a] > 0 and s.owner[a] != NONE:
            return False
        if s.fight == 0 and allied_units(s, a) > 0 and own_units(s, a) == 0:
            return False
    return True


@kernel
def orders_sound(s):
    """True if orders lie with units of their house, each token once but for Support -1."""
    rules = RULES[s.ruleset]
    for a in range(rules.num_areas):
        if (s.order[a] == NONE) != (s.order_seat[a] == NONE):
            return False
        in_battle = s.fight == 1 and (a == s.fight_area or a == s.fight_from)
        if s.order[a] != NONE and s.owner[a] != s.order_seat[a] and not in_battle:
            return False
        if s.minus[a] == 1 and s.order[a] == NONE:
            return False
    for p in range(s.num_players):
        for t in range(NUM_ORDERS):
            n = 0
            for a in range(rules.num_areas):
                n += s.order_seat[a] == p and s.order[a] == t and s.minus[a] == 0
            if n > rules.order_tokens[t] or s.placed[p, t] > rules.order_tokens[t]:
                return False
    return True


@linked
def audit(s, faults):
    """Add the invariants a position breaks to ``faults (10,) int64``."""
    units = True
    power = True
    cards = True
    for p in range(s.num_players):
        units = units and units_conserved(s, p)
        power = power and power_sound(s, p)
        cards = cards and cards_sound(s, p)
    faults[Fault.UNITS] += not units
    faults[Fault.POWER] += not power
    faults[Fault.CARDS] += not (cards and alliances_sound(s))
    faults[Fault.TRACKS] += not tracks_whole(s)
    faults[Fault.ORDERS] += not orders_sound(s)
    faults[Fault.AREAS] += not (areas_sound(s) and leaders_sound(s))
    faults[Fault.SUPPLY] += not armies_fit(s)
    if s.over == 1:
        faults[Fault.RESULT] += not result_sound(s)
