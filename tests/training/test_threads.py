"""Threads of a training: each computes a part of a batch, and nothing else changes."""

import threading
from functools import partial

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
import torch
from sb3_contrib import MaskablePPO
from threadpoolctl import threadpool_info, threadpool_limits

from got_agents.heuristic import HeuristicAgent
from got_agents.policy import load_policy
from got_env.games import GAMES
from got_training.args import Args
from got_training.gradients import gradient_step
from got_training.ppo import SelfPlayPPO
from got_training.saving import read_progress
from got_training.threads import ThreadTeam
from got_training.training import Training, train
from got_training.vec_env import SelfPlayVecEnv
from tests.toy.taking import TAKING

SMALL = {
    **{"game": "taking", "num_envs": 16, "rollout": 16, "batch_size": 64, "stagger": 0},
    **{"hidden": 16, "critic": 8, "learning_rate": 1e-2, "steps": 4 * 16 * 16},
    **{"opponents": ["random", "past"], "opponent_share": 0.25, "past_every": 1},
    **{"evaluate_minutes": 0.0, "checkpoint_minutes": 0.0, "precision": "float32"},
}


@pytest.fixture(autouse=True)
def _taking(monkeypatch):
    monkeypatch.setitem(GAMES, TAKING.code, TAKING)


@pytest.fixture
def small_parts(monkeypatch):
    monkeypatch.setattr("got_training.threads.LEAST_ROWS", 4)


@pytest.fixture
def two_threads():
    before = torch.get_num_threads()
    with threadpool_limits(limits=2, user_api="blas"):
        torch.set_num_threads(2)
        yield
    torch.set_num_threads(before)


