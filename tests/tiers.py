"""Tests that each command of the Makefile runs, by what they are marked and by what they cost.

- ``make quick``, ``pytest --tier quick``: what is marked ``rule`` or ``smoke``, as far as the next
  tier runs it, but no rule whose test takes longer than :data:`LONGEST`;
- ``make test``, ``pytest``: every test function, but no more of its parameters than :data:`SHARE`
  allows, and none that takes longer than :data:`LONGEST` unless it decides a rule;
- ``make test-all``, ``pytest --tier longer``: besides, the other parameters, the long ones, what is
  marked ``full``, and properties with more examples.

``tests/seconds.csv`` says what a test takes. ``pytest --tier all --write-seconds`` measures all of
them anew, or those of the files that it is told; the machine should be quiet. A function that the
list does not know yet runs whole. Tests that
are named by their id (``pytest tests/test_cli.py::test_version``) run whatever they take.

Of a function with many parameters those run first that meet most pairs of values which no other
one has met: most faults need one value, or two that come together.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from statistics import fmean

SECONDS = Path(__file__).with_name("seconds.csv")
TIERS = ("quick", "test", "longer", "all")
QUICK = ("rule", "smoke")
"""Marks of the tests that the tier ``quick`` runs."""
QUICK_SOURCE = re.compile(r"@rule\(|mark\.(?:rule|smoke)\b")

SHARE = 0.2
"""Seconds that the parameters of one function may take together in the tier ``test``."""
LONGEST = 1.0
"""Seconds from which on a test is left to the longer tier, unless it is marked smoke or rule."""


def function_of(test: str) -> str:
    """The test function of a test: its id without parameters."""
    return test.partition("[")[0]


def read_seconds() -> dict[str, float]:
    """Mean time of one test of each function, in seconds."""
    with SECONDS.open(encoding="utf-8", newline="") as file:
        return {row["function"]: float(row["seconds"]) for row in csv.DictReader(file)}


def write_seconds(taken: Mapping[str, float], only_longer: Mapping[str, float]) -> None:
    """Keep what was measured: the mean, so that one long test among many short ones counts.

    Functions of files without a measured test keep their seconds, as long as the file is there.

    Args:
        taken: seconds of each test that was not skipped, by its id.
        only_longer: those of tests marked ``full``, which count for functions without others.
    """
    found: dict[str, list[float]] = {}
    for test, seconds in taken.items():
        found.setdefault(function_of(test), []).append(seconds)
    alone: dict[str, list[float]] = {}
    for test, seconds in only_longer.items():
        alone.setdefault(function_of(test), []).append(seconds)
    means = {name: fmean(times) for name, times in (alone | found).items()}
    measured = {_file_of(name) for name in means}
    for name, seconds in read_seconds().items():
        file_of = _file_of(name)
        if file_of not in measured and (SECONDS.parents[1] / file_of).exists():
            means[name] = seconds
    with SECONDS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("function", "seconds"))
        for name in sorted(means):
            writer.writerow((name, f"{means[name]:.2f}"))


def _file_of(test: str) -> str:
    return test.partition("::")[0]


def in_test(
    tests: Sequence[str], seconds: float | None, kept: Iterable[str] = (), ruled: bool = False
) -> set[str]:
    """Tests of one function that the tier ``test`` runs.

    Args:
        tests: ids of all tests of the function, in order.
        seconds: what one of them takes; None if nobody has measured it.
        kept: those that run in any case.
        ruled: whether the function decides a rule: then one of its tests runs, whatever it takes.
    """
    kept = set(kept)
    if seconds is None or seconds * len(tests) <= SHARE:
        return set(tests)
    if seconds > LONGEST and not ruled:
        return kept
    most = max(1, int(SHARE / seconds))
    return kept | set(covering(tests, most))


def covering(tests: Sequence[str], most: int) -> list[str]:
    """At most so many tests that together meet as many pairs of parameters as possible."""
    pairs = {test: _pairs(test) for test in tests}
    met: set[object] = set()
    chosen: list[str] = []
    left = list(tests)
    while left and len(chosen) < most:
        best = max(left, key=lambda test: len(pairs[test] - met))
        if chosen and not pairs[best] - met:
            break
        chosen.append(best)
        left.remove(best)
        met |= pairs[best]
    return chosen


def _pairs(test: str) -> set[object]:
    """Pairs of parameters of a test, and each alone, told by the words of its id."""
    words = list(enumerate(test.partition("[")[2].removesuffix("]").split("-")))
    return {*words, *combinations(words, 2)}
