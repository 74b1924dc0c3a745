"""A trained policy as an agent: ``policy:FOLDER``, or ``policy`` for the one that comes along.

The folder holds ``card.json``, which says what the policy is, and ``policy.safetensors``, its
tensors. Neither can run code, and playing needs NumPy only.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from got_agents.base import Ints, View, Views
from got_agents.network import NetworkShape, PolicyNetwork
from got_agents.weights import Weights, read_weights
from got_env.game import Game
from got_env.games import get_game

CARD_FILE = "card.json"
WEIGHTS_FILE = "policy.safetensors"
FORMAT = 1

SHIPPED = Path(__file__).parent / "policies" / "agot2e"
"""The policy that comes with the package; its card says how it was trained."""

FRACTION = (1 << 52) - 1
"""Bits of a random number that make a fraction."""


@dataclass(frozen=True)
class PolicyCard:
    """What a saved policy is and where it comes from."""

    game: str
    version: int
    """Of the game; a policy plays the version it was trained on."""
    data_hash: str
    """Of the facts of the game it was trained on."""
    players: int
    options: Mapping[str, object]
    network: NetworkShape
    steps: int
    """Decisions it was trained on."""
    seed: int
    training: Mapping[str, Any] = field(default_factory=dict)
    """Arguments of the training."""

    def plain(self) -> dict[str, Any]:
        """The card as plain data."""
        return {
            "format": FORMAT,
            "game": self.game,
            "version": self.version,
            "data_hash": self.data_hash,
            "players": self.players,
            "options": dict(self.options),
            "observation_size": self.network.observation_size,
            "num_actions": self.network.num_actions,
            "network": self.network.plain(),
            "steps": self.steps,
            "seed": self.seed,
            "training": dict(self.training),
        }

    @classmethod
    def parse(cls, value: Any) -> PolicyCard:
        """A card from the plain data of :meth:`plain`, checked against the game it names.

        Raises:
            ValueError: for anything missing or wrong; names the field and what was expected.
        """
        if not isinstance(value, Mapping):
            raise ValueError("expected a JSON object")
        kinds: dict[str, type] = {
            "format": int,
            "game": str,
            "version": int,
            "data_hash": str,
            "players": int,
            "options": dict,
            "observation_size": int,
            "num_actions": int,
            "network": dict,
            "steps": int,
            "seed": int,
            "training": dict,
        }
        for name, kind in kinds.items():
            if name not in value:
                raise ValueError(f"{name} is missing")
            if type(value[name]) is not kind:
                raise ValueError(f"{name}={value[name]!r}: expected {kind.__name__}")
        if value["format"] != FORMAT:
            raise ValueError(f"format={value['format']}: expected {FORMAT}")
        shape = NetworkShape.parse(value["network"])
        game = get_game(value["game"])
        for name, found, wanted in (
            ("version", value["version"], game.version),
            ("observation_size", value["observation_size"], game.observation_size),
            ("num_actions", value["num_actions"], game.num_actions),
            ("network.observation_size", shape.observation_size, game.observation_size),
            ("network.num_actions", shape.num_actions, game.num_actions),
        ):
            if found != wanted:
                raise ValueError(f"{name}={found}: expected {wanted}, as {game.code} has it")
        names = ("game", "version", "data_hash", "players", "options", "steps", "seed", "training")
        return cls(network=shape, **{name: value[name] for name in names})


def load_policy(folder: Path) -> tuple[PolicyCard, Weights]:
    """Card and tensors of a saved policy.

    Raises:
        ValueError: if a file is missing, damaged or does not fit the game; names file and field.
    """
    card_file, weights_file = folder / CARD_FILE, folder / WEIGHTS_FILE
    for file in (card_file, weights_file):
        if not file.is_file():
            raise ValueError(f"{folder} is no policy: it has no {file.name}")
    try:
        card = PolicyCard.parse(json.loads(card_file.read_text(encoding="utf-8")))
    except ValueError as error:
        raise ValueError(f"{card_file}: {error}") from error
    weights = read_weights(weights_file)
    try:
        card.network.check(weights)
    except ValueError as error:
        raise ValueError(f"{weights_file}: {error}") from error
    return card, weights


class PolicyAgent:
    """Plays a policy network: samples from its distribution, or takes its best action.

    Args:
        folder: where the policy was saved; by default the one that comes with the package.
        greedy: always take the action with the highest score.

    Raises:
        ValueError: if the folder holds no sound policy for a known game.
    """

    def __init__(self, folder: str | Path | None = None, greedy: bool = False) -> None:
        card, weights = load_policy(SHIPPED if folder is None else Path(folder))
        name = "policy" if folder is None else f"policy:{folder}"
        self._set_up(name, get_game(card.game), card.network, weights, greedy)

    @classmethod
    def of(
        cls, game: Game, shape: NetworkShape, weights: Weights, *, name: str, greedy: bool = False
    ) -> PolicyAgent:
        """An agent of tensors in memory."""
        agent = cls.__new__(cls)
        agent._set_up(name, game, shape, weights, greedy)
        return agent

    def _set_up(
        self, name: str, game: Game, shape: NetworkShape, weights: Weights, greedy: bool
    ) -> None:
        self.name = name
        self.game = game
        self.greedy = greedy
        self._network = PolicyNetwork(shape, weights)
        self.fingerprint = _fingerprint(weights)
        """Changes with the tensors."""

    def act(self, view: View) -> int:
        """Choose a legal action."""
        seats = np.array([view.seat], dtype=np.int8)
        seeds = np.array([view.seed], dtype=np.int64)
        return int(self.act_batch(Views(view.game, view.states, seats, view.mask[None], seeds))[0])

    def act_batch(self, views: Views) -> Ints:
        """Choose a legal action for every row."""
        if views.game.code != self.game.code:
            raise ValueError(
                f"agent {self.name!r} was trained on {self.game.code!r}, not {views.game.code!r}"
            )
        scores = self._network.scores(views.observations)
        scores[~views.masks] = -np.inf
        if self.greedy:
            best: Ints = np.argmax(scores, axis=1).astype(np.int64)
            return best
        odds = np.exp(scores - scores.max(axis=1, keepdims=True), dtype=np.float64)
        sums = odds.cumsum(axis=1)
        # The drawn point is below the total, and where the sum first exceeds it the odds are
        # positive: an illegal action is never hit.
        points = (views.seeds & FRACTION) / (FRACTION + 1) * sums[:, -1]
        drawn: Ints = np.argmax(sums > points[:, None], axis=1).astype(np.int64)
        return drawn


def _fingerprint(weights: Weights) -> str:
    total = sha256()
    for name in sorted(weights):
        total.update(name.encode())
        total.update(np.ascontiguousarray(weights[name]).tobytes())
    return total.hexdigest()[:16]


def greedy_policy(folder: str | None = None) -> PolicyAgent:
    """The policy of a folder, or the one of the package, always at its best action."""
    return PolicyAgent(folder, greedy=True)
