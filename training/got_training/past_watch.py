"""Takes copies of the learner on the way, for the tables it plays at later."""

from __future__ import annotations

from collections.abc import Callable

from stable_baselines3.common.callbacks import BaseCallback

from got_training.past_selves import PastSelves
from got_training.self_play import SelfPlayPPO
from got_training.vec_env import SelfPlayVecEnv


class PastWatch(BaseCallback):
    """Adds the learner to its past selves every so many updates, and shows how it does.

    Args:
        past: the past selves.
        games: the games they play in.
        every: updates between two copies.
        updates: tells how many updates the learner has had, those before it was resumed included.
    """

    model: SelfPlayPPO

    def __init__(
        self, past: PastSelves, games: SelfPlayVecEnv, every: int, updates: Callable[[], int]
    ) -> None:
        super().__init__()
        self._past, self._games = past, games
        self._every, self._updates = every, updates

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        updates = self._updates()
        if updates - self._past.updates >= self._every:
            in_play = self._games.past_in_play
            self._past.take(self.model.policy.network.weights(), updates, in_play)

    def _on_rollout_end(self) -> None:
        shares = self._past.shares
        self.logger.record("past/kept", len(shares))
        self.logger.record("past/mean_win_share", sum(shares) / len(shares))
        self.logger.record("past/least_win_share", min(shares))
        for name, share in self._past.member_shares.items():
            self.logger.record(f"past/win_share_vs_{name}", share)
