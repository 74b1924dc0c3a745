"""Processes that play games, watched: one that hangs or dies is replaced, no game is lost."""

from __future__ import annotations

import os
import time
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection, wait
from typing import Any

import numpy as np

from got_benchmarks.matches import BATCH, broken_off, too_slow
from got_benchmarks.players import OnEnd
from got_benchmarks.schedule import Match
from got_benchmarks.workers import (
    PRELOADED_GAME,
    TAPE,
    WARMING,
    Setting,
    SharedClock,
    end_group,
    load_kernels,
    work,
)
from got_env.games import get_game

PORTION_SECONDS = 4.0
"""About how long a process plays before it gets the next games."""

GROWTH = 8
"""How much larger than the last one a portion may be."""

SMALL = 32
"""Games that are not divided further towards the end: many at once are faster than few."""

WARM_UP_SECONDS = 60.0
"""How long an agent may take to load; then it has to play without."""

POLL_SECONDS = 0.05
"""How often the clocks of the processes are read."""

TRIES = 3
"""How often the process of one game may die with no agent to blame before it is given up."""


class Worker:
    """One process and the games it has to play."""

    def __init__(self, context: Any, limit: float) -> None:
        memory = context.RawArray("d", 4)
        self._tape = context.RawArray("h", TAPE)
        self.clock = SharedClock(memory, limit)
        self.connection: Connection
        self.connection, theirs = context.Pipe()
        arguments = (theirs, memory, self._tape, limit)
        self.process = context.Process(target=work, args=arguments, daemon=True)
        self.process.start()
        theirs.close()
        self.open: dict[int, Match] = {}
        self.portion = 0
        """Games of the portion being played; 0 while idle."""
        self.began = 0.0

    def send(self, setting: Setting, matches: Sequence[Match], cold: set[str]) -> None:
        """Hand over a portion of games."""
        self.open = {match.number: match for match in matches}
        self.portion, self.began = len(matches), time.monotonic()
        self.connection.send((setting, matches, cold))

    def tape(self, turns: int) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
        """The first actions of a game that was played alone."""
        return np.frombuffer(self._tape, dtype=np.int16)[:turns].copy()

    def kill(self) -> None:
        """Kill the process and the programs its agents have started."""
        assert self.process.pid is not None
        end_group(self.process.pid)
        self.process.kill()

    def end(self) -> int | None:
        """Kill the process; its exit code if it had ended by itself."""
        self.process.join(POLL_SECONDS)
        code: int | None = self.process.exitcode
        self.kill()
        self.process.join()
        self.connection.close()
        return code


