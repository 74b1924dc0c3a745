"""Features of a position that tell the chance to win of a seat, where claim wins."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from got_env.core.jit import kernel, linked
from got_env.core.search.values import fitted
from got_env.westeros.claim.constants import SEATS_TO_WIN
from got_env.westeros.claim.scoring import claim_of
from got_env.westeros.claim.tactics import meets_objective
from got_env.westeros.players.heuristic.appraisal import (
    appraise,
    danger,
    find_threats,
    standing_strength,
)
from got_env.westeros.rules.board import controller, count_castles, has, position_of
from got_env.westeros.rules.option_values import Goal
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    CLAIM_SPACES,
    HAND_SIZE,
    NONE,
    NUM_ALLIANCE_CARDS,
    NUM_ALLIANCE_DECKS,
    NUM_TACTICS,
    NUM_UNITS,
    Tactic,
    Terrain,
    Track,
)


class Feature(IntEnum):
    """Places in the features of a seat. ``late`` goes from 0 to 1 over the rounds."""

    CLAIM = 0  # areas and tokens
    CLAIM_LATE = 1  # the same times late
    CLOSING = 2  # square of how much of the last claim to victory is there
    CLOSING_LATE = 3  # the same times late
    TOKENS = 4  # tokens on the claim track
    SEATS = 5  # Cities and Strongholds
    DANGER = 6  # claim of areas that may be lost soon, in expectation
    DANGER_LATE = 7
    STRENGTH = 8  # of all units and Leaders
    STRENGTH_LATE = 9
    LANDS = 10  # land areas
    SUPPLY = 11
    SUPPLY_LATE = 12
    POWER = 13  # available, at most fifteen
    POWER_LATE = 14
    THRONE = 15  # position on the track, counted from the end
    FIEFDOMS = 16
    COURT = 17
    HAND = 18  # strength of the House cards in hand
    LEADERS = 19  # own Leaders in no cell
    CAPTIVES = 20  # own Leaders in the cells of others
    HOSTAGES = 21  # Leaders of others in the own cell
    ALLIANCES = 22  # Alliance cards
    PERMANENT = 23  # permanent alliances
    OBJECTIVE = 24  # 1 while the Tactics card with the objective is in the game
    OBJECTIVE_MET = 25  # 1 if it could be awarded now


NUM_FEATURES = len(Feature)
LAST_STEPS = 4
"""The last claim to victory, which counts as closing."""
MOST_POWER = 15


@kernel
def closing(s, p):
    """Last steps to victory that seat ``p`` has made, squared."""
    missing = s.options[Option.CLAIM_TO_WIN] - claim_of(s, p)
    if s.options[Option.GOAL] == Goal.SEATS_8:
        missing = SEATS_TO_WIN - count_castles(s, p)
    elif s.options[Option.GOAL] == Goal.CASTLES:
        missing = RULES[s.ruleset].castles_to_win - count_castles(s, p)
    made = max(0.0, float(LAST_STEPS - missing))
    return made * made


@kernel
def fill_ground(s, p, w, late, out):
    """Fill the features of areas and armies."""
    rules = RULES[s.ruleset]
    find_threats(s, p, w)
    seats = 0.0
    risk = 0.0
    strength = 0.0
    lands = 0.0
    for a in range(rules.num_areas):
        if rules.kind[a] == Terrain.LAND and controller(s, a) == p:
            lands += 1.0
            if rules.muster_points[a] > 0:
                seats += 1.0
                held = float(s.garrison[a])
                if s.owner[a] == p:
                    held += standing_strength(s, a, False)
                risk += rules.claim[a] * danger(s, w, a, held)
        if s.owner[a] == p:
            strength += standing_strength(s, a, False)
            for u in range(NUM_UNITS):
                strength += 0.5 * s.routed[a, u]
    out[Feature.SEATS] = seats
    out[Feature.DANGER] = risk
    out[Feature.DANGER_LATE] = risk * late
    out[Feature.STRENGTH] = 0.1 * strength
    out[Feature.STRENGTH_LATE] = 0.1 * strength * late
    out[Feature.LANDS] = 0.1 * lands


@kernel
def fill_leaders(s, p, out):
    """Fill the features of Leaders and hostages."""
    for i in range(RULES[s.ruleset].num_leaders):
        held = s.leader_cell[i] != NONE
        if s.leader_seat[i] == p:
            out[Feature.CAPTIVES if held else Feature.LEADERS] += 1.0
        out[Feature.HOSTAGES] += s.leader_cell[i] == p


@kernel
def fill_cards(s, p, out):
    """Fill the features of House, Alliance and Tactics cards."""
    rules = RULES[s.ruleset]
    for slot in range(HAND_SIZE):
        if has(s.hand[p], slot):
            out[Feature.HAND] += 0.1 * rules.card_strength[p, slot]
    for c in range(NUM_ALLIANCE_CARDS):
        out[Feature.ALLIANCES] += s.ally_owner[c] == p
    for d in range(NUM_ALLIANCE_DECKS):
        out[Feature.PERMANENT] += s.permanent[d] == p
    for slot in range(NUM_TACTICS):
        objective = rules.tactic[p, slot] == Tactic.OBJECTIVE
        if objective and has(s.tactics_left[p], slot):
            out[Feature.OBJECTIVE] = 1.0
            out[Feature.OBJECTIVE_MET] = 1.0 if meets_objective(s, p) else 0.0


@linked
def fill_features(s, p, w, out):
    """Fill the features of seat ``p``; ``w`` is scratch with weights."""
    rules = RULES[s.ruleset]
    late = s.round_no / float(rules.max_rounds)
    out[:] = 0.0
    appraise(s, p, w)
    near = closing(s, p)
    out[Feature.CLAIM] = w.castles[p]  # what wins the game: here it is claim
    out[Feature.CLAIM_LATE] = w.castles[p] * late
    out[Feature.CLOSING] = near
    out[Feature.CLOSING_LATE] = near * late
    for i in range(CLAIM_SPACES):
        out[Feature.TOKENS] += s.claim_track[i] == p
    fill_ground(s, p, w, late, out)
    power = 0.1 * min(int(s.power[p]), MOST_POWER)
    last = s.num_players - 1
    out[Feature.SUPPLY] = 0.1 * s.supply[p]
    out[Feature.SUPPLY_LATE] = 0.1 * s.supply[p] * late
    out[Feature.POWER] = power
    out[Feature.POWER_LATE] = power * late
    out[Feature.THRONE] = 0.1 * (last - position_of(s, Track.IRON_THRONE, p))
    out[Feature.FIEFDOMS] = 0.1 * (last - position_of(s, Track.FIEFDOMS, p))
    out[Feature.COURT] = 0.1 * (last - position_of(s, Track.KINGS_COURT, p))
    fill_leaders(s, p, out)
    fill_cards(s, p, out)


def value_coefficients() -> npt.NDArray[np.float64]:
    """Coefficients ``(NUM_FEATURES,)``, fitted to games of the scripted styles."""
    return fitted(__package__, Feature)
