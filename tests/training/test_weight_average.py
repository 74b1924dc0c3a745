"""A training whose policy is the mean of the learner's weights."""

import json

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

from got_agents.policy import load_policy
from got_env.games import GAMES
from got_training.args import Args
from got_training.frozen_networks import Announced
from got_training.saving import TRAINER_FILE, open_tensors
from got_training.training import Training, train
from got_training.weight_average import WeightAverage
from tests.toy.taking import TAKING

SMALL = {
    **{"game": "taking", "num_envs": 16, "rollout": 16, "batch_size": 64, "stagger": 0},
    **{"hidden": 16, "critic": 8, "threads": 1, "learning_rate": 1e-2},
    **{"evaluate_minutes": 0.0, "checkpoint_minutes": 0.0},
}
ROLLOUT = 16 * 16


@pytest.fixture(autouse=True)
def _taking(monkeypatch):
    monkeypatch.setitem(GAMES, TAKING.code, TAKING)


def small(updates=4, **changes):
    return Args.parse(SMALL, {"steps": updates * ROLLOUT, "average_share": 0.5}, changes)


def run(training):
    """Run it, and return the learner's weights after each update."""
    seen = []
    train_as_it_is = training.model.train

    def watched():
        train_as_it_is()
        weights = training.model.policy.network.weights()
        seen.append({name: table.copy() for name, table in weights.items()})

    training.model.train = watched
    training.run()
    return seen


def mean(seen, weights):
    return {n: np.average([one[n] for one in seen], axis=0, weights=weights) for n in seen[0]}


def check_close(found, wanted):
    for name, table in wanted.items():
        np.testing.assert_allclose(found[name], table, atol=1e-6, err_msg=name)


def tensors_of(folder, prefix):
    with open_tensors(folder / TRAINER_FILE) as file:
        tensors = file.read()
    return {n.removeprefix(prefix): t for n, t in tensors.items() if n.startswith(prefix)}


@pytest.mark.parametrize(
    ("share", "weights"),
    [
        (1.0, [1, 1, 1, 1, 1]),
        # Update n counts as n, or as n (n + 1) / 2 ...: three quarters of it is of the last half.
        (0.5, [1, 2, 3, 4, 5]),
        (1 / 3, [1, 3, 6, 10, 15]),
    ],
)
def test_the_mean_is_over_a_share_of_all_updates(share, weights):
    numbers = np.random.default_rng(1).normal(size=(5, 7)).astype(np.float32)
    average = WeightAverage(share, {"table": np.full(7, 9, dtype=np.float32)})

    for number, row in enumerate(numbers, 1):
        average.add({"table": row}, number)
        average.add({"table": row + 9}, number)  # No new update: it is not counted twice.

    assert average.weights["table"].dtype == np.float32
    wanted = np.average(numbers, axis=0, weights=weights)
    np.testing.assert_allclose(average.weights["table"], wanted, atol=1e-6)


@pytest.mark.training
def test_the_policy_is_the_mean_and_the_learner_goes_on_by_itself(tmp_path):
    learner = run(Training(small(average_share=0.0), tmp_path / "plain"))
    seen = run(Training(small(), tmp_path / "averaged"))

    check_close(seen[-1], learner[-1])  # The mean has no part in what the learner does.
    check_close(load_policy(tmp_path / "plain")[1], learner[-1])
    check_close(load_policy(tmp_path / "averaged")[1], mean(seen, [1, 2, 3, 4]))
    check_close(tensors_of(tmp_path / "averaged", "network."), seen[-1])


@pytest.mark.training
def test_a_resumed_training_goes_on_with_its_mean(tmp_path):
    first = run(Training(small(2), tmp_path))
    with Training(small(4), tmp_path, resume=True) as training:
        check_close(training.policy_weights(), mean(first, [1, 2]))
        rest = run(training)

    check_close(load_policy(tmp_path)[1], mean(first + rest, [1, 2, 3, 4]))


@pytest.mark.training
def test_a_policy_that_was_lost_is_written_anew_as_the_mean(tmp_path):
    train(small(2), tmp_path)
    before = load_policy(tmp_path)[1]
    (tmp_path / "policy.safetensors").unlink()

    with pytest.warns(RuntimeWarning, match="was missing"):
        Training(small(2), tmp_path, resume=True).close()

    check_close(load_policy(tmp_path)[1], before)


@pytest.mark.training
def test_tests_play_the_mean(tmp_path, monkeypatch):
    played = []
    monkeypatch.setattr(
        "got_training.callbacks.PolicyAgent.of",
        lambda game, shape, weights, name: played.append(weights),
    )
    monkeypatch.setattr("got_training.callbacks.baselines_of", lambda game: [None])

    def stop(policy, *rest):
        raise KeyError("played")

    monkeypatch.setattr("got_training.callbacks.evaluate", stop)
    with (
        Training(small(evaluate_minutes=1.0), tmp_path) as training,
        pytest.raises(KeyError, match="played"),
    ):
        training.run()

    assert played == [training.average.weights]


def test_files_of_earlier_versions_hold_no_mean():
    assert not Announced.parse(json.dumps({"past": [], "anchor": False})).average
    with pytest.raises(ValueError, match=r"others\.average=1: expected true or false"):
        Announced.parse(json.dumps({"past": [], "anchor": False, "average": 1}))


def test_a_wrong_share_is_named():
    with pytest.raises(ValueError, match=r"average_share=1\.5: expected a number from 0 to 1"):
        small(average_share=1.5)
