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

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from got_agents.weights import Weights
from got_env.game import Game

Scores = npt.NDArray[np.float32]


@dataclass(frozen=True)
class NetworkShape:
    """Sizes of a policy network."""

    observation_size: int
    num_actions: int
    areas: int
    """Rows of the areas block, which opens the observation; 0 for a game without a board."""
    area_features: int
    area_action: int
    """First action that points at an area; those of all areas follow in order."""
    embedding: int = 16
    hidden: int = 256
    critic: int = 128

    @classmethod
    def of(cls, game: Game, embedding: int, hidden: int, critic: int) -> NetworkShape:
        """The shape that fits a game."""
        first = game.blocks[0]
        board = first.name == "areas" and "area" in game.kind_names
        kind = game.kind_names.index("area") if board else -1
        return cls(
            observation_size=game.observation_size,
            num_actions=game.num_actions,
            areas=first.shape[0] if board else 0,
            area_features=first.shape[1] if board else 0,
            area_action=int(np.argmax(game.action_kinds == kind)) if board else 0,
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
        names = [field.name for field in fields(cls)]
        if not isinstance(value, Mapping) or set(value) != set(names):
            raise ValueError(f"network: expected the sizes {', '.join(names)}")
        for name in names:
            if type(value[name]) is not int or value[name] < 0:
                raise ValueError(f"network.{name}={value[name]!r}: expected a whole number")
        shape = cls(**value)
        if shape.area_size > shape.observation_size:
            raise ValueError("network: the areas do not fit into the observation")
        if shape.areas and shape.area_action + shape.areas > shape.num_actions:
            raise ValueError("network: the areas do not fit into the actions")
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
        """Refuse tensors that do not fit.

        Raises:
            ValueError: for a missing, unknown or misshapen tensor; names it.
        """
        expected = self.tensors()
        for name in expected.keys() | weights.keys():
            found = weights[name].shape if name in weights else "missing"
            wanted = expected.get(name, "no such tensor")
            if found != wanted:
                raise ValueError(f"tensor {name}: {found}, expected {wanted}")


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

    def scores(self, observations: npt.NDArray[np.int8]) -> Scores:
        """Unnormalised log-probabilities ``(B, num_actions)``."""
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
