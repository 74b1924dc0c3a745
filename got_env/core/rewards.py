"""Rewards: what each final place is worth, and the shaping on the way.

======== ========================================================================================
``win``  +1 for the winner, -1 / (n - 1) for each of the others; zero-sum
``rank`` from +1 for the first to -1 for the last place in equal steps; zero-sum
shaped   ``win``, and on the way the change of a potential: a weight for each point of a seat's
         standing above the average of all seats. The potential is 0 at the end, so with a discount
         of 1 it does not change which policy is better (Ng, Harada and Russell 1999). A game
         names its shaped rewards, their weights and what its standing counts
         (:class:`got_env.core.game.Results`)
======== ========================================================================================

Houses that share a place share its prizes equally.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from got_env.core.checks import checked_choice
from got_env.core.game import Game


def prizes(game: Game, reward: str, players: int) -> npt.NDArray[np.float64]:
    """Reward of each final place ``(players,)``.

    Raises:
        ValueError: for a reward option that the game does not have.
    """
    if checked_choice(reward, game.results.rewards, "reward") == "rank":
        return np.linspace(1.0, -1.0, players)
    table = np.full(players, -1.0 / (players - 1))
    table[0] = 1.0
    return table


def shaping_weight(game: Game, reward: str) -> float:
    """Weight of one point of standing in the potential; 0 for rewards without shaping."""
    return game.results.shaping.get(reward, 0.0)


def final_rewards(game: Game, reward: str, places: Sequence[int]) -> npt.NDArray[np.float64]:
    """Prizes ``(players,)`` by seat for final places, 0 first; shared places share.

    Raises:
        ValueError: for a reward option that the game does not have.
    """
    table = prizes(game, reward, len(places))
    return np.array([table[place : place + list(places).count(place)].mean() for place in places])
