"""The network of the package as a module of RLlib, with our keys and masks as they are."""

from __future__ import annotations

from typing import Any

import numpy as np
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.torch.torch_rl_module import TorchRLModule
from torch import Tensor

from got_agents.network import NetworkShape
from got_training.network import SeatNetwork, masked_scores


class SeatModule(TorchRLModule, ValueFunctionAPI):
    """Scores and values of :class:`SeatNetwork` for ``{"observation", "action_mask"}``.

    Its ``model_config`` has ``shape``, the plain data of a `NetworkShape`, and ``scale``, the
    factors of the features as a list. Illegal actions have a probability of exactly 0.
    """

    def setup(self) -> None:
        """Make the network."""
        shape = NetworkShape.parse(self.model_config["shape"])
        scale = np.array(self.model_config["scale"], dtype=np.float32)
        self.network = SeatNetwork(shape, scale)

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        scores, values = self.network(seen["observation"])
        masked = masked_scores(scores, seen["action_mask"].bool())
        return {Columns.ACTION_DIST_INPUTS: masked, Columns.EMBEDDINGS: values}

    def compute_values(self, batch: dict[str, Any], embeddings: Tensor | None = None) -> Tensor:
        """Values ``(B,)`` of positions for the deciding seats; those of a forward pass if given."""
        if embeddings is not None:
            return embeddings
        values: Tensor = self.network(batch[Columns.OBS]["observation"])[1]
        return values
