"""RLlib's names for masked observations.

RLlib's module for action masking (``ActionMaskingTorchRLModule``) reads ``"observations"`` and
``"action_mask"``; PettingZoo's convention, which the environments here keep, is ``"observation"``.
A connector between environment and module is RLlib's own place for such a difference.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from ray.rllib.connectors.connector_v2 import ConnectorV2

OURS, THEIRS, MASK = "observation", "observations", "action_mask"


class MaskedObservations(ConnectorV2):
    """Renames ``{"observation", "action_mask"}`` for RLlib's masking module, as float32.

    It works for one agent and for many, and is given to ``AlgorithmConfig.env_runners`` as
    ``env_to_module_connector=lambda env, spaces, device: MaskedObservations()``. What it makes is
    written into the episodes, so learners need no connector of their own.
    """

    def recompute_output_observation_space(
        self, input_observation_space: Any, input_action_space: Any
    ) -> Any:
        """The space with the names that RLlib's module wants, for one agent or each of many.

        Raises:
            ValueError: if an agent's observations have no ``observation`` and ``action_mask``.
        """
        if MASK in input_observation_space.spaces:
            return _renamed_space(input_observation_space)
        return spaces.Dict(
            {agent: _renamed_space(space) for agent, space in input_observation_space.items()}
        )

    def __call__(
        self,
        *,
        rl_module: Any,
        batch: Any,
        episodes: Any,
        explore: bool | None = None,
        shared_data: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> Any:
        """Rename the newest observation of every agent that was told something."""
        for episode in self.single_agent_episode_iterator(episodes):
            observed = episode.get_observations(-1)
            if OURS in observed:
                space = self.observation_space
                if episode.agent_id is not None:
                    space = space[episode.agent_id]
                episode.set_observations(at_indices=-1, new_data=_renamed(observed))
                episode.observation_space = space
        return batch


def _renamed_space(space: Any) -> spaces.Dict:
    names = set(getattr(space, "spaces", {}))
    if names != {OURS, MASK} or not isinstance(space[OURS], spaces.Box):
        raise ValueError(
            f"observation space {space}: expected a Dict of 'action_mask' and a Box 'observation',"
            " as with observation='flat' and the mask in the observation"
        )
    ours = space[OURS]
    low, high = ours.low.astype(np.float32), ours.high.astype(np.float32)
    mask = spaces.Box(0.0, 1.0, space[MASK].shape, np.float32)
    return spaces.Dict({MASK: mask, THEIRS: spaces.Box(low, high, dtype=np.float32)})


def _renamed(observed: Any) -> dict[str, Any]:
    return {MASK: observed[MASK].astype(np.float32), THEIRS: observed[OURS].astype(np.float32)}
