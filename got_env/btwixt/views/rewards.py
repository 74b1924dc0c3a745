"""Rewards of B'Twixt: a row for each."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from got_env.btwixt.phases.scoring import allies_power
from got_env.btwixt.pieces.seats import right_of
from got_env.btwixt.pieces.tokens import tokens_at
from got_env.core.game import Reward
from got_env.core.jit import kernel, linked
from got_env.core.rewards import BY_PLACE, potential

COUNCIL_WEIGHT = 1 / 20
"""Potential of a point of power: the weaker council of a winner holds about twenty."""

TOKEN_MEAN = 2.0
"""Power of a token as long as nobody has seen its number."""


@kernel
def council_points(s: Any, council: int) -> float:
    """Power of a council as far as everybody knows it."""
    power: float = allies_power(s, council) + TOKEN_MEAN * tokens_at(s, council)
    return power


@linked
def points(s: Any, out: npt.NDArray[Any]) -> None:
    """Write the power of the weaker council of each leader, a tenth of the other's added."""
    for p in range(s.num_players):
        left = council_points(s, p)
        right = council_points(s, right_of(s, p))
        out[p] = min(left, right) + 0.1 * max(left, right)


REWARDS: dict[str, Reward] = {
    **BY_PLACE,
    "council": potential(points, COUNCIL_WEIGHT),
}
"""Reward options by name."""
