"""Features of a position that tell the chance to win of a leader."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from got_env.btwixt.phases.scoring import allies_power, tokens_power
from got_env.btwixt.pieces.cards import only
from got_env.btwixt.pieces.seats import right_of
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import CARD_WORDS
from got_env.core.jit import kernel, linked
from got_env.core.search.values import fitted

SEASONS = 3
LONG_SEASON = 6
"""Rounds of a season, about."""
WORD = 64
"""Cards in a word of a set."""


class Feature(IntEnum):
    """Places in the features of a leader. ``late`` goes from 0 to 1 over the game."""

    WEAKER = 0  # power of the weaker council
    WEAKER_LATE = 1  # the same times late
    STRONGER = 2  # power of the stronger council
    STRONGER_LATE = 3
    HAND = 4  # influence in hand
    HAND_EARLY = 5  # the same times what is left of the game
    CARDS = 6  # cards in hand
    CARDS_EARLY = 7
    FIRST = 8  # 1 for the first player


NUM_FEATURES = len(Feature)


@kernel
def lateness(s):
    """Progress of the game, from 0 to 1."""
    in_season = 1.0 - min(int(s.rounds_left), LONG_SEASON) / LONG_SEASON
    return min(1.0, (int(s.season) + in_season) / SEASONS)


@kernel
def influence_in_hand(s, p):
    """Sum of the values of the cards in a hand."""
    rules = RULES[s.ruleset]
    total = 0
    for word in range(CARD_WORDS):
        for bit in range(WORD - 1):
            if s.hand[p, word] & only(bit) != 0:
                total += rules.value[WORD * word + bit]
    return total


@linked
def fill_features(s, p, w, out):
    """Fill the features of leader ``p`` in a full game."""
    late = lateness(s)
    other = int(right_of(s, p))
    left = allies_power(s, p) + tokens_power(s, p)
    right = allies_power(s, other) + tokens_power(s, other)
    weaker, stronger = 0.1 * min(left, right), 0.1 * max(left, right)
    hand = 0.1 * influence_in_hand(s, p)
    cards = 0.1 * s.hand_n[p]
    out[Feature.WEAKER] = weaker
    out[Feature.WEAKER_LATE] = weaker * late
    out[Feature.STRONGER] = stronger
    out[Feature.STRONGER_LATE] = stronger * late
    out[Feature.HAND] = hand
    out[Feature.HAND_EARLY] = hand * (1.0 - late)
    out[Feature.CARDS] = cards
    out[Feature.CARDS_EARLY] = cards * (1.0 - late)
    out[Feature.FIRST] = 1.0 if s.first == p else 0.0


def value_coefficients() -> npt.NDArray[np.float64]:
    """Coefficients ``(NUM_FEATURES,)``, fitted to games of the scripted styles."""
    return fitted(__package__, Feature)
