"""Games that could not be played though no agent failed: counted on their own, and never scored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from got_benchmarks.playing.outcome import Outcome

MOST_GIVEN_UP = 3
"""Games that may be given up; with one more the run has no result."""


def without_given_up(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """The games that have a result."""
    return [outcome for outcome in outcomes if not outcome.given_up]


def check_given_up(given_up: Sequence[Outcome]) -> None:
    """Tell whether so many games were given up that the others say too little.

    Raises:
        RuntimeError: if there are more than :data:`MOST_GIVEN_UP`.
    """
    if len(given_up) > MOST_GIVEN_UP:
        raise RuntimeError(
            f"{len(given_up)} games could not be played, at most {MOST_GIVEN_UP} may be given up;"
            f" the last one: {given_up[-1].error}"
        )


def check_results(results: int, given_up: Sequence[Outcome]) -> None:
    """Tell whether there is anything to sum up.

    Raises:
        RuntimeError: if all games were given up.
    """
    if given_up and not results:
        raise RuntimeError(f"no game could be played: {given_up[-1].error}")
