"""Aborted games: no agent failed, yet they could not be played. They are counted, never scored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from got_benchmarks.playing.outcome import Outcome

MOST_ABORTED = 3
"""Games that may be given up; with one more the run has no result."""


def without_aborted(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """The games that have a result."""
    return [outcome for outcome in outcomes if not outcome.aborted]


def check_aborted(given_up: Sequence[Outcome]) -> None:
    """Tell whether so many games were given up that the others say too little.

    Raises:
        RuntimeError: if there are more than :data:`MOST_ABORTED`.
    """
    if len(given_up) > MOST_ABORTED:
        raise RuntimeError(
            f"{len(given_up)} games could not be played, at most {MOST_ABORTED} may be given up;"
            f" the last one: {given_up[-1].error}"
        )


def check_results(results: int, given_up: Sequence[Outcome]) -> None:
    """Tell whether there is anything to sum up.

    Raises:
        RuntimeError: if all games were given up.
    """
    if given_up and not results:
        raise RuntimeError(f"no game could be played: {given_up[-1].error}")
