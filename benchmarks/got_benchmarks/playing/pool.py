"""Processes that play games, watched: one that hangs or dies is replaced, no game is lost."""

from __future__ import annotations

import os
import selectors
import time
from collections import Counter, deque
from collections.abc import Iterable, Sequence

import msgspec
import numpy as np

from got_agents.failures import too_slow
from got_agents.isolated.agent import WARM_UP_SECONDS
from got_agents.isolated.fork_server import ForkServer
from got_agents.isolated.room import take_room
from got_agents.own import own_modules
from got_benchmarks.playing.clock import WARMING, SharedClock, new_memory
from got_benchmarks.playing.matches import BATCH, broken_off, checked_time_limit
from got_benchmarks.playing.outcome import ABORTED, OnEnd, Outcome
from got_benchmarks.playing.pool_messages import LONGEST, Done, Portion, Report, Unplayable
from got_benchmarks.playing.schedule import Match
from got_benchmarks.playing.workers import Setting, load_kernels
from got_env.games import get_game

FORK_PARENT = "got_benchmarks.playing.fork_parent:serve_workers"
"""Parent that the processes are copied from, as ``module:function``."""

PORTION_SECONDS = 12.0
"""About how long a process plays before it gets the next games."""

GROWTH = 8
"""Largest ratio of a portion to the last one."""

SMALL = 32
"""Games that are not divided further towards the end: many at once are faster than few."""

POLL_SECONDS = 0.05
"""Pause between looks at the clocks of the processes."""

TRIES = 3
"""Deaths of the process of one game after which the game is given up."""


class Worker:
    """One process and the games it has to play."""

    def __init__(self, fork_server: ForkServer) -> None:
        memory = new_memory()
        self.clock = SharedClock(memory)
        self.process = fork_server.start("", memory, longest=LONGEST)
        self.open: dict[int, Match] = {}
        self.portion = 0
        """Games of the portion being played; 0 while idle."""
        self.began = 0.0

    def send(self, portion: Portion) -> None:
        """Hand over a portion of games."""
        self.open = {match.number: match for match in portion.matches}
        self.portion, self.began = len(portion.matches), time.monotonic()
        self.process.connection.send(msgspec.msgpack.encode(portion))

    def tape(self, turns: int) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
        """The first actions of a game that was played alone."""
        return self.clock.tape[:turns].copy()


