"""Playing on a Ray cluster, with the same results as anywhere else."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from typing import Any, Self

from got_benchmarks.playing.outcome import OnEnd, Outcome
from got_benchmarks.playing.pool import Pool
from got_benchmarks.playing.schedule import Match
from got_benchmarks.playing.workers import Setting
from got_env.core.extras import MissingExtraError, how_to_install

PORTION = 64
"""Most games of one task."""

TASKS_PER_JOB = 4


class RayCluster:
    """Plays in ``jobs`` tasks at a time; each watches a process of its own, as :class:`Pool` does.

    The cluster is that of the environment variable ``RAY_ADDRESS``, or one on this machine. Its
    nodes need got_env and the agents installed, and files that agents name at the same paths.

    Args:
        jobs: tasks that run at the same time.
        limit: seconds for a decision; 0: no limit.

    Raises:
        MissingExtraError: if ray is not installed.
    """

    def __init__(self, jobs: int, limit: float) -> None:
        if find_spec("ray") is None:
            raise MissingExtraError(f"--ray needs one more package: {how_to_install('cluster')}")
        import ray

        self.jobs, self.limit = jobs, limit
        self._ray = ray
        self._watchers: list[Any] = []

    def __enter__(self) -> Self:
        self._started = not self._ray.is_initialized()
        if self._started:
            self._ray.init(include_dashboard=False, log_to_driver=False, logging_level="ERROR")
        remote = self._ray.remote(num_cpus=1)(Watcher)
        self._watchers = [remote.remote(self.limit) for _ in range(self.jobs)]
        return self

    def __exit__(self, *ended: object) -> None:
        for watcher in self._watchers:
            self._ray.kill(watcher)
        if self._started:
            self._ray.shutdown()

    def play(self, setting: Setting, matches: Iterable[Match], on_end: OnEnd) -> None:
        """Play all matches."""
        queue = list(matches)
        size = max(1, min(PORTION, -(-len(queue) // (self.jobs * TASKS_PER_JOB))))
        portions = [queue[low : low + size] for low in range(0, len(queue), size)][::-1]
        running: dict[Any, Any] = {}
        idle = list(self._watchers)
        while portions or running:
            while portions and idle:
                watcher = idle.pop()
                running[watcher.play.remote(setting, portions.pop())] = watcher
            done, _ = self._ray.wait(list(running))
            for task in done:
                idle.append(running.pop(task))
                for outcome in self._ray.get(task):
                    on_end(outcome)


class Watcher:
    """Plays the games of one task after the other in a process that can be replaced."""

    def __init__(self, limit: float) -> None:
        self._pool = Pool(1, limit)

    def play(self, setting: Setting, matches: list[Match]) -> list[Outcome]:
        """Play all matches."""
        outcomes: list[Outcome] = []
        self._pool.play(setting, matches, outcomes.append)
        return outcomes
