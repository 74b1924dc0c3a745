"""Prior of a policy for the root of a search: chances of the actions of a decision."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from got_agents.base import View
from got_agents.network import NetworkShape
from got_agents.own import SHIPPED_POLICY
from got_agents.policy import PolicyAgent, load_policy, shipped_policy
from got_agents.weights import Weights
from got_env.core.game import Game
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
        """Changes with the policy and the share."""
        return f"{self.policy.fingerprint} {self.share}".encode()

    def blend(self, nodes: npt.NDArray[np.void], view: View, width: int) -> None:
        """Mix the chances of the policy into the prior of the root of a tree that was opened."""
        actions = len(view.mask)
        named = self.policy.advice(view.as_batch())[0]
        scores = np.zeros(actions + len(named), dtype=np.float32)
        score_actions(view.observation, named, self.entity_action, *self.arrays, scores)
        blend_prior(nodes, view.mask, width, self.share, scores, np.zeros(actions))


PriorOf = Callable[[Game], PolicyPrior]
"""The prior of a game.

Raises:
    ValueError: if the policy is one of another game, or there is none for it.
"""


def prior_of(name: str, share: float) -> PriorOf:
    """Priors by game: of the policies of the package, or the one of a folder.

    Args:
        name: the folder, or ``policy`` for those that come with the package.
        share: of the policy in the prior.

    Raises:
        ValueError: as :func:`load_prior`, if it is a folder.
    """
    if name == SHIPPED_POLICY:

        def shipped(game: Game) -> PolicyPrior:
            prior = load_prior(shipped_policy(game.code), share)
            prior.policy.check_game(game)
            return prior

        return shipped
    loaded = load_prior(name, share)

    def of_folder(game: Game) -> PolicyPrior:
        loaded.policy.check_game(game)
        return loaded

    return of_folder


def load_prior(folder: str | Path, share: float) -> PolicyPrior:
    """The policy of a folder.

    Args:
        folder: where it was saved.
        share: of the policy in the prior.

    Raises:
        ValueError: if the folder holds no sound policy for a known game, or a network of another
            kind than `got train` makes.
    """
    try:
        card, weights = load_policy(Path(folder))
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
        raise ValueError(f"net={folder}: {error}") from error
    game = find_game(card.game, card.data_hash)
    policy = PolicyAgent.of(game, shape, weights, name=f"net={folder}")
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
        "trust.weight": np.zeros((0, shape.hidden), dtype=np.float32),
        "trust.bias": np.zeros(0, dtype=np.float32),
        "advised": np.zeros((shape.num_actions, 0), dtype=np.float32),
        "advice.weight": np.zeros((shape.hidden, 0), dtype=np.float32),
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
        actor=turned(np.concatenate([table["actor.weight"], table["trust.weight"]])),
        actor_bias=np.concatenate([table["actor.bias"], table["trust.bias"]]),
        query=turned(table["query.weight"]),
        query_bias=table["query.bias"],
        advised=np.ascontiguousarray(table["advised"]),
        advice=turned(table["advice.weight"]),
        embeddings=np.zeros(table["place"].shape, dtype=np.float32),
        one=np.zeros(shape.hidden, dtype=np.float32),
        two=np.zeros(shape.hidden, dtype=np.float32),
        asked=np.zeros(len(table["query.bias"]), dtype=np.float32),
    )
