"""WORK: scratch space for what the heuristic player works out for one decision."""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.btwixt.players.heuristic.weights import NUM_WEIGHTS
from got_env.btwixt.rules.actions import NUM_ACTIONS
from got_env.btwixt.rules.vocabulary import MAX_PLAYERS
from got_env.core.jit import record_dtype

_F = np.float64

WORK: np.dtype[Any] = record_dtype(
    [
        ("weights", _F, (NUM_WEIGHTS,)),  # the style of the seat that decides, see weights.py
        ("score", _F, (NUM_ACTIONS,)),  # of every action of the open decision
        ("tokens", _F, (MAX_PLAYERS,)),  # what the tokens of a council count, as far as is known
        ("power", _F, (MAX_PLAYERS,)),  # what a council holds, see standing.py
        ("on_ally", _F),  # what the tokens on the current ally count
        ("gained", _F),  # influence that a card being looked at takes from others
        ("total", _F, (MAX_PLAYERS,)),  # influence that each leader has bid
    ]
)
"""One scratch record; a batch of decisions shares it."""
