"""Files of a training that are damaged, or made to harm: nothing but one line comes of them."""

import json
import random
import struct
import tracemalloc

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
import torch
from gymnasium import spaces
from safetensors.numpy import save

from got_agents.network import NetworkShape
from got_agents.policy import PolicyCard
from got_env.games import get_game
from got_training.args import Args, read_config
from got_training.saving import Progress, load_trainer, read_progress, save_trainer
from got_training.sb3_policy import SeatPolicy

GAME = get_game("agot2e")
SHAPE = NetworkShape.of(GAME, embedding=1, hidden=1, critic=1)


@pytest.fixture
def policy():
    made = SeatPolicy(
        spaces.Box(-128, 127, (GAME.observation.size,)),
        spaces.Discrete(GAME.actions.size),
        lambda _: 1e-3,
        shape=SHAPE,
        scale=np.ones(SHAPE.tensors()["scale"], dtype=np.float32),
    )
    sum(tensor.sum() for tensor in made.parameters()).backward()
    made.optimizer.step()
    return made


@pytest.fixture
def folder(tmp_path, policy):
    args = Args(steps=1).plain()
    card = PolicyCard(
        GAME.code, GAME.identity.version, GAME.identity.data_hash, 6, {}, SHAPE, 5, 1, args
    )
    save_trainer(tmp_path, card, Progress(steps=5, adam_steps=1, starts=1), policy, "0")
    return tmp_path


def parts(content):
    length = struct.unpack("<Q", content[:8])[0]
    return json.loads(content[8 : 8 + length]), content[8 + length :]


def joined(header, numbers):
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + numbers


def same(policy, before):
    return all(torch.equal(table, before[name]) for name, table in policy.state_dict().items())


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("progress", "[" * 100_000, "nested too deeply"),
        ("progress", "{}", "progress.steps is missing"),
        (
            "progress",
            json.dumps({**vars(Progress()), "steps": 10**30}),
            "progress.steps=a huge",
        ),
        ("progress", json.dumps({**vars(Progress()), "seconds": -1}), "progress.seconds=-1"),
        ("progress", json.dumps({**vars(Progress()), "starts": True}), "progress.starts=True"),
        ("progress", '{"steps": NaN}', "malformed"),
        ("progress", json.dumps({**vars(Progress()), "wings": 1}), "'wings': unknown"),
        ("progress", '{"steps": 1, "steps": 2}', "the field 'steps' is given twice"),
        ("card", '{"game": "agot2e", "game": "btwixt"}', "the field 'game' is given twice"),
        ("card", "[" * 100_000, "nested too deeply"),
        ("card", "[]", "expected a JSON object"),
    ],
)
def test_counters_that_make_no_sense_are_refused(folder, policy, key, value, message):
    file = folder / "trainer.safetensors"
    header, numbers = parts(file.read_bytes())
    header["__metadata__"][key] = value
    file.write_bytes(joined(header, numbers))
    for read in (lambda: read_progress(folder), lambda: load_trainer(folder, policy)):
        with pytest.raises(ValueError, match=rf"trainer\.safetensors: .*{message}"):
            read()


def test_moments_that_no_optimizer_has_are_refused(folder, policy):
    file = folder / "trainer.safetensors"
    header, numbers = parts(file.read_bytes())
    start, end = header["exp_avg_sq.value.bias"]["data_offsets"]
    changed = numbers[:start] + struct.pack("<f", -1) + numbers[end:]
    file.write_bytes(joined(header, changed))
    before = {name: table.clone() for name, table in policy.state_dict().items()}
    with pytest.raises(ValueError, match=r"exp_avg_sq\.value\.bias holds numbers below 0"):
        load_trainer(folder, policy)

    assert same(policy, before)
    header.pop("exp_avg_sq.value.bias")
    file.write_bytes(save({}, header["__metadata__"]))
    with pytest.raises(ValueError, match=r"tensor network\.scale: missing"):
        load_trainer(folder, policy)


def test_any_damage_is_one_line_and_leaves_the_policy_alone(folder, policy):
    file = folder / "trainer.safetensors"
    content = file.read_bytes()
    before = {name: table.clone() for name, table in policy.state_dict().items()}
    header = struct.unpack("<Q", content[:8])[0]
    rng = random.Random(7)
    refusals, changed = [], 0
    tracemalloc.start()
    for _ in range(300):
        made = bytearray(content)
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(8 + header if rng.random() < 0.9 else len(made))
            made[at : at + rng.randint(0, 3)] = rng.randbytes(rng.randint(0, 3))
        file.write_bytes(bytes(made))
        tracemalloc.reset_peak()
        start = tracemalloc.get_traced_memory()[0]
        try:
            read_progress(folder)
            load_trainer(folder, policy)
        except ValueError as error:
            refusals.append(str(error))
            changed += not same(policy, before)
        else:
            before = {name: table.clone() for name, table in policy.state_dict().items()}
        assert tracemalloc.get_traced_memory()[1] - start < 20 * len(content)
    tracemalloc.stop()

    assert len(refusals) > 200
    assert changed == 0
    assert [text for text in refusals if "\n" in text or str(file) not in text] == []


def test_any_configuration_is_read_or_refused_in_one_line(tmp_path):
    config = tmp_path / "train.toml"
    lines = [
        f"{key} = {json.dumps(value)}" for key, value in Args(steps=1).plain().items() if value
    ]
    content = "\n".join(lines).encode()
    rng = random.Random(9)
    refusals = []
    for _ in range(500):
        made = bytearray(content)
        for _ in range(rng.randint(1, 2)):
            at = rng.randrange(len(made))
            made[at : at + rng.randint(0, 2)] = rng.choice(
                (b"9" * 30, b"inf", b"-", b"[", b"nan", b"true", b"'x'", rng.randbytes(2))
            )
        config.write_bytes(bytes(made))
        try:
            Args.parse(read_config(config))
        except ValueError as error:
            refusals.append(str(error))

    assert len(refusals) > 300
    assert [text for text in refusals if "\n" in text] == []
