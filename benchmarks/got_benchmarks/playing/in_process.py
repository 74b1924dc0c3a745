"""Playing in this process, where the objects of a program live."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Self

from got_agents.base import Agent
from got_agents.isolated.agent import IsolatedAgent
from got_agents.isolated.fork_server import ForkServer
from got_agents.isolated.room import take_room
from got_agents.registry import is_own, make_agent
from got_agents.threads import one_thread
from got_benchmarks.playing.matches import (
    Clock,
    Player,
    checked_time_limit,
    first_views,
    play_matches,
)
from got_benchmarks.playing.outcome import OnEnd
from got_benchmarks.playing.schedule import Match
from got_benchmarks.playing.workers import Setting
from got_env.games import get_game

NO_OBJECTS: Mapping[str, Agent] = MappingProxyType({})
"""Of a run in which all agents have names."""


class InProcess:
    """Plays objects and agents by name in this process.

    Agents by name that are not of this package get processes of their own. These are copies of a
    clean interpreter, so that they hold nothing of this process.

    Args:
        objects: agents of this process by name; the names of all others are specifications.
        limit: seconds for a decision; 0: no limit. Of an agent in this process it is found out
            when the decision is over.
        isolate: give processes of their own to agents by name that are not of this package.

    Raises:
        ValueError: for a bad limit; names it.
    """

    def __init__(
        self,
        objects: Mapping[str, Agent] = NO_OBJECTS,
        limit: float = 0.0,
        isolate: bool = True,
    ) -> None:
        limit = checked_time_limit(limit)
        self._agents: dict[str, Player] = dict(objects)
        self._isolate = isolate
        self._room: ForkServer | None = None
        self._clock = Clock()
        self._clock.limit = limit

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *ended: object) -> None:
        self.close()

    def close(self) -> None:
        """End all processes."""
        for name, agent in list(self._agents.items()):
            if isinstance(agent, IsolatedAgent):
                agent.close()
                del self._agents[name]
        if self._room is not None:
            self._room.close()
            self._room = None

    def play(self, setting: Setting, matches: Iterable[Match], on_end: OnEnd) -> None:
        """Play all matches.

        Raises:
            RuntimeError: if an agent cannot be made, or what starts the processes has died.
        """
        players = [self._player(name, setting) for name in setting.agents]
        with one_thread():
            play_matches(
                get_game(setting.game),
                setting.players,
                setting.options,
                players,
                matches,
                on_end=on_end,
                clock=self._clock,
                press=setting.press,
            )

    def _player(self, name: str, setting: Setting) -> Player:
        if name not in self._agents:
            isolated = self._isolate and not is_own(name)
            self._agents[name] = self._stranger(name, setting) if isolated else make_agent(name)
        return self._agents[name]

    def _stranger(self, name: str, setting: Setting) -> IsolatedAgent:
        self._room = self._room or take_room()
        game = get_game(setting.game)
        first = partial(first_views, game, setting.players, setting.options)
        return IsolatedAgent(name, game, self._room, first)
