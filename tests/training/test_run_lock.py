"""Folders that are removed, moved or replaced while a training runs in them."""

import json
import os
import shutil

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

from got_agents.policy import CARD_FILE, WEIGHTS_FILE, load_policy
from got_benchmarks.tournament.sqlite_file import StoreError
from got_training import callbacks as callbacks_module
from got_training import training as training_module
from got_training.args import Args
from got_training.callbacks import TrainingCallback
from got_training.evaluation import Evaluation
from got_training.saving import CURVES, TRAINER_FILE, read_progress
from got_training.training import Training

ARGS = Args.parse(
    {"players": 3, "num_envs": 2, "rollout": 4, "batch_size": 8, "stagger": 0, "hidden": 16},
    {"critic": 8, "embedding": 4, "threads": 1, "evaluate_minutes": 0, "steps": 8},
)


@pytest.fixture(autouse=True)
def little_is_measured(monkeypatch):
    """Nothing learns here, so the scale of the features does not matter."""
    monkeypatch.setattr(training_module, "MEASURED_GAMES", 1)
    monkeypatch.setattr(training_module, "MEASURED_STEPS", 1)


@pytest.fixture
def out(tmp_path):
    return tmp_path / "out"


def remove(out):
    shutil.rmtree(out)


def empty(out):
    for path in list(out.iterdir()):
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def move(out):
    out.rename(out.with_name("elsewhere"))


def link(out):
    move(out)
    out.with_name("other").mkdir()
    out.symlink_to("other")


def unlock(out):
    (out / "running.lock").unlink()


def start(out, warnings=None, resume=False):
    return Training(ARGS, out, resume, warn=(warnings if warnings is not None else []).append)


def seconds(folder):
    return read_progress(folder)[0].seconds


@pytest.mark.training
@pytest.mark.parametrize("change", [remove, empty, move, link, unlock])
def test_a_folder_that_is_gone_costs_no_work(out, change):
    warnings = []
    with start(out, warnings) as training:
        training.save(1.0)
        assert warnings == []
        change(out)
        training.save(2.0)
        training.save(3.0)
        with pytest.raises(StoreError, match="another tournament, training or demo is running"):
            start(out, resume=True)

    assert len(warnings) == 1
    assert f"{out} was removed, moved or replaced" in warnings[0]
    assert seconds(out) == 3
    load_policy(out)
    if change in (move, link):
        elsewhere = out.with_name("elsewhere")
        assert seconds(elsewhere) == 1
        start(elsewhere, resume=True).close()
    start(out, resume=True).close()


@pytest.mark.training
def test_a_training_in_the_place_of_another_is_not_written_over(out):
    with start(out) as training:
        training.save(1.0)
        move(out)
        with start(out) as other:
            with pytest.raises(OSError, match="another tournament, training or demo is running"):
                training.save(2.0)
            other.save(5.0)
        with pytest.raises(OSError, match="holds another training"):
            training.save(3.0)
        (out / TRAINER_FILE).write_bytes(b"damaged")
        with pytest.raises(OSError, match=r"the folder was replaced: .*trainer\.safetensors"):
            training.save(4.0)
        remove(out)
        training.save(5.0)

    assert seconds(out) == 5


def content_of(folder):
    """All files but the lock, by their paths in the folder."""
    return {
        path.relative_to(folder): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith("running.lock")
    }


@pytest.mark.training
def test_tests_and_curves_of_another_training_are_not_written_over(out, monkeypatch):
    def evaluate(policy, rival, players, args, steps, seconds):
        return Evaluation(steps, seconds, rival.name, players, 60, 0.5, 0.4, 0.6)

    monkeypatch.setattr(callbacks_module, "evaluate", evaluate)
    args = Args.parse(ARGS.plain(), {"evaluate_minutes": 60, "steps": 16})
    other = out.with_name("other")
    Training(args, other).run()
    warnings = []
    training = Training(args, out, warn=warnings.append)

    def replace(callback):
        if training.model.num_timesteps == 16:
            move(out)
            shutil.copytree(other, out)

    with pytest.raises(RuntimeError, match="holds another training"):
        training.run(TrainingCallback(training, replace))

    assert content_of(out) == content_of(other)
    replaced = "could not be written (the folder was removed, moved or replaced)"
    assert warnings == [f"curves in {out / CURVES} {replaced}", f"tests in {out} {replaced}"]


@pytest.mark.training
def test_what_is_left_is_said_as_it_is(out):
    warnings = []
    with start(out, warnings) as training:
        training.model.num_timesteps = 8
        training.save(1.0)
        assert training.left == f"{out} keeps the policy of 8 decisions"
        remove(out)
        out.write_text("no folder")
        TrainingCallback(training).checkpoint()

    assert "expected a folder, but" in warnings[0]
    assert f"{out} does not hold the policy of 8 decisions any more" in warnings[0]


@pytest.mark.training
def test_a_link_in_place_of_the_policy_is_replaced_and_its_target_left_alone(out):
    with start(out) as training:
        training.save(1.0)
        target = out.with_name("kept.safetensors")
        (out / WEIGHTS_FILE).rename(target)
        (out / WEIGHTS_FILE).symlink_to(target)
        before = target.read_bytes()
        training.save(2.0)

    assert target.read_bytes() == before
    assert not (out / WEIGHTS_FILE).is_symlink()
    load_policy(out)


@pytest.mark.training
@pytest.mark.parametrize("killed_before", [WEIGHTS_FILE, CARD_FILE])
def test_resuming_mends_what_a_killed_writer_had_not_written(out, monkeypatch, killed_before):
    """All files are put into their places by renaming; it is killed before one of them."""

    class Killed(BaseException):
        pass

    replace = os.replace

    def stop(source, target):
        if os.path.basename(target) == killed_before:
            raise Killed
        replace(source, target)

    with start(out) as training:
        training.save(1.0)
        training.model.num_timesteps = 8
        for table in training.model.policy.parameters():
            table.data += 1
        with monkeypatch.context() as killing:
            killing.setattr(os, "replace", stop)
            with pytest.raises(Killed):
                training.save(2.0)
        weights = training.model.policy.network.weights()
    start(out, resume=True).close()
    card, found = load_policy(out)

    assert card.steps == 8
    assert json.loads((out / CARD_FILE).read_text())["steps"] == 8
    assert all(np.array_equal(found[name], weights[name]) for name in weights)


def test_a_link_that_leads_nowhere_is_named(out):
    out.symlink_to("nowhere")
    with pytest.raises(StoreError, match="out: a link that leads nowhere"):
        start(out)