class Pool:
    """Plays in ``jobs`` processes.

    They hold what is trusted: the engine, the clock, the outcomes, the decks, and the agents of
    this package. All other agents play in processes of their own. An agent of this package that
    takes longer than ``limit`` seconds for a decision forfeits its game; if several games ran in
    the process, they are played again, each alone. A process that dies costs no agent anything:
    its games are played again, and given up when that does not help.

    Args:
        jobs: number of processes.
        limit: seconds for a decision; 0: no limit.
        patience: seconds for an agent to get ready.

    Raises:
        ValueError: for a bad number; names it.
    """

    def __init__(
        self, jobs: int = 1, limit: float = 0.0, patience: float = WARM_UP_SECONDS
    ) -> None:
        if jobs < 1:
            raise ValueError(f"jobs={jobs}: expected at least 1")
        limit = checked_time_limit(limit)
        if not hasattr(os, "fork"):
            raise ValueError(
                "processes of their own need fork(), which this system lacks: add --no-isolate"
            )
        self.jobs, self.limit, self.patience = jobs, limit, patience
        self._room: ForkServer | None = None
        self._fork_server: ForkServer | None = None
        self._workers: list[Worker] = []
        self._decode = msgspec.msgpack.Decoder(Report).decode
        self._setting: Setting | None = None
        self._pace = 0.0
        """Seconds for a game, 0 if not known yet."""
        self._portion = 0
        self._cold: set[str] = set()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *ended: object) -> None:
        self.close()

    def close(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.process.close()
        self._workers = []
        if self._fork_server is not None:
            self._fork_server.close()
            self._fork_server = None
        if self._room is not None:
            self._room.close()
            self._room = None

    def play(self, setting: Setting, matches: Iterable[Match], on_end: OnEnd) -> None:
        """Play all matches.

        Raises:
            RuntimeError: if a process cannot play, or dies before its first decision.
        """
        try:
            self._play(setting, matches, on_end)
        except BaseException:
            self.close()  # they are in the middle of games that nobody wants any more
            raise

    def _play(self, setting: Setting, matches: Iterable[Match], on_end: OnEnd) -> None:
        if setting != self._setting:
            self._setting, self._pace, self._portion = setting, 0.0, 0
            # Compiles what is missing, once for all processes.
            load_kernels(setting.game, own_modules(setting.agents))
        queue, alone = deque(matches), deque[Match]()
        deaths: Counter[int] = Counter()
        while queue or alone or any(worker.portion for worker in self._workers):
            self._hand_out(setting, queue, alone)
            busy = [worker for worker in self._workers if worker.portion]
            _wait(busy)
            for worker in busy:
                alive = self._receive(worker, on_end)
                if not alive:
                    self._take_over(worker, setting, alone, deaths, on_end)
                elif worker.portion and self._is_late(worker):
                    self._stop(worker, setting, alone, on_end)

    def _start(self, setting: Setting) -> None:
        if self._fork_server is None:
            self._room = self._room or take_room()
            modules = own_modules(setting.agents)
            self._fork_server = self._room.fork_server(FORK_PARENT, setting.game, *modules)
        while len(self._workers) < self.jobs:
            self._workers.append(Worker(self._fork_server))

    def _hand_out(self, setting: Setting, queue: deque[Match], alone: deque[Match]) -> None:
        """Give every idle process something to do."""
        self._start(setting)
        idle = [worker for worker in self._workers if not worker.portion]
        while idle and (queue or alone):
            if alone:
                matches = [alone.popleft()]
            else:
                fair = max(SMALL, -(-len(queue) // (2 * self.jobs)))
                size = min(self._size(), fair, len(queue))
                matches = [queue.popleft() for _ in range(size)]
            worker = idle.pop(0)
            try:
                worker.send(self._order(setting, matches))
            except EOFError:  # it died while it had nothing to do
                self._remove(worker)
                queue.extendleft(reversed(matches))

    def _order(self, setting: Setting, matches: Sequence[Match]) -> Portion:
        return Portion(
            game=setting.game,
            players=setting.players,
            agents=setting.agents,
            options=dict(setting.options),
            matches=list(matches),
            cold=sorted(self._cold),
            limit=self.limit,
            patience=self.patience,
            press=setting.press,
        )

    def _size(self) -> int:
        """Games of the next portion: few until it is known how long a game takes."""
        if not self._pace:
            return 1
        return max(1, min(BATCH, GROWTH * self._portion, int(PORTION_SECONDS / self._pace)))

    def _receive(self, worker: Worker, on_end: OnEnd) -> bool:
        """Take what a process has sent; False if it has died."""
        try:
            while worker.portion and (message := worker.process.connection.arrived()) is not None:
                report = self._decode(message)
                if isinstance(report, Unplayable):
                    raise RuntimeError(report.why)
                if isinstance(report, Done):
                    self._pace = (time.monotonic() - worker.began) / worker.portion
                    self._portion = max(self._portion, worker.portion)
                    worker.portion = 0
                else:
                    del worker.open[report.outcome.match.number]
                    on_end(report.outcome)
        except EOFError:
            return False
        return True

    def _is_late(self, worker: Worker) -> bool:
        seconds, _, seat, _ = worker.clock.running()
        if seat == WARMING:
            return seconds > max(self.patience, self.limit)
        return 0 < self.limit < seconds

    def _remove(self, worker: Worker) -> None:
        self._workers.remove(worker)
        worker.process.end()

    def _stop(self, worker: Worker, setting: Setting, alone: deque[Match], on_end: OnEnd) -> None:
        """End a process in which an agent takes too long; its games go on in another one."""
        _, agent, seat, turns = worker.clock.running()
        self._remove(worker)
        self._portion = max(1, self._portion // 2)
        matches = list(worker.open.values())
        if seat == WARMING:
            self._cold.add(setting.agents[agent])
        elif worker.portion == 1 and matches:
            game, actions, error = get_game(setting.game), worker.tape(turns), too_slow(self.limit)
            options, match = setting.options, matches[0]
            on_end(broken_off(game, setting.players, options, match, actions, error, seat))
            return
        alone.extend(matches)

    def _take_over(
        self,
        worker: Worker,
        setting: Setting,
        alone: deque[Match],
        deaths: Counter[int],
        on_end: OnEnd,
    ) -> None:
        """Decide what becomes of the games of a process that has died."""
        self._workers.remove(worker)
        cause = worker.process.end_dying()
        if not worker.clock.has_played():
            raise RuntimeError(f"no game can be played: before the first decision {cause}")
        self._portion = max(1, self._portion // 2)
        for match in worker.open.values():
            deaths[match.number] += 1
            if deaths[match.number] < TRIES:
                alone.append(match)
            else:
                why = f"{TRIES} times {cause} while it was played"
                on_end(Outcome(match, ABORTED, error=why))


def _wait(workers: Sequence[Worker]) -> None:
    """Wait until a process says something or ends, or the clocks are to be read again."""
    with selectors.DefaultSelector() as selector:
        for worker in workers:
            selector.register(worker.process.connection, selectors.EVENT_READ)
            selector.register(worker.process.lifeline, selectors.EVENT_READ)
        selector.select(POLL_SECONDS)
