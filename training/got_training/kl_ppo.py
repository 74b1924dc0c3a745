"""PPO with a KL penalty towards a reference policy, the one that the training starts from.

A policy that imitated a teacher knows much that self-play does not ask about at once, and the noise
of the first updates may wipe it out. So the loss has one more term: ``KL(learner || reference)`` in
nats, on average over the positions of a batch. Its coefficient falls to zero along the training, so
that only the reward counts in the end. Advantages are divided by their standard deviation in the
batch: a coefficient of 1 sets one nat against one standard deviation.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
import torch
from stable_baselines3.common.utils import FloatSchedule, explained_variance
from torch import Tensor
from torch.nn import functional

from got_agents.weights import Weights
from got_training.network import masked_log_probs, probs_of
from got_training.ppo import SelfPlayPPO


class KLRegularizedPPO(SelfPlayPPO):
    """The updates of MaskablePPO with a KL penalty in the loss.

    Args:
        kl_coef: coefficient of the penalty at the start; it falls linearly to 0 at the end.
        **kwargs: as for `MaskablePPO`.
    """

    def __init__(self, *args: Any, kl_coef: float, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial_kl_coef = kl_coef
        network = self.policy.network
        self._reference = deepcopy(network).requires_grad_(False)

    def set_reference(self, weights: Weights) -> None:
        """Set the reference policy; until then it is the network as it was made."""
        self._reference.load_weights(weights)

    @property
    def reference_weights(self) -> Weights:
        """Tensors of the reference policy."""
        return self._reference.weights()

    @property
    def kl_coef(self) -> float:
        """Coefficient of the penalty in the next update."""
        return self.initial_kl_coef * self._current_progress_remaining

    def kl_to_reference(self, log_probs: Tensor, observations: Tensor, masks: Tensor) -> Tensor:
        """Mean of ``KL(learner || reference)`` in nats.

        Args:
            log_probs: ``(B, A)`` of the learner.
            observations: ``(B, size)``.
            masks: ``(B, A)`` legal actions.
        """
        reference = masked_log_probs(self._reference(observations)[0], masks)
        return (probs_of(log_probs) * (log_probs - reference)).sum(dim=-1).mean()

    def train(self) -> None:
        """Use the decisions of a rollout `n_epochs` times."""
        policy, buffer = self.policy, self.rollout_buffer
        policy.set_training_mode(True)
        self._update_learning_rate(policy.optimizer)
        clip = FloatSchedule(self.clip_range)(self._current_progress_remaining)
        seen: dict[str, list[float]] = {}
        for _ in range(self.n_epochs):
            for batch in buffer.get(self.batch_size):
                log_probs, values = policy.log_probs(batch.observations, batch.action_masks)
                log_prob = log_probs.gather(-1, batch.actions.long().view(-1, 1)).squeeze(-1)
                ratio = torch.exp(log_prob - batch.old_log_prob)
                advantages = batch.advantages
                advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
                parts = {
                    "policy_gradient_loss": -torch.min(
                        advantages * ratio, advantages * ratio.clamp(1 - clip, 1 + clip)
                    ).mean(),
                    "entropy_loss": (probs_of(log_probs) * log_probs).sum(dim=-1).mean(),
                    "value_loss": functional.mse_loss(batch.returns, values),
                    "kl_to_reference": self.kl_to_reference(
                        log_probs, batch.observations, batch.action_masks
                    ),
                }
                loss = (
                    parts["policy_gradient_loss"]
                    + self.ent_coef * parts["entropy_loss"]
                    + self.vf_coef * parts["value_loss"]
                    + self.kl_coef * parts["kl_to_reference"]
                )
                policy.optimizer.zero_grad()
                torch.autograd.backward(loss)
                torch.nn.utils.clip_grad_norm_(policy.parameters(), self.max_grad_norm)
                policy.optimizer.step()
                log_ratio = (log_prob - batch.old_log_prob).detach()
                parts |= {
                    "loss": loss,
                    "approx_kl": (log_ratio.exp() - 1 - log_ratio).mean(),
                    "clip_fraction": ((ratio - 1).abs() > clip).float().mean(),
                }
                for name, part in parts.items():
                    seen.setdefault(name, []).append(part.item())
        self._n_updates += self.n_epochs
        for name, numbers in seen.items():
            self.logger.record(f"train/{name}", float(np.mean(numbers)))
        self.logger.record("train/kl_coef", self.kl_coef)
        explained = explained_variance(buffer.values, buffer.returns)
        self.logger.record("train/explained_variance", float(explained))
