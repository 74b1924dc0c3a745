"""RULES: the facts of a game as kernels read them, one record per data and number of players.

The records are made from the facts by :mod:`got_env.btwixt.facts.rulesets`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.btwixt.rules.vocabulary import (
    CARD_PLACES,
    CARD_WORDS,
    MAX_ROWS,
    MAX_TOKEN,
    NUM_ALLIES,
    NUM_KINDS,
    NUM_LEADERS,
    POWER_BITS,
    Col,
    Operation,
    Season,
    Trigger,
)
from got_env.core.jit import record_dtype
from got_env.core.tables import Table

MAX_RULESETS = 2048
"""Rows of RULES, those of a user's own data included: four for a game of 3 to 6 players. Memory
without rows costs nothing."""

_I = np.int16
_L = np.int64

RULES_DTYPE: np.dtype[Any] = record_dtype(
    [
        # --- sets of influence cards
        ("kind_cards", _L, (NUM_KINDS, CARD_WORDS)),  # copies of each kind
        (
            "first_copies",
            _L,
            (CARD_WORDS,),
        ),  # lowest card of each kind; copies lie together
        ("last_copies", _L, (CARD_WORDS,)),  # the highest
        ("triggers", _L, (len(Trigger), CARD_WORDS)),  # cards with an effect of this trigger
        ("lasting", _L, (len(Operation), CARD_WORDS)),  # cards that do this while they lie
        ("abilities", _L, (CARD_WORDS,)),  # cards with any effect
        ("strings", _L, (CARD_WORDS,)),  # cards that steer the current ally
        ("bringers", _L, (CARD_WORDS,)),  # cards that bring an ally after the claim
        ("returners", _L, (CARD_WORDS,)),  # cards that return to a hand at the end of the round
        ("standard", _L, (CARD_WORDS,)),
        ("events", _L, (CARD_WORDS,)),
        ("whites", _L, (CARD_WORDS,)),
        ("leader_whites", _L, (NUM_LEADERS, CARD_WORDS)),
        # --- numbers
        ("num_players", _I),
        ("seasons", _I),  # of a full game
        ("rounds", _I),  # of a season
        ("events_added", _I, (len(Season),)),  # at the end of each season, advanced game
        ("token_numbers", _I, (MAX_TOKEN + 1,)),  # power tokens by number
        # --- influence cards
        ("kind", _I, (CARD_PLACES,)),
        ("value", _I, (CARD_PLACES,)),
        ("color", _I, (CARD_PLACES,)),
        ("owner", _I, (CARD_PLACES,)),  # leader of a leader-specific card
        ("card_row", _I, (CARD_PLACES,)),  # first effect
        ("card_rows", _I, (CARD_PLACES,)),
        # --- allies
        ("power", _I, (NUM_ALLIES,)),
        ("power_bits", _L, (POWER_BITS,)),  # sets of the allies with this bit in their power
        ("ally_row", _I, (NUM_ALLIES,)),
        ("ally_rows", _I, (NUM_ALLIES,)),
        ("doers", _L, (len(Operation),)),  # sets of the allies that do this during their round
        ("kneel_doers", _L),  # set of those with an ability that resolves when a leader kneels
        ("round_allies", _L),  # set of all these
        ("scorers", _L),  # set of the allies whose power the end of the game may change
        # --- the effects, columns are those of Col
        ("effect", _I, (MAX_ROWS, len(Col))),
        ("picky", _I, (MAX_ROWS,)),  # 1 for an effect that not every card fits
        ("on_cards", _I, (MAX_ROWS,)),  # 1 for an effect that picks influence cards
        ("of_hand", _I, (MAX_ROWS,)),  # 1 for one that picks them from a hand
        ("effects", _I),
    ]
)

RULES = Table("got_env.btwixt.RULES", RULES_DTYPE, MAX_RULESETS)
"""Rows of :data:`RULES_DTYPE`. Rows in use never change."""
