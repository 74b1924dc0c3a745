"""The network of the package as the policy class that MaskablePPO trains."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import numpy.typing as npt
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.type_aliases import Schedule
from torch import Tensor

from got_agents.network import NetworkShape
from got_training.network import Factors, Masks, SeatNetwork, masked_log_probs, probs_of


class SeatPolicy(MaskableActorCriticPolicy):
    """MaskablePPO's view of a :class:`SeatNetwork`, with its masked softmax computed once."""

    def __init__(
        self,
        observation_space: spaces.Space[Any],
        action_space: spaces.Space[Any],
        lr_schedule: Schedule,
        *,
        shape: NetworkShape,
        scale: npt.NDArray[np.float32],
        adjacency: npt.NDArray[np.float32] | None = None,
        precision: torch.dtype = torch.float32,
        **kwargs: Any,
    ) -> None:
        self._shape, self._scale, self._adjacency = shape, scale, adjacency
        self._precision = precision
        super().__init__(observation_space, action_space, lr_schedule, **kwargs)

    def _build(self, lr_schedule: Schedule) -> None:
        self.network = SeatNetwork(self._shape, self._scale, self._adjacency)
        self.network.precision = self._precision
        rate = cast(Any, lr_schedule)(1)
        self.optimizer = torch.optim.Adam(self.parameters(), lr=rate, eps=1e-5, fused=True)

    def log_probs(
        self, obs: Tensor, action_masks: Masks, factors: Factors | None = None
    ) -> tuple[Tensor, Tensor]:
        """Log-probabilities of all actions ``(B, A)`` and values ``(B,)``.

        Args:
            obs: ``(B, columns)``, what :meth:`SeatNetwork.forward` takes.
            action_masks: ``(B, A)`` legal actions.
            factors: those of :meth:`SeatNetwork.multiplied`, if they are there already.
        """
        scores, values = self.network(obs, factors)
        return masked_log_probs(scores, action_masks), values

    def forward(
        self,
        obs: Tensor,
        deterministic: bool = False,
        action_masks: Masks = None,
        generator: torch.Generator | None = None,
        factors: Factors | None = None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Actions, values and log-probabilities of the actions, each ``(B,)``.

        Args:
            obs: ``(B, columns)``, what :meth:`SeatNetwork.forward` takes.
            deterministic: take the most probable actions, instead of drawing them.
            action_masks: ``(B, A)`` legal actions.
            generator: draws them; by default that of the whole process.
            factors: as of :meth:`log_probs`.
        """
        log_probs, values = self.log_probs(obs, action_masks, factors)
        if deterministic:
            actions = log_probs.argmax(dim=-1, keepdim=True)
        else:
            actions = torch.multinomial(probs_of(log_probs), 1, generator=generator)
        return actions.squeeze(-1), values, log_probs.gather(-1, actions).squeeze(-1)

    def evaluate_actions(
        self, obs: Tensor, actions: Tensor, action_masks: Masks = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Values, log-probabilities of the given actions and entropies, each ``(B,)``."""
        log_probs, values = self.log_probs(obs, action_masks)
        # An illegal action adds 0 * FORBIDDEN = 0.
        entropy = -(probs_of(log_probs) * log_probs).sum(dim=-1)
        return values, log_probs.gather(-1, actions[:, None]).squeeze(-1), entropy

    def _predict(
        self, observation: Any, deterministic: bool = False, action_masks: Masks = None
    ) -> Tensor:
        return self.forward(observation, deterministic, action_masks)[0]

    def predict_values(self, obs: Any) -> Tensor:
        """Values ``(B,)`` of positions for the deciding seats."""
        return cast(Tensor, self.network(obs)[1])
