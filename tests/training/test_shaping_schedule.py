"""Shaping that fades along a training, in a game of pennies whose potential is known."""

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

from got_agents.policy import load_policy
from got_env.games import GAMES
from got_training.args import Args
from got_training.callbacks import TrainingCallback
from got_training.training import Training, train
from got_training.vec_env import GameSettings, SelfPlayVecEnv
from tests.toy.pennies import PENNIES, RUNAWAY
from tests.toy.taking import TAKING

PLAYERS, HEADS, TAILS = 3, 0, 1
SMALL = {
    **{"game": "pennies", "num_envs": 8, "rollout": 32, "batch_size": 64, "stagger": 0},
    **{"hidden": 16, "critic": 8, "threads": 1, "evaluate_minutes": 0.0},
}
ROLLOUT = 8 * 32


@pytest.fixture(autouse=True)
def _toys(monkeypatch):
    for game in (PENNIES, TAKING):
        monkeypatch.setitem(GAMES, game.code, game)


def small(steps=4 * ROLLOUT, **changes):
    return Args.parse(SMALL, {"steps": steps}, changes)


def games(count=1, reward="points", **arguments):
    env = SelfPlayVecEnv(
        PENNIES, count, PLAYERS, seed=4, settings=GameSettings(reward=reward, **arguments)
    )
    env.reset()
    return env


@pytest.mark.parametrize("weight", [0.0, 0.25, 1.0])
def test_rewards_are_those_worked_out_by_hand(weight):
    # The first player lays heads and the others tails, so each round brings it the stake: its
    # potential grows by a sixth of two thirds of that, and those of the others fall by half of it.
    env = games(shaping=lambda: weight)
    stakes = env.games.states["stakes"][0].tolist()
    potential, points = np.zeros(PLAYERS), 0
    for stake in stakes:
        for player in range(PLAYERS):
            assert (env.seat_rewards == 0).all() or player == 0
            env.step(np.array([TAILS if player else HEADS]))
        points += stake
        if env.ended[0]:
            wanted = np.array([1, -0.5, -0.5]) - weight * potential
        else:
            wanted = weight * stake * np.array([2, -1, -1]) / (3 * RUNAWAY)
            potential += stake * np.array([2, -1, -1]) / (3 * RUNAWAY)
        np.testing.assert_allclose(env.seat_rewards[0], wanted, atol=1e-6)
        if env.ended[0]:
            break

    assert env.ended[0]
    assert points >= RUNAWAY or stake == stakes[-1]


def test_each_game_keeps_the_mixture_that_it_began_with():
    count, steps = 6, 200
    told = iter(np.linspace(1, 0, 10_000).tolist())
    fading = games(count, shaping=lambda: next(told))
    shaped, plain = games(count), games(count, "win")
    rng = np.random.default_rng(0)
    weights, seen = np.ones(count), set()
    earned = np.zeros((count, PLAYERS))
    for _ in range(steps):
        masks = fading.action_masks()
        actions = np.argmax(rng.random(masks.shape) * masks, axis=1)
        for env in (fading, shaped, plain):
            env.step(actions)
        mixture = (
            weights[:, None] * shaped.seat_rewards + (1 - weights[:, None]) * plain.seat_rewards
        )
        np.testing.assert_allclose(fading.seat_rewards, mixture, atol=1e-6)
        over = fading.ended
        earned += fading.seat_rewards
        # The potentials of a game add up to nothing, so in all it brings what its places do.
        np.testing.assert_allclose(earned[over], plain.seat_rewards[over], atol=1e-5)
        earned[over] = 0
        assert (fading.shaped_rewards.weights[~over] == weights[~over]).all()
        assert (fading.shaped_rewards.weights[over] < weights[over]).all()
        weights = fading.shaped_rewards.weights.astype(float)
        seen.update(weights.tolist())

    assert len(seen) > 20


def test_a_weight_of_one_is_the_shaped_reward_as_it_is():
    faded, shaped = games(4, shaping=lambda: 1.0), games(4)
    rng = np.random.default_rng(1)
    for _ in range(60):
        actions = rng.integers(2, size=4)
        faded.step(actions)
        shaped.step(actions)
        assert (faded.seat_rewards == shaped.seat_rewards).all()


def weights_of(training):
    """Weights of the running games at the end of each rollout; trains."""
    seen = []

    def note(callback):
        seen.append(training.games.shaped_rewards.weights.copy())

    training.run(TrainingCallback(training, note))
    return seen[:-1]  # the last one tells of the end


@pytest.mark.training
def test_the_weight_falls_to_zero_along_the_training(tmp_path):
    first, second, *others = weights_of(Training(small(shaping_ends=0.5), tmp_path / "out"))

    # A game takes 15 decisions at most, so none is older than a half of a rollout.
    assert ((first >= 0.5) & (first <= 0.75)).all()
    assert ((second >= 0) & (second <= 0.25)).all()
    assert len(others) == 2
    assert all((weights == 0).all() for weights in others)


@pytest.mark.training
def test_a_resumed_training_goes_on_with_the_weight_it_had(tmp_path):
    train(small(2 * ROLLOUT, shaping_ends=1.0), tmp_path)
    first, _ = weights_of(Training(small(shaping_ends=1.0), tmp_path, resume=True))

    assert ((first >= 0.25) & (first <= 0.5)).all()
    assert load_policy(tmp_path)[0].training["shaping_ends"] == 1.0


@pytest.mark.training
def test_shaping_stays_by_default(tmp_path):
    with Training(small(), tmp_path) as training:
        assert training.games.shaped_rewards is None
        assert training.games.seat_rewards is training.games.games.rewards


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"reward": "win"},
            "shaping_ends=0.5: reward='win' has no potential, .* reward \\(points\\)",
        ),
        ({"game": "taking"}, "reward='win' has no potential, .* this game has none"),
        ({"shaping_ends": 1.5}, "shaping_ends=1.5: expected a number from 0 to 1"),
    ],
)
def test_fading_of_nothing_is_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        small(**{"shaping_ends": 0.5} | changes)
