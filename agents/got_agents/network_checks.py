"""Checks of networks in files from others: their size, and that their scores stay finite."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated

import numpy as np
from msgspec import Meta

from got_agents.weights import Shapes, Weights, check_shapes

Size = Annotated[int, Meta(ge=0, le=1 << 16)]
Width = Annotated[int, Meta(ge=1, le=4096)]
MessageLayers = Annotated[int, Meta(ge=0, le=16)]

MOST_NUMBERS = 1 << 24
"""Numbers of all tensors together: 64 MiB."""

LARGEST_FEATURE = 128
"""Observations are 8-bit integers."""

LARGEST_NUMBER = 1e30
"""Bound on all numbers on the way to the scores; 32-bit floats overflow at 3.4e38."""


def check_tensors(
    expected: Shapes, weights: Weights, reach: Callable[[Weights], Mapping[str, float]]
) -> None:
    """Refuse tensors that do not fit, or with which the network cannot be computed.

    Args:
        expected: shape of every tensor by its name.
        weights: the tensors.
        reach: what tells the largest number, without its sign, that each layer may give.

    Raises:
        ValueError: for a missing, unknown or misshapen tensor, and for numbers that are not finite
            or so large that their products may not be; names the tensor.
    """
    check_shapes({name: table.shape for name, table in weights.items()}, expected)
    for name, table in weights.items():
        if not np.isfinite(table).all():
            raise ValueError(f"tensor {name} holds numbers that are not finite")
    with np.errstate(over="ignore", invalid="ignore"):
        reached = reach(weights)
    for name, largest in reached.items():
        if not largest <= LARGEST_NUMBER:
            raise ValueError(
                f"tensor {name} is too large: its products may reach {largest:.0e},"
                f" expected at most {LARGEST_NUMBER:.0e}"
            )
