"""PPO that is held to the policy it started from, less and less.

A policy that followed a teacher knows much that self-play does not ask about at once, and the noise
of the first updates may wipe it out. So the loss gets a term more: the distance from the start
policy, ``KL(learner || start)`` in nats, on average over the positions of a batch. Its weight falls
to zero along the training, so in the end only the reward counts. Beside it stand advantages that
are divided by their standard deviation in the batch: a weight of 1 sets one nat against one such
deviation.
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
from got_training.seat_network import masked_log_odds
from got_training.self_play import SelfPlayPPO


class AnchoredPPO(SelfPlayPPO):
    """The updates of MaskablePPO with the distance from an earlier policy in the loss.

    Args:
        anchor: weight of the distance at the start; it falls in a line to 0 at the end.
        **kwargs: as for `MaskablePPO`.
    """

    def __init__(self, *args: Any, anchor: float, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.anchor = anchor
        network = self.policy.network
        self._held_to = deepcopy(network).requires_grad_(False)

    def hold_to(self, weights: Weights) -> None:
        """Say which policy the learner is held to; at first it is the network as it is made."""
        self._held_to.load_weights(weights)

    @property
    def anchor_weights(self) -> Weights:
        """Tensors of the policy that the learner is held to."""
        return self._held_to.weights()

    @property
    def anchor_now(self) -> float:
        """Weight of the distance in the next update."""
        return self.anchor * self._current_progress_remaining

    def distance(self, log_odds: Tensor, observations: Tensor, masks: Tensor) -> Tensor:
        """Mean of ``KL(learner || start)`` in nats.

        Args:
            log_odds: ``(B, A)`` of the learner.
            observations: ``(B, size)``.
            masks: ``(B, A)`` legal actions.
        """
        start = masked_log_odds(self._held_to(observations)[0], masks)
        return (log_odds.exp() * (log_odds - start)).sum(dim=-1).mean()

    def train(self) -> None:
        """Use the decisions of a rollout `n_epochs` times."""
        policy, buffer = self.policy, self.rollout_buffer
        policy.set_training_mode(True)
        self._update_learning_rate(policy.optimizer)
        clip = FloatSchedule(self.clip_range)(self._current_progress_remaining)
        seen: dict[str, list[float]] = {}
        for _ in range(self.n_epochs):
            for batch in buffer.get(self.batch_size):
                log_odds, values = policy.log_odds(batch.observations, batch.action_masks)
                log_prob = log_odds.gather(-1, batch.actions.long().view(-1, 1)).squeeze(-1)
                ratio = torch.exp(log_prob - batch.old_log_prob)
                gain = batch.advantages
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                parts = {
                    "policy_gradient_loss": -torch.min(
                        gain * ratio, gain * ratio.clamp(1 - clip, 1 + clip)
                    ).mean(),
                    "entropy_loss": (log_odds.exp() * log_odds).sum(dim=-1).mean(),
                    "value_loss": functional.mse_loss(batch.returns, values),
                    "anchor_distance": self.distance(
                        log_odds, batch.observations, batch.action_masks
                    ),
                }
                loss = (
                    parts["policy_gradient_loss"]
                    + self.ent_coef * parts["entropy_loss"]
                    + self.vf_coef * parts["value_loss"]
                    + self.anchor_now * parts["anchor_distance"]
                )
                policy.optimizer.zero_grad()
                torch.autograd.backward(loss)
                torch.nn.utils.clip_grad_norm_(policy.parameters(), self.max_grad_norm)
                policy.optimizer.step()
                moved = (log_prob - batch.old_log_prob).detach()
                parts |= {
                    "loss": loss,
                    "approx_kl": (moved.exp() - 1 - moved).mean(),
                    "clip_fraction": ((ratio - 1).abs() > clip).float().mean(),
                }
                for name, part in parts.items():
                    seen.setdefault(name, []).append(part.item())
        self._n_updates += self.n_epochs
        for name, numbers in seen.items():
            self.logger.record(f"train/{name}", float(np.mean(numbers)))
        self.logger.record("train/anchor", self.anchor_now)
        explained = explained_variance(buffer.values, buffer.returns)
        self.logger.record("train/explained_variance", float(explained))
