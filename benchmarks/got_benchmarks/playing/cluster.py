"""Work on a Ray cluster, with the same results as anywhere else.

The cluster is that of the environment variable ``RAY_ADDRESS``, or one on this machine. Its nodes
need got_env and the agents installed, and files that agents name at the same paths; those from the
current folder count from there on each node that has such a folder, too. What was under
way on a process or a node that died is done again elsewhere.
"""

from __future__ import annotations

import os
import socket
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from typing import Any, Self, TypeVar

from got_benchmarks.playing.outcome import OnEnd, Outcome
from got_benchmarks.playing.pool import Pool
from got_benchmarks.playing.schedule import Match
from got_benchmarks.playing.workers import Setting
from got_env.core.extras import MissingExtraError, how_to_install

PORTION = 64
"""Most games of one task."""

TASKS_PER_JOB = 4


MOST_DEATHS = 3
"""Processes that may die over the same games before they are taken for the reason."""

ADDRESS = "RAY_ADDRESS"
"""Environment variable that Ray reads too."""

CLIENT = "ray://"
THIS_MACHINE = {"localhost", "127.0.0.1", "::1"}
"""Ray goes to the machine's own address instead, as other machines know it."""

PATIENCE = 5.0
"""Seconds to wait for an address of Ray."""

Key = TypeVar("Key")
Answer = TypeVar("Answer")


def need_ray() -> Any:
    """The module.

    Raises:
        MissingExtraError: if it is not installed.
    """
    if find_spec("ray") is None:
        raise MissingExtraError(f"--ray needs one more package: {how_to_install('cluster')}")
    import ray

    return ray


def join_ray(address: str, name: str = "address", **settings: Any) -> None:
    """Join a cluster; its address is tried first, as Ray itself would wait for minutes.

    Args:
        address: ``host:port`` of the head of a cluster, ``ray://host:port`` of its server for
            clients, or ``auto`` for the one that runs on this machine.
        name: of the address, for errors.
        **settings: more arguments of ``ray.init``.

    Raises:
        ConnectionError: if nothing answers; names the address.
        ValueError: for an address of another form.
    """
    ray = need_ray()
    if address != "auto":
        _knock(address, name)
    try:
        ray.init(address=address, log_to_driver=False, **settings)
    except ConnectionError as error:
        raise ConnectionError(
            f"{name}={address!r}: no Ray answers there ({_first_line(error)})"
        ) from None


def _knock(address: str, name: str) -> None:
    host, colon, port = address.removeprefix(CLIENT).rpartition(":")
    if not (host and colon and port.isdecimal() and int(port) < 1 << 16):
        raise ValueError(f"{name}={address!r}: expected host:port, {CLIENT}host:port or auto")
    if host in THIS_MACHINE and not address.startswith(CLIENT):
        host = need_ray().util.get_node_ip_address()
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except OSError as error:
        reason = f"{host}:{port}: {error.strerror or _first_line(error)}"
        raise ConnectionError(f"{name}={address!r}: no Ray answers there ({reason})") from None


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]


