"""The contest: every contestant in turn, round after round, so that noise hits all alike."""

from __future__ import annotations

import contextlib
import os
import random
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from got_benchmarks.speed.timing import clock

Run = Callable[[float], tuple[int, float]]
"""Plays for about so many seconds of processor time; returns decisions and the seconds used."""

WARM_UP_S = 0.1
"""Length of the run that is not counted: what is loaded on first use."""

PIP = "python -m pip install"


@dataclass(frozen=True)
class Contestant:
    """One environment and a way of playing it.

    Attributes:
        name: what the table calls it.
        family: the library it comes from.
        gives: what is made for each decision, in a word or two.
        counted: what counts as a decision.
        needs: distributions to install, as pip takes them.
        prepare: imports the library, makes the environment and returns how to play it.
    """

    name: str
    family: str
    gives: str
    counted: str
    needs: tuple[str, ...]
    prepare: Callable[[], Run] = field(repr=False)

    @property
    def command(self) -> str:
        """Command to install what it needs."""
        return " ".join((PIP, *(f'"{need}"' if "[" in need else need for need in self.needs)))


def whole_games(play: Callable[[], int]) -> Run:
    """Plays whole games until the time is up; ``play`` gives the decisions of one."""

    def run(seconds: float) -> tuple[int, float]:
        decisions, began = 0, clock()
        while clock() - began < seconds:
            decisions += play()
        return decisions, clock() - began

    return run


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keeps warnings and greetings of other libraries out of the results."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    with warnings.catch_warnings(), contextlib.redirect_stdout(sys.stderr):
        warnings.simplefilter("ignore")
        yield


def compete(
    contestants: Sequence[Contestant],
    seconds: float,
    repeats: int,
    seed: int = 0,
    done: Callable[[str], None] = lambda name: None,
) -> list[dict[str, Any]]:
    """Measure all contestants; a row for each, those that could not be measured too.

    Args:
        contestants: who takes part.
        seconds: processor time of each run.
        repeats: rounds; every contestant runs once in each.
        seed: of Python's random numbers, set before each run.
        done: told the name after each run, and after a contestant that cannot run as often.

    Returns:
        For each contestant its words, and either ``decisions_per_s`` (the median), ``lowest`` and
        ``highest``, or ``not_measured``: why not, and ``command``: how to install it if it is
        missing.
    """
    runs: dict[str, Run] = {}
    rates: dict[str, list[float]] = {}
    problems: dict[str, dict[str, Any]] = {}
    for one in contestants:
        try:
            with quiet():
                runs[one.name] = one.prepare()
                runs[one.name](min(seconds, WARM_UP_S))
        except ImportError as error:
            problems[one.name] = {"not_measured": str(error), "command": one.command}
        except Exception as error:
            problems[one.name] = _failure(error)
        else:
            rates[one.name] = []
    for _ in range(repeats):
        for one in contestants:
            if one.name not in problems:
                random.seed(seed)
                try:
                    with quiet():
                        decisions, used = runs[one.name](seconds)
                    rates[one.name].append(decisions / used)
                except Exception as error:
                    problems[one.name] = _failure(error)
            done(one.name)
    return [_row(one, problems.get(one.name), rates.get(one.name, [])) for one in contestants]


def _failure(error: Exception) -> dict[str, Any]:
    return {"not_measured": f"{type(error).__name__}: {error}", "command": None}


def _row(one: Contestant, problem: dict[str, Any] | None, rates: list[float]) -> dict[str, Any]:
    row = {"name": one.name, "family": one.family, "gives": one.gives, "counted": one.counted}
    if problem is not None:
        return row | problem
    return row | {"decisions_per_s": median(rates), "lowest": min(rates), "highest": max(rates)}


def pin_to_one_core() -> int | None:
    """Keep this process on one core from now on; returns which, None where that is not possible."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    core = min(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core
