"""A larger network that plays exactly as the smaller one did.

Rounds of messages and a critic that sees the state add layers whose outputs are added to what was
there. With zeros for weights they add nothing, so a training can begin with more than the policy it
starts from had, and lose nothing of it (Chen, Goodfellow and Shlens 2016, Net2Net). Zeros do not
stay: what such a layer reads is not zero, so its weights have a gradient.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from got_agents.network import NetworkShape
from got_agents.network_kinds import KIND, Shape
from got_agents.weights import Weights

NEAR = "near"
"""Name of the tensor that holds the neighbours; it is not learnt."""

MAY_GROW = ("rounds", "state")
"""Sizes that may be larger than those of the policy to start from."""


def what_differs(old: Shape, new: NetworkShape) -> str:
    """Why a network of the new sizes cannot play as one of the old ones; empty if it can."""
    there, here = old.plain(), new.plain()
    if KIND in there:
        return f"{KIND}={there[KIND]!r}: expected a policy of got train"
    for name in sorted(there.keys() | here.keys()):
        had, has = there.get(name, 0), here.get(name, 0)
        if had != has and not (name in MAY_GROW and had < has):
            return f"{name}={had!r}: expected {has!r}"
    return ""


def grown(
    weights: Weights, new: NetworkShape, near: npt.NDArray[np.float32] | None = None
) -> Weights:
    """The tensors of a network of the new sizes that computes what the given one does.

    Args:
        weights: of a network in which nothing differs, see :func:`what_differs`.
        new: the sizes.
        near: ``(N, N)`` neighbours, if there are rounds.
    """
    added = {
        name: np.zeros(shape, dtype=np.float32)
        for name, shape in new.tensors().items()
        if name not in weights
    }
    if NEAR in added and near is not None:
        added[NEAR] = near
    return weights | added
