"""Scaling of the batched step: with the games of a batch, with threads and with processes."""

from __future__ import annotations

import multiprocessing
from collections.abc import Mapping
from statistics import median
from typing import Any, NamedTuple

from got_benchmarks.speed.machine import GIB, cores, free_memory
from got_benchmarks.speed.throughput import Batch, game_bytes, mixed_games
from got_benchmarks.speed.timing import wall
from got_env.core.worker_pool import worker_pool
from got_env.envs.vector import VectorEnv
from got_env.games import get_game

SIZES = tuple(4**power for power in range(9))
"""Games of a batch: 1 to 65,536."""

MEMORY_SHARE = 0.5
"""Of the free memory, what a batch may take."""

PATIENCE_S = 120.0
"""Seconds in which every worker has to be ready."""


def batch_sizes(
    source: VectorEnv,
    options: Mapping[str, Any],
    seconds: float,
    repeats: int,
    sizes: tuple[int, ...] = SIZES,
    memory: int | None = None,
) -> dict[str, Any]:
    """Decisions each second by the games of a batch, on one core.

    Args:
        source: games under way to copy into every batch.
        options: rules options of those games.
        seconds: processor time of each run.
        repeats: runs of each size.
        sizes: games of the batches, growing.
        memory: bytes a batch may take; None for half of what is free.

    Returns:
        ``rows`` and ``stopped``: why the larger sizes were left out, None if none was.
    """
    limit = int(free_memory() * MEMORY_SHARE) if memory is None else memory
    each = game_bytes(source)
    rows: list[dict[str, Any]] = []
    for size in sizes:
        if size * each > limit:
            return {
                "rows": rows,
                "stopped": f"{size:,} games take {size * each / GIB:.3g} GiB, "
                f"and a batch may take {limit / GIB:.3g} GiB here",
            }
        batch = Batch(source, options, size, skip_forced=False)
        runs = [batch.decisions_per_s(seconds) for _ in range(repeats)]
        rows.append(
            {
                "num_envs": size,
                "decisions_per_s": median(runs),
                "step_us": size / median(runs) * 1e6,
                "bytes": size * game_bytes(batch.env),
            }
        )
        del batch
    return {"rows": rows, "stopped": None}


_worker: dict[str, Any] = {}
"""Of a worker process: its batch, and the barrier at which all wait for each other."""


class Load(NamedTuple):
    """What each process plays."""

    code: str
    """Code of the game."""
    players: int
    options: Mapping[str, Any]
    """Rules options."""
    num_envs: int
    """Games of the batch."""


def _set_up(load: Load, start: Any) -> None:
    source = mixed_games(get_game(load.code), load.players, load.options, load.num_envs)
    _worker["batch"] = Batch(source, load.options, load.num_envs, skip_forced=False)
    _worker["start"] = start


def _run(seconds: float) -> float:
    _worker["start"].wait(PATIENCE_S)
    batch: Batch = _worker["batch"]
    return batch.decisions_per_s(seconds, now=wall)


def with_processes(workers: int, load: Load, seconds: float, repeats: int) -> float:
    """Decisions each second of all processes together, each with a batch of its own.

    In every run they start at the same moment; the median of the runs counts.
    """
    barrier = multiprocessing.get_context("spawn").Barrier(workers)
    with worker_pool(workers, _set_up, load, barrier) as pool:
        return median(sum(pool.map(_run, [seconds] * workers)) for _ in range(repeats))


def processes(
    load: Load, seconds: float, repeats: int, most: int | None = None
) -> list[dict[str, float]]:
    """The batched step in 1, 2, 4... processes at once, up to one for each core.

    Args:
        load: what each process plays.
        seconds: seconds on the wall of each run.
        repeats: runs for each number of processes.
        most: the largest number of processes; None for one for each core.
    """
    return _rows(
        "processes",
        {
            workers: with_processes(workers, load, seconds, repeats)
            for workers in doubling(most or cores())
        },
    )


def threads(
    source: VectorEnv,
    options: Mapping[str, Any],
    num_envs: int,
    seconds: float,
    repeats: int,
    most: int | None = None,
) -> list[dict[str, float]]:
    """The batched step of one environment with 1, 2, 4... threads, up to one for each core.

    Args:
        source: games under way to copy into every batch.
        options: rules options of those games.
        num_envs: games of the batch, which the threads share.
        seconds: seconds on the wall of each run.
        repeats: runs for each number of threads.
        most: the largest number of threads; None for one for each core.
    """
    speeds: dict[int, float] = {}
    for number in doubling(most or cores()):
        batch = Batch(source, options, num_envs, skip_forced=False, num_threads=number)
        speeds[number] = median(batch.decisions_per_s(seconds, now=wall) for _ in range(repeats))
        batch.env.close()
    return _rows("threads", speeds)


def _rows(of: str, speeds: Mapping[int, float]) -> list[dict[str, float]]:
    """A row for each number of threads or processes, with its speed beside that of one."""
    return [
        {of: number, "decisions_per_s": speed, "speedup": speed / speeds[1]}
        for number, speed in speeds.items()
    ]


def doubling(most: int) -> list[int]:
    """1, 2, 4... and ``most`` itself."""
    numbers = [1]
    while 2 * numbers[-1] <= most:
        numbers.append(2 * numbers[-1])
    return numbers if numbers[-1] == most else [*numbers, most]
