"""The arguments of a training, checked."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any

from got_env.games import get_game

TINY = 1e-8


def _number(default: float, low: float = 0, high: float = math.inf) -> Any:
    """A number between two bounds, both allowed."""
    return field(default=default, metadata={"low": low, "high": high})


@dataclass(frozen=True)
class Args:
    """Everything a training is made of; ``got train --config`` reads these names from TOML.

    Raises:
        ValueError: for a wrong type or a value out of bounds; names the argument.
    """

    game: str = "agot2e"
    """Code of the game."""
    players: int = 6
    """Players of each game."""
    options: Mapping[str, object] = field(default_factory=dict)
    """Rules options by key."""
    seed: int = _number(1, high=2**31 - 1)
    """Of games, network and batches. With a limit of steps the same seed gives the same policy."""
    minutes: float = _number(0.0)
    """Stop after so many minutes; 0: no limit."""
    steps: int = _number(0)
    """Stop after so many decisions, forced ones not counted; 0: no limit."""

    num_envs: int = _number(256, low=1)
    """Games that run at the same time."""
    rollout: int = _number(64, low=1)
    """Decisions of each game between two updates."""
    stagger: int = _number(600)
    """About how many decisions a game lasts: games start at different ages up to this."""
    reward: str = "castles"
    """Reward option of the game; `castles` adds a potential that leaves the best policy alone."""
    opponents: tuple[str, ...] = ("random",)
    """Agents that take the learner's place at some seats, if `opponent_share` says so."""
    opponent_share: float = _number(0.0, high=1)
    """Chance of every seat to be played by one of the opponents; 0: pure self-play."""

    learning_rate: float = _number(7e-4, low=TINY)
    """Step size of Adam at the start; it falls towards `final_rate` of that."""
    final_rate: float = _number(0.05, low=TINY, high=1)
    """Share of the learning rate that is left at the end."""
    batch_size: int = _number(1024, low=2)
    """Decisions in one gradient step."""
    epochs: int = _number(2, low=1)
    """How often each decision is used."""
    gamma: float = _number(1.0, high=1)
    """Discount for each own decision. One intention takes many decisions: leave it at 1."""
    gae_lambda: float = _number(0.95, high=1)
    """How far advantages look ahead, in own decisions."""
    clip_range: float = _number(0.2, low=TINY)
    """How far an update may move the odds of an action."""
    entropy: float = _number(0.01)
    """Bonus for trying things out."""
    value_weight: float = _number(0.5)
    """Weight of the critic's loss."""
    max_grad_norm: float = _number(0.5, low=TINY)
    """Longest gradient."""

    embedding: int = _number(16, low=1)
    """Numbers that describe an area to the network."""
    hidden: int = _number(256, low=1)
    """Width of the two full layers."""
    critic: int = _number(128, low=1)
    """Width of the critic's own layer."""
    threads: int = _number(0)
    """Threads of torch; 0: as many as it finds processors."""

    evaluate_minutes: float = _number(1.0)
    """Play against `random` every so many minutes, and at the end; 0: never."""
    evaluate_games: int = _number(60, low=1)
    """Games of each such test, on tables of three and three (or as even as can be)."""
    checkpoint_minutes: float = _number(5.0)
    """Keep the policy every so many minutes; 0: the last one only."""

    def __post_init__(self) -> None:
        for item in fields(self):
            value, example = getattr(self, item.name), _default(item.name)
            whole = type(value) is int and type(example) is float
            if type(value) is not type(example) and not whole:
                raise ValueError(f"{item.name}={value!r}: expected {type(example).__name__}")
            low, high = item.metadata.get("low", -math.inf), item.metadata.get("high", math.inf)
            if item.metadata and not low <= value <= high:
                bounds = f"{low:g} to {high:g}" if high < math.inf else f"{low:g} or more"
                raise ValueError(f"{item.name}={value!r}: expected {bounds}")
        game = get_game(self.game)
        if self.players not in game.player_counts:
            raise ValueError(f"players={self.players}: expected one of {game.player_counts}")
        game.resolve_options(self.options)
        if not (self.minutes or self.steps):
            raise ValueError("minutes, steps: expected a limit for one of them")

    def plain(self) -> dict[str, Any]:
        """The arguments as plain data."""
        values = {item.name: getattr(self, item.name) for item in fields(self)}
        return values | {"options": dict(self.options), "opponents": list(self.opponents)}

    @classmethod
    def parse(cls, *layers: Mapping[str, Any]) -> Args:
        """Arguments from plain data; later layers go before earlier ones and the defaults.

        Raises:
            ValueError: for an unknown name or a bad value; names it.
        """
        names = [item.name for item in fields(cls)]
        values: dict[str, Any] = {}
        for layer in layers:
            for name, value in layer.items():
                if name not in names:
                    raise ValueError(f"{name}: unknown; expected one of {', '.join(names)}")
                if isinstance(value, list):
                    value = tuple(value)
                whole = type(value) is int and type(_default(name)) is float
                values[name] = float(value) if whole else value
        return cls(**values)


def _default(name: str) -> Any:
    item = Args.__dataclass_fields__[name]
    return {} if item.default is MISSING else item.default


def read_config(path: Path) -> dict[str, Any]:
    """Arguments from a TOML file.

    Raises:
        ValueError: if the file cannot be read or is not TOML; names it.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(f"config {path}: {error}") from error
