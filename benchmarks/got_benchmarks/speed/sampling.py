"""Random legal actions for a whole batch, compiled so that choosing costs next to nothing."""

from __future__ import annotations

from typing import Any

import numpy as np

from got_agents.base import Ints
from got_env.core.jit import entry


@entry
def choose_random(masks: Any, draws: Any, actions: Any) -> None:
    """Write a legal action for every row.

    Args:
        masks: ``(B, A) bool``.
        draws: ``(B,) float64`` in [0, 1).
        actions: ``(B,) int64``, written; 0 where nothing is legal.
    """
    for i in range(len(masks)):
        count = 0
        for action in range(masks.shape[1]):
            count += masks[i, action]
        left = int(draws[i] * count)
        actions[i] = 0
        for action in range(masks.shape[1]):
            if masks[i, action]:
                if left == 0:
                    actions[i] = action
                    break
                left -= 1


class RandomPlayer:
    """Chooses for a batch; the array it returns is the same one every time.

    Args:
        num_envs: rows of the batch.
        seed: of the choices.
    """

    def __init__(self, num_envs: int, seed: int = 0) -> None:
        self._rng = np.random.default_rng(seed)
        self._draws = np.zeros(num_envs)
        self._actions: Ints = np.zeros(num_envs, dtype=np.int64)

    def __call__(self, masks: np.ndarray[Any, np.dtype[np.bool_]]) -> Ints:
        """A legal action for every row of ``masks``."""
        self._rng.random(out=self._draws)
        choose_random(masks, self._draws, self._actions)
        return self._actions
