"""Folders of trainings: one owner, files that are whole, and disks that are full."""

import errno
import json
import multiprocessing
import os
import re
import resource
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
import torch
from safetensors.numpy import save

from got_agents.base import AgentError
from got_agents.policy import load_policy
from got_agents.saving import save_policy
from got_agents.weights import open_tensors
from got_benchmarks.tournament.sqlite_file import StoreError
from got_training.args import Args
from got_training.callbacks import TrainingCallback
from got_training.saving import marks, read_progress
from got_training.tensorboard import EventWriter
from got_training.training import Training, train

ROLLOUT = 128
KILLED_SAVER = Path(__file__).with_name("killed_saver.py")


def small(rollouts=1, **changes):
    sizes = {"players": 3, "num_envs": 8, "rollout": 16, "batch_size": 64, "stagger": 0}
    sizes |= {"hidden": 16, "critic": 8, "embedding": 4, "threads": 1, "evaluate_minutes": 0}
    return Args.parse(sizes, {"steps": rollouts * ROLLOUT}, changes)


def unfinished(folder):
    return [path.name for path in folder.rglob("*") if "unfinished" in path.name]


@contextmanager
def full_disk(room=1000):
    """No file can become longer than that, as on a disk without room."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def refused_elsewhere(out, answers):
    try:
        Training(small(9), out, resume=True).close()
        answers.put("")
    except StoreError as error:
        answers.put(str(error))


@pytest.mark.training
def test_a_training_without_checkpoints_is_saved_on_the_way(tmp_path, monkeypatch):
    monkeypatch.setattr("got_training.callbacks.FIRST_CHECKPOINT", 0.0)
    saved = []
    with Training(small(3, checkpoint_minutes=0), tmp_path) as training:
        save = training.save

        def watched(*args, **kwargs):
            saved.append(training.model.num_timesteps)
            return save(*args, **kwargs)

        training.save = watched
        training.run()

    assert saved == [0, ROLLOUT, 3 * ROLLOUT]
    assert not (tmp_path / "checkpoints").exists()


@pytest.mark.training
def test_a_folder_has_one_training_at_a_time(tmp_path):
    train(small(), tmp_path)
    with Training(small(9), tmp_path, resume=True) as owner:
        with pytest.raises(
            StoreError, match="another tournament, training or demo is running in this folder"
        ):
            Training(small(9), tmp_path, resume=True)
        context = multiprocessing.get_context("spawn")
        answers = context.Queue()
        other = context.Process(target=refused_elsewhere, args=(tmp_path, answers))
        other.start()
        assert (
            answers.get(timeout=600)
            == f"{tmp_path}: another tournament, training or demo is running in this folder"
        )
        other.join()
        assert owner.before.steps == ROLLOUT
    train(small(2), tmp_path, resume=True)

    assert read_progress(tmp_path)[0].steps == 2 * ROLLOUT


@pytest.mark.training
def test_a_new_folder_is_claimed_too(tmp_path):
    out = tmp_path / "out"
    with (
        Training(small(), out),
        pytest.raises(StoreError, match="another tournament, training or demo"),
    ):
        Training(small(), out)
    with pytest.raises(ValueError, match="unknown agent"):
        Training(small(opponents=["nobody"], opponent_share=0.5), tmp_path / "other")

    assert not (tmp_path / "other").exists()
    train(small(), out)


@pytest.mark.training
def test_readers_see_whole_saves_while_writers_are_killed(tmp_path):
    done = subprocess.run(
        [sys.executable, str(KILLED_SAVER), str(tmp_path), "25"],
        check=True,
        capture_output=True,
        text=True,
        timeout=1200,
    )
    report = json.loads(done.stdout)

    assert report["wrong"] == 0
    assert report["reads"] >= 25
    assert report["saves"] >= 25


@pytest.mark.training
def test_what_a_killed_writer_left_is_mended(tmp_path):
    train(small(2), tmp_path)
    card, weights = load_policy(tmp_path)
    older = {name: np.zeros_like(table) for name, table in weights.items()}
    save_policy(tmp_path, card, older)
    (tmp_path / ".policy.safetensors.1-0.unfinished").write_bytes(b"half")
    (tmp_path / "checkpoints" / ".000000000128.1-0.unfinished").mkdir(parents=True)
    trainer, policy = marks(tmp_path)
    assert trainer != policy
    told = []
    Training(small(3), tmp_path, resume=True, warn=told.append).close()
    found = load_policy(tmp_path)[1]

    assert len(set(marks(tmp_path))) == 1
    assert all((found[name] == weights[name]).all() for name in weights)
    assert unfinished(tmp_path) == []
    assert len(told) == 1
    assert "older than trainer.safetensors: written anew from it" in told[0]


def whole(folder):
    return {path.name: path.read_bytes() for path in folder.glob("*.*s*")}


DAMAGES = {
    "half": lambda file: file.write_bytes(file.read_bytes()[: file.stat().st_size // 2]),
    "empty": lambda file: file.write_bytes(b""),
    "nested": lambda file: file.write_text("[" * 100_000),
    "forged": lambda file: file.write_text(file.read_text().replace(f": {ROLLOUT},", ": 7,")),
    "missing": Path.unlink,
}


@pytest.mark.training
@pytest.mark.parametrize(
    ("name", "damage"),
    [
        *(("card.json", damage) for damage in DAMAGES),
        *(("policy.safetensors", damage) for damage in ("half", "empty", "nested", "missing")),
    ],
)
def test_a_damaged_file_that_can_be_derived_is_written_anew_and_named(tmp_path, name, damage):
    train(small(), tmp_path)
    before, told = whole(tmp_path), []
    DAMAGES[damage](tmp_path / name)
    Training(small(2), tmp_path, resume=True, warn=told.append).close()

    assert whole(tmp_path).keys() == before.keys()
    if name == "card.json":
        assert whole(tmp_path) == before
    assert load_policy(tmp_path)[0].steps == ROLLOUT
    (line,) = told
    assert line.startswith(f"{tmp_path / name} was missing")
    assert line.isprintable()

    Training(small(2), tmp_path, resume=True, warn=told.append).close()
    assert len(told) == 1


@pytest.mark.training
def test_a_policy_whose_header_has_no_card_is_written_anew(tmp_path):
    train(small(), tmp_path)
    before, told = whole(tmp_path), []
    file = tmp_path / "policy.safetensors"
    with open_tensors(file) as opened:
        metadata, tensors = dict(opened.metadata), opened.read()
    metadata.pop("card")
    file.write_bytes(save(tensors, metadata))
    Training(small(2), tmp_path, resume=True, warn=told.append).close()

    assert whole(tmp_path).keys() == before.keys()
    assert load_policy(tmp_path)[0].steps == ROLLOUT
    assert [line.split(" was ")[0] for line in told] == [str(file)]


@pytest.mark.training
@pytest.mark.parametrize("damage", ["half", "empty", "nested"])
def test_a_damaged_trainer_is_refused_and_nothing_is_touched(tmp_path, damage):
    name = "trainer.safetensors"
    train(small(), tmp_path)
    DAMAGES[damage](tmp_path / name)
    (tmp_path / "card.json").write_text("{")
    before = whole(tmp_path)
    with pytest.raises(ValueError, match=rf"{re.escape(name)}: ") as refused:
        Training(small(2), tmp_path, resume=True)

    assert str(refused.value).isprintable()
    assert whole(tmp_path) == before


KILLED = """
import os, signal, sys
from pathlib import Path
from got_training import callbacks
from got_training.args import Args
from got_training.training import train

