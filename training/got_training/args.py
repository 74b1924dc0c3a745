"""The arguments of a training, checked."""

from __future__ import annotations

import tomllib
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from msgspec import Meta

from got_agents.advice import Advisors, Styles
from got_agents.network import NetworkShape
from got_agents.network_checks import MessageLayers, Width
from got_agents.own import refuse_people
from got_agents.weights import MAX_BYTES, MAX_HEADER, NUMBER_BYTES
from got_env.core.files import naming, read_bytes
from got_env.core.game import Game
from got_env.core.rewards import chosen_reward
from got_training.checked_args import GameArgs
from got_training.frozen_networks import MOST_PAST

MAX_CONFIG = 1 << 16
"""Longest file of arguments in bytes."""

MOST_DECISIONS = 1 << 22
"""Of a rollout; one takes about four thousand bytes of memory."""

YEAR = 365 * 24 * 60
"""Minutes."""

PAST = "past"
"""Stands for earlier selves of the learner among its opponents."""

OLD_NAMES: Mapping[str, str] = {"anchor": "kl_coef", "rounds": "message_layers"}
"""Names that arguments had in earlier versions, and those of today."""

ADAM_AND_NETWORK = 3
"""The network, and as many numbers twice that the optimizer keeps of it."""

Name = Annotated[str, Meta(max_length=1000)]
MAX_SEED = 2**31 - 1
Seed = Annotated[int, Meta(ge=0, le=MAX_SEED)]
Minutes = Annotated[float, Meta(ge=0, le=YEAR)]
Steps = Annotated[int, Meta(ge=0, le=10**15)]
Games = Annotated[int, Meta(ge=1, le=1 << 16)]
Moves = Annotated[int, Meta(ge=0, le=100_000)]
Batch = Annotated[int, Meta(ge=2, le=MOST_DECISIONS)]
Epochs = Annotated[int, Meta(ge=1, le=1000)]
Share = Annotated[float, Meta(ge=0, le=1)]
PartOfSure = Annotated[float, Meta(ge=0.05, le=1)]
Rate = Annotated[float, Meta(ge=1e-8, le=1)]
Weight = Annotated[float, Meta(ge=0, le=1000)]
Length = Annotated[float, Meta(ge=1e-8, le=1000)]
Updates = Annotated[int, Meta(ge=1, le=10**6)]
Kept = Annotated[int, Meta(ge=1, le=MOST_PAST)]
Threads = Annotated[int, Meta(ge=0, le=1024)]
Device = Literal["auto", "cpu", "cuda"]
Precision = Literal["auto", "float32", "bfloat16"]


