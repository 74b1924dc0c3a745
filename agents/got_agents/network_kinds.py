"""The kinds of networks that a policy may be: what their shapes and the networks themselves can do.

A card says under ``network`` which kind it is and how large. Without ``kind`` it is the network of
this package's own training.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from got_agents import mlp
from got_agents.base import Ints
from got_agents.mlp import MlpShape
from got_agents.network import NetworkShape
from got_agents.weights import Weights
from got_env.core.error_values import short_repr

Scores = npt.NDArray[np.float32]

KIND = "kind"
"""The field that tells kinds apart."""


class Network(Protocol):
    """A network with its tensors."""

    def scores(
        self,
        observations: npt.NDArray[np.int8],
        masks: npt.NDArray[np.bool_],
        advice: Ints | None = None,
    ) -> Scores:
        """Unnormalised log-probabilities ``(B, num_actions)``.

        Args:
            observations: flat observations ``(B, observation_size)``.
            masks: legal actions ``(B, num_actions)``; only some kinds read them.
            advice: actions ``(B, advisors)`` of the advisors of the shape, if it names any.
        """
        ...


class Shape(Protocol):
    """Sizes of a network."""

    @property
    def observation_size(self) -> int:
        """Numbers of an observation."""
        ...

    @property
    def num_actions(self) -> int:
        """Actions that are scored."""
        ...

    @property
    def advisors(self) -> Sequence[str]:
        """Styles of the scripted players whose actions it is told."""
        ...

    def plain(self) -> dict[str, Any]:
        """The sizes as plain data."""
        ...

    def tensors(self) -> dict[str, tuple[int, ...]]:
        """Shape of every tensor by its name."""
        ...

    def check(self, weights: Weights) -> None:
        """Refuse tensors that do not fit, or with which the network cannot be computed."""
        ...

    def network(self, weights: Weights) -> Network:
        """The network of these sizes with its tensors."""
        ...


OWN = "entities"
"""The kind of a card that names none."""

KINDS: Mapping[str, Callable[[Mapping[str, Any]], Shape]] = {
    OWN: NetworkShape.parse,
    mlp.KIND: MlpShape.parse,
}
"""Reader of the shape of each kind."""


def parse_shape(value: Mapping[str, Any]) -> Shape:
    """The shape of a card's network.

    Raises:
        ValueError: for an unknown kind, or sizes that are missing, unknown or wrong; names them.
    """
    kind = value.get(KIND, OWN)
    if not isinstance(kind, str) or kind not in KINDS:
        raise ValueError(f"network.{KIND}={short_repr(kind)}: expected one of {', '.join(KINDS)}")
    return KINDS[kind]({name: size for name, size in value.items() if name != KIND})
