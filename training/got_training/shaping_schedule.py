"""Rewards whose shaping fades along a training.

A potential shows a beginner what is worth having; in the end only the outcome of the game shall
count. So a game is paid ``w * shaped + (1 - w) * plain``. The plain reward pays prizes for final
places alone; the shaped one adds the change of a potential, which is 0 at the end. The mixture is
shaped by ``w`` times that potential, so it leaves the best policy alone for every ``w``. A game
keeps the weight that it began with: if ``w`` fell during a game, what a seat still earns from a
decision on would no longer be the outcome less a number that the decision cannot change.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from got_env.core.rewards import final_rewards
from got_env.envs.vector import VectorEnv


class ScheduledRewards:
    """The rewards of a batch of games, each with its own weight of the shaping.

    Attributes:
        rewards: ``(B, P) float32``, of every seat, for the last step; 0 for seats that a game does
            not have.
        weights: ``(B,) float32``, of the shaping in the games that run, 0 to 1.

    Args:
        games: whose steps are paid.
        reward: their reward option, a shaped one.
        weight: tells the weight of games that begin now.
    """

    def __init__(self, games: VectorEnv, reward: str, weight: Callable[[], float]) -> None:
        self._games, self._reward, self._weight = games, reward, weight
        self.rewards = np.zeros_like(games.rewards)
        self.weights = np.ones(games.num_envs, dtype=np.float32)

    def begin(self, rows: npt.NDArray[np.int64]) -> None:
        """Give new games ``(n,)`` their weight; after :meth:`pay` for those before them."""
        self.weights[rows] = self._weight()

    def pay(self, over: npt.NDArray[np.int64]) -> None:
        """Write the rewards of the last step, in which the games ``(n,)`` ended."""
        games = self._games
        np.multiply(games.rewards, self.weights[:, None], out=self.rewards)
        for row in over:
            players = int(games.players[row])
            places = games.infos["final_info"]["place"][row, :players].tolist()
            plain = final_rewards(games.game, self._reward, places)
            self.rewards[row, :players] += (1 - self.weights[row]) * plain
