"""Devices to learn on: the same policy comes of another one, and a missing one is named."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
import torch

from got_agents.policy import load_policy
from got_agents.weights import read_weights
from got_env.cli.app import main
from got_env.games import GAMES
from got_training.args import Args
from got_training.devices import chosen_device
from got_training.imitation.args import ImitationArgs
from got_training.imitation.dataset_args import DatasetArgs
from got_training.imitation.learning import Imitation
from got_training.imitation.record_shard import ShardRecorder
from got_training.imitation.shards import DataCard, shard_file, write_card, write_shard
from got_training.training import Training, train
from tests.toy.taking import TAKING

ROOT = Path(__file__).parents[2]
ROLLOUT = 16 * 16
SMALL = {
    **{"game": "taking", "num_envs": 16, "rollout": 16, "batch_size": 64, "stagger": 0},
    **{
        "hidden": 16,
        "critic": 8,
        "threads": 1,
        "learning_rate": 1e-2,
        "device": "cpu",
        "precision": "float32",
    },
    **{"evaluate_minutes": 0.0, "checkpoint_minutes": 0.0},
}
PAST = {"opponents": ["random", "past"], "opponent_share": 0.5, "past_every": 1}
SAVED = ("policy.safetensors", "trainer.safetensors")

without_gpu = pytest.mark.skipif(torch.cuda.is_available(), reason="needs a machine without a GPU")
with_gpu = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")


@pytest.fixture(autouse=True)
def _taking(monkeypatch):
    monkeypatch.setitem(GAMES, TAKING.code, TAKING)


def small(steps=2 * ROLLOUT, **changes):
    return Args.parse(SMALL, {"steps": steps}, changes)


def far(module, *words):
    """Run a module of these tests in a process of its own, where torch knows the far device."""
    return subprocess.run(
        [sys.executable, "-m", f"tests.training.{module}", *map(str, words)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def far_training(what, args, out, *more):
    done = far("far_training", what, json.dumps(args.plain()), out, *more)
    assert done.returncode == 0, done.stderr


def different(one, other):
    """Names of the tensors, those of the optimizer included, in which two trainings differ."""
    found = []
    for file in SAVED:
        mine, theirs = (read_weights(folder / file) for folder in (one, other))
        assert mine.keys() == theirs.keys()
        found += [name for name in mine if not np.array_equal(mine[name], theirs[name])]
    return found


@pytest.mark.training
@pytest.mark.parametrize(
    "changes", [PAST, {"teacher": "random"}, {"kl_coef": 0.5}], ids=["ppo", "follow", "kl"]
)
def test_a_training_on_another_device_comes_to_the_same_policy(changes, tmp_path):
    if "kl_coef" in changes:
        train(small(ROLLOUT), tmp_path / "start")
        changes = {**changes, "start": str(tmp_path / "start")}
    args = small(**changes)
    train(args, tmp_path / "near")
    far_training("train", args, tmp_path / "far")

    assert different(tmp_path / "near", tmp_path / "far") == []


@pytest.mark.training
def test_a_training_goes_on_with_another_device_and_back(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    for steps in (ROLLOUT, 2 * ROLLOUT, 3 * ROLLOUT):
        train(small(steps), one, resume=steps > ROLLOUT)
    train(small(ROLLOUT), two)
    far_training("train", small(2 * ROLLOUT), two, "resume")
    train(small(3 * ROLLOUT), two, resume=True)

    assert different(one, two) == []


@pytest.mark.training
def test_an_imitation_on_another_device_comes_to_the_same_policy(tmp_path):
    data = tmp_path / "data"
    args = DatasetArgs(game="taking", teacher="random", other_share=0.0, games=12)
    data.mkdir()
    write_card(data, DataCard.of(args))
    for number in range(args.shards):  # here, as other processes do not know the game
        write_shard(shard_file(data, number), ShardRecorder(args).record(number))
    args = ImitationArgs(
        **{"epochs": 2, "batch_size": 16, "hidden": 16, "critic": 8, "threads": 1},
        target="visits",
        device="cpu",
        precision="float32",
    )
    near = Imitation(args, data, tmp_path / "near").run()
    far_training("imitate", args, tmp_path / "far", data)

    assert near.decisions > 0
    assert different(tmp_path / "near", tmp_path / "far") == []


def test_the_far_device_refuses_what_a_gpu_would_refuse():
    """Or the tests above could not fail."""
    done = far("far_device")

    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "network: a tensor (2, 3) is on the processor",
        "masks: a tensor (2, 5) is on the processor",
        "loss: a tensor (2,) is on the processor",
        "numpy: .numpy() is not supported for tensor subclasses.",
    ]


@without_gpu
def test_a_gpu_that_is_not_there_is_refused_before_the_folder_is_made(tmp_path, capsys):
    assert chosen_device("auto") == chosen_device("cpu") == torch.device("cpu")
    message = r"^device='cuda': torch finds no CUDA device here, expected 'cpu' or 'auto'$"
    with pytest.raises(ValueError, match=message):
        Training(small(device="cuda"), tmp_path / "out")
    with pytest.raises(SystemExit) as end:
        main(["train", "--out", str(tmp_path / "out"), "--game", "taking", "--device", "cuda"])

    assert end.value.code == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith("got: device='cuda': torch finds")
    assert not (tmp_path / "out").exists()


def test_an_unknown_device_is_named():
    for kind in (Args, ImitationArgs):
        with pytest.raises(ValueError, match="device='tpu': expected one of auto, cpu, cuda"):
            kind(**{"device": "tpu"} | ({"steps": 1} if kind is Args else {}))


@pytest.mark.training
def test_the_command_says_where_the_network_learns(tmp_path, capsys):
    config = tmp_path / "small.toml"
    config.write_text("".join(f"{key} = {json.dumps(value)}\n" for key, value in SMALL.items()))
    flags = ["--steps", str(ROLLOUT), "--device", "cpu", "--json"]
    with pytest.raises(SystemExit) as end:
        main(["train", "--out", str(tmp_path / "out"), "--config", str(config), *flags])
    printed = capsys.readouterr()

    assert end.value.code == 0, printed.err
    assert "learning on cpu, float32\n" in printed.err
    assert json.loads(printed.out)["device"] == "cpu"


@with_gpu
@pytest.mark.training
@pytest.mark.parametrize(
    "changes", [PAST, {"teacher": "random"}, {"kl_coef": 0.5}], ids=["ppo", "follow", "kl"]
)
def test_a_gpu_learns_what_the_processor_goes_on_with(changes, tmp_path):
    if "kl_coef" in changes:
        train(small(ROLLOUT), tmp_path / "start")
        changes = {**changes, "start": str(tmp_path / "start")}
    training = Training(small(device="cuda", **changes), tmp_path / "out")
    training.run()
    again = train(small(4 * ROLLOUT, **changes), tmp_path / "out", resume=True)

    assert training.model.policy.device.type == "cuda"
    assert (again.steps, again.updates) == (4 * ROLLOUT, 4)
    assert load_policy(tmp_path / "out")[0].steps == 4 * ROLLOUT
