"""Who tells whom what in the rounds of a network."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from got_agents.network import NetworkShape
from got_env.core.game import Game


def neighbours_of(game: Game, shape: NetworkShape) -> npt.NDArray[np.float32] | None:
    """Weights ``(N, N)`` of the neighbours of each entity, 1 altogether; None without rounds.

    An entity without neighbours is told nothing.
    """
    if not shape.rounds:
        return None
    related = game.observation.constants[game.observation.blocks[0].related_by]
    counts = np.maximum(related.sum(axis=1, keepdims=True), 1)
    shares: npt.NDArray[np.float32] = (related / counts).astype(np.float32)
    return shares
