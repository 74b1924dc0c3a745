"""Intervals of shares."""

import pytest

from got_benchmarks.tournament.stats import share, wilson


@pytest.mark.parametrize(
    ("count", "trials", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (90, 100, 0.8256, 0.9448),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson_intervals_are_those_of_the_tables(count, trials, low, high):
    assert wilson(count, trials) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


def test_the_interval_holds_the_share():
    for count in range(21):
        low, high = wilson(count, 20)
        assert low <= share(count, 20) <= high


def test_no_trials_have_no_share():
    assert share(0, 0) == 0.0