def threads_of_libraries():
    blas = {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"}
    return torch.get_num_threads(), blas


def trained(out, **changes):
    train(Args.parse(SMALL, changes), out)
    return load_policy(out)[1]


def test_libraries_have_one_thread_for_each_of_the_team_and_get_theirs_back(two_threads):
    before = threads_of_libraries()
    for team in (ThreadTeam(1), ThreadTeam(3, torch.device("cpu"))):
        with team.at_work():
            assert threads_of_libraries() == (1, {1})
            assert team.map(lambda _: torch.get_num_threads(), [0, 1, 2]) == [1, 1, 1]
        assert threads_of_libraries() == before


def test_a_gpu_has_the_whole_batch_and_the_libraries_the_threads(two_threads):
    team = ThreadTeam(3, torch.device("cuda"))

    assert len(team.cut(range(1 << 20))) == 1
    with team.at_work():
        assert threads_of_libraries() == (3, {1})
        assert team.map(lambda _: torch.get_num_threads(), [0, 1, 2]) == [1, 1, 1]


@pytest.mark.parametrize(
    ("threads", "rows", "sizes"),
    [
        (1, 4096, [4096]),
        (2, 4097, [2048, 2049]),
        (3, 384, [128] * 3),
        (3, 300, [150, 150]),
        (3, 100, [100]),
        (3, 0, [0]),
    ],
)
def test_rows_are_cut_into_parts_that_are_worth_a_thread(threads, rows, sizes):
    team = ThreadTeam(threads)
    numbers = np.random.default_rng(0).permutation(rows)

    assert [len(part) for part in team.cut(range(rows))] == sizes
    assert np.array_equal(np.concatenate(team.cut(numbers)), numbers)


def test_parts_run_at_the_same_time_and_come_back_in_order():
    together = threading.Barrier(3, timeout=60)

    def wait(number):
        together.wait()
        return number

    assert ThreadTeam(3).map(wait, [3, 1, 2]) == [3, 1, 2]


def test_the_first_failure_comes_back_when_all_have_ended():
    ended = []

    def work(number):
        if number:
            raise ValueError(f"part {number}")
        ended.append(number)

    with pytest.raises(ValueError, match="part 1"):
        ThreadTeam(2).map(work, [0, 1, 2, 0])

    assert ended == [0, 0]


class Lonely:
    """An opponent whose code minds in which thread it runs, and whether others run meanwhile."""

    def __init__(self, name, seen):
        self.name, self.seen = name, seen

    def act_batch(self, views):
        self.seen.append(threading.current_thread())
        return views.masks.argmax(axis=1)


def test_opponents_of_users_are_asked_one_after_the_other():
    seen = []
    opponents = [Lonely("one", seen), Lonely("other", seen), HeuristicAgent()]
    env = SelfPlayVecEnv(
        GAMES["agot2e"], 64, 3, seed=1, opponents=opponents, opponent_share=0.9, team=ThreadTeam(3)
    )
    env.reset()
    for _ in range(5):
        env.step(env.action_masks().argmax(axis=1))

    assert len(seen) > 5
    assert set(seen) == {threading.current_thread()}


def test_scripts_answer_as_they_do_alone():
    played = []
    for threads in (1, 3):
        env = SelfPlayVecEnv(
            **{"game": GAMES["agot2e"], "num_envs": 64, "players": 3, "seed": 1},
            opponents=[HeuristicAgent(), HeuristicAgent(style="courtier")],
            opponent_share=0.9,
            team=ThreadTeam(threads),
        )
        env.reset()
        for _ in range(50):
            env.step(env.action_masks().argmax(axis=1))
        played.append(env.games.states.tobytes())

    assert played[0] == played[1]


@pytest.mark.training
def test_a_rollout_without_decisions_to_learn_from_changes_nothing(tmp_path):
    one = {"num_envs": 1, "rollout": 1, "batch_size": 2, "steps": 1, "opponent_share": 0.0}
    trained(tmp_path / "out", threads=1, **one)

    assert read_progress(tmp_path / "out")[0].adam_steps == 0
    assert read_progress(tmp_path / "out")[0].updates == 1


@pytest.mark.training
def test_the_updates_are_those_of_the_library(tmp_path, monkeypatch):
    own = trained(tmp_path / "own", threads=1)
    monkeypatch.setattr(SelfPlayPPO, "train", MaskablePPO.train)
    theirs = trained(tmp_path / "theirs", threads=1)

    for name in own:
        np.testing.assert_allclose(own[name], theirs[name], atol=1e-4, err_msg=name)


def after_an_update(folder, loss):
    """A training after its first update, for the loss of its name."""
    changes = {"threads": 1, "steps": 16 * 16}
    if loss == "teacher":
        changes |= {"teacher": "random"}
    if loss == "penalty":
        train(Args.parse(SMALL, {"seed": 2}), folder / "start")
        changes |= {"start": str(folder / "start"), "kl_coef": 0.5}
    training = Training(Args.parse(SMALL, changes), folder / "out")
    training.run()
    return training.model


def step_of(model, threads, rows, weight=1.0):
    """Terms and gradients of a step of these decisions, from the same weights each time."""
    policy, weights = model.policy, model.policy.network.weights()
    terms = partial(model._terms, 0.1, 0.7, weight)
    found = gradient_step(policy, ThreadTeam(threads), rows, terms, 1e9)
    gradients = [tensor.grad.numpy().copy() for tensor in policy.parameters()]
    policy.network.load_weights(weights)
    return {name: float(number) for name, number in found.items()}, gradients


def assert_same_step(one, other):
    assert other[0] == pytest.approx(one[0], rel=1e-4, abs=1e-6)
    assert max(np.abs(gradient).max() for gradient in one[1]) > 1e-3
    for gradient, of_other in zip(one[1], other[1], strict=True):
        np.testing.assert_allclose(of_other, gradient, rtol=1e-3, atol=1e-6)


@pytest.mark.training
@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("loss", ["self-play", "teacher", "penalty"])
def test_the_gradient_of_several_threads_is_that_of_one(tmp_path, loss):
    model, rows = after_an_update(tmp_path, loss), np.arange(50)

    assert_same_step(step_of(model, 1, rows), step_of(model, 3, rows))


@pytest.mark.training
@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("loss", ["self-play", "teacher", "penalty"])
def test_a_decision_of_weight_three_counts_as_three(tmp_path, loss):
    model, rows = after_an_update(tmp_path, loss), np.arange(50)
    buffer, often = model.rollout_buffer, np.where(rows % 2, 3, 1)
    thrice = rows.repeat(often)
    plain, scales = step_of(model, 1, thrice), model._scales(thrice)
    buffer.weights[rows] = often
    mean, deviation, weight = model._scales(rows)

    assert (mean, deviation) == pytest.approx(scales[:2], rel=0.02, abs=1e-6)
    assert weight == 2
    for threads in (1, 3):
        assert_same_step(plain, step_of(model, threads, rows, weight))


@pytest.mark.training
@pytest.mark.usefixtures("small_parts")
def test_a_training_of_several_threads_can_be_repeated(tmp_path):
    one, other, alone = (
        trained(tmp_path / name, threads=threads)
        for name, threads in (("one", 3), ("other", 3), ("alone", 1))
    )

    assert all(np.array_equal(one[name], other[name]) for name in one)
    assert not all(np.array_equal(one[name], alone[name]) for name in one)
