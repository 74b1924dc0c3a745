"""What a policy tells a search: chances of the actions of a decision, for the prior of the root."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from got_agents.base import View
from got_agents.network import NetworkShape
from got_agents.own import SHIPPED_POLICY
from got_agents.policy import SHIPPED, PolicyAgent, load_policy
from got_agents.weights import Weights
from got_env.core.search.prior import PolicyArrays, blend_prior, score_actions
from got_env.games import find_game


@dataclass(frozen=True)
class PolicyPrior:
    """A policy network as the kernels take it, and how much it counts.

    Args:
        policy: plays the network; knows its game and the facts it was trained on.
        entity_action: the first action that points at an entity.
        arrays: weights of the network, and scratch.
        share: of the policy in the prior.
    """

    policy: PolicyAgent
    entity_action: int
    arrays: PolicyArrays
    share: float

    @property
    def fingerprint(self) -> bytes:
        """Changes with the tensors and the share."""
        return f"{self.policy.fingerprint} {self.share}".encode()

    def blend(self, nodes: npt.NDArray[np.void], view: View, width: int) -> None:
        """Mix the chances of the policy into the prior of the root of a tree that was opened."""
        actions = len(view.mask)
        scores = np.zeros(actions, dtype=np.float32)
        score_actions(view.observation, self.entity_action, *self.arrays, scores)
        blend_prior(nodes, view.mask, width, self.share, scores, np.zeros(actions))


def load_prior(name: str | Path, share: float) -> PolicyPrior:
    """The policy of a folder, or the one of the package.

    Args:
        name: the folder, or ``policy`` for the one that comes with the package.
        share: of the policy in the prior.

    Raises:
        ValueError: if the folder holds no sound policy for a known game, or a network of another
            kind than `got train` makes.
    """
    try:
        card, weights = load_policy(SHIPPED if name == SHIPPED_POLICY else Path(name))
        shape = card.network
        if not isinstance(shape, NetworkShape):
            kind = shape.plain().get("kind")
            raise ValueError(f"network.kind={kind!r}: expected a policy of got train")
        if shape.message_layers:
            raise ValueError(
                f"network.message_layers={shape.message_layers}: the search reads networks of 0"
                " alone"
            )
    except ValueError as error:
        raise ValueError(f"net={name}: {error}") from error
    game = find_game(card.game, card.data_hash)
    policy = PolicyAgent.of(game, shape, weights, name=f"net={name}")
    return PolicyPrior(policy, shape.entity_action, policy_arrays(shape, weights), share)


def policy_arrays(shape: NetworkShape, weights: Weights) -> PolicyArrays:
    """The weights of a policy network as :func:`got_env.core.search.prior.score_actions` has them.

    Observations are integers: scaling them is folded into the layers that read them.
    """
    none = {
        "place": np.zeros((0, 0), dtype=np.float32),
        "entity.weight": np.zeros((0, 0), dtype=np.float32),
        "query.weight": np.zeros((0, shape.hidden), dtype=np.float32),
        "query.bias": np.zeros(0, dtype=np.float32),
    }
    table = none | weights
    scale, cut = weights["scale"], shape.entity_features
    first, embedded = weights["first.weight"], shape.entities * shape.embedding

    def turned(numbers: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        return np.ascontiguousarray(numbers.T, dtype=np.float32)

    return PolicyArrays(
        entity=turned(table["entity.weight"] * scale[:cut]),
        place=np.ascontiguousarray(table["place"]),
        first_entities=turned(first[:, :embedded]),
        first_rest=turned(first[:, embedded:] * scale[cut:]),
        first_bias=weights["first.bias"],
        second=turned(weights["second.weight"]),
        second_bias=weights["second.bias"],
        actor=turned(weights["actor.weight"]),
        actor_bias=weights["actor.bias"],
        query=turned(table["query.weight"]),
        query_bias=table["query.bias"],
        embeddings=np.zeros(table["place"].shape, dtype=np.float32),
        one=np.zeros(shape.hidden, dtype=np.float32),
        two=np.zeros(shape.hidden, dtype=np.float32),
        asked=np.zeros(len(table["query.bias"]), dtype=np.float32),
    )
