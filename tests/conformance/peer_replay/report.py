"""Replay of whole recording files, and what to tell about it."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from .recordings import read_games
from .replay import Replay

MAX_DEVIATIONS = 5


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
        """Whether nothing differs."""
        return not self.differences


def replay_file(path: Path, games: int | None = None, checking: bool = True) -> FileReport:
    """Replay the first ``games`` games of a file, all by default."""
    report = FileReport(path.name)
    for game in islice(read_games(path), games):
        outcome = Replay(game, checking).run()
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


def read_deviations(path: Path) -> dict[str, dict[str, Any]]:
    """The known deviations of the recorded implementation, by name.

    Raises:
        ValueError: if there are too many, or one lacks its rule or reason.
    """
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    if len(found) > MAX_DEVIATIONS:
        raise ValueError(f"{path.name}: {len(found)} deviations, at most {MAX_DEVIATIONS} allowed")
    for name, entry in found.items():
        if not {"rule", "reason"} <= entry.keys():
            raise ValueError(f"{path.name}: {name} needs a rule and a reason")
    return found


def describe(report: FileReport, deviations: dict[str, dict[str, Any]], show: int) -> Iterator[str]:
    """Lines of text about a report, with its first ``show`` differences."""
    yield (
        f"{report.file}: {report.finished} of {report.games} games to the end, "
        f"{report.decisions} of {report.decisions_in_file} decisions, "
        f"{report.states_equal} of {report.states} states equal, "
        f"{report.options.total() - report.options_differ.total()} of "
        f"{report.options.total()} option checks equal"
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
    """The report as plain data."""
    return {name: dict(v) if isinstance(v, Counter) else v for name, v in vars(report).items()}
