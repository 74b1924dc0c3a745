"""MaskablePPO for self-play: rollouts whose transitions belong to one seat each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.buffers import RolloutBuffer
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from got_training.devices import to_device, to_numpy
from got_training.sb3_policy import SeatPolicy
from got_training.seat_buffer import Bools, Floats, SeatRolloutBuffer
from got_training.vec_env import SelfPlayVecEnv

Ints = npt.NDArray[np.int64]


class SelfPlayPPO(MaskablePPO):
    """MaskablePPO that fills a :class:`SeatRolloutBuffer` from a :class:`SelfPlayVecEnv`.

    The loss and the updates are MaskablePPO's own. Callbacks are asked once before every rollout
    (``on_step``) whether to go on, so a training ends between two updates.
    """

    rollout_buffer: SeatRolloutBuffer
    policy: SeatPolicy
    progress: Callable[[], float]
    """Tells how much of the training is done, 0 to 1; the learning rate follows it."""

    def collect_rollouts(
        self,
        env: VecEnv,
        callback: BaseCallback,
        rollout_buffer: RolloutBuffer,
        n_rollout_steps: int,
        use_masking: bool = True,
    ) -> bool:
        """Play ``n_rollout_steps`` decisions in every game with the current policy.

        Returns:
            Whether the training goes on.
        """
        games, buffer = cast(SelfPlayVecEnv, env), cast(SeatRolloutBuffer, rollout_buffer)
        if not callback.on_step():
            return False
        self.policy.set_training_mode(False)
        buffer.reset()
        callback.on_rollout_start()
        for _ in range(n_rollout_steps):
            observations = cast(Any, self._last_obs)
            masks = games.action_masks()
            chosen, values, log_probs = self._answers(observations, masks, games.learner)
            played, kept = self.decide(games, masks, chosen)
            buffer.record(
                observations,
                masks,
                games.seats,
                games.learner,
                kept,
                values,
                log_probs,
            )
            self._last_obs = cast(Any, games.step(played)[0])
            buffer.record_outcome(games.seat_rewards, games.ended)
            self.num_timesteps += games.num_envs
            assert self.ep_info_buffer is not None
            self.ep_info_buffer.extend(games.finished)
        buffer.finish()
        callback.update_locals(locals())
        callback.on_rollout_end()
        return True

    def _answers(
        self, observations: npt.NDArray[np.int8], masks: Bools, learner: Bools
    ) -> tuple[Ints, Floats, Floats]:
        """Actions, values and log-probabilities ``(B,)``; zeros where another agent decides."""
        rows = np.flatnonzero(learner)
        with torch.no_grad():
            seen = to_device(torch.from_numpy(observations[rows]), self.device)
            found = [to_numpy(part) for part in self.policy(seen, action_masks=masks[rows])]
        filled = tuple(np.zeros(len(learner), dtype=part.dtype) for part in found)
        for whole, part in zip(filled, found, strict=True):
            whole[rows] = part
        return cast("tuple[Ints, Floats, Floats]", filled)

    def decide(self, games: SelfPlayVecEnv, masks: Bools, chosen: Ints) -> tuple[Ints, Ints]:
        """Actions to play, and actions to learn from, both ``(B,)``.

        Args:
            games: the games.
            masks: ``(B, A)`` legal actions of the seats to move.
            chosen: ``(B,)`` what the policy would play.
        """
        return chosen, chosen

    def _update_current_progress_remaining(self, num_timesteps: int, total_timesteps: int) -> None:
        self._current_progress_remaining = 1.0 - self.progress()