callbacks.evaluate = lambda *args: os.kill(os.getpid(), signal.SIGKILL)
train(Args.parse({args}), Path(sys.argv[1]))
"""


@pytest.mark.training
def test_a_training_that_is_killed_before_its_first_checkpoint_goes_on(tmp_path):
    asked = small(1, evaluate_minutes=1.0, seed=7)
    program = KILLED.format(args=repr(asked.plain()))
    done = subprocess.run([sys.executable, "-c", program, tmp_path], check=False)
    assert done.returncode == -signal.SIGKILL

    with pytest.raises(ValueError, match="it holds a training: expected --resume to go on"):
        Training(asked, tmp_path)
    progress, kept = read_progress(tmp_path)
    assert (progress.steps, kept["seed"]) == (0, 7)
    assert train(small(1, seed=7), tmp_path, resume=True).steps == ROLLOUT


@pytest.mark.training
def test_a_disk_that_is_full_at_the_start_is_told(tmp_path):
    warnings = []
    training = Training(small(), tmp_path, warn=warnings.append)
    callback = TrainingCallback(training)
    with full_disk():
        callback.begin()

    (told,) = warnings
    assert told.startswith("the policy at the start could not be written")
    assert told.endswith(f"nothing was saved in {tmp_path}; the training goes on")
    assert training.run(callback).steps == ROLLOUT


@pytest.mark.training
def test_a_folder_without_a_save_says_how_to_begin(tmp_path):
    with pytest.raises(ValueError, match=r"has no trainer\.safetensors: leave --resume out"):
        Training(small(), tmp_path, resume=True)
    (tmp_path / "mine.txt").touch()
    with pytest.raises(ValueError, match=r"has no trainer\.safetensors$"):
        Training(small(), tmp_path, resume=True)
    with pytest.raises(ValueError, match=r"is not empty: expected a new folder$"):
        Training(small(), tmp_path)


@pytest.mark.training
def test_a_full_disk_costs_a_checkpoint_and_not_the_training(tmp_path):
    warnings, seen = [], []
    training = Training(small(3, checkpoint_minutes=1e-6), tmp_path, warn=warnings.append)
    disk = full_disk()

    def fill(callback):
        steps = training.model.num_timesteps
        if steps == ROLLOUT:
            disk.__enter__()
        elif steps == 2 * ROLLOUT:
            disk.__exit__(None, None, None)
            seen.append((load_policy(tmp_path)[0].steps, read_progress(tmp_path)[0].steps))
            seen.append(unfinished(tmp_path))

    callback = TrainingCallback(training, fill)
    progress = training.run(callback)

    assert seen == [(ROLLOUT, ROLLOUT), []]
    assert callback.missed == [f"after {2 * ROLLOUT} decisions: {os.strerror(errno.EFBIG)}"]
    assert len(warnings) == 1
    assert f"keeps the policy of {ROLLOUT} decisions; the training goes on" in warnings[0]
    assert progress.steps == load_policy(tmp_path)[0].steps == 3 * ROLLOUT
    kept = sorted(path.name for path in (tmp_path / "checkpoints").iterdir())
    assert kept == [f"{ROLLOUT:012d}", f"{3 * ROLLOUT:012d}"]


@pytest.mark.training
def test_a_disk_that_stays_full_is_told_at_the_end(tmp_path):
    train(small(), tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.glob("*.*s*")}
    training = Training(small(2), tmp_path, resume=True)
    told = f"{2 * ROLLOUT} decisions could not be written .*keeps the policy of {ROLLOUT} decisions"
    with full_disk(), pytest.raises(RuntimeError, match=told):
        training.run()

    assert {path: path.read_bytes() for path in before} == before
    assert unfinished(tmp_path) == []
    train(small(2), tmp_path, resume=True)


@pytest.mark.training
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_a_training_that_diverges_keeps_the_last_good_policy(tmp_path):
    training = Training(small(5, checkpoint_minutes=1e-6), tmp_path)

    def spoil(callback):
        if training.model.num_timesteps == 2 * ROLLOUT:
            with torch.no_grad():
                training.model.policy.network.value.bias.fill_(torch.nan)

    told = f"diverged after {2 * ROLLOUT} decisions.*keeps the policy of {2 * ROLLOUT} decisions"
    with pytest.raises(RuntimeError, match=told):
        training.run(TrainingCallback(training, spoil))

    assert load_policy(tmp_path)[0].steps == 2 * ROLLOUT
    train(small(3), tmp_path, resume=True)


BOOM = """
class Boom:
    asked = 0
    def act(self, view):
        self.asked += 1
        if self.asked > {most}:
            {end}
        return int(view.legal[0])
