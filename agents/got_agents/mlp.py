"""A plain network in NumPy: full layers, each with the same activation, then a score per action.

::

    observation, and before it the mask of legal actions if the network reads it
        -> layers.0 -> activation -> layers.1 -> activation -> ... -> actor: a score per action

It is what stable-baselines3 calls ``MlpPolicy``; :mod:`got_agents.sb3` exports those.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from math import prod
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from msgspec import Meta

from got_agents.base import Ints
from got_agents.network_checks import LARGEST_FEATURE, MOST_NUMBERS, Size, Width, check_tensors
from got_agents.weights import Weights
from got_env.core.ranges import checked_fields

KIND = "mlp"

Numbers = npt.NDArray[np.float32]
Layers = Annotated[tuple[Width, ...], Meta(max_length=32)]

ACTIVATIONS: Mapping[str, Callable[[Numbers], Numbers]] = {
    "relu": lambda numbers: np.maximum(numbers, 0),
    "tanh": np.tanh,
}
"""Activation behind every layer, by name."""


@dataclass(frozen=True)
class MlpShape:
    """Sizes of a plain network."""

    observation_size: Size
    num_actions: Size
    layers: Layers
    """Widths of the layers between observation and scores."""
    activation: str
    """One of :data:`ACTIVATIONS`."""
    reads_mask: bool = False
    """The mask of legal actions stands before the observation."""

    @classmethod
    def parse(cls, value: Mapping[str, Any]) -> MlpShape:
        """A shape from the plain data of :meth:`plain`, without its kind.

        Raises:
            ValueError: for missing, unknown or wrong sizes; names them.
        """
        shape = cls(**checked_fields(cls, value, "network."))
        if shape.activation not in ACTIVATIONS:
            known = ", ".join(ACTIVATIONS)
            raise ValueError(f"network.activation={shape.activation!r}: expected one of {known}")
        numbers = sum(prod(table) for table in shape.tensors().values())
        if numbers > MOST_NUMBERS:
            raise ValueError(f"network: {numbers} numbers, expected at most {MOST_NUMBERS}")
        return shape

    def plain(self) -> dict[str, Any]:
        """The sizes as plain data."""
        return {"kind": KIND, **asdict(self), "layers": list(self.layers)}

    @property
    def width(self) -> int:
        """Numbers that the first layer reads."""
        return self.observation_size + self.num_actions * self.reads_mask

    @property
    def advisors(self) -> tuple[str, ...]:
        """Styles of the scripted players whose actions it is told: none."""
        return ()

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all layers in order, the one that scores last."""
        return (*(f"layers.{number}" for number in range(len(self.layers))), "actor")

    def tensors(self) -> dict[str, tuple[int, ...]]:
        """Shape of every tensor by its name."""
        widths = (self.width, *self.layers, self.num_actions)
        table: dict[str, tuple[int, ...]] = {}
        for name, (inputs, outputs) in zip(self.names, pairwise(widths), strict=True):
            table |= {f"{name}.weight": (outputs, inputs), f"{name}.bias": (outputs,)}
        return table

    def check(self, weights: Weights) -> None:
        """Refuse tensors that do not fit, or with which the network cannot be computed.

        Raises:
            ValueError: for a missing, unknown or misshapen tensor, and for numbers that are not
                finite or so large that their products may not be; names the tensor.
        """
        check_tensors(self.tensors(), weights, self._reach)

    def _reach(self, weights: Weights) -> dict[str, float]:
        """Largest number, without its sign, that each layer may give for any observation."""
        reach: dict[str, float] = {}
        inputs = np.full(self.width, LARGEST_FEATURE, dtype=np.float64)
        for name in self.names:
            outputs = np.abs(weights[f"{name}.weight"]) @ inputs + np.abs(weights[f"{name}.bias"])
            reach[name] = float(outputs.max(initial=0.0))
            inputs = np.minimum(outputs, 1.0) if self.activation == "tanh" else outputs
        return reach

    def network(self, weights: Weights) -> MlpNetwork:
        """The network of these sizes with its tensors."""
        return MlpNetwork(self, weights)


class MlpNetwork:
    """Scores of all actions.

    Args:
        shape: sizes of the network.
        weights: its tensors by name.

    Raises:
        ValueError: if the tensors do not fit the shape.
    """

    def __init__(self, shape: MlpShape, weights: Weights) -> None:
        shape.check(weights)
        self.shape = shape
        self._activate = ACTIVATIONS[shape.activation]
        layers = [
            (np.ascontiguousarray(weights[f"{name}.weight"].T), weights[f"{name}.bias"])
            for name in shape.names
        ]
        self._layers, self._actor = layers[:-1], layers[-1]

    def scores(
        self,
        observations: npt.NDArray[np.int8],
        masks: npt.NDArray[np.bool_],
        advice: Ints | None = None,
    ) -> Numbers:
        """Unnormalised log-probabilities ``(B, num_actions)``.

        Args:
            observations: flat observations ``(B, observation_size)``.
            masks: legal actions ``(B, num_actions)``, which the network may read.
            advice: not read: it has no advisors.
        """
        numbers = observations.astype(np.float32)
        if self.shape.reads_mask:
            numbers = np.concatenate([masks.astype(np.float32), numbers], axis=1)
        for weight, bias in self._layers:
            numbers = self._activate(numbers @ weight + bias)
        weight, bias = self._actor
        scores: Numbers = numbers @ weight + bias
        return scores
