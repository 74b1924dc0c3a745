"""The network of `got_agents.network` in torch, and the constants that it is made with."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from got_agents.base import Ints
from got_agents.network import NetworkShape
from got_agents.weights import Weights
from got_env.core.game import Game
from got_training.devices import to_numpy

FORBIDDEN = -1e8
"""Score of an illegal action: its probability is exactly 0 in 32-bit floats."""

INITIAL_TRUST = 4.0
"""Added to the score of an action that all advisors of a new network name."""

COLUMNS = 2
"""Numbers of a row for each advisor: the action is the first plus `BASE` times the second."""

BASE = 128
"""So both are 8-bit integers, as observations are."""

Masks = Tensor | npt.NDArray[np.bool_] | None

Factors = Mapping[str, Tensor]
"""Tensors by name that a network multiplies with what it sees."""


class SeatNetwork(nn.Module):
    """Scores of all actions and the value of the position for the deciding seat.

    Args:
        shape: sizes of the network.
        scale: factor of every feature, of an entity's first; see `got_agents.network`.
        adjacency: ``(N, N)`` weight of each neighbour in the mean that a message layer reads;
            needed if there are message layers. See :func:`adjacency_of`.

    Attributes:
        precision: type of the numbers that all layers up to ``hidden`` multiply, and of what points
            at entities; weights, scores and values are `torch.float32` in any case.
    """

    precision: torch.dtype = torch.float32

    def __init__(
        self,
        shape: NetworkShape,
        scale: npt.NDArray[np.float32],
        adjacency: npt.NDArray[np.float32] | None = None,
    ) -> None:
        super().__init__()
        self.shape = shape
        self.scale: Tensor
        self.register_buffer("scale", torch.from_numpy(scale.astype(np.float32)))
        gain = 2**0.5
        if shape.entities:
            self.place = nn.Parameter(torch.randn(shape.entities, shape.embedding) / 2)
            self.entity = _layer(shape.entity_features, shape.embedding, gain, bias=False)
            self.query = _layer(shape.hidden, shape.embedding, 0.1)
        if shape.message_layers:
            if adjacency is None:
                raise ValueError(
                    f"adjacency=None: expected one for message_layers={shape.message_layers}"
                )
            self.near: Tensor
            self.register_buffer("near", torch.from_numpy(adjacency.astype(np.float32)))
            rest = shape.observation_size - shape.entity_size
            self.context = _layer(rest, shape.embedding, 0.5, bias=False)
        for number in range(shape.message_layers):
            self.add_module(f"round{number}", _layer(2 * shape.embedding, shape.embedding, 0.5))
        if shape.advisors:
            told = len(shape.advisors)
            self.advised = nn.Parameter(torch.randn(shape.num_actions, shape.embedding) / 2)
            self.advice = _layer(told * shape.embedding, shape.hidden, 0.5, bias=False)
            self.trust = _layer(shape.hidden, told, 0.01)
            nn.init.constant_(self.trust.bias, INITIAL_TRUST / told)
        self.first = _layer(shape.width, shape.hidden, gain)
        self.second = _layer(shape.hidden, shape.hidden, gain)
        self.actor = _layer(shape.hidden, shape.num_actions, 0.01)
        self.critic = _layer(shape.hidden, shape.critic, gain)
        if shape.state:
            self.whole = _layer(shape.state, shape.critic, gain)
        self.value = _layer(shape.critic, 1, 0.1)

    def multiplied(self) -> Factors:
        """The tensors of all layers as :meth:`forward` multiplies them: scaled, in the precision.

        Whoever plays many steps with one network needs them once.
        """
        shape, features = self.shape, self.shape.entity_features
        scale, rest = self.scale[:features], self.scale[features:]
        embedded = shape.entities * shape.embedding
        of_entities, of_others = torch.split(
            self.first.weight, [embedded, shape.width - embedded], dim=1
        )
        heads = [self.actor, self.critic]
        found = {
            "others": of_others * rest,
            "first.bias": self.first.bias,
            "second": self.second.weight,
            "second.bias": self.second.bias,
        }
        if shape.entities:
            heads.append(self.query)
            found["place"], found["entities"] = self.place, of_entities
            found["entity"] = self.entity.weight * scale
        if shape.advisors:
            heads.append(self.trust)
            found["advised"], found["advice"] = self.advised, self.advice.weight
        if shape.message_layers:
            found["near"], found["context"] = self.near, self.context.weight * rest
        for number in range(shape.message_layers):
            layer = self.get_submodule(f"round{number}")
            found[f"round{number}"] = layer.get_parameter("weight")
            found[f"round{number}.bias"] = layer.get_parameter("bias")
        found = {name: tensor.to(self.precision) for name, tensor in found.items()}
        found["heads"] = torch.cat([layer.weight for layer in heads])
        found["heads.bias"] = torch.cat([layer.bias for layer in heads])
        found["value"], found["value.bias"] = self.value.weight, self.value.bias
        if shape.state:
            found["whole"] = self.whole.weight * torch.cat([scale.repeat(shape.entities), rest])
            found["whole.bias"] = self.whole.bias
        return found

    def forward(
        self, observations: Tensor, factors: Factors | None = None
    ) -> tuple[Tensor, Tensor]:
        """Scores ``(B, A)`` and values ``(B,)``.

        Args:
            observations: ``(B, size) int8``; behind them the state ``(B, state)`` if the critic
                sees it, and then :func:`advice_columns` if there are advisors.
            factors: those of :meth:`multiplied`, if they are there already.
        """
        shape = self.shape
        factors = factors or self.multiplied()
        advice = self._advice(observations)
        hidden, embeddings = self._hidden(observations, advice, factors)
        # The layers that read the last full one are one product.
        outputs = functional.linear(hidden.float(), factors["heads"], factors["heads.bias"])
        asked = shape.embedding if shape.entities else 0
        sizes = [shape.num_actions, shape.critic, asked, len(shape.advisors)]
        scores, seen, query, trust = torch.split(outputs, sizes, dim=1)
        if shape.entities:
            pointing = (query / shape.embedding**0.5).to(self.precision)
            pointed = torch.bmm(embeddings, pointing[:, :, None]).squeeze(-1).float()
            after = shape.num_actions - shape.entity_action - shape.entities
            scores = scores + functional.pad(pointed, (shape.entity_action, after))
        if shape.advisors:
            scores = scores.scatter_add(1, advice, trust)
        if shape.state:
            end = shape.observation_size + shape.state
            whole = observations[:, shape.observation_size : end].float()
            seen = seen + functional.linear(whole, factors["whole"], factors["whole.bias"])
        values = functional.linear(torch.relu(seen), factors["value"], factors["value.bias"])
        return scores, values.squeeze(-1)

    def _advice(self, observations: Tensor) -> Tensor:
        """Actions of the advisors ``(B, advisors)``, see :func:`advice_columns`."""
        start = self.shape.observation_size + self.shape.state
        shape = (len(observations), len(self.shape.advisors), COLUMNS)
        pairs = observations[:, start:].long().view(shape)
        return pairs[:, :, 0] + BASE * pairs[:, :, 1]

    def _hidden(
        self, observations: Tensor, advice: Tensor, factors: Factors
    ) -> tuple[Tensor, Tensor]:
        """Output of the two full layers for observations, and the embeddings of the entities.

        Returns:
            ``(B, hidden)`` and ``(B, N, E)``, in the network's precision.
        """
        shape = self.shape
        # Each part is converted alone: what is not contiguous would be copied once more. All
        # integers of 8 bits are numbers of both precisions.
        others = observations[:, shape.entity_size : shape.observation_size].to(self.precision)
        hidden = functional.linear(others, factors["others"], factors["first.bias"])
        embeddings = others.new_empty(0)
        if shape.entities:
            entities = observations[:, : shape.entity_size].to(self.precision)
            embeddings = self._embeddings(entities, others, factors)
            hidden = hidden + functional.linear(embeddings.flatten(1), factors["entities"])
        if shape.advisors:
            told = functional.embedding(advice, factors["advised"]).flatten(1)
            hidden = hidden + functional.linear(told, factors["advice"])
        hidden = functional.linear(torch.relu(hidden), factors["second"], factors["second.bias"])
        return torch.relu(hidden), embeddings

    def _embeddings(self, entities: Tensor, others: Tensor, factors: Factors) -> Tensor:
        """Embedding of each entity ``(B, N, E)``, of its features and all others."""
        shape = self.shape
        rows = entities.reshape(-1, shape.entity_features)
        embeddings = functional.linear(rows, factors["entity"])
        embeddings = embeddings.view(-1, shape.entities, shape.embedding) + factors["place"]
        if shape.message_layers:
            embeddings = embeddings + functional.linear(others, factors["context"])[:, None]
        embeddings = torch.relu(embeddings)
        for number in range(shape.message_layers):
            both = torch.cat([embeddings, torch.matmul(factors["near"], embeddings)], dim=-1)
            told = functional.linear(
                both, factors[f"round{number}"], factors[f"round{number}.bias"]
            )
            embeddings = torch.relu(embeddings + told)
        return embeddings

    def weights(self) -> Weights:
        """Copies of all tensors by name."""
        return {name: to_numpy(tensor).copy() for name, tensor in self.state_dict().items()}

    def load_weights(self, weights: Weights) -> None:
        """Take over tensors that :meth:`NetworkShape.check` has passed; they go to its device."""
        self.load_state_dict({name: torch.from_numpy(table) for name, table in weights.items()})


def advice_columns(actions: Ints) -> npt.NDArray[np.int8]:
    """Actions of advisors ``(B, advisors)`` as the last columns of the rows of a network."""
    pairs = np.stack([actions % BASE, actions // BASE], axis=-1)
    return pairs.astype(np.int8).reshape(len(actions), COLUMNS * actions.shape[1])


def _layer(inputs: int, outputs: int, gain: float, bias: bool = True) -> nn.Linear:
    layer = nn.Linear(inputs, outputs, bias=bias)
    nn.init.orthogonal_(layer.weight, gain)
    if bias:
        nn.init.zeros_(layer.bias)
    return layer


def masked_scores(scores: Tensor, masks: Masks) -> Tensor:
    """Scores ``(B, A)``, on their device, that give illegal actions a probability of 0."""
    if masks is None:
        return scores
    # Turned around in NumPy, as torch takes no array that only may be read.
    legal = masks if isinstance(masks, Tensor) else np.asarray(masks)
    return scores.masked_fill(torch.as_tensor(~legal, device=scores.device), FORBIDDEN)


def probs_of(log_probs: Tensor) -> Tensor:
    """Probabilities ``(B, A)`` of log-probabilities.

    Processors take ten times as long for an exponential that is as small as those of illegal
    actions; softmax knows them to be 0.
    """
    return torch.softmax(log_probs, dim=-1)


def masked_log_probs(scores: Tensor, masks: Masks) -> Tensor:
    """Log-probabilities ``(B, A)`` of scores; illegal actions have a probability of 0."""
    return torch.log_softmax(masked_scores(scores, masks), dim=-1)


def feature_scale(largest: npt.NDArray[np.float32], shape: NetworkShape) -> npt.NDArray[np.float32]:
    """Factors ``(entity features + other features,)`` that bring every feature to at most 1.

    All entities share the factors of their features.

    Args:
        largest: largest size of every feature ``(N,)``, at least 1.
        shape: sizes of the network.
    """
    entities = largest[: shape.entity_size].reshape(shape.entities, shape.entity_features)
    by_feature = entities.max(axis=0) if shape.entities else entities.reshape(-1)
    sizes = np.concatenate([by_feature, largest[shape.entity_size :]])
    return (1 / sizes).astype(np.float32)


def adjacency_of(game: Game, shape: NetworkShape) -> npt.NDArray[np.float32] | None:
    """Row-normalised adjacency matrix ``(N, N)`` of the entities; None without message layers.

    The row of an entity without neighbours is 0.
    """
    if not shape.message_layers:
        return None
    related = game.observation.constants[game.observation.blocks[0].related_by]
    counts = np.maximum(related.sum(axis=1, keepdims=True), 1)
    shares: npt.NDArray[np.float32] = (related / counts).astype(np.float32)
    return shares
