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

from torch import Tensor

from got_agents.weights import Weights
from got_training.gradients import LOSS
from got_training.network import masked_log_probs, probs_of
from got_training.ppo import SelfPlayPPO, weighted
from got_training.seat_buffer import Samples


class KLRegularizedPPO(SelfPlayPPO):
    """The updates of MaskablePPO with a KL penalty in the loss.

    Args:
        kl_coef: coefficient of the penalty at the start; it falls linearly to 0 at the end.
        **kwargs: as for :class:`SelfPlayPPO`.
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
        """``KL(learner || reference)`` in nats, ``(B,)``.

        Args:
            log_probs: ``(B, A)`` of the learner.
            observations: ``(B, columns)``, what :meth:`SeatNetwork.forward` takes.
            masks: ``(B, A)`` legal actions.
        """
        reference = masked_log_probs(self._reference(observations)[0], masks)
        return (probs_of(log_probs) * (log_probs - reference)).sum(dim=-1)

    def terms(self, batch: Samples, log_probs: Tensor, values: Tensor) -> dict[str, Tensor]:
        """Those of PPO, and the penalty."""
        terms = super().terms(batch, log_probs, values)
        distances = self.kl_to_reference(log_probs, batch.observations, batch.action_masks)
        distance = weighted(distances, batch)
        terms[LOSS] = terms[LOSS] + self.kl_coef * distance
        return terms | {"kl_to_reference": distance}

    def train(self) -> None:
        """As :meth:`SelfPlayPPO.train`; the curves show the coefficient besides."""
        super().train()
        self.logger.record("train/kl_coef", self.kl_coef)
