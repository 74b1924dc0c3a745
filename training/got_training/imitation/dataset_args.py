"""Arguments of a data set of a teacher's decisions, checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta

from got_agents.base import Agent, check_game
from got_agents.own import refuse_people
from got_agents.registry import make_agent
from got_env.core.checks import checked_players
from got_env.core.game import Game
from got_env.core.styles import BASE
from got_env.games import find_game
from got_training.args import Name, Seed, Share
from got_training.checked_args import CheckedArgs

Games = Annotated[int, Meta(ge=1, le=1 << 20)]
ShardGames = Annotated[int, Meta(ge=1, le=1 << 8)]


@dataclass(frozen=True)
class DatasetArgs(CheckedArgs):
    """Everything a data set follows from.

    Raises:
        ValueError: for a wrong type or a value out of bounds; names the argument.
    """

    game: Name = "agot2e"
    """Code of the game."""
    players: tuple[int, ...] = ()
    """Numbers of players; each shard takes the next of them. Empty: as many as the game takes."""
    options: Mapping[str, bool | int | str] = field(default_factory=dict)
    """Rules options by key."""
    seed: Seed = 1
    """Of games, seats and stray moves; the same arguments give the same data."""
    games: Games = 2000
    """Games in all."""
    shard_games: ShardGames = 4
    """Games of a shard, which is written when all of them are over."""
    teacher: Name = "ismcts:sims=12"
    """The agent whose decisions are kept."""
    others: tuple[Name, ...] = ()
    """Agents that take the teacher's place at some seats; their decisions are not kept. Empty: the
    first two styles of the game's scripted player."""
    other_share: Share = 0.25
    """Chance of every seat to be played by one of the others."""
    stray: Share = 0.04
    """Chance of a random move in place of any seat's, so that games leave the teacher's path; the
    data set keeps what the teacher would have played."""

    def __post_init__(self) -> None:
        self.check_fields()
        game = self.chosen_game()
        chosen = tuple(checked_players(game, players) for players in self.players or (None,))
        object.__setattr__(self, "players", chosen)
        game.options.resolve(self.options)
        refuse_people((self.teacher, *self.others))
        if self.other_share == 1:
            raise ValueError("other_share=1.0: expected less than 1, a seat for the teacher")
        if self.other_share and not self.others:
            if game.players.scripted is None:
                raise ValueError("others=(): expected agents, or other_share=0")
            object.__setattr__(self, "others", _two_styles(game.players.scripted().styles))

    def make_agents(self) -> tuple[Agent, list[Agent]]:
        """The teacher and the others.

        A card that is only read makes no agents, so reading a data set runs no code of others.

        Raises:
            ValueError: for an agent that cannot be made, or does not play the game; names it.
        """
        game = self.chosen_game()
        teacher, *others = (make_agent(name) for name in (self.teacher, *self.others))
        for agent in (teacher, *others):
            check_game(agent, game)
        return teacher, others

    def chosen_game(self) -> Game:
        """The game that is played; no folder that the arguments name is read."""
        return find_game(self.game)

    @property
    def shards(self) -> int:
        """Number of shards."""
        return -(-self.games // self.shard_games)


def _two_styles(styles: Sequence[str]) -> tuple[str, ...]:
    """The style that the others differ from, and the first of them if there is one."""
    return (BASE, *(style for style in styles if style != BASE))[:2]
