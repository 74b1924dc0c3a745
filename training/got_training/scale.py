"""Factors that bring every feature of an observation to at most about 1."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from got_agents.network import NetworkShape


def scale_of(largest: npt.NDArray[np.float32], shape: NetworkShape) -> npt.NDArray[np.float32]:
    """Factors ``(entity features + other features,)``; an entity's are those of all entities.

    Args:
        largest: largest size of every feature ``(N,)``, at least 1.
        shape: sizes of the network.
    """
    entities = largest[: shape.entity_size].reshape(shape.entities, shape.entity_features)
    by_feature = entities.max(axis=0) if shape.entities else entities.reshape(-1)
    sizes = np.concatenate([by_feature, largest[shape.entity_size :]])
    return (1 / sizes).astype(np.float32)
