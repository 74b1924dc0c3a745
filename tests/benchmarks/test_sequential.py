"""The sequential test keeps its error, however often it is looked at."""

import numpy as np
import pytest

from got_benchmarks.playing.outcome import Outcome
from got_benchmarks.playing.schedule import schedule
from got_benchmarks.tournament.sequential import (
    LEAST_ERROR,
    SIGNIFICANCE,
    ConfidenceSequence,
    checked_until,
    judge,
    paired_scores,
)


def run(values, alpha=0.05):
    sequence = ConfidenceSequence(alpha)
    for value in values:
        sequence.add(float(value))
    return sequence


def test_the_mean_stays_inside_at_all_times_as_often_as_promised():
    rng = np.random.default_rng(1)
    missed = 0
    for _ in range(200):
        sequence = run(rng.integers(2, size=400), alpha=0.2)
        missed += not sequence.low <= 0.5 <= sequence.high  # bounds only ever come closer

    assert missed <= 0.2 * 200


def test_the_bounds_close_in_on_the_mean():
    rng = np.random.default_rng(2)
    sequence = run(rng.random(5000) < 0.7)

    assert 0.65 < sequence.low < 0.7 < sequence.high < 0.75


def test_little_variance_needs_fewer_games():
    rng = np.random.default_rng(3)
    wide = run(rng.random(300) < 0.6)
    narrow = run(0.55 + 0.1 * (rng.random(300) < 0.5))

    assert narrow.high - narrow.low < 0.6 * (wide.high - wide.low)


def test_nothing_is_known_before_the_first_number():
    sequence = ConfidenceSequence(0.05)

    assert (sequence.low, sequence.high) == (0, 1)


def test_the_word_for_an_error_probability():
    asked = ("significance", "0.01", 0.2, 0)

    assert [checked_until(one) for one in asked] == [SIGNIFICANCE, 0.01, 0.2, 0]
    assert run([0.5] * 9, LEAST_ERROR / 1e6).high == 1


@pytest.mark.parametrize("asked", ["soon", "nan", -0.1, 1.0, 5e-324, float("nan"), (), "1e-10"])
def test_other_error_probabilities_are_refused(asked):
    with pytest.raises(ValueError, match=r"until=.*: expected significance, or an error"):
        checked_until(asked)


def won_by(best, games=40, agents=3):
    """Games of a schedule that one agent wins wherever it sits."""
    return [
        Outcome(
            match,
            "last_round",
            shares=tuple(float(seat == match.table.index(best)) for seat in range(6)),
        )
        for match in schedule(agents, 6, games, seed=1)
    ]


def test_a_deal_counts_when_it_is_complete():
    scores = paired_scores(won_by(1, games=8), [0, 1, 2])

    assert scores == [{0: 0.0, 1: 1.0, 2: 0.0}] * 2


def test_the_best_agent_is_named_once_it_beats_every_other():
    agents = list(enumerate("abc"))

    assert judge(won_by(1, games=6), agents, 0.05).best == ""
    verdict = judge(won_by(1, games=120), agents, 0.05)
    assert (verdict.best, verdict.deals) == ("b", 40)
    low, high = verdict.pairs["b"]["a"]
    assert verdict.pairs["a"]["b"] == (-high, -low)
    assert low > 0


def test_one_agent_alone_is_not_better_than_others():
    assert judge(won_by(0, agents=1), [(0, "a")], 0.05).best == ""


@pytest.mark.parametrize("alpha", [0.2, 0.05, 0.001])
def test_less_error_takes_longer(alpha):
    values = [1.0] * 60

    assert run(values, alpha / 10).low < run(values, alpha).low
