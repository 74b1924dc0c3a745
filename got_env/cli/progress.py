"""Progress of a compilation, and the time that the rest will take."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from got_env.cli.console import waiting
from got_env.cli.warmup import Step, seconds_behind, warm_up

TRUSTED_SECONDS = 10.0
"""Weight of the guess that this machine is as fast as the one that the steps were weighed on."""

TELL_EVERY = 15.0
"""Seconds between two lines where nothing can be updated, such as in a file."""

LONGEST = 60
"""Characters of the names of steps in a line."""


class Progress:
    """Progress of a compilation, and an estimate of the rest.

    The weights of the steps say how much is left. How long it takes follows from how long the
    steps so far have taken.

    Args:
        steps: all steps, in an order in which they can be done.
        jobs: processes that share them.
        clock: seconds since any moment.
    """

    def __init__(
        self, steps: Sequence[Step], jobs: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._weights = {step.name: step.seconds for step in steps}
        self._behind = seconds_behind(steps)
        self._jobs = jobs
        self._clock = clock
        self._began: dict[str, float] = {}
        self._open = dict(self._weights)
        self._weight_done = self._seconds_done = 0.0

    def begin(self, name: str) -> None:
        """A step begins."""
        self._began[name] = self._clock()

    def end(self, name: str, seconds: float) -> None:
        """A step has ended, after so many seconds."""
        del self._began[name]
        self._weight_done += self._open.pop(name)
        self._seconds_done += seconds

    @property
    def pace(self) -> float:
        """Seconds that a weight of 1 takes one process here."""
        return (TRUSTED_SECONDS + self._seconds_done) / (TRUSTED_SECONDS + self._weight_done)

    def seconds_left(self) -> float:
        """Estimate of the seconds until all is done."""
        spent = self._spent()
        work = sum(map(self._expected, self._open)) - sum(spent.values())
        rows = (self.pace * self._behind[name] - spent.get(name, 0.0) for name in self._open)
        return max(work / self._jobs, max(rows, default=0.0))

    def share(self) -> float:
        """The part of the work that is done, from 0 to 1."""
        total = sum(self._weights.values())
        done = self._weight_done + sum(self._spent().values()) / self.pace
        return done / total if total else 1.0

    def line(self) -> str:
        """All of it in a line."""
        done = len(self._weights) - len(self._open)
        names = ", ".join(list(self._began)[: self._jobs])
        return (
            f"compiling, {done} of {len(self._weights)} steps, {self.share():.0%},"
            f" about {in_words(self.seconds_left())} left: {names[:LONGEST]}"
        )

    def __rich__(self) -> str:
        """The line of this moment, for a terminal that draws it anew."""
        return self.line()

    def _expected(self, name: str) -> float:
        """Seconds that a step should take here."""
        return self.pace * self._weights[name]

    def _spent(self) -> dict[str, float]:
        """Seconds that running steps have taken, of those that they should take."""
        now = self._clock()
        return {n: min(now - began, self._expected(n)) for n, began in self._began.items()}


def in_words(seconds: float) -> str:
    """A length of time as people say it."""
    if seconds < 90:
        return f"{max(5, 5 * round(seconds / 5))} s"
    return f"{seconds / 60:.0f} min" if seconds > 600 else f"{round(seconds / 30) / 2:g} min"


def compile_and_tell(
    steps: Sequence[Step],
    jobs: int,
    on_end: Callable[[str, float], None] = lambda name, seconds: None,
) -> None:
    """Compile, and say on stderr how far it is: in one line on a terminal, now and then elsewhere.

    Args:
        steps: what to compile.
        jobs: processes that share it.
        on_end: called with the name of a step that has ended and the seconds it took.

    Raises:
        RuntimeError: as :func:`got_env.cli.warmup.warm_up`.
    """
    progress = Progress(steps, jobs)

    def end(name: str, seconds: float) -> None:
        progress.end(name, seconds)
        on_end(name, seconds)

    with waiting(progress), _told_now_and_then(progress.line):
        warm_up(steps, jobs, progress.begin, end)


@contextmanager
def _told_now_and_then(line: Callable[[], str]) -> Iterator[None]:
    """Print a line now and then while something lasts, unless a terminal shows it all the time."""
    over = threading.Event()

    def tell() -> None:
        while not over.wait(TELL_EVERY):
            print(f"got: {line()}", file=sys.stderr, flush=True)

    teller = threading.Thread(target=tell, daemon=True)
    if not sys.stderr.isatty():
        teller.start()
    try:
        yield
    finally:
        over.set()
        if teller.ident is not None:
            teller.join()
