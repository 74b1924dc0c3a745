"""WORK: scratch space for what the heuristic player works out for one decision."""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.core.jit import record_dtype
from got_env.westeros.players.heuristic.weights import NUM_WEIGHTS
from got_env.westeros.rules.actions import num_actions
from got_env.westeros.rules.state import MAX_DESTINATIONS
from got_env.westeros.rules.vocabulary import (
    HAND_SIZE,
    MAX_AREAS,
    MAX_LEADERS,
    MAX_PLAYERS,
    NUM_ALLIANCE_DECKS,
    NUM_ORDERS,
    NUM_UNITS,
)

MAX_OWN = 24
"""Areas one house can hold: it has 23 units."""

_F = np.float64
_I = np.int64
_A = MAX_AREAS

NO_PLAN = 0
NUM_MOODS = 12
"""Number of moods on which the worth of land areas may depend besides the area."""
MOST_ACTIONS = num_actions(_A) + MAX_LEADERS + NUM_ALLIANCE_DECKS
"""At least as many as any game has."""

WORK: np.dtype[Any] = record_dtype(
    [
        ("weights", _F, (NUM_WEIGHTS,)),  # the style of the seat that decides, see weights.py
        ("score", _F, (MOST_ACTIONS,)),  # of every action of the open decision
        ("keeps_plans", _I),  # 1 while all decisions are of one game, one after another
        ("legal", _I, (MOST_ACTIONS,)),  # actions of the open decision that are
        ("plan_of", _I),  # what the plans below were made for, see choose.py; NO_PLAN without
        # --- what appraisal.py fills
        ("worth", _F, (_A,)),  # points an area is worth to the seat
        ("worth_in", _F, (NUM_MOODS, _A)),  # the same of land areas by mood, see area_values.py
        ("known_moods", _I),  # bit per mood whose worths are filled for the game
        ("threat", _F, (_A,)),  # strength of the strongest army of others that can come
        ("mass", _F, (_A,)),  # strength of all armies of others that can come
        ("pull", _F, (_A,)),  # how near an area is to others worth taking
        ("hand", _F, (MAX_PLAYERS,)),  # what the House cards of a seat add in a combat
        ("hand_of", _I, (MAX_PLAYERS,)),  # the hand for which that is, + 1; 0 without
        ("castles", _I, (MAX_PLAYERS,)),  # castle areas by seat
        ("fleet", _I, (MAX_PLAYERS,)),  # sea areas whose Ships carry units of a seat
        # --- what holds for all marches of a seat from one position, see plan.py
        ("pulled", _I),  # 1 once ``pull`` is filled
        ("armies", _I),  # armies of the seat, packed; NOT_COUNTED before they are needed
        ("gains", _I),  # bit per area whose ``gain`` is known
        ("gain", _F, (_A,)),  # points of one more unit there
        ("foes", _I),  # bit per area of which the next four are known
        ("foe_defense", _F, (_A,)),  # strength of its holder
        ("foe_edge", _F, (_A,)),  # strength to be gained on the holder by cards, Blade and ties
        ("foe_harm", _F, (_A,)),  # points of taking it from the holder
        ("foe_support", _F, (_A,)),  # own support next to it
        # --- the plan of one march, see plan.py
        ("claimed", _I),  # areas other marches of the house are headed for
        ("parts", _I),  # destinations of the plan
        ("part_to", _I, (MAX_DESTINATIONS,)),
        ("part_units", _I, (MAX_DESTINATIONS, NUM_UNITS)),
        ("left", _I, (NUM_UNITS,)),  # units that stay
        ("target", _I),  # destination with a fight, NONE without
        ("margin", _F),  # strength there less the enemy's, cards included
        ("prize", _F),  # points that victory there adds, against a defeat
        # --- the orders of a house, one row for each own area, see orders.py
        ("num_own", _I),
        ("own", _I, (MAX_OWN,)),
        ("own_strength", _F, (MAX_OWN,)),
        ("own_value", _F, (MAX_OWN,)),  # of the best march
        ("own_starred", _F, (MAX_OWN,)),  # the same with March +1 against Neutral Forces
        ("own_starred_claims", _I, (MAX_OWN,)),
        ("own_target", _I, (MAX_OWN,)),
        ("own_margin", _F, (MAX_OWN,)),
        ("own_prize", _F, (MAX_OWN,)),
        ("own_claims", _I, (MAX_OWN,)),
        ("order_value", _F, (MAX_OWN, NUM_ORDERS)),
        ("order_given", _I, (MAX_OWN,)),
        ("tokens", _I, (NUM_ORDERS,)),  # left of each type
        # --- plans kept for all deals of one search, see plan_cache.py
        ("root_no", _I),  # events before the position that they are made for + 1; 0 without one
        ("kept", _I),  # bit per seat whose plan is kept
        ("kept_own", _I, (MAX_PLAYERS, MAX_OWN)),
        ("kept_value", _F, (MAX_PLAYERS, MAX_OWN, NUM_ORDERS)),
        ("kept_given", _I, (MAX_PLAYERS, MAX_OWN)),
        # --- a combat, see cards.py
        ("force", _I, (2,)),  # strength of each side by the board, without texts
        ("payoff", _F, (HAND_SIZE, HAND_SIZE)),  # own card, card of the other side
        ("reply", _F, (HAND_SIZE,)),  # payoffs of own cards so far in the search for a mix
        ("threatens", _F, (HAND_SIZE,)),
        ("own_mix", _F, (HAND_SIZE,)),
        ("other_mix", _F, (HAND_SIZE,)),
    ]
)
"""One scratch record; a batch of decisions shares it."""
