"""The worker process: plays the games it is sent and tells its watcher what it is doing.

Agents run here and nowhere else, so one that hangs can be killed and one that takes its process
down takes down nothing more.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from typing import Any

import numpy as np

from got_agents.base import Agent
from got_agents.random_agent import RandomAgent
from got_agents.registry import make_agent
from got_benchmarks.matches import Clock, first_decision, play_matches
from got_benchmarks.outcome import Actions
from got_env.games import get_game
from got_env.warmup import GROUP

TAPE = 1 << 15
"""Actions of one game that stay readable when the process that plays it dies."""

STARTED, AGENT, SEAT, TURNS = range(4)
"""Fields of the shared clock; ``STARTED`` is 0 while no agent decides."""

WARMING = -2
"""In place of a seat: the agent loads what it needs, no game is at stake."""


PRELOADED_GAME = "GOT_PRELOADED_GAME"
"""Environment variable that tells the server of new processes what to load for them."""


@dataclass(frozen=True)
class Setting:
    """What the games of a run have in common."""

    game: str
    players: int
    agents: tuple[str, ...]
    """Specifications such as ``heuristic`` or ``policy:runs/first``."""
    options: Mapping[str, object] = field(default_factory=dict)


class SharedClock(Clock):
    """A clock in shared memory, which another process reads."""

    def __init__(self, memory: Any, limit: float) -> None:
        self.limit = limit
        self._process = os.getpid()
        self._now = np.frombuffer(memory, dtype=np.float64)

    def start(self, agent: int, seat: int, turns: int) -> None:
        """An agent begins to decide."""
        self._now[AGENT], self._now[SEAT], self._now[TURNS] = agent, seat, turns
        self._now[STARTED] = time.monotonic()

    def stop(self) -> None:
        """The agent has decided."""
        if os.getpid() != self._process:
            os._exit(1)  # a copy that the agent made of the process plays no games
        self._now[STARTED] = 0.0

    def running(self) -> tuple[float, int, int, int]:
        """Seconds since the decision began (0: no agent decides), agent, seat, decisions before."""
        started, agent, seat, turns = (float(value) for value in self._now)
        seconds = time.monotonic() - started if started else 0.0
        return seconds, int(agent), int(seat), int(turns)


def load_kernels(code: str) -> None:
    """Load the kernels of a game and of the agents, and compile those never used before."""
    game = get_game(code)
    first_decision(game, game.player_counts[0], {}, RandomAgent())
    for entry in entry_points(group=GROUP):
        entry.load()()


def work(connection: Connection, clock_memory: Any, tape_memory: Any, limit: float) -> None:
    """Play what comes through ``connection`` until it closes.

    A request is ``(setting, matches, cold)``; the answers are an outcome for each game, in the
    order in which they end, then None. A text as answer says why nothing could be played. Agents
    are made once and decide once before their first game, so that loading does not count; ``cold``
    names those that are to go without.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the watcher ends this process
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)  # and with it whatever programs its agents have started
    os.dup2(2, 1)  # what agents print must not mix with results
    sys.stdout = sys.stderr
    threading.Thread(target=_die_with_parent, daemon=True).start()
    clock = SharedClock(clock_memory, limit)
    tape: Actions = np.frombuffer(tape_memory, dtype=np.int16)
    made: dict[str, Agent] = {}
    while True:
        try:
            setting, matches, cold = connection.recv()
        except (EOFError, ConnectionError):
            return
        try:
            agents = [_ready(setting, spec, made, cold, clock) for spec in setting.agents]
        except (Exception, SystemExit) as error:  # the watcher says it and stops
            connection.send(f"{type(error).__name__}: {error}")
            continue
        # A game alone leaves its actions where the watcher can read them.
        play_matches(
            get_game(setting.game),
            setting.players,
            setting.options,
            agents,
            matches,
            on_end=connection.send,
            clock=clock,
            history=tape[None] if len(matches) == 1 else None,
        )
        connection.send(None)


def _ready(
    setting: Setting,
    spec: str,
    made: dict[str, Agent],
    cold: Collection[str],
    clock: SharedClock,
) -> Agent:
    if spec not in made:
        made[spec] = make_agent(spec)
        if spec not in cold:
            clock.start(setting.agents.index(spec), WARMING, 0)
            # An agent that fails here fails in its games too, where it is put on record.
            with suppress(Exception, SystemExit):
                first_decision(get_game(setting.game), setting.players, setting.options, made[spec])
            clock.stop()
    return made[spec]


def _die_with_parent() -> None:
    """End this process when its watcher has died, even if an agent never gives up control."""
    parent = parent_process()
    assert parent is not None
    wait([parent.sentinel])
    end_group(os.getpid())
    os._exit(1)


def end_group(leader: int) -> None:
    """Kill a process and the programs its agents have started, where systems have such groups."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):  # it has no group yet, or no more
            os.killpg(leader, signal.SIGKILL)
