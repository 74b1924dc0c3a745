"""Function-preserving expansion: a larger network that plays exactly as the smaller one did.

Message layers, advisors and a critic that sees the state add layers whose outputs are added to
what was there, and a wider layer has more outputs, which the next one adds up. With zeros for
weights they add nothing, so a training can begin with more than the policy it starts from had, and
lose nothing of it (Chen, Goodfellow and Shlens 2016, Net2Net). Zeros do not stay: what they are
multiplied with is not zero, so they have a gradient.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from got_agents.network import NetworkShape
from got_agents.network_kinds import KIND, Shape
from got_agents.policy import load_policy
from got_agents.weights import Weights
from got_training.args import sizes_of

NEAR = "near"
"""Name of the tensor with the adjacency matrix; it is not learnt."""

EXPANDABLE: Mapping[str, Any] = {
    "message_layers": 0,
    "state": 0,
    "hidden": 0,
    "critic": 0,
    "advisors": [],
}
"""Sizes that may be larger than those of the policy to start from, which may have none of some:
advisors are added where there were none."""

DRAWN = "advised"
"""Name of a new tensor that is not 0: what it is multiplied with is."""


def sizes_of_start(folder: Path) -> dict[str, Any]:
    """Arguments that give a training the network of the policy that it starts from.

    Empty for a network that it cannot start from, which :func:`size_conflicts` then names.

    Raises:
        ValueError: if the folder holds no sound policy; says why.
    """
    shape = load_policy(folder)[0].network
    if not isinstance(shape, NetworkShape):
        return {}
    return {name: size for name, size in sizes_of(shape).items() if size}


def size_conflicts(old: Shape, new: NetworkShape) -> str:
    """Sizes with which no network plays as one of the old sizes, in words; empty without any."""
    there, here = old.plain(), new.plain()
    if KIND in there:
        return f"{KIND}={there[KIND]!r}: expected a policy of got train"
    for name in sorted(there.keys() | here.keys()):
        none = EXPANDABLE.get(name, 0)
        had, has = there.get(name, none), here.get(name, none)
        if had != has and not (name in EXPANDABLE and (had == none or (none == 0 and had < has))):
            return f"{name}={had!r}: expected {has!r}"
    return ""


def expand(
    weights: Weights,
    new: NetworkShape,
    adjacency: npt.NDArray[np.float32] | None = None,
    seed: int = 0,
) -> Weights:
    """Tensors of a network of the new sizes that computes what the given one does.

    Args:
        weights: of a network in which nothing differs, see :func:`size_conflicts`.
        new: the sizes.
        adjacency: ``(N, N)``, if there are message layers; see
            :func:`got_training.network.adjacency_of`.
        seed: of what wider layers compute in addition.
    """
    rng = np.random.default_rng(seed)
    added = {
        name: np.zeros(shape, dtype=np.float32)
        for name, shape in new.tensors().items()
        if name not in weights
    }
    if NEAR in added and adjacency is not None:
        added[NEAR] = adjacency
    if DRAWN in added:
        added[DRAWN][:] = rng.standard_normal(added[DRAWN].shape) / 2
    shapes = new.tensors()
    return {name: _wider(table, shapes[name], rng) for name, table in weights.items()} | added


def _wider(
    table: npt.NDArray[np.float32], shape: tuple[int, ...], rng: np.random.Generator
) -> npt.NDArray[np.float32]:
    """A tensor with more outputs, which are drawn, and more inputs, which old outputs ignore."""
    if table.shape == shape:
        return table
    larger = np.zeros(shape, dtype=np.float32)
    if len(shape) == 2:
        rows = rng.standard_normal((shape[0] - len(table), shape[1]))
        # As long as the rows of a new layer in front of a ReLU.
        larger[len(table) :] = rows * 2**0.5 / np.linalg.norm(rows, axis=1, keepdims=True)
    larger[tuple(map(slice, table.shape))] = table
    return larger
