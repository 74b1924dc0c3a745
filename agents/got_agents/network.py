"""The policy network in NumPy. `got_training.network` is the same network in torch.

::

    areas (58, 51) -> one small layer shared by all areas, plus a vector of its own for each area
                   -> embeddings (58, E)
    embeddings and all other features -> first (H) -> second (H) -> actor: a score per action
    second -> query (E); an action that points at an area also scores query . embedding of the area

So what is learnt of one area serves the others, and pointing at an area sees that area. The
critic, two more layers on ``second``, is needed for training only. ``scale`` brings every feature
to about one: first those of an area, then all others.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from got_agents.network_checks import LARGEST_FEATURE, MOST_NUMBERS, Size, Width, check_tensors
from got_agents.weights import Weights
from got_env.core.game import Game
from got_env.core.ranges import checked_fields

Scores = npt.NDArray[np.float32]


@dataclass(frozen=True)
class NetworkShape:
    """Sizes of a policy network."""

    observation_size: Size
    num_actions: Size
    areas: Size
    """Rows of the areas block, which opens the observation; 0 for a game without a board."""
    area_features: Size
    area_action: Size
    """First action that points at an area; those of all areas follow in order."""
    embedding: Width = 16
    hidden: Width = 256
    critic: Width = 128

    @classmethod
    def of(cls, game: Game, embedding: int, hidden: int, critic: int) -> NetworkShape:
        """The shape that fits a game."""
        first = game.observation.blocks[0]
        board = first.name == "areas" and "area" in game.actions.kind_names
        kind = game.actions.kind_names.index("area") if board else -1
        return cls(
            observation_size=game.observation.size,
            num_actions=game.actions.size,
            areas=first.shape[0] if board else 0,
            area_features=first.shape[1] if board else 0,
            area_action=int(np.argmax(game.actions.kinds == kind)) if board else 0,
            embedding=embedding,
            hidden=hidden,
            critic=critic,
        )

    @classmethod
    def parse(cls, value: Any) -> NetworkShape:
        """A shape from the plain data of :meth:`plain`.

        Raises:
            ValueError: for missing, unknown or wrong sizes; names them.
        """
        shape = cls(**checked_fields(cls, value, "network."))
        if shape.area_size > shape.observation_size:
            raise ValueError("network: the areas do not fit into the observation")
        if shape.areas and shape.area_action + shape.areas > shape.num_actions:
            raise ValueError("network: the areas do not fit into the actions")
        if shape.areas and not shape.area_features:
            raise ValueError("network.area_features=0: expected features of the areas")
        if shape.numbers > MOST_NUMBERS:
            raise ValueError(f"network: {shape.numbers} numbers, expected at most {MOST_NUMBERS}")
        return shape

    def plain(self) -> dict[str, int]:
        """The sizes as plain data."""
        return asdict(self)

    @property
    def area_size(self) -> int:
        """Numbers of the observation that describe areas."""
        return self.areas * self.area_features

    @property
    def width(self) -> int:
        """Inputs of the first full layer: embeddings of all areas, then all other features."""
        return self.areas * self.embedding + self.observation_size - self.area_size

    @property
    def numbers(self) -> int:
        """Numbers of all tensors together."""
        return sum(prod(shape) for shape in self.tensors().values())

    def tensors(self) -> dict[str, tuple[int, ...]]:
        """Shape of every tensor by its name."""
        areas, hidden, critic = self.embedding, self.hidden, self.critic
        table: dict[str, tuple[int, ...]] = {
            "scale": (self.area_features + self.observation_size - self.area_size,)
        }
        if self.areas:
            table |= {"place": (self.areas, areas), "area.weight": (areas, self.area_features)}
        for name, outputs, inputs in (
            ("first", hidden, self.width),
            ("second", hidden, hidden),
            ("actor", self.num_actions, hidden),
            ("query", areas if self.areas else 0, hidden),
            ("critic", critic, hidden),
            ("value", 1, critic),
        ):
            if outputs:
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

        def layer(name: str, inputs: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
            outputs = np.abs(weights[f"{name}.weight"]) @ inputs
            if f"{name}.bias" in weights:
                outputs += np.abs(weights[f"{name}.bias"])
            reach[name] = float(outputs.max())
            return outputs

        features = np.abs(weights["scale"].astype(np.float64)) * LARGEST_FEATURE
        rest = features[self.area_features :]
        if self.areas:
            area = layer("area", features[: self.area_features])
            embeddings = np.abs(weights["place"]) + area
            rest = np.concatenate([embeddings.ravel(), rest])
        hidden = layer("second", layer("first", rest))
        scores = layer("actor", hidden)
        layer("value", layer("critic", hidden))
        if self.areas:
            pointed = embeddings @ layer("query", hidden)
            reach["query"] = max(reach["query"], float(pointed.max() + scores.max()))
        return reach

    def network(self, weights: Weights) -> PolicyNetwork:
        """The network of these sizes with its tensors."""
        return PolicyNetwork(self, weights)


class PolicyNetwork:
    """Scores of all actions for observations ``(B, size)``.

    Args:
        shape: sizes of the network.
        weights: its tensors by name.

    Raises:
        ValueError: if the tensors do not fit the shape.
    """

    def __init__(self, shape: NetworkShape, weights: Weights) -> None:
        shape.check(weights)
        self.shape = shape
        self._bias = {name: table for name, table in weights.items() if name.endswith("bias")}
        # Observations are integers: scaling them is folded into the layers that read them.
        first, scale, cut = weights["first.weight"], weights["scale"], shape.area_features
        embedded = shape.areas * shape.embedding
        self._first_areas = np.ascontiguousarray(first[:, :embedded].T)
        self._first_rest = np.ascontiguousarray((first[:, embedded:] * scale[cut:]).T)
        self._second = np.ascontiguousarray(weights["second.weight"].T)
        self._actor = np.ascontiguousarray(weights["actor.weight"].T)
        if shape.areas:
            self._area = np.ascontiguousarray((weights["area.weight"] * scale[:cut]).T)
            self._place = weights["place"]
            self._query = np.ascontiguousarray(weights["query.weight"].T)

    def scores(
        self,
        observations: npt.NDArray[np.int8],
        masks: npt.NDArray[np.bool_] | None = None,
    ) -> Scores:
        """Unnormalised log-probabilities ``(B, num_actions)``.

        Args:
            observations: flat observations ``(B, observation_size)``.
            masks: not read: the score of an action does not depend on which others are legal.
        """
        shape, cut = self.shape, self.shape.area_size
        rest = observations[:, cut:].astype(np.float32)
        hidden = rest @ self._first_rest + self._bias["first.bias"]
        if shape.areas:
            rows = observations[:, :cut].reshape(-1, shape.area_features).astype(np.float32)
            embeddings = (rows @ self._area).reshape(-1, shape.areas, shape.embedding)
            embeddings = np.maximum(embeddings + self._place, 0)
            hidden += embeddings.reshape(len(hidden), -1) @ self._first_areas
        hidden = np.maximum(hidden, 0)
        hidden = np.maximum(hidden @ self._second + self._bias["second.bias"], 0)
        scores: Scores = hidden @ self._actor + self._bias["actor.bias"]
        if shape.areas:
            query = hidden @ self._query + self._bias["query.bias"]
            pointed = np.einsum("bae,be->ba", embeddings, query) / np.float32(shape.embedding**0.5)
            scores[:, shape.area_action : shape.area_action + shape.areas] += pointed
        return scores
