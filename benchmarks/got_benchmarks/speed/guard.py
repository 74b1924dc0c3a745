"""The guard of the engine's speed: its parts in units of a fixed calculation.

Both are timed in turns in the same run, by processor time, the best of many. The ratio says how
many decisions fit into the time of one turn of the calculation; it hardly depends on the machine or
on what else runs there, while a slower engine lowers it at once. It is compared with a stored one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from got_benchmarks.speed.calibration import calibration
from got_benchmarks.speed.throughput import (
    ROLLOUT_GAMES,
    Batch,
    heuristic_games,
    mixed_games,
    random_games,
)
from got_benchmarks.speed.timing import clock
from got_env.games import get_game

SLOWEST = 0.7
"""Of the stored ratio, what a part must have: near the middle of 1 and 1/2 as factors go."""

FASTEST = 1.4
"""Times the stored ratio, from which on it should be stored anew: else it guards too little."""

ROUNDS = 25
ATTEMPTS = 3
GAMES = 256
STEPS = 40
PLAYERS = 6

Work = Callable[[], int]
"""Does a fixed piece of work and returns how many decisions it is."""

SLOWER, SAME, FASTER, UNKNOWN = "slower", "same", "faster", "unknown"


@dataclass(frozen=True)
class Finding:
    """Result for one part: its ratio, the stored one, and the verdict."""

    part: str
    ratio: float
    stored: float | None
    verdict: str

    @property
    def fails(self) -> bool:
        """True if the guard fails for it."""
        return self.verdict in (SLOWER, UNKNOWN)

    def __str__(self) -> str:
        if self.stored is None:
            return f"{self.part}: {self.ratio:.3f}, but no ratio is stored for it"
        share = f"{100 * self.ratio / self.stored:.0f} % of the stored {self.stored:.3f}"
        return f"{self.part}: {self.ratio:.3f}, {share}: {self.verdict}"


def parts(code: str = "agot2e") -> dict[str, Work]:
    """Guarded parts: rollouts, batched steps with observation and mask, heuristic players."""
    game = get_game(code)
    seeds = np.arange(ROLLOUT_GAMES, dtype=np.int64)
    batch = Batch(mixed_games(game, PLAYERS, {}, GAMES), {}, GAMES, skip_forced=False)

    def whole_games(play: Callable[[Any, Any], None], number: int) -> Work:
        states = game.new_states(number)

        def work() -> int:
            counts = np.zeros(2, dtype=np.int64)
            game.restart(states, PLAYERS, seeds[:number])
            play(states, counts)
            return int(counts[0])

        return work

    return {
        "random rollouts": whole_games(random_games(game), 16),
        "batched step": lambda: sum(batch.step() for _ in range(STEPS)),
        "heuristic rollouts": whole_games(heuristic_games(game), 4),
    }


def ratios(
    works: Mapping[str, Work],
    unit: Work,
    rounds: int = ROUNDS,
    now: Callable[[], float] = clock,
) -> dict[str, float]:
    """Decisions of each part in the time of one turn of ``unit``, best of all rounds of each.

    Args:
        works: the parts.
        unit: the fixed calculation.
        rounds: how often each is timed; one more that is not counted loads what is loaded late.
        now: the clock.
    """
    best: dict[str, float] = {}
    for count in range(rounds + 1):
        for name, work in {"": unit, **works}.items():
            began = now()
            done = work()
            each = (now() - began) / done
            if count:
                best[name] = min(best.get(name, each), each)
    return {name: best[""] / best[name] for name in works}


def judge(found: Mapping[str, float], stored: Mapping[str, float]) -> list[Finding]:
    """Compare ratios with the stored ones."""

    def finding(part: str, ratio: float) -> Finding:
        before = stored.get(part)
        if before is None:
            return Finding(part, ratio, None, UNKNOWN)
        share = ratio / before
        verdict = SLOWER if share < SLOWEST else FASTER if share > FASTEST else SAME
        return Finding(part, ratio, before, verdict)

    return [finding(part, ratio) for part, ratio in found.items()]


def guard(
    works: Mapping[str, Work],
    unit: Work,
    stored: Mapping[str, float],
    rounds: int = ROUNDS,
    attempts: int = ATTEMPTS,
    now: Callable[[], float] = clock,
) -> Iterator[list[Finding]]:
    """Judge all parts, those that seem slower again and again: the best ratio of each counts.

    Another program can disturb one attempt; an engine that is slower is so in each of them.

    Yields:
        The findings so far, after each attempt; the last ones are the result.
    """
    best: dict[str, float] = {}
    again = dict(works)
    for _ in range(attempts):
        for name, ratio in ratios(again, unit, rounds, now).items():
            best[name] = max(best.get(name, 0.0), ratio)
        findings = judge({name: best[name] for name in works}, stored)
        yield findings
        again = {f.part: works[f.part] for f in findings if f.verdict == SLOWER}
        if not again:
            return


def best_ratios(
    works: Mapping[str, Work],
    unit: Work,
    rounds: int = ROUNDS,
    attempts: int = ATTEMPTS,
    now: Callable[[], float] = clock,
) -> dict[str, float]:
    """Ratios to store: of each part the best of several attempts, as :func:`guard` judges it.

    A ratio of a busy moment would let an engine pass that has become slower.
    """
    found = [ratios(works, unit, rounds, now) for _ in range(attempts)]
    return {name: max(attempt[name] for attempt in found) for name in works}


def measured() -> dict[str, float]:
    """The ratios of this engine on this machine."""
    return best_ratios(parts(), calibration())
