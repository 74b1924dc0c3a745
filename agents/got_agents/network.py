"""The policy network in NumPy. `got_training.network` is the same network in torch.

::

    entities (N, F) -> one small layer shared by all entities, plus a vector of its own for each
                    -> embeddings (N, E)
    message layers, if any: each embedding + a shared layer on itself and the mean of its neighbours
    embeddings and all other features -> first (H) -> second (H) -> actor: a score per action
    second -> query (E); an action that points at an entity also scores query . its embedding
    second -> trust (K): added to the scores of the actions that K advisors name, if there are any

The entities of a game are the rows of the block that opens its observation, if actions point at
them. What is learnt of one serves the others, and pointing at one sees it. The critic, two more
layers on ``second``, is needed for training only; it may see the whole state besides, what is
hidden from the seat included, through a layer of its own (``whole``). ``scale`` brings every
feature to about one: first those of an entity, then all others.

With message layers (Gilmer et al. 2017, Neural Message Passing for Quantum Chemistry) all other
features reach every embedding first (``context``), so that an entity can answer the open question;
then each layer lets an entity learn of those one border further away.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from got_agents.advice import Styles
from got_agents.base import Ints
from got_agents.network_checks import (
    LARGEST_FEATURE,
    MOST_NUMBERS,
    MessageLayers,
    Size,
    Width,
    check_tensors,
)
from got_agents.weights import Weights
from got_env.core.game import Game
from got_env.core.ranges import checked_fields

Scores = npt.NDArray[np.float32]

_ADDED_LATER: Mapping[str, Any] = {"message_layers": 0, "state": 0, "advisors": ()}
"""Sizes that cards of earlier versions do not have."""

_OLD_NAMES = {"rounds": "message_layers"}
"""Names in cards of earlier versions."""


@dataclass(frozen=True)
class NetworkShape:
    """Sizes of a policy network."""

    observation_size: Size
    num_actions: Size
    entities: Size
    """Rows of the block that opens the observation; 0 if no actions point at them."""
    entity_features: Size
    entity_action: Size
    """First action that points at an entity; those of all others follow in order."""
    embedding: Width = 16
    hidden: Width = 256
    critic: Width = 128
    message_layers: MessageLayers = 0
    """Layers in which entities read the mean of their neighbours; tensors ``near``, ``round0``."""
    state: Size = 0
    """Numbers of the whole state that the critic sees besides the observation; 0: none."""
    advisors: Styles = ()
    """Styles of the scripted players whose actions the network is told, as `got_agents.advice`."""

    @classmethod
    def of(
        cls,
        game: Game,
        embedding: int,
        hidden: int,
        critic: int,
        message_layers: int = 0,
        critic_sees_state: bool = False,
        advisors: tuple[str, ...] = (),
    ) -> NetworkShape:
        """The shape that fits a game.

        Raises:
            ValueError: for message layers in a game whose entities have no neighbours; names both.
        """
        first = game.observation.blocks[0]
        if message_layers and not (first.pointed_by is not None and first.related_by):
            raise ValueError(
                f"message_layers={message_layers}: {game.code} names no neighbours, expected 0"
            )
        pointed = first.pointed_by
        rows, features = (0, 0) if pointed is None else first.shape
        return cls(
            observation_size=game.observation.size,
            num_actions=game.actions.size,
            entities=rows,
            entity_features=features,
            entity_action=pointed or 0,
            embedding=embedding,
            hidden=hidden,
            critic=critic,
            message_layers=message_layers,
            state=game.observation.size if critic_sees_state else 0,
            advisors=advisors,
        )

    @classmethod
    def parse(cls, value: Any) -> NetworkShape:
        """A shape from the plain data of :meth:`plain`.

        Raises:
            ValueError: for missing, unknown or wrong sizes; names them.
        """
        given = value
        if isinstance(value, Mapping):
            current = {_OLD_NAMES.get(name, name): size for name, size in value.items()}
            if len(current) < len(value):
                raise ValueError("network: rounds and message_layers are the same: expected one")
            given = {**_ADDED_LATER, **current}
        shape = cls(**checked_fields(cls, given, "network."))
        if shape.entity_size > shape.observation_size:
            raise ValueError("network: the entities do not fit into the observation")
        if shape.entities and shape.entity_action + shape.entities > shape.num_actions:
            raise ValueError("network: the entities do not fit into the actions")
        if shape.entities and not shape.entity_features:
            raise ValueError("network.entity_features=0: expected features of the entities")
        if shape.message_layers and not shape.entities:
            raise ValueError(
                f"network.message_layers={shape.message_layers}: expected entities, or 0"
            )
        if shape.state not in (0, shape.observation_size):
            raise ValueError(
                f"network.state={shape.state}: expected 0 or {shape.observation_size}, as many as"
                " an observation has"
            )
        if shape.numbers > MOST_NUMBERS:
            raise ValueError(f"network: {shape.numbers} numbers, expected at most {MOST_NUMBERS}")
        return shape

    def plain(self) -> dict[str, Any]:
        """The sizes as plain data; what earlier versions do not know only if it is used."""
        sizes = asdict(self) | {"advisors": list(self.advisors)}
        return {name: size for name, size in sizes.items() if size or name not in _ADDED_LATER}

    @property
    def entity_size(self) -> int:
        """Numbers of the observation that describe entities."""
        return self.entities * self.entity_features

    @property
    def width(self) -> int:
        """Inputs of the first full layer: embeddings of all entities, then all other features."""
        return self.entities * self.embedding + self.observation_size - self.entity_size

    @property
    def numbers(self) -> int:
        """Numbers of all tensors together."""
        return sum(prod(shape) for shape in self.tensors().values())

    def tensors(self) -> dict[str, tuple[int, ...]]:
        """Shape of every tensor by its name."""
        embedding, hidden, critic = self.embedding, self.hidden, self.critic
        table: dict[str, tuple[int, ...]] = {
            "scale": (self.entity_features + self.observation_size - self.entity_size,)
        }
        if self.entities:
            table["place"] = (self.entities, embedding)
            table["entity.weight"] = (embedding, self.entity_features)
        if self.advisors:
            table["advised"] = (self.num_actions, embedding)
            table["advice.weight"] = (hidden, len(self.advisors) * embedding)
        if self.message_layers:
            table["near"] = (self.entities, self.entities)
            table["context.weight"] = (embedding, self.observation_size - self.entity_size)
        for number in range(self.message_layers):
            table[f"round{number}.weight"] = (embedding, 2 * embedding)
            table[f"round{number}.bias"] = (embedding,)
        for name, outputs, inputs in (
            ("first", hidden, self.width),
            ("second", hidden, hidden),
            ("actor", self.num_actions, hidden),
            ("query", embedding if self.entities else 0, hidden),
            ("critic", critic, hidden),
            ("whole", critic if self.state else 0, self.state),
            ("value", 1, critic),
            ("trust", len(self.advisors), hidden),
        ):
            if outputs:
                table |= {f"{name}.weight": (outputs, inputs), f"{name}.bias": (outputs,)}
        return table

    def state_scale(self, scale: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The factor of every number of the whole state, from those of features."""
        cut = self.entity_features
        return np.concatenate([np.tile(scale[:cut], self.entities), scale[cut:]])

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
            outputs = inputs @ np.abs(weights[f"{name}.weight"]).T
            if f"{name}.bias" in weights:
                outputs += np.abs(weights[f"{name}.bias"])
            reach[name] = float(outputs.max())
            return outputs

        features = np.abs(weights["scale"].astype(np.float64)) * LARGEST_FEATURE
        rest = features[self.entity_features :]
        if self.entities:
            entity = layer("entity", features[: self.entity_features])
            embeddings = np.abs(weights["place"]) + entity
            if self.message_layers:
                embeddings = embeddings + layer("context", rest)
            for number in range(self.message_layers):
                # A weight of 0 does not hide a sum that is infinite: their product is no number.
                told = np.abs(weights["near"]) @ embeddings
                reach["near"] = max(reach.get("near", 0.0), float(told.max()))
                both = np.concatenate([embeddings, told], axis=1)
                embeddings = embeddings + layer(f"round{number}", both)
            rest = np.concatenate([embeddings.ravel(), rest])
        first = layer("first", rest)
        if self.advisors:
            told = np.abs(weights["advised"]).max(axis=0).astype(np.float64)
            first = first + layer("advice", np.tile(told, len(self.advisors)))
        hidden = layer("second", first)
        scores = layer("actor", hidden)
        seen = layer("critic", hidden)
        if self.state:
            seen = seen + layer("whole", self.state_scale(features))
        layer("value", seen)
        if self.entities:
            pointed = embeddings @ layer("query", hidden)
            reach["query"] = max(reach["query"], float(pointed.max() + scores.max()))
        if self.advisors:
            trust = float(layer("trust", hidden).sum())
            reach["trust"] = trust + max(reach["actor"], reach.get("query", 0.0))
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
        first, scale, cut = weights["first.weight"], weights["scale"], shape.entity_features
        embedded = shape.entities * shape.embedding
        self._first_entities = np.ascontiguousarray(first[:, :embedded].T)
        self._first_rest = np.ascontiguousarray((first[:, embedded:] * scale[cut:]).T)
        self._second = np.ascontiguousarray(weights["second.weight"].T)
        self._actor = np.ascontiguousarray(weights["actor.weight"].T)
        if shape.entities:
            self._entity = np.ascontiguousarray((weights["entity.weight"] * scale[:cut]).T)
            self._place = weights["place"]
            self._query = np.ascontiguousarray(weights["query.weight"].T)
        if shape.advisors:
            self._advised = weights["advised"]
            self._advice = np.ascontiguousarray(weights["advice.weight"].T)
            self._trust = np.ascontiguousarray(weights["trust.weight"].T)
        if shape.message_layers:
            self._near = weights["near"]
            self._context = np.ascontiguousarray((weights["context.weight"] * scale[cut:]).T)
        self._rounds = [
            (np.ascontiguousarray(weights[f"round{n}.weight"].T), weights[f"round{n}.bias"])
            for n in range(shape.message_layers)
        ]

    def scores(
        self,
        observations: npt.NDArray[np.int8],
        masks: npt.NDArray[np.bool_] | None = None,
        advice: Ints | None = None,
    ) -> Scores:
        """Unnormalised log-probabilities ``(B, num_actions)``.

        Args:
            observations: flat observations ``(B, observation_size)``.
            masks: not read: the score of an action does not depend on which others are legal.
            advice: actions ``(B, advisors)`` of the advisors, if the shape names any.

        Raises:
            ValueError: for advice of another shape.
        """
        shape, cut = self.shape, self.shape.entity_size
        advice = np.zeros((len(observations), 0), dtype=np.int64) if advice is None else advice
        if advice.shape != (len(observations), len(shape.advisors)):
            wanted = (len(observations), len(shape.advisors))
            raise ValueError(f"advice: shape {advice.shape}, expected {wanted}")
        rest = observations[:, cut:].astype(np.float32)
        hidden = rest @ self._first_rest + self._bias["first.bias"]
        if shape.entities:
            embeddings = self._embeddings(observations[:, :cut], rest)
            embedded = len(self._first_entities)
            hidden += embeddings.reshape(len(hidden), embedded) @ self._first_entities
        if shape.advisors:
            told = self._advised[advice].reshape(len(hidden), len(self._advice))
            hidden += told @ self._advice
        hidden = np.maximum(hidden, 0)
        hidden = np.maximum(hidden @ self._second + self._bias["second.bias"], 0)
        scores: Scores = hidden @ self._actor + self._bias["actor.bias"]
        if shape.entities:
            query = hidden @ self._query + self._bias["query.bias"]
            pointed = np.einsum("bae,be->ba", embeddings, query) / np.float32(shape.embedding**0.5)
            scores[:, shape.entity_action : shape.entity_action + shape.entities] += pointed
        if shape.advisors:
            trust = hidden @ self._trust + self._bias["trust.bias"]
            rows = np.arange(len(scores))
            for number in range(len(shape.advisors)):
                scores[rows, advice[:, number]] += trust[:, number]
        return scores

    def _embeddings(self, entities: npt.NDArray[np.int8], rest: Scores) -> Scores:
        """Embedding of each entity ``(B, N, E)``."""
        shape = self.shape
        rows = entities.reshape(-1, shape.entity_features).astype(np.float32)
        embeddings = (rows @ self._entity).reshape(-1, shape.entities, shape.embedding)
        embeddings += self._place
        if shape.message_layers:
            embeddings += (rest @ self._context)[:, None]
        embeddings = np.maximum(embeddings, 0)
        for weight, bias in self._rounds:
            own, near = weight[: shape.embedding], weight[shape.embedding :]
            told = embeddings @ own + (self._near @ embeddings) @ near + bias
            embeddings = np.maximum(embeddings + told, 0)
        return embeddings