"""


@pytest.mark.training
@pytest.mark.parametrize(
    ("end", "told"),
    [
        ("raise RuntimeError('boom')", r": RuntimeError: boom \(.*boom\.py:7\)"),
        ("return -1", r" as \w+ chose -1, which is not legal"),
    ],
)
@pytest.mark.parametrize("teaches", [False, True])
def test_an_agent_that_fails_is_named_and_the_last_update_kept(tmp_path, end, told, teaches):
    boom = tmp_path / "boom.py"
    boom.write_text(BOOM.format(end=end, most=ROLLOUT + 10 if teaches else ROLLOUT))
    plays = {"opponents": [f"{boom}:Boom"], "opponent_share": 0.5}
    out = tmp_path / "out"
    training = Training(small(9, **({"teacher": f"{boom}:Boom"} if teaches else plays)), out)
    seen = []

    def remember(callback):
        seen.append(training.model.num_timesteps)

    with pytest.raises(AgentError, match=rf"^agent '.*boom\.py:Boom'{told}; .* keeps the policy"):
        training.run(TrainingCallback(training, remember))

    assert seen
    assert read_progress(out)[0].steps == load_policy(out)[0].steps == seen[-1]
    assert load_policy(out)[0].steps == training.progress(0).updates * ROLLOUT
    train(small(seen[-1] // ROLLOUT + 1, opponents=["random"]), out, resume=True)


def test_curves_skip_what_does_not_fit_and_go_on(tmp_path):
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    warnings = []
    curves = EventWriter(tmp_path, warnings.append, lambda: None)
    numbers = {"loss": 0.5, "count": np.int64(3), "text": "no"}
    curves.write(numbers, {}, step=1)
    (file,) = tmp_path.iterdir()
    with full_disk(file.stat().st_size + 10):
        curves.write(numbers, {}, step=2)
    with full_disk(0):
        curves.write(numbers, {}, step=3)
    curves.write(numbers, {"count": ("tensorboard",)}, step=4)
    read = EventAccumulator(str(tmp_path))
    read.Reload()

    assert len(warnings) == 1
    assert [event.step for event in read.Scalars("loss")] == [1, 4]
    assert [(event.step, event.value) for event in read.Scalars("count")] == [(1, 3.0)]
