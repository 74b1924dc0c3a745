"""The engines of the family, each loaded when a game of its kind is."""

from __future__ import annotations

from collections.abc import Mapping

from got_env.core.on_demand import OnDemand
from got_env.westeros.family import Engine

ENGINES: Mapping[bool, Engine] = OnDemand(
    "ENGINE",
    (False, "got_env.westeros.board_engine"),
    (True, "got_env.westeros.claim_engine"),
)
"""By whether the game has claim. Loading one hands its rules to the loops over many games."""