@contextmanager
def joined_cluster() -> Iterator[Any]:
    """The module ray, connected to the cluster; one that was connected before stays so.

    Raises:
        MissingExtraError: if ray is not installed.
        ConnectionError: if no Ray answers at ``RAY_ADDRESS``.
        ValueError: if that is no address.
    """
    ray = need_ray()
    started = not ray.is_initialized()
    address = os.environ.get(ADDRESS, "")
    if started and address:
        join_ray(address, ADDRESS, logging_level="ERROR")
    elif started:
        ray.init(include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    try:
        yield ray
    finally:
        if started:
            ray.shutdown()


def answers_of_cluster(
    work: Callable[..., Answer], calls: Mapping[Key, Sequence[Any]], jobs: int, cpus: int = 1
) -> Iterator[tuple[Key, Answer]]:
    """What a function answers on the cluster, call by call, as the answers come.

    Args:
        work: a function of a module that the nodes have.
        calls: arguments of each call.
        jobs: calls at the same time.
        cpus: processors of a node that each call needs.

    Raises:
        RuntimeError: if processes die whatever is tried.
        Exception: what the function raises.
    """
    with joined_cluster() as ray:
        remote = ray.remote(num_cpus=cpus, max_retries=MOST_DEATHS)(_work_in).remote
        waiting, running = list(calls)[::-1], dict[Any, Key]()
        while waiting or running:
            while waiting and len(running) < jobs:
                key = waiting.pop()
                running[remote(os.getcwd(), work, *calls[key])] = key
            done, _ = ray.wait(list(running))
            for task in done:
                try:
                    answer = _answer(ray, task)
                except ray.exceptions.RayError as error:
                    raise RuntimeError(
                        f"the cluster has lost the same work {MOST_DEATHS + 1} times:"
                        f" {_first_line(error)}"
                    ) from None
                yield running.pop(task), answer


def _work_in(folder: str, work: Callable[..., Answer], *arguments: Any) -> Answer:
    """What a function answers in a folder, where this machine has it."""
    if os.path.isdir(folder):
        os.chdir(folder)
    return work(*arguments)


def _answer(ray: Any, task: Any) -> Any:
    """What a task that has ended answers.

    Raises:
        Exception: what the task raised.
    """
    try:
        return ray.get(task)
    except ray.exceptions.RayTaskError as error:
        raise (error.cause or RuntimeError(_first_line(error))) from None


class RayCluster:
    """Plays in ``jobs`` tasks at a time; each watches a process of its own, as :class:`Pool` does.

    Args:
        jobs: tasks that run at the same time.
        limit: seconds for a decision; 0: no limit.

    Raises:
        MissingExtraError: if ray is not installed.
    """

    def __init__(self, jobs: int, limit: float) -> None:
        need_ray()
        self.jobs, self.limit = jobs, limit
        self._stack = ExitStack()
        self._watchers: list[Any] = []

    def __enter__(self) -> Self:
        self._ray = self._stack.enter_context(joined_cluster())
        self._remote = self._ray.remote(num_cpus=1)(Watcher)
        self._watchers = [self._watcher() for _ in range(self.jobs)]
        return self

    def _watcher(self) -> Any:
        return self._remote.remote(self.limit, os.getcwd())

    def __exit__(self, *ended: object) -> None:
        for watcher in self._watchers:
            self._ray.kill(watcher)
        self._stack.close()

    def play(self, setting: Setting, matches: Iterable[Match], on_end: OnEnd) -> None:
        """Play all matches; those of a task that died are played again.

        Raises:
            RuntimeError: if tasks die over the same games again and again.
        """
        queue = list(matches)
        size = max(1, min(PORTION, -(-len(queue) // (self.jobs * TASKS_PER_JOB))))
        portions = [queue[low : low + size] for low in range(0, len(queue), size)][::-1]
        running: dict[Any, tuple[Any, list[Match]]] = {}
        idle = list(self._watchers)
        deaths = Counter[int]()
        while portions or running:
            while portions and idle:
                watcher, portion = idle.pop(), portions.pop()
                running[watcher.play.remote(setting, portion)] = watcher, portion
            done, _ = self._ray.wait(list(running))
            for task in done:
                watcher, portion = running.pop(task)
                try:
                    outcomes = _answer(self._ray, task)
                except self._ray.exceptions.RayActorError as error:
                    first = portion[0].number
                    deaths[first] += 1
                    if deaths[first] > MOST_DEATHS:
                        raise RuntimeError(
                            f"{MOST_DEATHS + 1} tasks have died over game {first} and those played"
                            f" with it: {error}"
                        ) from None
                    self._watchers.remove(watcher)
                    watcher = self._watcher()
                    self._watchers.append(watcher)
                    portions.append(portion)
                else:
                    for outcome in outcomes:
                        on_end(outcome)
                idle.append(watcher)


class Watcher:
    """Plays the games of one task after the other in a process that can be replaced."""

    def __init__(self, limit: float, folder: str) -> None:
        self._pool = _work_in(folder, Pool, 1, limit)

    def play(self, setting: Setting, matches: list[Match]) -> list[Outcome]:
        """Play all matches."""
        outcomes: list[Outcome] = []
        self._pool.play(setting, matches, outcomes.append)
        return outcomes
