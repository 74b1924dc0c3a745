"""The single-file self-play gives each decision the credit of the seat that took it."""

import runpy

import numpy as np
import pytest

pytest.importorskip("torch", reason="pip install -e '.[train]'")
from tests.frameworks.table import FOLDER

STEPS, GAMES, PLAYERS = 200, 5, 3
GAMMA, LAMBDA = 0.9, 0.8


@pytest.fixture(scope="module")
def script():
    return runpy.run_path(str(FOLDER / "cleanrl_self_play.py"))


@pytest.fixture(scope="module")
def rollout():
    """Seats, rewards, values and ends of games, at random."""
    rng = np.random.default_rng(1)
    seats = rng.integers(PLAYERS, size=(STEPS, GAMES))
    rewards = rng.normal(size=(STEPS, GAMES, PLAYERS)).astype(np.float32)
    values = rng.normal(size=(STEPS, GAMES)).astype(np.float32)
    return seats, rewards, values, rng.random((STEPS, GAMES)) < 0.03


def seat_advantage(rollout, start, game):
    """By the definition: along the own decisions of the seat, to the end of the game."""
    seats, rewards, values, ended = rollout
    seat, weight, total, earned = seats[start, game], 1.0, 0.0, 0.0
    value = values[start, game]
    for t in range(start, STEPS):
        if t > start and seats[t, game] == seat:
            total += weight * (earned + GAMMA * values[t, game] - value)
            weight, value, earned = weight * GAMMA * LAMBDA, values[t, game], 0.0
        earned += rewards[t, game, seat]
        if ended[t, game]:
            return total + weight * (earned - value), True
    return total, weight < 1  # the last decision of the seat only lends its value


def test_advantages_run_along_the_own_decisions_of_a_seat(script, rollout):
    found, complete = script["advantages_by_seat"](*rollout, GAMMA, LAMBDA)
    expected = [[seat_advantage(rollout, t, game) for game in range(GAMES)] for t in range(STEPS)]
    wanted, known = (np.array(table, dtype=float) for table in np.moveaxis(expected, 2, 0))

    np.testing.assert_array_equal(complete, known.astype(bool))
    assert 0 < (~complete).sum() <= GAMES * PLAYERS
    np.testing.assert_allclose(found[complete], wanted[complete], rtol=1e-4, atol=1e-4)


def test_no_reward_reaches_another_seat_or_another_game(script, rollout):
    seats, rewards, values, ended = rollout
    advantages, complete = script["advantages_by_seat"](seats, rewards, values, ended, 1.0, 1.0)
    other = rewards.copy()
    other[50:, 2, 1] += 100
    changed, _ = script["advantages_by_seat"](seats, other, values, ended, 1.0, 1.0)
    touched = (changed != advantages) & complete

    assert touched.any()
    assert (seats[touched] == 1).all()
    assert (np.nonzero(touched)[1] == 2).all()
    before = np.flatnonzero(ended[:50, 2])
    assert not touched[: before[-1] + 1].any(), "games that were over"