class Pool:
    """Plays in ``jobs`` processes.

    An agent that takes longer than ``limit`` seconds for a decision, or whose process dies,
    forfeits its game. If several games ran in the process, it is not known whose agent it was:
    these games are played again, each alone. A death counts when it happens twice, as it may have
    come from outside.

    Args:
        jobs: number of processes.
        limit: seconds for a decision; 0: no limit.

    Raises:
        ValueError: for a bad number; names it.
    """

    def __init__(self, jobs: int = 1, limit: float = 0.0) -> None:
        if jobs < 1:
            raise ValueError(f"jobs={jobs}: expected at least 1")
        if not limit >= 0:
            raise ValueError(f"time_limit={limit}: expected seconds, or 0 for no limit")
        self.jobs, self.limit = jobs, limit
        method = "forkserver" if "forkserver" in get_all_start_methods() else "spawn"
        self._context = get_context(method)
        if method == "forkserver":
            self._context.set_forkserver_preload(["got_benchmarks.preloaded"])
        self._workers: list[Worker] = []
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
            worker.kill()
        for worker in self._workers:
            worker.end()
        self._workers = []

    def play(self, setting: Setting, matches: Iterable[Match], on_end: OnEnd) -> None:
        """Play all matches.

        Raises:
            RuntimeError: if a process cannot play.
        """
        if setting != self._setting:
            self._setting, self._pace, self._portion = setting, 0.0, 0
            load_kernels(setting.game)  # compiles what is missing, once for all processes
            os.environ[PRELOADED_GAME] = setting.game
            self._start()
        queue, alone = deque(matches), deque[Match]()
        deaths: Counter[int] = Counter()
        while queue or alone or any(worker.portion for worker in self._workers):
            self._hand_out(setting, queue, alone)
            busy = [worker for worker in self._workers if worker.portion]
            wait([w.connection for w in busy] + [w.process.sentinel for w in busy], POLL_SECONDS)
            for worker in busy:
                alive = self._receive(worker, on_end)
                late = alive and worker.portion > 0 and self._is_late(worker)
                if late or not alive:
                    self._replace(worker, late, setting, alone, deaths, on_end)

    def _start(self) -> None:
        while len(self._workers) < self.jobs:
            self._workers.append(Worker(self._context, self.limit))

    def _hand_out(self, setting: Setting, queue: deque[Match], alone: deque[Match]) -> None:
        """Give every idle process something to do."""
        self._start()
        idle = [worker for worker in self._workers if not worker.portion]
        while idle and (queue or alone):
            if alone:
                portion = [alone.popleft()]
            else:
                fair = max(SMALL, -(-len(queue) // (2 * self.jobs)))
                size = min(self._size(), fair, len(queue))
                portion = [queue.popleft() for _ in range(size)]
            worker = idle.pop(0)
            try:
                worker.send(setting, portion, self._cold)
            except ConnectionError:  # it died while it had nothing to do
                worker.end()
                self._workers.remove(worker)
                queue.extendleft(reversed(portion))

    def _size(self) -> int:
        """Games of the next portion: few until it is known how long a game takes."""
        if not self._pace:
            return 1
        return max(1, min(BATCH, GROWTH * self._portion, int(PORTION_SECONDS / self._pace)))

    def _receive(self, worker: Worker, on_end: OnEnd) -> bool:
        """Take what a process has sent; False if it has died."""
        try:
            while worker.portion and worker.connection.poll():
                message = worker.connection.recv()
                if isinstance(message, str):
                    raise RuntimeError(message)
                if message is None:
                    self._pace = (time.monotonic() - worker.began) / worker.portion
                    self._portion = max(self._portion, worker.portion)
                    worker.portion = 0
                else:
                    del worker.open[message.match.number]
                    on_end(message)
        except (EOFError, ConnectionError):
            return False
        return worker.portion == 0 or worker.process.is_alive() or worker.connection.poll()

    def _is_late(self, worker: Worker) -> bool:
        seconds, _, seat, _ = worker.clock.running()
        if seat == WARMING:
            return seconds > max(WARM_UP_SECONDS, self.limit)
        return 0 < self.limit < seconds

    def _replace(
        self,
        worker: Worker,
        late: bool,
        setting: Setting,
        alone: deque[Match],
        deaths: Counter[int],
        on_end: OnEnd,
    ) -> None:
        """Start another process, and decide what becomes of the games of this one."""
        seconds, agent, seat, turns = worker.clock.running()
        code = worker.end()
        self._workers.remove(worker)
        matches = list(worker.open.values())
        if seconds and seat == WARMING:
            self._cold.add(setting.agents[agent])
            alone.extend(matches)
            return
        if not matches:  # it had only to say that it was done
            return
        self._portion = max(1, self._portion // 2)
        deaths.update(match.number for match in matches)
        if worker.portion > 1 or (not late and deaths[matches[0].number] < 2):
            alone.extend(matches)
            return
        match = matches[0]
        if not seconds and deaths[match.number] < TRIES:
            alone.append(match)
            return
        error = too_slow(self.limit) if late else f"Crash: the process died ({_cause(code)})"
        if not seconds:
            error = f"{error} {TRIES} times while no agent was to decide"
        game, actions = get_game(setting.game), worker.tape(turns if seconds else 0)
        blame = bool(seconds)
        on_end(broken_off(game, setting.players, setting.options, match, actions, error, blame))


def _cause(code: int | None) -> str:
    """How a process ended."""
    return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
