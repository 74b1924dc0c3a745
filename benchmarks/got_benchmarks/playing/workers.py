"""The process that plays games: the engine, the clock, the decks and the outcomes live here.

Agents of this package play in it. All others play in processes of their own, which are copies of
one that never held a game; see :mod:`got_agents.isolated`.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import entry_points

import msgspec

from got_agents.base import Agent
from got_agents.isolated import seat
from got_agents.isolated.agent import CannotPlayError, IsolatedAgent
from got_agents.isolated.fork_server import ForkServer, ForkServerLostError
from got_agents.isolated.frames import Frames
from got_agents.isolated.output import tell
from got_agents.own import is_own
from got_agents.random_agent import RandomAgent
from got_agents.registry import make_agent
from got_benchmarks.playing.clock import WARMING, SharedClock
from got_benchmarks.playing.matches import Player, first_decision, first_views, play_matches
from got_benchmarks.playing.pool_messages import LONGEST, Done, Ended, Portion, Report, Unplayable
from got_env.cli.warmup import GROUP
from got_env.games import get_game


@dataclass(frozen=True)
class Setting:
    """Setting of all games of a run."""

    game: str
    players: int
    agents: tuple[str, ...]
    """Specifications such as ``heuristic`` or ``policy:runs/first``."""
    options: Mapping[str, object] = field(default_factory=dict)
    press: str = ""
    """Settings of talk; empty for no talk."""


def load_kernels(code: str, modules: Collection[str]) -> None:
    """Load the kernels of a game and of agents; compile those never used before.

    Args:
        code: of the game.
        modules: of this package, which make the agents; see :func:`got_agents.own.own_modules`.
    """
    game = get_game(code)
    first_decision(game, game.seats.counts[0], {}, RandomAgent())
    for entry in entry_points(group=GROUP):
        if entry.module in modules:
            entry.load()(game)


def work(descriptors: list[int]) -> None:
    """Play what comes through a connection until it closes.

    A request is a :class:`Portion`; the answers are an outcome for each game, in the order in which
    they end, then :class:`Done`. Agents of this package are made once and decide once before their
    first game, so that loading does not count.

    Args:
        descriptors: of the connection, and of the memory of the clock.
    """
    # Before this process holds any game: copies of this fork server have never seen one.
    seats = ForkServer.fork(seat.play, close=descriptors)
    connection = Frames(socket.socket(fileno=descriptors[0]), LONGEST)
    try:
        _Worker(connection, SharedClock(descriptors[1]), seats).work()
    except ForkServerLostError as error:  # whose agent it was nobody can tell: play again
        tell(f"a process that plays games ends: {error}")
        os._exit(1)


class _Worker:
    def __init__(self, connection: Frames, clock: SharedClock, seats: ForkServer) -> None:
        self._connection = connection
        self._clock = clock
        self._seats = seats
        self._players: dict[str, Player] = {}
        self._encode = msgspec.msgpack.Encoder().encode
        self._decode = msgspec.msgpack.Decoder(Portion).decode

    def work(self) -> None:
        with suppress(EOFError):  # the watcher is gone, or wants no more games
            while True:
                portion = self._decode(self._connection.receive())
                try:
                    self._play(portion)
                except CannotPlayError as error:
                    self._say(Unplayable(str(error)))
                else:
                    self._say(Done())

    def _say(self, report: Report) -> None:
        self._connection.send(self._encode(report))

    def _play(self, portion: Portion) -> None:
        self._clock.limit = portion.limit
        players = [self._player(portion, index) for index in range(len(portion.agents))]
        # A game alone leaves its actions where the watcher can read them.
        play_matches(
            get_game(portion.game),
            portion.players,
            portion.options,
            players,
            portion.matches,
            on_end=lambda outcome: self._say(Ended(outcome)),
            clock=self._clock,
            history=self._clock.tape[None] if len(portion.matches) == 1 else None,
            press=portion.press,
        )

    def _player(self, portion: Portion, index: int) -> Player:
        spec = portion.agents[index]
        if spec not in self._players:
            if is_own(spec):
                self._players[spec] = self._own(portion, index)
            else:
                game = get_game(portion.game)
                first = partial(first_views, game, portion.players, portion.options)
                self._players[spec] = IsolatedAgent(
                    spec, game, self._seats, first, portion.patience
                )
        return self._players[spec]

    def _own(self, portion: Portion, index: int) -> Agent:
        """An agent of this package, which has loaded what it needs."""
        spec = portion.agents[index]
        try:
            agent = make_agent(spec)
        except ValueError as error:
            raise CannotPlayError(str(error)) from error
        if spec not in portion.cold:
            self._clock.start(index, WARMING, 0)
            # One that fails here fails in its games too, where it is put on record.
            with suppress(Exception):
                first_decision(get_game(portion.game), portion.players, portion.options, agent)
            self._clock.stop()
        return agent
