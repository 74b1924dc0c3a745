"""PPO that is held to the policy it started from."""

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
import torch

from got_agents.policy import load_policy
from got_env.games import GAMES
from got_training.args import Args
from got_training.ppo import SelfPlayPPO
from got_training.training import Training, train
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


@pytest.fixture
def start(tmp_path):
    folder = tmp_path / "start"
    train(small(ROLLOUT), folder)
    return folder


def small(steps=4 * ROLLOUT, **changes):
    return Args.parse(SMALL, {"steps": steps}, changes)


def same(one, other):
    return all((one[name] == other[name]).all() for name in one)


@pytest.mark.training
def test_the_distance_is_that_of_the_legal_actions(start, tmp_path):
    with Training(small(start=str(start), kl_coef=0.5), tmp_path / "out") as training:
        model = training.model
        observations = torch.eye(16, dtype=torch.int8)[3:9]
        masks = torch.tensor([[True, True, row % 2 == 0] for row in range(6)])
        log_probs, _ = model.policy.log_probs(observations, masks)
        none = model.kl_to_reference(log_probs, observations, masks)
        assert none.detach().numpy() == pytest.approx(0, abs=1e-6)
        with torch.no_grad():
            model.policy.network.actor.bias += torch.tensor([1.0, -0.5, 0.3])
        mine, _ = model.policy.log_probs(observations, masks)
        wanted = []
        for p, q, legal in zip(
            mine.detach().exp().numpy(), log_probs.detach().exp().numpy(), masks, strict=True
        ):
            at = legal.numpy()
            assert (p[~at] == 0).all()
            wanted.append((p[at] * np.log(p[at] / q[at])).sum())

        assert min(wanted) > 0.05
        distance = model.kl_to_reference(mine, observations, masks)
        assert distance.detach().numpy() == pytest.approx(wanted, rel=1e-3)


@pytest.mark.training
def test_a_penalty_of_no_weight_is_the_plain_training(start, tmp_path):
    train(small(start=str(start)), tmp_path / "plain")
    train(small(start=str(start), kl_coef=1e-30), tmp_path / "anchored")
    plain, anchored = (load_policy(tmp_path / name)[1] for name in ("plain", "anchored"))

    for name in plain:
        np.testing.assert_allclose(anchored[name], plain[name], atol=1e-5, err_msg=name)


@pytest.mark.training
def test_a_heavy_penalty_keeps_the_policy_where_it_started(start, tmp_path):
    observations = torch.eye(16, dtype=torch.int8)[2:]
    masks = torch.ones(len(observations), 3, dtype=torch.bool)
    moved = {}
    for kl_coef in (1e-6, 50.0):
        args = small(12 * ROLLOUT, start=str(start), kl_coef=kl_coef, learning_rate=3e-2)
        training = Training(args, tmp_path / f"{kl_coef}")
        training.run()
        model = training.model
        with torch.no_grad():
            log_probs, _ = model.policy.log_probs(observations, masks)
            distances = model.kl_to_reference(log_probs, observations, masks)
            moved[kl_coef] = float(distances.mean())

    assert moved[1e-6] > 0.05
    assert moved[50.0] < 0.2 * moved[1e-6]


@pytest.mark.training
def test_the_weight_falls_to_zero(start, tmp_path):
    training = Training(small(start=str(start), kl_coef=0.5), tmp_path / "out")
    seen = []
    train_as_it_is = training.model.train

    def watched():
        seen.append(training.model.kl_coef)
        train_as_it_is()

    training.model.train = watched
    training.run()

    assert seen == pytest.approx([0.5 * left for left in (0.75, 0.5, 0.25, 0.0)])


@pytest.mark.training
def test_a_resumed_training_is_held_to_the_same_policy(start, tmp_path):
    out = tmp_path / "out"
    first = load_policy(start)[1]
    train(small(2 * ROLLOUT, start=str(start), kl_coef=0.5), out)
    start.rename(tmp_path / "moved")
    with Training(small(start=str(start), kl_coef=0.5), out, resume=True) as training:
        assert same(training.model.reference_weights, first)
        assert not same(training.model.policy.network.weights(), first)
        training.run()


@pytest.mark.training
def test_without_a_penalty_the_updates_are_those_of_the_library(tmp_path):
    with Training(small(), tmp_path) as training:
        assert type(training.model) is SelfPlayPPO


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kl_coef": 0.1}, "kl_coef=0.1: expected a policy in start"),
        ({"kl_coef": 0.1, "start": "x", "teacher": "random"}, "kl_coef=0.1: expected no teacher"),
        ({"kl_coef": -1.0, "start": "x"}, "kl_coef=-1.0: expected a number from 0 to 1000"),
    ],
)
def test_a_wrong_kl_coef_is_named(changes, message):
    with pytest.raises(ValueError, match=message):
        small(**changes)
