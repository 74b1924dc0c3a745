"""Playing in this process, where the objects of a program live."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Self

from got_agents.base import Agent
from got_agents.registry import is_own, make_agent
from got_benchmarks.playing.matches import Clock, play_matches
from got_benchmarks.playing.outcome import OnEnd
from got_benchmarks.playing.players import Players, players_for
from got_benchmarks.playing.schedule import Match
from got_benchmarks.playing.workers import Setting
from got_env.games import get_game


class Here:
    """Plays objects and agents by name in this process.

    Args:
        objects: agents of this process by name; the names of all others are specifications.
        limit: seconds for a decision, found out when it is over; 0: no limit.
    """

    def __init__(self, objects: Mapping[str, Agent], limit: float = 0.0) -> None:
        self._agents = dict(objects)
        self._clock = Clock()
        self._clock.limit = limit

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *ended: object) -> None: ...

    def play(self, setting: Setting, matches: Iterable[Match], on_end: OnEnd) -> None:
        """Play all matches."""
        for name in setting.agents:
            if name not in self._agents:
                self._agents[name] = make_agent(name)
        play_matches(
            get_game(setting.game),
            setting.players,
            setting.options,
            [self._agents[name] for name in setting.agents],
            matches,
            on_end=on_end,
            clock=self._clock,
        )


def players_with(
    names: Sequence[str], objects: Mapping[str, Agent], jobs: int, limit: float, isolate: bool
) -> Players:
    """What plays a tournament: this process where it can, others where they must or may.

    Args:
        names: who takes part.
        objects: those among them that are objects of this process.
        jobs: processes to share the games between.
        limit: seconds for a decision; 0: no limit.
        isolate: play agents by name that are not this package's own in other processes.

    Raises:
        ValueError: for a bad number, or one that does not go together with the rest; names it.
    """
    strangers = [name for name in names if name not in objects and not is_own(name)]
    if objects and jobs != 1:
        name = next(iter(objects))
        raise ValueError(f"jobs={jobs}: expected 1, as agent {name!r} is an object of this process")
    if objects and strangers and isolate:
        raise ValueError(
            f"agent {strangers[0]!r} plays in a process of its own, where"
            f" {next(iter(objects))!r}, an object of this process, is not: expected isolate=False,"
            " or all agents by name"
        )
    if jobs == 1 and (not strangers or not isolate):
        return Here(objects, limit)
    return players_for(jobs, limit, isolate)
