"""The arguments of learning from a data set, checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta

from got_agents.network import NetworkShape
from got_agents.network_checks import Width
from got_env.core.checks import checked_choice
from got_env.core.game import Game
from got_training.args import (
    Batch,
    Device,
    Epochs,
    Length,
    Name,
    Precision,
    Rate,
    Seed,
    Share,
    Threads,
    Weight,
)
from got_training.checked_args import CheckedArgs

Decisions = Annotated[int, Meta(ge=1024, le=1 << 24)]


@dataclass(frozen=True)
class ImitationArgs(CheckedArgs):
    """How a network follows the teacher of a data set.

    Raises:
        ValueError: for a wrong type or a value out of bounds; names the argument.
    """

    seed: Seed = 1
    """Of the network and of the order of decisions."""
    epochs: Epochs = 4
    """How often each decision is used."""
    batch_size: Batch = 256
    """Decisions in one gradient step."""
    learning_rate: Rate = 2e-3
    """Step size of Adam at the start; it falls to `final_rate` of that along a cosine."""
    final_rate: Share = 0.02
    """Share of the learning rate that is left at the end."""
    target: Literal["action", "visits"] = "action"
    """What the network follows: the action chosen, or how often the search tried each."""
    value_weight: Weight = 0.25
    """Weight of the critic's loss, which learns how the games ended."""
    reward: Name = ""
    """Reward option whose return the critic learns; by default the one `got train` learns from."""
    max_grad_norm: Length = 1.0
    """Longest gradient."""
    held_out: Share = 0.05
    """Share of the shards that only test the network, the last ones."""
    window: Decisions = 1 << 18
    """Decisions in memory that are mixed with each other."""
    embedding: Width = 16
    """Numbers that describe an entity of the game to the network."""
    hidden: Width = 256
    """Width of the two full layers."""
    critic: Width = 128
    """Width of the critic's own layer."""
    threads: Threads = 0
    """Threads that learn, each a part of a batch; 0: one for each processor."""
    device: Device = "auto"
    """Where the network learns: `cpu`, `cuda` (a GPU), or `auto`, a GPU if torch finds one."""
    precision: Precision = "auto"
    """Type of the numbers that the network multiplies: `float32`, `bfloat16`, or `auto`, bfloat16
    where the processor or the GPU has instructions for it. The policy itself is in float32."""

    def __post_init__(self) -> None:
        self.check_fields()

    def reward_for(self, game: Game) -> str:
        """The reward option of the critic.

        Raises:
            ValueError: if the game has no such option, or a data set does not keep what it counts.
        """
        learned = game.results.for_learning
        rewards = game.results.rewards
        known = tuple(name for name in rewards if name == learned or rewards[name].score is None)
        return checked_choice(self.reward or learned, known, "reward")

    def shape_for(self, game: Game) -> NetworkShape:
        """Sizes of the network.

        Raises:
            ValueError: if it would be too large; names the arguments.
        """
        shape = NetworkShape.of(game, self.embedding, self.hidden, self.critic)
        try:
            return NetworkShape.parse(shape.plain())
        except ValueError as error:
            raise ValueError(f"embedding, hidden, critic: {error}") from error
