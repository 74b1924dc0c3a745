"""The engines of the family, each loaded when a game of its kind is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from got_env.core.on_demand import OnDemand
from got_env.westeros.family import Engine
from got_env.westeros.state import CLAIM_STATE, STATE

ENGINES: Mapping[np.dtype[Any], Engine] = OnDemand(
    "ENGINE",
    (STATE, "got_env.westeros.board_engine"),
    (CLAIM_STATE, "got_env.westeros.claim_engine"),
)
"""By the dtype of the records. Loading one hands its rules to the loops over many games."""
