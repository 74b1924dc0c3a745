"""Replay of whole recording files, and what to tell about it."""

from __future__ import annotations

import dataclasses
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from .playing import PlayedReplay
from .recordings import Game, read_games
from .replay import Outcome

MAX_DEVIATIONS = 5
PROPOSALS = ("march probe", "muster probe")
"""Checks of random proposals; all others compare what is legal at a decision."""


@dataclass
class FileReport:
    """Sums over the games of one recording file."""

    file: str
    games: int = 0
    finished: int = 0
    decisions: int = 0
    decisions_in_file: int = 0
    states: int = 0
    states_equal: int = 0
    options: Counter[str] = field(default_factory=Counter)
    options_differ: Counter[str] = field(default_factory=Counter)
    deviations: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def add(self, other: FileReport) -> None:
        """Add the sums of another file."""
        for name, value in vars(other).items():
            if isinstance(value, int):
                setattr(self, name, getattr(self, name) + value)
            elif isinstance(value, Counter):
                getattr(self, name).update(value)
        self.differences += other.differences

    @property
    def fine(self) -> bool:
        """True if nothing differs."""
        return not self.differences


def replay_file(path: Path, games: int | None = None, checking: bool = True) -> FileReport:
    """Replay the first ``games`` games of a file, all by default."""
    report = FileReport(path.name)
    for game in islice(read_games(path), games):
        outcome = replay_game(game, checking)
        report.games += 1
        report.finished += outcome.finished
        report.decisions += outcome.decisions
        report.decisions_in_file += len(game.steps)
        report.states += outcome.compared
        report.states_equal += outcome.equal
        report.options.update(outcome.checks)
        report.options_differ.update(outcome.differing)
        report.deviations.update(outcome.deviations)
        report.differences += [outcome.problem] if outcome.problem else []
        report.differences += outcome.wrong
    return report


def replay_game(game: Game, checking: bool = True) -> Outcome:
    """Replay one game; what it holds that the replay does not know is a difference too."""
    try:
        replay = PlayedReplay(game, checking)
    except (AssertionError, LookupError, TypeError, ValueError) as error:
        return Outcome(game.name, problem=f"{game.name}, start: {type(error).__name__}: {error}")
    try:
        return replay.run()
    except (AssertionError, LookupError, StopIteration, TypeError, ValueError) as error:
        where = f"{replay.where()}: {type(error).__name__}: {error}"
        return dataclasses.replace(replay.outcome, problem=where)


def read_deviations(path: Path) -> dict[str, dict[str, Any]]:
    """The known deviations of the recorded implementation, by name.

    Raises:
        ValueError: if there are too many, or one lacks its rule id, citation or reason.
    """
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    if len(found) > MAX_DEVIATIONS:
        raise ValueError(f"{path.name}: {len(found)} deviations, at most {MAX_DEVIATIONS} allowed")
    for name, entry in found.items():
        for key in ("rule", "citation", "reason"):
            if not entry.get(key):
                raise ValueError(f"{path.name}: {name} needs a {key}")
    return found


def add_unlisted(report: FileReport, deviations: dict[str, dict[str, Any]]) -> None:
    """Count deviations that the replay has applied but the list does not have as differences."""
    for name in sorted(set(report.deviations) - set(deviations)):
        report.differences.append(
            f"{report.file}: deviation {name!r} was applied {report.deviations[name]} times, "
            "but it is not listed"
        )
        del report.deviations[name]


def describe(report: FileReport, deviations: dict[str, dict[str, Any]], show: int) -> Iterator[str]:
    """Lines of text about a report, with its first ``show`` differences."""
    facts = as_json(report)
    yield (
        f"{report.file}: {report.finished} of {report.games} games to the end, "
        f"{report.decisions} of {report.decisions_in_file} decisions, "
        f"{report.states_equal} of {report.states} states equal, "
        f"{facts['options_equal']} of {facts['options_compared']} option sets equal, "
        f"{facts['proposals_agreed']} of {facts['proposals']} proposals agreed"
    )
    for name, count in sorted(report.deviations.items()):
        yield f"  predicted deviation {name} ({deviations[name]['rule']}): {count}"
    yield from (f"  {text}" for text in report.differences[:show])
    if len(report.differences) > show:
        yield f"  ... and {len(report.differences) - show} more differences"


def describe_options(report: FileReport) -> Iterator[str]:
    """One line for each kind of option check."""
    for name, count in sorted(report.options.items()):
        differ = report.options_differ[name]
        yield f"  {name}: {count - differ} of {count} equal"


def as_json(report: FileReport) -> dict[str, Any]:
    """The report as plain data, differences in words included."""
    proposals = sum(n for name, n in report.options.items() if name in PROPOSALS)
    refuted = sum(n for name, n in report.options_differ.items() if name in PROPOSALS)
    checks, differ = report.options.total(), report.options_differ.total()
    return {
        "games": report.games,
        "games_finished": report.finished,
        "decisions": report.decisions,
        "decisions_recorded": report.decisions_in_file,
        "states_compared": report.states,
        "states_equal": report.states_equal,
        "options_compared": checks - proposals,
        "options_equal": checks - proposals - (differ - refuted),
        "proposals": proposals,
        "proposals_agreed": proposals - refuted,
        "unexplained": len(report.differences),
        "checks": {
            name: {"compared": count, "equal": count - report.options_differ[name]}
            for name, count in sorted(report.options.items())
        },
        "deviations_predicted": dict(sorted(report.deviations.items())),
    }
