"""PettingZoo's classic games, by PettingZoo's own benchmark."""

from __future__ import annotations

import contextlib
import importlib
import io
import re
import types
from collections.abc import Iterator
from functools import partial
from typing import Any

from got_benchmarks.peers.contest import Contestant, Run, quiet
from got_benchmarks.speed.timing import clock

GAMES = {
    "tictactoe_v3": "tic-tac-toe",
    "connect_four_v3": "connect four",
    "chess_v6": "chess",
    "go_v5": "go 19x19",
    "hanabi_v5": "Hanabi",
    "leduc_holdem_v4": "Leduc hold'em",
    "texas_holdem_v4": "Texas hold'em",
    "texas_holdem_no_limit_v6": "no-limit hold'em",
}

NEEDS = ("pettingzoo[classic]",)

BENCHMARK_S = 5.0
"""Seconds for which PettingZoo's benchmark plays, by its own clock."""

SPEED = re.compile(r"^([\d.]+(?:e[+-]?\d+)?) turns per second$", re.MULTILINE)


@contextlib.contextmanager
def clock_of(benchmark: Any, seconds: float) -> Iterator[None]:
    """Let the benchmark read a clock of processor time that shows 5 s after ``seconds``.

    It reads the time on the wall, in which other programs count, and always plays for 5 s.
    """
    real = benchmark.time
    began, scale = clock(), BENCHMARK_S / seconds
    benchmark.time = types.SimpleNamespace(time=lambda: (clock() - began) * scale)
    try:
        yield
    finally:
        benchmark.time = real


def turns_per_second(printed: str) -> float:
    """The figure in what PettingZoo's benchmark prints.

    Raises:
        ValueError: if there is none.
    """
    found = SPEED.search(printed)
    if found is None:
        raise ValueError(f"PettingZoo's benchmark printed no turns per second: {printed!r}")
    return float(found[1])


def benchmarked(env: Any) -> Run:
    """Plays an AEC environment by ``pettingzoo.test.performance_benchmark``."""
    with quiet():
        benchmark = importlib.import_module("pettingzoo.test.performance_benchmark")

    def run(seconds: float) -> tuple[int, float]:
        printed, began = io.StringIO(), clock()
        with clock_of(benchmark, seconds), contextlib.redirect_stdout(printed):
            benchmark.performance_benchmark(env)
        shown = turns_per_second(printed.getvalue()) * BENCHMARK_S / seconds
        used = clock() - began
        return round(shown * used), used

    return run


def _prepare(module: str) -> Run:
    return benchmarked(importlib.import_module(f"pettingzoo.classic.{module}").env())


def contestants() -> list[Contestant]:
    """All of PettingZoo's classic games in which players take turns."""
    return [
        Contestant(
            f"PettingZoo {name}",
            "PettingZoo",
            "obs+mask",
            "a turn, as PettingZoo's benchmark counts",
            NEEDS,
            partial(_prepare, module),
        )
        for module, name in GAMES.items()
    ]
