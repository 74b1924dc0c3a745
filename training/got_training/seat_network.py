"""The network of `got_agents.network` in torch; needs nothing else."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from got_agents.network import NetworkShape
from got_agents.weights import Weights

FORBIDDEN = -1e8
"""Score of an illegal action: its probability is exactly 0 in 32-bit floats."""

Masks = Tensor | npt.NDArray[np.bool_] | None


class SeatNetwork(nn.Module):
    """Scores of all actions and the value of the position for the deciding seat.

    Args:
        shape: sizes of the network.
        scale: factor of every feature, of an entity's first; see `got_agents.network`.
        near: ``(N, N)`` weight of each neighbour in what an entity is told in a round; needed if
            there are any. See :func:`got_training.neighbours.neighbours_of`.
    """

    def __init__(
        self,
        shape: NetworkShape,
        scale: npt.NDArray[np.float32],
        near: npt.NDArray[np.float32] | None = None,
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
        if shape.rounds:
            if near is None:
                raise ValueError(f"near=None: expected neighbours for rounds={shape.rounds}")
            self.near: Tensor
            self.register_buffer("near", torch.from_numpy(near.astype(np.float32)))
            rest = shape.observation_size - shape.entity_size
            self.context = _layer(rest, shape.embedding, 0.5, bias=False)
        for number in range(shape.rounds):
            self.add_module(f"round{number}", _layer(2 * shape.embedding, shape.embedding, 0.5))
        self.first = _layer(shape.width, shape.hidden, gain)
        self.second = _layer(shape.hidden, shape.hidden, gain)
        self.actor = _layer(shape.hidden, shape.num_actions, 0.01)
        self.critic = _layer(shape.hidden, shape.critic, gain)
        if shape.state:
            self.whole = _layer(shape.state, shape.critic, gain)
        self.value = _layer(shape.critic, 1, 0.1)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Scores ``(B, A)`` and values ``(B,)``.

        Args:
            observations: ``(B, size) int8``; ``(B, size + state)`` if the critic sees the state.
        """
        shape, features = self.shape, self.shape.entity_features
        embedded = shape.entities * shape.embedding
        numbers = observations.float()
        others = numbers[:, shape.entity_size : shape.observation_size]
        weight = self.first.weight
        rest = weight[:, embedded:] * self.scale[features:]
        hidden = functional.linear(others, rest, self.first.bias)
        if shape.entities:
            embeddings = self._embeddings(numbers[:, : shape.entity_size], others)
            hidden = hidden + functional.linear(embeddings.flatten(1), weight[:, :embedded])
        hidden = torch.relu(self.second(torch.relu(hidden)))
        scores = self.actor(hidden)
        if shape.entities:
            pointed = torch.einsum("bae,be->ba", embeddings, self.query(hidden))
            pointed = pointed / shape.embedding**0.5
            after = shape.num_actions - shape.entity_action - shape.entities
            scores = scores + functional.pad(pointed, (shape.entity_action, after))
        seen = self.critic(hidden)
        if shape.state:
            factors = torch.cat(
                [self.scale[:features].repeat(shape.entities), self.scale[features:]]
            )
            whole = numbers[:, shape.observation_size :]
            seen = seen + functional.linear(whole, self.whole.weight * factors, self.whole.bias)
        return scores, self.value(torch.relu(seen)).squeeze(-1)

    def _embeddings(self, entities: Tensor, others: Tensor) -> Tensor:
        """What describes each entity ``(B, N, E)``, of its features and all others."""
        shape, features = self.shape, self.shape.entity_features
        rows = entities.reshape(-1, features)
        embeddings = functional.linear(rows, self.entity.weight * self.scale[:features])
        embeddings = embeddings.view(-1, shape.entities, shape.embedding) + self.place
        if shape.rounds:
            told = functional.linear(others, self.context.weight * self.scale[features:])
            embeddings = embeddings + told[:, None]
        embeddings = torch.relu(embeddings)
        for number in range(shape.rounds):
            both = torch.cat([embeddings, torch.matmul(self.near, embeddings)], dim=-1)
            embeddings = torch.relu(embeddings + self.get_submodule(f"round{number}")(both))
        return embeddings

    def weights(self) -> Weights:
        """Copies of all tensors by name."""
        return {name: tensor.detach().numpy().copy() for name, tensor in self.state_dict().items()}

    def load_weights(self, weights: Weights) -> None:
        """Take over tensors that :meth:`NetworkShape.check` has passed."""
        self.load_state_dict({name: torch.from_numpy(table) for name, table in weights.items()})


def _layer(inputs: int, outputs: int, gain: float, bias: bool = True) -> nn.Linear:
    layer = nn.Linear(inputs, outputs, bias=bias)
    nn.init.orthogonal_(layer.weight, gain)
    if bias:
        nn.init.zeros_(layer.bias)
    return layer


def masked_scores(scores: Tensor, masks: Masks) -> Tensor:
    """Scores ``(B, A)`` that give illegal actions a probability of 0."""
    if masks is None:
        return scores
    # Turned around in NumPy, as torch takes no array that only may be read.
    legal = masks if isinstance(masks, Tensor) else np.asarray(masks)
    return scores.masked_fill(torch.as_tensor(~legal), FORBIDDEN)


def masked_log_odds(scores: Tensor, masks: Masks) -> Tensor:
    """Log-probabilities ``(B, A)`` of scores; illegal actions have a probability of 0."""
    return torch.log_softmax(masked_scores(scores, masks), dim=-1)
