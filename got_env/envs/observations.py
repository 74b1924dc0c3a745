"""Spaces of observations, and the flat vector cut into its blocks."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from got_env.core.game import Game

FORMATS = ("flat", "entities")
"""One int8 vector, or a dictionary of the blocks it consists of."""


def box(shape: tuple[int, ...]) -> spaces.Box:
    """All int8 arrays of a shape."""
    return spaces.Box(-128, 127, shape, np.int8)


class MaskedSpace(spaces.Dict):
    """A space of observations that have a mask of the legal actions beside them."""

    def __getattr__(self, name: str) -> Any:
        """Say what to do where a plain box is expected, as most wrappers of SuperSuit do."""
        if name in ("low", "high"):
            raise AttributeError(
                f"observations with a mask have no bound {name!r}: what expects plain boxes takes"
                " environments made with mask_in_observation=False, which have the mask in infos"
            )
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def observation_space(game: Game, observation: str) -> spaces.Dict:
    """``Dict`` of ``observation`` in the given format and ``action_mask``.

    Raises:
        ValueError: for an unknown format.
    """
    if observation not in FORMATS:
        raise ValueError(f"observation={observation!r}: expected one of {', '.join(FORMATS)}")
    observed: spaces.Space[Any] = box((game.observation.size,))
    if observation == "entities":
        observed = spaces.Dict({block.name: box(block.shape) for block in game.observation.blocks})
    mask = spaces.Box(0, 1, (game.actions.size,), np.int8)
    return MaskedSpace({"observation": observed, "action_mask": mask})


def cut_blocks(game: Game, flat: npt.NDArray[np.int8]) -> dict[str, npt.NDArray[np.int8]]:
    """The blocks of flat observations ``(..., size)`` by name, as views ``(..., *shape)``."""
    parts, start = {}, 0
    for block in game.observation.blocks:
        stop = start + int(np.prod(block.shape))
        parts[block.name] = flat[..., start:stop].reshape(*flat.shape[:-1], *block.shape)
        start = stop
    return parts
