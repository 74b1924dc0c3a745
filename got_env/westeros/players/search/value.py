"""Features of a position that tell the chance to win of a seat."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from got_env.core.jit import linked
from got_env.core.search.values import fitted
from got_env.westeros.players.heuristic import expansion
from got_env.westeros.players.heuristic.appraisal import (
    appraise,
    danger,
    find_threats,
    standing_strength,
)
from got_env.westeros.players.heuristic.asked import with_claim
from got_env.westeros.rules.board import controller, has, position_of
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import HAND_SIZE, NUM_UNITS, Terrain, Track

ROUNDS = 10.0


class Feature(IntEnum):
    """Places in the features of a seat. ``late`` goes from 0 to 1 over the rounds."""

    CASTLES = 0  # castle areas
    CASTLES_LATE = 1  # the same times late
    CLOSING = 2  # square of the castle areas beyond four
    CLOSING_LATE = 3  # the same times late
    DANGER = 4  # castle areas that may be lost soon, in expectation
    DANGER_LATE = 5
    STRENGTH = 6  # of all units
    STRENGTH_LATE = 7
    LANDS = 8  # land areas
    SUPPLY = 9
    SUPPLY_LATE = 10
    POWER = 11  # available, at most ten
    THRONE = 12  # position on the track, counted from the end
    FIEFDOMS = 13
    COURT = 14
    HAND = 15  # strength of the cards in hand


NUM_FEATURES = len(Feature)
CLOSING_FROM = 4
MOST_POWER = 10


@linked
def fill_features(s, p, w, out):
    """Fill the features of seat ``p``; ``w`` is scratch with weights."""
    if with_claim(s):
        expansion.fill_features(s, p, w, out)
        return
    rules = RULES[s.ruleset]
    late = s.round_no / ROUNDS
    appraise(s, p, w)
    find_threats(s, p, w)
    castles = 0.0
    risk = 0.0
    strength = 0.0
    lands = 0.0
    for a in range(rules.num_areas):
        if rules.kind[a] == Terrain.LAND and controller(s, a) == p:
            lands += 1.0
            if rules.muster_points[a] > 0:
                castles += 1.0
                held = float(s.garrison[a])
                if s.owner[a] == p:
                    held += standing_strength(s, a, False)
                risk += danger(s, w, a, held)
        if s.owner[a] == p:
            strength += standing_strength(s, a, False)
            for u in range(NUM_UNITS):
                strength += 0.5 * s.routed[a, u]
    closing = max(0.0, castles - CLOSING_FROM)
    hand = 0.0
    for slot in range(HAND_SIZE):
        if has(s.hand[p], slot):
            hand += rules.card_strength[p, slot]
    last = s.num_players - 1
    out[Feature.CASTLES] = castles
    out[Feature.CASTLES_LATE] = castles * late
    out[Feature.CLOSING] = closing * closing
    out[Feature.CLOSING_LATE] = closing * closing * late
    out[Feature.DANGER] = risk
    out[Feature.DANGER_LATE] = risk * late
    out[Feature.STRENGTH] = 0.1 * strength
    out[Feature.STRENGTH_LATE] = 0.1 * strength * late
    out[Feature.LANDS] = 0.1 * lands
    out[Feature.SUPPLY] = 0.1 * s.supply[p]
    out[Feature.SUPPLY_LATE] = 0.1 * s.supply[p] * late
    out[Feature.POWER] = 0.1 * min(int(s.power[p]), MOST_POWER)
    out[Feature.THRONE] = 0.1 * (last - position_of(s, Track.IRON_THRONE, p))
    out[Feature.FIEFDOMS] = 0.1 * (last - position_of(s, Track.FIEFDOMS, p))
    out[Feature.COURT] = 0.1 * (last - position_of(s, Track.KINGS_COURT, p))
    out[Feature.HAND] = 0.1 * hand


def value_coefficients() -> npt.NDArray[np.float64]:
    """Coefficients ``(NUM_FEATURES,)``, fitted to games of the heuristic player."""
    return fitted(__package__, Feature)
