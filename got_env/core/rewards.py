"""Rewards: what each final place is worth, and the shaping on the way.

========== ======================================================================================
``win``    +1 for the winner, -1 / (n - 1) for each of the others; zero-sum
``rank``   from +1 for the first to -1 for the last place in equal steps; zero-sum
``castles`` ``win``, and on the way the change of a potential: a seventh for each castle area above
           the average of all houses. The potential is 0 at the end, so with a discount of 1 no
           policy gains or loses against another by it (Ng, Harada and Russell 1999)
========== ======================================================================================

Houses that share a place share its prizes equally.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from got_env.core.game import REWARDS

CASTLE_WEIGHT = 1 / 7
"""Potential of one castle area: seven of them win the game."""


def prizes(reward: str, players: int) -> npt.NDArray[np.float64]:
    """Reward of each final place ``(players,)``.

    Raises:
        ValueError: for an unknown reward option.
    """
    if reward not in REWARDS:
        raise ValueError(f"reward={reward!r}: expected one of {', '.join(REWARDS)}")
    if reward == "rank":
        return np.linspace(1.0, -1.0, players)
    table = np.full(players, -1.0 / (players - 1))
    table[0] = 1.0
    return table


def shaping_weight(reward: str) -> float:
    """Weight of a castle area in the potential; 0 for rewards without shaping."""
    return CASTLE_WEIGHT if reward == "castles" else 0.0


def final_rewards(reward: str, places: Sequence[int]) -> npt.NDArray[np.float64]:
    """Prizes ``(players,)`` by seat for final places, 0 first; shared places share.

    Raises:
        ValueError: for an unknown reward option.
    """
    table = prizes(reward, len(places))
    return np.array([table[place : place + list(places).count(place)].mean() for place in places])
