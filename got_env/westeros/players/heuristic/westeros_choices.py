"""The Westeros phase: choices of cards, bids, ties and mustering."""

from __future__ import annotations

from got_env.core.agenda import A, top
from got_env.core.jit import kernel, linked
from got_env.westeros.phases.supply import count_supply_icons
from got_env.westeros.phases.westeros import count_income
from got_env.westeros.players.heuristic.appraisal import (
    danger,
    find_threats,
    lead,
    spice,
    standing_strength,
)
from got_env.westeros.players.heuristic.orders import muster_value
from got_env.westeros.players.heuristic.weights import Weight
from got_env.westeros.players.heuristic.wildling_stakes import eagerness, worth_of_escape
from got_env.westeros.rules import actions
from got_env.westeros.rules.armies import fits_with_army
from got_env.westeros.rules.board import controller, count_units, enemy_units, has, position_of
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    IMPASSABLE,
    NONE,
    NUM_TRACKS,
    Terrain,
    Unit,
    WesterosCard,
    WildlingCard,
)

BAN_POINTS = 0.2
SUPPLY_STEP, INCOME_STEP, MUSTER_STEP, CLASH_POWER, CLASH_PLACE = 1.5, 0.6, 0.5, 0.3, 0.4
ATTACK_POWER = 0.15
"""Points of a Power token in an attack of the Wildlings: who is rich can avoid the lowest bid."""
RESERVE = 1
"""Power kept back from bids for tokens on the board."""
WILD_NERVES = 0.6
MAX_WILD_SHARE = 0.7
MOST_TO_ESCAPE = 2.0
"""The most that is bid in a lost attack, not to be the lowest."""
FOOTMAN_VALUE, KNIGHT_VALUE, SIEGE_VALUE, SHIP_VALUE = 1.0, 2.05, 1.7, 0.8
FIRST_SHIP = 0.8
ALARM = 0.6
"""Increase of the worth of units where an attack is coming."""
RAISED_KNIGHT, RAISED_SIEGE = 1.0, 0.7
SPENT_POINT = 0.9
"""Value of a mustering point kept for a new unit."""


# --- Westeros cards


@linked
def score_westeros_choice(s, p, w):
    """Score an effect by what it gives this seat, less what it gives the others on average."""
    card = top(s)[A]
    for i in range(3):
        offer = RULES[s.ruleset].offers[card, i]
        if offer != NONE:
            mine = card_points(s, p, offer, w)
            others = 0.0
            for q in range(s.num_players):
                if q != p:
                    others += card_points(s, q, offer, w)
            w.score[actions.CHOICE + i] = mine - others / (s.num_players - 1)
            if offer == WesterosCard.STORM_OF_SWORDS or offer == WesterosCard.RAINS_OF_AUTUMN:
                w.score[actions.CHOICE + i] = BAN_POINTS


@kernel
def card_points(s, q, card, w):
    """Points of a Westeros card for seat ``q``."""
    if card == WesterosCard.SUPPLY:
        return SUPPLY_STEP * (count_supply_icons(s, q) - s.supply[q])
    if card == WesterosCard.GAME_OF_THRONES:
        return INCOME_STEP * count_income(s, q)
    if card == WesterosCard.MUSTERING:
        total = 0.0
        rules = RULES[s.ruleset]
        for i in range(rules.num_castles):
            total += muster_value(s, q, rules.castles[i], w)
        return MUSTER_STEP * total
    if card == WesterosCard.WILDLINGS_ATTACK:
        return ATTACK_POWER * s.power[q]
    if card == WesterosCard.CLASH_OF_KINGS:
        total = CLASH_POWER * s.power[q]
        for t in range(NUM_TRACKS):
            total += CLASH_PLACE * position_of(s, t, q)
        return total
    return 0.0


# --- bids


@linked
def score_bid(s, p, seed, w):
    """Bid what the track, or the attack of the Wildlings, is worth."""
    track = top(s)[A]
    if track == NONE:
        wanted = wildling_bid(s, p, seed, w)
    else:
        wanted = track_bid(s, p, track, seed, w)
    for n in range(s.power[p] + 1):
        w.score[actions.BID + n] = -abs(n - wanted)


@kernel
def track_bid(s, p, track, seed, w):
    """A share of the Power for each track left, more for one on which the seat stands badly."""
    budget = max(0, s.power[p] - RESERVE)
    place = position_of(s, track, p)
    need = 0.0
    for t in range(track, NUM_TRACKS):
        need += w.weights[Weight.THRONE + t] * (1.0 + 0.25 * position_of(s, t, p))
    share = w.weights[Weight.THRONE + track] * (1.0 + 0.25 * place) / need
    return w.weights[Weight.BIDDING] * budget * share * (0.7 + 0.6 * spice(seed, track))


@kernel
def wildling_bid(s, p, seed, w):
    """The fair share of the attack's strength; where the card lies open, by what it threatens."""
    strength = s.wild_strength
    bidders = 0
    purse = 0
    for q in range(s.num_players):
        if has(s.bidders, q):
            bidders += 1
            purse += s.power[q]
    card = s.wild_deck[0]
    if card == WildlingCard.SILENCE_AT_THE_WALL or strength == 0:
        return 0.0
    share = strength / max(1, bidders)
    shown = s.wild_card != NONE
    if purse < strength:
        # The Night's Watch will lose: only the lowest place has to be avoided.
        worth = 1.0
        if shown:
            worth = min(MOST_TO_ESCAPE, worth_of_escape(s, p, s.wild_card, w))
        return min(worth, MAX_WILD_SHARE * s.power[p])
    wanted = w.weights[Weight.WILDLINGS] * (share + WILD_NERVES) + spice(seed, 7)
    if shown:
        wanted *= eagerness(s, p, s.wild_card, bidders, w)
    return min(wanted, 1.0 + MAX_WILD_SHARE * s.power[p])