@dataclass(frozen=True)
class Args(GameArgs):
    """Everything a training is made of; ``got train --config`` reads these names from TOML.

    Raises:
        ValueError: for a wrong type or a value out of bounds; names the argument.
    """

    game: Name = "agot2e"
    """Code of the game."""
    data_dir: Name = ""
    """Your own folder of board and card files; empty for those of the package."""
    players: int | tuple[int, ...] = 0
    """Players of each game; 0: as many as it takes at most. A list such as `[3, 4, 5, 6]` trains
    one policy for several numbers: each gets an even share of the games."""
    options: Mapping[str, bool | int | str] = field(default_factory=dict)
    """Rules options by key."""
    seed: Seed = 1
    """Of games, network and batches. With a limit of steps the same seed and number of threads give
    the same policy."""
    minutes: Minutes = 0.0
    """Stop after this many minutes; 0: no limit of time."""
    steps: Steps = 0
    """Stop after this many decisions, not counting forced ones; 0: no limit."""

    num_envs: Games = 256
    """Games that run at the same time."""
    rollout: Games = 64
    """Decisions of each game between two updates."""
    stagger: Moves = 600
    """About how many decisions a game lasts: games start at different ages up to this."""
    start: Name = ""
    """Folder of a policy to start from, such as one of `got imitate learn`; empty: from nothing.
    The network has its sizes, and its advisors; `hidden` and `critic` may be larger, and
    `message_layers`, `critic_sees_state` and `advisors` may be added."""
    reward: Name = ""
    """Reward option of the game. By default its first shaped one, which adds a potential that
    leaves the best policy alone."""
    shaping_ends: Share = 0.0
    """Share of the training after which games begin without the potential of a shaped reward; up to
    there its weight falls in a line from 1. 0: it stays."""
    opponents: tuple[Name, ...] = ("random",)
    """Agents that take the learner's place at some seats, if `opponent_share` says so; `past`
    stands for earlier selves of the learner."""
    opponent_share: Share = 0.0
    """Chance of every seat to be played by one of the opponents; 0: pure self-play."""
    past_every: Updates = 10
    """Updates between two copies of the learner for `past` among the opponents."""
    past_kept: Kept = 8
    """How many such copies take part in new games; the oldest makes room for the newest."""
    kl_coef: Weight = 0.0
    """Weight in the loss of the KL divergence from the policy of `start`, KL(learner || start); it
    falls to 0 along the training."""
    teacher: Name = ""
    """Agent to follow: in each of its decisions the network learns what the teacher would play.
    Empty: it learns by itself what wins."""
    teacher_share: Share = 0.25
    """Chance of every seat to be played as the teacher says, if there is one."""

    learning_rate: Rate = 7e-4
    """Step size of Adam at the start; it falls towards `final_rate` of that."""
    final_rate: Rate = 0.05
    """Share of the learning rate that is left at the end."""
    batch_size: Batch = 1024
    """Decisions that one gradient step stands for."""
    epochs: Epochs = 2
    """Passes over the decisions of a rollout."""
    sure_share: PartOfSure = 1.0
    """Of decisions whose action had more than 0.95 probability, the share learnt from; each counts
    1 / `sure_share` times."""
    gamma: Share = 1.0
    """Discount for each own decision. One intention takes many decisions: leave it at 1."""
    gae_lambda: Share = 0.95
    """How far advantages look ahead, in own decisions."""
    clip_range: Length = 0.2
    """How far the ratio of new to old probability may leave 1."""
    entropy: Weight = 0.01
    """Weight of the entropy bonus in the loss."""
    value_weight: Weight = 0.5
    """Weight of the critic's loss."""
    max_grad_norm: Length = 0.5
    """Largest norm of the gradient."""

    embedding: Width = 16
    """Numbers that describe an entity of the game to the network."""
    hidden: Width = 256
    """Width of the two full layers."""
    critic: Width = 128
    """Width of the critic's own layer."""
    message_layers: MessageLayers = 0
    """Layers of messages between neighbours among the entities, before the full layers."""
    critic_sees_state: bool = False
    """Whether the critic, which only training needs, sees the whole state: what is hidden from the
    seat too, but for the order of decks."""
    advisors: Styles = ()
    """Styles of the game's scripted player, such as `heuristic`: the network is told what they
    would play, and learns when to trust them. The policy needs no more than its game to play."""
    threads: Threads = 0
    """Threads that play and learn, each a part of a batch; 0: one for each processor."""
    device: Device = "auto"
    """Where the network learns: `cpu`, `cuda` (a GPU), or `auto`, a GPU if torch finds one."""
    precision: Precision = "auto"
    """Type of the numbers that the network multiplies: `float32`, `bfloat16`, or `auto`, bfloat16
    where the processor or the GPU has instructions for it. The policy itself is in float32."""

    evaluate_minutes: Minutes = 1.0
    """Minutes between two tests against `random`, and against `heuristic` where the game has it;
    another one at the end; 0: never."""
    evaluate_games: Games = 60
    """Games of each such test, on tables of three and three (or as even as can be); as many for
    each number of players."""
    checkpoint_minutes: Minutes = 5.0
    """Minutes between two checkpoints, the first after one; 0: keep only the last policy, which is
    saved as often as by default."""

    def __post_init__(self) -> None:
        self.check_fields()
        game = self.check_game()
        refuse_people((*self.opponents, self.teacher))
        sizes = self.table_sizes
        object.__setattr__(self, "reward", self.reward or game.results.for_learning)
        chosen_reward(game, self.reward)
        if self.shaping_ends and self.reward not in game.results.shaped:
            shaped = ", ".join(game.results.shaped) or "of which this game has none"
            raise ValueError(
                f"shaping_ends={self.shaping_ends}: reward={self.reward!r} has no potential,"
                f" expected a shaped reward ({shaped}), or shaping_ends=0"
            )
        if self.num_envs < len(sizes):
            raise ValueError(
                f"num_envs={self.num_envs}: expected at least {len(sizes)}, a game for each number"
                " of players"
            )
        if self.opponent_share == 1:
            raise ValueError("opponent_share=1.0: expected less than 1, a seat for the learner")
        if self.opponent_share and not self.opponents:
            raise ValueError("opponents=(): expected agents, or opponent_share=0")
        if self.opponents.count(PAST) > 1:
            raise ValueError(f"opponents={self.opponents}: {PAST!r} is named twice")
        if self.kl_coef and not self.start:
            raise ValueError(f"kl_coef={self.kl_coef}: expected a policy in start, or kl_coef=0")
        if self.kl_coef and self.teacher:
            raise ValueError(f"kl_coef={self.kl_coef}: expected no teacher beside it, or kl_coef=0")
        if not (self.minutes or self.steps):
            raise ValueError("minutes, steps: expected a limit for one of them")
        decisions = self.num_envs * (self.rollout + max(sizes))
        if decisions > MOST_DECISIONS:
            raise ValueError(
                f"num_envs={self.num_envs}, rollout={self.rollout}: {decisions} decisions in a"
                f" rollout, expected at most {MOST_DECISIONS}"
            )
        Advisors(game, self.advisors)
        self.check_file(self.shape_for(game))

    def check_file(self, shape: NetworkShape, members: int = 0) -> None:
        """Refuse more networks than the file of a training may hold: it could not be resumed.

        Args:
            shape: sizes of the networks.
            members: how many members of a league sit at the tables.

        Raises:
            ValueError: if there are too many; says how many bytes they take.
        """
        past = self.past_kept + members if self.learns_from_past else 0
        if past > MOST_PAST:
            raise ValueError(
                f"past_kept={self.past_kept}: with {members} members that is {past}, expected at"
                f" most {MOST_PAST}"
            )
        networks = ADAM_AND_NETWORK + past + bool(self.kl_coef)
        size = NUMBER_BYTES * networks * sum(map(prod, shape.tensors().values()))
        if past and size > MAX_BYTES - MAX_HEADER:
            raise ValueError(
                f"past_kept={self.past_kept}: {networks} networks take {size} bytes: expected at"
                f" most {MAX_BYTES - MAX_HEADER}"
            )

    @property
    def learns_from_past(self) -> bool:
        """True if earlier selves of the learner sit at the tables."""
        return bool(self.opponent_share) and PAST in self.opponents

    def shape_for(self, game: Game) -> NetworkShape:
        """Sizes of the network that is trained.

        Raises:
            ValueError: if it would be too large; names the arguments.
        """
        shape = NetworkShape.of(
            game,
            self.embedding,
            self.hidden,
            self.critic,
            self.message_layers,
            self.critic_sees_state,
            self.advisors,
        )
        try:
            return NetworkShape.parse(shape.plain())
        except ValueError as error:
            raise ValueError(f"embedding, hidden, critic: {error}") from error

    @classmethod
    def parse(cls, *layers: Mapping[str, Any]) -> Self:
        """As of :class:`CheckedArgs`; arguments may have names of earlier versions."""
        return super().parse(*map(current_names, layers))


def sizes_of(shape: NetworkShape) -> dict[str, Any]:
    """Arguments of a training whose network has the sizes of another one."""
    names = ("embedding", "hidden", "critic", "message_layers", "advisors")
    sizes = {name: getattr(shape, name) for name in names}
    return sizes | {"critic_sees_state": bool(shape.state)}


def current_names(given: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments by their names of today; files of earlier versions have some of :data:`OLD_NAMES`.

    Raises:
        ValueError: if an argument has both of its names.
    """
    values = dict(given)
    for old, name in OLD_NAMES.items():
        if old in values:
            if name in values:
                raise ValueError(f"{old}: the old name of {name}: expected one of the two")
            warnings.warn(f"{old} is the old name of {name}", FutureWarning, stacklevel=2)
            values[name] = values.pop(old)
    return values


def read_config(path: Path) -> dict[str, Any]:
    """Arguments from a TOML file.

    Raises:
        ValueError: if the file cannot be read, is too long or is not TOML; names it.
    """
    content = read_bytes(path, MAX_CONFIG)
    with naming(f"config {path}"):
        return tomllib.loads(content.decode())
