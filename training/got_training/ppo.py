"""MaskablePPO for self-play: rollouts whose transitions belong to one seat each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Self, cast

import numpy as np
import numpy.typing as npt
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.buffers import RolloutBuffer
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.utils import FloatSchedule, explained_variance
from stable_baselines3.common.vec_env.base_vec_env import VecEnv
from torch import Tensor

from got_training.devices import products_in, to_device, to_numpy
from got_training.gradients import LOSS, gradient_step
from got_training.network import Factors, probs_of
from got_training.sb3_policy import SeatPolicy
from got_training.seat_buffer import Bools, Floats, Samples, SeatRolloutBuffer
from got_training.threads import ThreadTeam
from got_training.vec_env import SelfPlayVecEnv

Ints = npt.NDArray[np.int64]

SURE = 0.95
"""The policy counts as sure of an action of more probability than this."""


class SelfPlayPPO(MaskablePPO):
    """MaskablePPO that fills a :class:`SeatRolloutBuffer` from a :class:`SelfPlayVecEnv`.

    Its updates are those of MaskablePPO, with a weight for each decision, and several threads share
    their work. Callbacks are asked once before every rollout (``on_step``) whether to go on, so a
    training ends between two updates.

    Args:
        team: threads that play and learn.
        **kwargs: as for `MaskablePPO`, with a seed.
    """

    rollout_buffer: SeatRolloutBuffer
    policy: SeatPolicy
    progress: Callable[[], float]
    """Tells how much of the training is done, 0 to 1; the learning rate follows it."""

    def __init__(self, *args: Any, team: ThreadTeam, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.team, seed = team, kwargs["seed"]
        # Threads that drew from one generator would do so in any order.
        self._chance = [torch.Generator().manual_seed(seed + part) for part in range(team.parts)]

    def learn(self, *args: Any, **kwargs: Any) -> Self:
        """As MaskablePPO does, with its threads bounded."""
        with self.team.at_work():
            return super().learn(*args, **kwargs)

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
        with torch.no_grad():
            factors = self.policy.network.multiplied()
        for _ in range(n_rollout_steps):
            observations = cast(Any, self._last_obs)
            masks = games.action_masks()
            chosen, values, log_probs = self._answers(observations, masks, games.learner, factors)
            played, kept = self.decide(games, masks, chosen)
            buffer.record(
                observations,
                masks,
                games.seats,
                games.learner,
                kept,
                values,
                log_probs,
                sure=(log_probs > np.log(SURE)) & (kept == chosen),
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
        self, observations: npt.NDArray[np.int8], masks: Bools, learner: Bools, factors: Factors
    ) -> tuple[Ints, Floats, Floats]:
        """Actions, values and log-probabilities ``(B,)``; zeros where another agent decides."""
        seen, legal = torch.from_numpy(observations), torch.from_numpy(masks)
        actions: Ints = np.zeros(len(learner), dtype=np.int64)
        values: Floats = np.zeros(len(learner), dtype=np.float32)
        log_probs = values.copy()

        def answer(part: tuple[npt.NDArray[np.intp], torch.Generator]) -> None:
            rows, chance = torch.from_numpy(part[0]), part[1]
            with torch.no_grad():
                found = self.policy(
                    to_device(seen.index_select(0, rows), self.device),
                    action_masks=legal.index_select(0, rows),
                    generator=None if self.team.parts == 1 else chance,
                    factors=factors,
                )
            actions[part[0]], values[part[0]], log_probs[part[0]] = map(to_numpy, found)

        parts = self.team.cut(np.flatnonzero(learner))
        with products_in(self.policy.network.precision, self.device):
            self.team.map(answer, list(zip(parts, self._chance, strict=False)))
        return actions, values, log_probs

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

    def train(self) -> None:
        """Learn from a rollout in `n_epochs` passes over what the buffer serves."""
        policy, buffer = self.policy, self.rollout_buffer
        policy.set_training_mode(True)
        self._update_learning_rate(policy.optimizer)
        seen: dict[str, list[Tensor]] = {}
        for _ in range(self.n_epochs):
            for batch in buffer.batches(self.batch_size):
                if len(batch) < 2:  # of a tiny rollout; advantages of less cannot be normalised
                    continue
                terms = partial(self._terms, *self._scales(batch))
                found = gradient_step(policy, self.team, batch, terms, self.max_grad_norm)
                for name, number in found.items():
                    seen.setdefault(name, []).append(number)
        self._n_updates += self.n_epochs
        if not seen:
            return
        for name, numbers in seen.items():
            self.logger.record(f"train/{name}", torch.stack(numbers).mean().item())
        explained = explained_variance(buffer.values, buffer.returns)
        self.logger.record("train/explained_variance", float(explained))

    def _scales(self, numbers: npt.NDArray[np.intp]) -> tuple[float, float, float]:
        """Mean and standard deviation of the advantages of some decisions, and mean weight."""
        buffer = self.rollout_buffer
        advantages, weights = buffer.advantages[numbers], buffer.weights[numbers]
        return *mean_and_deviation(advantages, weights), float(weights.mean())

    def _terms(
        self, mean: float, deviation: float, weight: float, numbers: npt.NDArray[np.intp]
    ) -> dict[str, Tensor]:
        batch = self.rollout_buffer.samples(numbers)
        log_probs, values = self.policy.log_probs(batch.observations, batch.action_masks)
        batch = batch._replace(
            advantages=(batch.advantages - mean) / (deviation + 1e-8),
            weights=batch.weights / weight,
        )
        return self.terms(batch, log_probs, values)

    def terms(self, batch: Samples, log_probs: Tensor, values: Tensor) -> dict[str, Tensor]:
        """The loss, under :data:`LOSS`, and what the curves show: weighted means over decisions.

        Args:
            batch: the decisions; in the whole batch their advantages are normalised, and their
                weights are 1 on average.
            log_probs: ``(B, A)`` of the learner.
            values: ``(B,)`` of the learner.
        """
        clip = FloatSchedule(self.clip_range)(self._current_progress_remaining)
        log_prob = log_probs.gather(-1, batch.actions.view(-1, 1)).squeeze(-1)
        log_ratio = log_prob - batch.old_log_prob
        ratio = log_ratio.exp()
        clipped = batch.advantages * ratio.clamp(1 - clip, 1 + clip)
        policy_gradient_loss = -weighted(torch.min(batch.advantages * ratio, clipped), batch)
        with torch.set_grad_enabled(self.ent_coef != 0):
            entropy_loss = weighted((probs_of(log_probs) * log_probs).sum(dim=-1), batch)
        value_loss = weighted((batch.returns - values).square(), batch)
        with torch.no_grad():
            approx_kl = weighted(ratio - 1 - log_ratio, batch)
            clip_fraction = weighted(((ratio - 1).abs() > clip).float(), batch)
        return {
            LOSS: policy_gradient_loss + self.ent_coef * entropy_loss + self.vf_coef * value_loss,
            "policy_gradient_loss": policy_gradient_loss,
            "entropy_loss": entropy_loss,
            "value_loss": value_loss,
            "approx_kl": approx_kl,
            "clip_fraction": clip_fraction,
        }


def weighted(numbers: Tensor, batch: Samples) -> Tensor:
    """Mean of numbers ``(B,)``, one of each decision, by the weights of the decisions."""
    return (numbers * batch.weights).mean()


def mean_and_deviation(numbers: Floats, weights: Floats) -> tuple[float, float]:
    """Weighted mean and standard deviation of a sample of two numbers or more."""
    mean = np.average(numbers, weights=weights)
    variance = np.average((numbers - mean) ** 2, weights=weights)
    return float(mean), float((variance * len(numbers) / (len(numbers) - 1)) ** 0.5)