@linked
def score_tie(s, p, w):
    """Prefer oneself, then the bidder that is furthest from winning."""
    for q in range(s.num_players):
        w.score[actions.SEAT + q] = -lead(s, q, w)
    w.score[actions.SEAT + p] = 1.0


@linked
def score_wildling_tie(s, p, w):
    """Reward oneself or the weakest bidder; punish the strongest, never oneself."""
    sign = -1.0 if s.wild_won == 1 else 1.0
    for q in range(s.num_players):
        w.score[actions.SEAT + q] = sign * (1.0 + lead(s, q, w))
    w.score[actions.SEAT + p] = -sign * 1000.0
    if s.wild_won == 1:
        w.score[actions.SEAT + p] = 1000.0


# --- mustering


@kernel
def unit_value(s, p, a, u, w):
    """Points of a new land unit in area ``a``."""
    strength = standing_strength(s, a, False) + s.garrison[a]
    alarm = 1.0 + ALARM * danger(s, w, a, strength)
    if u == Unit.FOOTMAN:
        return FOOTMAN_VALUE * alarm
    if u == Unit.KNIGHT:
        return KNIGHT_VALUE * alarm
    return SIEGE_VALUE if castle_near(s, p, a) and s.units[a, Unit.SIEGE_ENGINE] == 0 else 0.5


@kernel
def castle_near(s, p, a):
    """True if a castle area of others or of a Neutral Force lies next to area ``a``."""
    rules = RULES[s.ruleset]
    for i in range(rules.degree[a]):
        b = rules.neighbours[a, i]
        if rules.muster_points[b] > 0:
            holder = controller(s, b)
            if holder != p and (holder != NONE or 0 < s.neutral[b] < IMPASSABLE):
                return True
    return False


@kernel
def ship_value(s, p, d, w):
    """Points of a new Ship in area ``d``."""
    rules = RULES[s.ruleset]
    sea = d
    if rules.kind[d] == Terrain.PORT:
        sea = rules.port_sea[d]
        if s.owner[sea] == p and not enemy_units(s, p, sea):
            return 0.4 * SHIP_VALUE
    value = SHIP_VALUE
    if s.owner[sea] != p:
        value += FIRST_SHIP * w.worth[sea] / 2.0
    else:
        held = standing_strength(s, sea, False)
        value += danger(s, w, sea, held) - 0.2 * count_units(s, sea)
    return value


@kernel
def rest_value(s, p, a, points, w):
    """Points of the best land units for the mustering points left after a choice."""
    if points <= 0:
        return 0.0
    return unit_value(s, p, a, Unit.FOOTMAN, w) if points == 1 else KNIGHT_VALUE


@linked
def score_muster(s, p, w):
    """Prefer the unit that is worth most together with what the remaining points can buy."""
    find_threats(s, p, w)
    frame = top(s)
    a = frame[A]
    points = s.muster_left[a]
    cost = RULES[s.ruleset].muster_cost
    room = fits_with_army(s, p, a, count_units(s, a) + 2)
    for u in range(Unit.FOOTMAN, Unit.SHIP):
        value = unit_value(s, p, a, u, w)
        if room:
            value += rest_value(s, p, a, points - cost[u], w)
        w.score[actions.UNIT + u] = value
    for d in range(RULES[s.ruleset].num_areas):
        if RULES[s.ruleset].kind[d] != Terrain.LAND:
            value = ship_value(s, p, d, w)
            w.score[actions.AREA + d] = value + rest_ship(s, p, d, points - cost[Unit.SHIP], w)


@kernel
def rest_ship(s, p, d, points, w):
    """Points of a second Ship: after a Ship only Ships, Knights and Siege Engines may follow."""
    if points <= 0:
        return 0.0
    return 0.3 * ship_value(s, p, d, w)


@linked
def score_muster_upgrade(s, p, w):
    """Upgrade where Supply leaves no room for new units, or a Siege Engine is wanted."""
    find_threats(s, p, w)
    a = top(s)[A]
    room = fits_with_army(s, p, a, count_units(s, a) + 1) and s.pool[p, Unit.FOOTMAN] > 0
    w.score[actions.DONE] = SPENT_POINT if room else 0.0
    w.score[actions.UPGRADE] = RAISED_KNIGHT if not room else 0.5 * RAISED_KNIGHT
    if castle_near(s, p, a) and s.units[a, Unit.SIEGE_ENGINE] == 0:
        w.score[actions.UPGRADE + 1] = RAISED_SIEGE + 0.5


@linked
def score_horde_muster(s, p, w):
    """Prefer the area where mustering gives the most points."""
    rules = RULES[s.ruleset]
    for i in range(rules.num_castles):
        a = rules.castles[i]
        w.score[actions.AREA + a] = 1.0 + muster_value(s, p, a, w) + 0.05 * w.worth[a]
