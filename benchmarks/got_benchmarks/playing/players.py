"""Players of the games of a run: this process, several others, a cluster."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, Self

from got_agents.base import Agent
from got_agents.registry import is_own
from got_benchmarks.playing.in_process import InProcess
from got_benchmarks.playing.matches import checked_time_limit
from got_benchmarks.playing.outcome import OnEnd
from got_benchmarks.playing.schedule import Match
from got_benchmarks.playing.workers import Setting


class Players(Protocol):
    """Whatever plays games; a context manager that ends its processes."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *ended: object) -> None: ...

    def play(self, setting: Setting, matches: Iterable[Match], on_end: OnEnd) -> None:
        """Play all matches, in any order; ``on_end`` gets each outcome in this process."""
        ...


def check_players(jobs: int, time_limit: float, isolate: bool, ray: bool) -> None:
    """Refuse bad numbers before anything is begun; the arguments are those of :func:`players_for`.

    Raises:
        ValueError: names the argument.
    """
    if jobs < 1:
        raise ValueError(f"jobs={jobs}: expected at least 1")
    if jobs > 1 and not (isolate or ray):
        raise ValueError(f"jobs={jobs}: expected 1 with --no-isolate")
    checked_time_limit(time_limit)


def players_for(
    jobs: int = 1, time_limit: float = 0.0, isolate: bool = True, ray: bool = False
) -> Players:
    """Players of a run.

    Args:
        jobs: processes to share the games between.
        time_limit: seconds an agent may take for a decision; 0: no limit.
        isolate: play in other processes, which can be ended when an agent hangs.
        ray: play on a Ray cluster.

    Raises:
        ValueError: for a bad number, or if ray is not installed; names it.
    """
    check_players(jobs, time_limit, isolate, ray)
    if ray:
        from got_benchmarks.playing.cluster import RayCluster

        return RayCluster(jobs, time_limit)
    if not isolate:
        return InProcess(limit=time_limit, isolate=False)
    from got_benchmarks.playing.pool import Pool

    return Pool(jobs, time_limit)


def players_with(
    names: Sequence[str], objects: Mapping[str, Agent], jobs: int, limit: float, isolate: bool
) -> Players:
    """Players of a tournament: this process where it can, others where they must or may.

    Args:
        names: who takes part.
        objects: those among them that are objects of this process.
        jobs: processes to share the games between.
        limit: seconds for a decision; 0: no limit.
        isolate: play agents by name that are not this package's own in other processes.

    Raises:
        ValueError: for a bad number, or one that does not go together with the rest; names it.
    """
    if objects and jobs != 1:
        name = next(iter(objects))
        raise ValueError(f"jobs={jobs}: expected 1, as agent {name!r} is an object of this process")
    all_own = all(is_own(name) for name in names if name not in objects)
    if jobs == 1 and (objects or all_own or not isolate):
        return InProcess(objects, limit, isolate)
    return players_for(jobs, limit, isolate)
