"""A trained policy as an agent: ``policy:FOLDER``, or ``policy`` for the shipped ones.

The folder holds ``policy.safetensors``: the tensors, and in the header of the same file the card,
which describes the policy. So both always come from the same save. ``card.json`` holds the card
for people; it is used only if the header has none. Nothing in them can run code, and playing needs
only NumPy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from msgspec import Meta

from got_agents.advice import Advisors
from got_agents.base import Ints, View, Views
from got_agents.network_kinds import Shape, parse_shape
from got_agents.weights import TensorFile, Weights, open_tensors
from got_env.core.checks import checked_table_sizes
from got_env.core.error_values import short_repr
from got_env.core.files import FileError, naming, read_json
from got_env.core.game import Game
from got_env.core.ranges import checked_fields
from got_env.core.strict_json import parse_json
from got_env.games import GAMES, find_game

CARD_FILE = "card.json"
WEIGHTS_FILE = "policy.safetensors"
FORMAT = 1

CARD_KEY = "card"
"""Of the card in the header of the tensors."""

MAX_CARD = 1 << 18
"""Longest card in bytes; one takes about a thousand."""

OptionValues = dict[str, bool | int | str]

Count = Annotated[int, Meta(ge=0, le=1 << 62)]

CARD_FIELDS: Mapping[str, Any] = {
    "format": int,
    "game": str,
    "version": Count,
    "data_hash": str,
    "players": int | tuple[int, ...],
    "options": OptionValues,
    "observation_size": Count,
    "num_actions": Count,
    "network": dict[str, Any],
    "steps": Count,
    "seed": Count,
    "training": dict[str, Any],
}

SHIPPED = Path(__file__).parent / "policies"
"""The policies that come with the package, in folders with the codes of their games."""

FRACTION = (1 << 52) - 1
"""Bits of a random number that make a fraction."""


@dataclass(frozen=True)
class PolicyCard:
    """Description of a saved policy and its origin."""

    game: str
    version: int
    """Of the game; a policy plays the version it was trained on."""
    data_hash: str
    """Of the facts of the game it was trained on."""
    players: int | tuple[int, ...]
    """Of the games it was trained on: their number, or the numbers if they had several."""
    options: Mapping[str, object]
    network: Shape
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
            "players": list(self.players) if isinstance(self.players, tuple) else self.players,
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
        card = checked_fields(CARD_FIELDS, value, more=True)
        if card["format"] != FORMAT:
            raise ValueError(f"format={short_repr(card['format'])}: expected {FORMAT}")
        game = find_game(card["game"], card["data_hash"])
        for name, wanted in facts_of(game).items():
            if card[name] != wanted:
                raise ValueError(
                    f"{name}={short_repr(card[name])}: expected {wanted!r}, as {game.code} has it"
                )
        checked_table_sizes(game, card["players"])
        try:
            game.options.resolve(card["options"])
        except ValueError as error:
            raise ValueError(f"options: {error}") from error
        shape = parse_shape(card["network"])
        with naming("network"):
            Advisors(game, shape.advisors)
        for name in ("observation_size", "num_actions"):
            if getattr(shape, name) != card[name]:
                raise ValueError(
                    f"network.{name}={getattr(shape, name)}: expected {card[name]},"
                    f" as {game.code} has it"
                )
        names = ("game", "version", "data_hash", "players", "options", "steps", "seed", "training")
        return cls(network=shape, **{name: card[name] for name in names})


def facts_of(game: Game) -> dict[str, object]:
    """Facts of the game that a card must have too, by name."""
    return {
        "version": game.identity.version,
        "data_hash": game.identity.data_hash,
        "observation_size": game.observation.size,
        "num_actions": game.actions.size,
    }


def load_policy(folder: Path) -> tuple[PolicyCard, Weights]:
    """Card and tensors of a saved policy, both of the same save.

    Raises:
        ValueError: if a file is missing, too long, damaged or does not fit the game; names file and
            field.
    """
    weights_file = folder / WEIGHTS_FILE
    if not weights_file.is_file():
        raise ValueError(f"{folder} is no policy: it has no {WEIGHTS_FILE}")
    with open_tensors(weights_file) as file:
        card = read_card(folder / CARD_FILE, file)
        file.check(card.network.tensors())
        weights = file.read()
        card.network.check(weights)
    return card, weights


def read_card(beside: Path, file: TensorFile) -> PolicyCard:
    """The card of some tensors: that in their header, or else the file beside them.

    Raises:
        ValueError: if there is none, or it is damaged or does not fit the game; names the file.
    """
    if CARD_KEY in file.metadata:
        return PolicyCard.parse(parse_json(file.metadata[CARD_KEY]))
    if not beside.is_file():
        raise FileError(f"{beside.parent} is no policy: it has no {beside.name}")
    with naming(beside):
        return PolicyCard.parse(read_json(beside, MAX_CARD))


def shipped_games() -> tuple[str, ...]:
    """Codes of the games that a policy comes with the package for, in the order of all games."""
    return tuple(code for code in GAMES if (SHIPPED / code).is_dir())


def shipped_policy(game: str) -> Path:
    """The folder of the policy that comes with the package.

    Args:
        game: code of the game.

    Raises:
        ValueError: if there is none for it; names those that have one.
    """
    if game not in shipped_games():
        raise ValueError(
            f"no policy for {game!r} comes with the package, only for {', '.join(shipped_games())}:"
            " expected policy:FOLDER"
        )
    return SHIPPED / game


class PolicyAgent:
    """Plays a policy network: samples from its distribution, or takes its best action.

    Args:
        folder: where the policy was saved.
        greedy: always take the action with the highest score.

    Raises:
        ValueError: if the folder holds no sound policy for a known game.
    """

    table_sizes: tuple[int, ...] = ()
    """Numbers of players of the games it was trained on, from its card; empty without one."""

    def __init__(self, folder: str | Path, greedy: bool = False) -> None:
        card, weights = load_policy(Path(folder))
        game = find_game(card.game, card.data_hash)
        self._set_up(f"policy:{folder}", game, card.network, weights, greedy)
        self.table_sizes = card.players if isinstance(card.players, tuple) else (card.players,)

    @classmethod
    def of(
        cls, game: Game, shape: Shape, weights: Weights, *, name: str, greedy: bool = False
    ) -> PolicyAgent:
        """An agent of tensors in memory."""
        agent = cls.__new__(cls)
        agent._set_up(name, game, shape, weights, greedy)
        return agent

    def _set_up(self, name: str, game: Game, shape: Shape, weights: Weights, greedy: bool) -> None:
        self.name = name
        self.game = game
        self.greedy = greedy
        self._network = shape.network(weights)
        self._advisors = Advisors(game, shape.advisors)
        self.fingerprint = self._advisors.fingerprint(fingerprint_of(weights))
        """Changes with the tensors, and with the weights of the advisors."""

    def act(self, view: View) -> int:
        """Choose a legal action."""
        return int(self.act_batch(view.as_batch())[0])

    def act_batch(self, views: Views) -> Ints:
        """Choose a legal action for every row."""
        return drawn_actions(self.scores(views), views.seeds, self.greedy)

    def scores(self, views: Views) -> npt.NDArray[np.float32]:
        """Unnormalised log-probabilities of all actions ``(B, A)``; -inf for illegal ones."""
        if views.game is not self.game:
            self.check_game(views.game)
        scores = self._network.scores(views.observations, views.masks, self.advice(views))
        scores[~views.masks] = -np.inf
        return scores

    def log_probs(self, views: Views) -> npt.NDArray[np.float32]:
        """Logarithms of the probabilities of all actions ``(B, A)``; -inf for illegal ones."""
        scores = self.scores(views)
        scores -= scores.max(axis=1, keepdims=True)
        scores -= np.log(np.exp(scores).sum(axis=1, keepdims=True))
        return scores

    def advice(self, views: Views) -> Ints:
        """Actions ``(B, advisors)`` that the network is told in some positions."""
        return self._advisors.actions(views)

    def check_game(self, game: Game) -> None:
        """Refuse a game that is not the one of the card.

        Raises:
            ValueError: if anything differs; names it.
        """
        if game.code != self.game.code:
            raise ValueError(
                f"agent {self.name!r} was trained on {self.game.code!r}, not {game.code!r}:"
                f" --game {self.game.code}, or in Python game={self.game.code!r}, chooses its game"
            )
        for name, wanted in facts_of(self.game).items():
            if facts_of(game)[name] != wanted:
                raise ValueError(
                    f"agent {self.name!r} was trained on {game.code} with {name}={wanted!r}, not"
                    f" {facts_of(game)[name]!r}"
                )


def drawn_actions(
    scores: npt.NDArray[np.float32], seeds: npt.NDArray[np.int64], greedy: bool
) -> Ints:
    """Actions ``(B,)`` by their scores.

    Args:
        scores: unnormalised log-probabilities of all actions ``(B, A)``; ``-inf`` for illegal ones.
        seeds: what is drawn with ``(B,)``.
        greedy: take the highest score in place of drawing.
    """
    if greedy:
        best: Ints = np.argmax(scores, axis=1).astype(np.int64)
        return best
    odds = np.exp(scores - scores.max(axis=1, keepdims=True), dtype=np.float64)
    sums = odds.cumsum(axis=1)
    # The drawn point is below the total, and where the sum first exceeds it the odds are positive:
    # an illegal action is never hit.
    points = (seeds & FRACTION) / (FRACTION + 1) * sums[:, -1]
    drawn: Ints = np.argmax(sums > points[:, None], axis=1).astype(np.int64)
    return drawn


class ShippedPolicy:
    """Plays the policy that comes with the package for the game of the table.

    Args:
        greedy: always take the action with the highest score.
    """

    def __init__(self, greedy: bool = False) -> None:
        self.name = "policy_greedy" if greedy else "policy"
        self._greedy = greedy
        self._loaded: dict[str, PolicyAgent] = {}
        self._now = self._policy_of(shipped_games()[0])

    @property
    def fingerprint(self) -> str:
        """Changes with the tensors of the policy for the game that was checked last."""
        return self._now.fingerprint

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """Numbers of players of the games that it was trained on."""
        return self._now.table_sizes

    def _policy_of(self, code: str) -> PolicyAgent:
        if code not in self._loaded:
            try:
                agent = PolicyAgent(shipped_policy(code), self._greedy)
            except ValueError as error:
                raise ValueError(f"agent {self.name!r}: {error}") from error
            agent.name = self.name
            self._loaded[code] = agent
        return self._loaded[code]

    def check_game(self, game: Game) -> None:
        """Get ready for a game.

        Raises:
            ValueError: if no policy for it comes with the package, or it has other facts.
        """
        policy = self._policy_of(game.code)
        policy.check_game(game)
        self._now = policy

    def act(self, view: View) -> int:
        """Choose a legal action."""
        return self._policy_of(view.game.code).act(view)

    def act_batch(self, views: Views) -> Ints:
        """Choose a legal action for every row."""
        return self._policy_of(views.game.code).act_batch(views)


def fingerprint_of(weights: Weights) -> str:
    """A short hash of tensors and their names: another one for any other policy."""
    total = sha256()
    for name in sorted(weights):
        total.update(name.encode())
        total.update(np.ascontiguousarray(weights[name]).tobytes())
    return total.hexdigest()[:16]


def sampled_policy(folder: str | None = None) -> PolicyAgent | ShippedPolicy:
    """The policy of a folder, or that of the package, by its chances."""
    return ShippedPolicy() if folder is None else PolicyAgent(folder)


def greedy_policy(folder: str | None = None) -> PolicyAgent | ShippedPolicy:
    """The policy of a folder, or that of the package, always at its best action."""
    return ShippedPolicy(greedy=True) if folder is None else PolicyAgent(folder, greedy=True)
