"""Cost of a tournament beside its games: storing them, and summing up, rating and reporting."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from got_benchmarks.playing.in_process import InProcess
from got_benchmarks.speed import machine
from got_benchmarks.speed.timing import clock, wall
from got_benchmarks.tournament.finish import conclude
from got_benchmarks.tournament.plan import Plan, new_plan
from got_benchmarks.tournament.run import open_plan, run
from got_benchmarks.tournament.store import Store

AGENTS = ("heuristic", "expander", "raider", "courtier")


class TimedStore(Store):
    """A store that knows how long it took to write its games."""

    seconds = 0.0

    def flush(self) -> None:
        """Write the games that wait."""
        began = wall()
        super().flush()
        self.seconds += wall() - began


def timed(work: Callable[[], object]) -> float:
    """Seconds of processor time."""
    began = clock()
    work()
    return clock() - began


def play(plan: Plan, replays: str) -> dict[str, float]:
    """Seconds that the parts of a tournament take.

    Storing is timed by the wall, as it waits for the disk, the rest by the processor. Rating is
    everything that ends in the summary: shares, payoffs, ratings with their intervals.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        TimedStore(Path(folder)) as store,
        InProcess() as players,
    ):
        open_plan(store, plan, resume=False)
        whole = timed(lambda: run(plan, players, store))
        outcomes = [outcome for _, outcome in store.outcomes()]
        rating = timed(lambda: conclude(plan, outcomes, None))
        concluding = timed(lambda: conclude(plan, outcomes, store, replays=replays))
        return {
            "games": whole - store.seconds,
            "storing": store.seconds,
            "rating": rating,
            "writing": concluding - rating,
        }


def measure(
    games: int = 1000,
    players: int = 6,
    repeats: int = 3,
    replays: str = "notable",
    on_run: Callable[[], None] | None = None,
) -> dict[str, Any]:
    """Measure a tournament of the scripted agents on one core.

    Args:
        games: of the tournament.
        players: of each game.
        repeats: runs; medians count.
        replays: games to write as replays, see ``got tournament --replays``.
        on_run: called after each of them.

    Returns:
        Seconds of the games, of storing them, of summary and ratings, and of writing replays and
        the report; and all of them relative to the games.

    Raises:
        ValueError: for a wrong number; names it.
    """
    if repeats < 1:
        raise ValueError(f"repeats={repeats}: expected at least 1")
    plan = new_plan(AGENTS, games, players=players, seed=1)
    play(new_plan(AGENTS, len(AGENTS), players=players), replays)  # what is loaded late, is now
    runs = []
    for _ in range(repeats):
        runs.append(play(plan, replays))
        if on_run is not None:
            on_run()
    seconds = {part: median(run[part] for run in runs) for part in runs[0]}
    return {
        "agents": list(AGENTS),
        "games": games,
        "players": players,
        "repeats": repeats,
        "seconds": seconds,
        "of_games": {part: value / seconds["games"] for part, value in seconds.items()},
        "machine": machine.describe(),
    }
