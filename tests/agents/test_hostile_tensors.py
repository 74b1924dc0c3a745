"""Files that were made to harm: each is refused in one line, without taking memory for it."""

import json
import os
import random
import re
import struct
import tracemalloc

import numpy as np
import pytest

from got_agents.network import NetworkShape
from got_agents.policy import MAX_CARD, PolicyCard, load_policy
from got_agents.weights import MAX_BYTES, MAX_HEADER, read_weights
from got_env.games import get_game

GAME = get_game("agot2e")
SHAPE = NetworkShape.of(GAME, embedding=1, hidden=1, critic=1)
MEBIBYTE = 1 << 20


def tensor_file(header, numbers=b""):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + numbers


def tensor(start, end, shape=None, dtype="F32"):
    shape = [(end - start) // 4] if shape is None else shape
    return {"dtype": dtype, "shape": shape, "data_offsets": [start, end]}


def refusal(read, path):
    """The one line in which a file is refused, and the most memory that took."""
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match=re.escape(str(path))) as refused:
            read(path)
        return str(refused.value), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


EIGHT = bytes(8)
ALIASES = {f"t{i}": tensor(0, MEBIBYTE) for i in range(900)}

HOSTILE = {
    "aliases": (tensor_file(ALIASES, bytes(MEBIBYTE)), "overlaps another"),
    "overlap": (tensor_file({"a": tensor(0, 8), "b": tensor(4, 8)}, EIGHT), "b overlaps another"),
    "gap": (tensor_file({"a": tensor(0, 4), "b": tensor(8, 12)}, bytes(12)), "b leaves a gap"),
    "late": (tensor_file({"a": tensor(4, 8)}, EIGHT), "a leaves a gap"),
    "beyond": (tensor_file({"a": tensor(0, 1 << 20)}, EIGHT), "8 bytes of numbers, expected"),
    "more": (tensor_file({"a": tensor(0, 4)}, EIGHT), "8 bytes of numbers, expected 4"),
    "backwards": (tensor_file({"a": tensor(8, 0, [2])}, EIGHT), r"\(8, 0\) do not hold"),
    "huge": (tensor_file({"a": tensor(0, 8, [2**31, 2**31])}, EIGHT), "shape=.*2147483648"),
    "wraps": (tensor_file({"a": tensor(0, 8, [2**16] * 4 + [2])}, EIGHT), "do not hold"),
    "endless": (tensor_file({"a": tensor(0, 8, [1] * 5000)}, EIGHT), "5000 dimensions"),
    "negative": (tensor_file({"a": tensor(0, 8, [-1, -2])}, EIGHT), "shape="),
    "fraction": (tensor_file({"a": tensor(0, 8, [2.0])}, EIGHT), "shape="),
    "true": (tensor_file({"a": {**tensor(0, 4), "data_offsets": [False, 4]}}, bytes(4)), "offsets"),
    "three": (tensor_file({"a": {**tensor(0, 8), "data_offsets": [0, 4, 8]}}, EIGHT), "offsets"),
    "digits": (tensor_file(b'{"a":' + b"9" * 900_000 + b"}"), "damaged"),
    "deep": (tensor_file(b"[" * 500_000), "nested too deeply"),
    "deeper": (tensor_file(b'{"a":' * 150_000), "nested too deeply"),
    "nothing": (tensor_file({"a": None}), "expected dtype, shape and data_offsets"),
    "twice": (
        tensor_file(b'{"a":{"dtype":"F32","shape":[1],"shape":[2],"data_offsets":[0,8]}}', EIGHT),
        "the field 'shape' is given twice",
    ),
    "same name": (tensor_file(b'{"__metadata__":{},"__metadata__":{}}'), "__metadata__' is given"),
    "no header": (tensor_file([]), "expected an object"),
    "metadata": (tensor_file({"__metadata__": {"card": 3}}), "__metadata__="),
    "many": (tensor_file({f"t{i}": tensor(0, 0) for i in range(5000)}), "5000 tensors"),
    "surrogate": (tensor_file(b'{"\\ud800":{}}'), "damaged"),
    "not text": (tensor_file(b'{"\xff":{}}'), "damaged"),
    "lines": (tensor_file({"a\nb": tensor(0, 4)}, EIGHT[:3]), "expected"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_before_it_takes_memory(tmp_path, name):
    content, message = HOSTILE[name]
    path = tmp_path / "some.safetensors"
    path.write_bytes(content)
    said, peak = refusal(read_weights, path)

    assert said.startswith(f"{path}: ")
    assert "\n" not in said
    assert len(said) < len(str(path)) + 300
    with pytest.raises(ValueError, match=message):
        raise ValueError(said)
    assert peak < 16 * MEBIBYTE


def test_what_is_too_long_is_not_read(tmp_path):
    tensors, card = tmp_path / "policy.safetensors", tmp_path / "card.json"
    tensors.write_bytes(tensor_file({}))
    card.touch()
    os.truncate(card, MAX_CARD + 1)
    said, peak = refusal(load_policy, tmp_path)
    assert (said, peak < MEBIBYTE) == (
        f"{card}: {MAX_CARD + 1} bytes, expected at most {MAX_CARD}",
        True,
    )
    os.truncate(tensors, MAX_BYTES + 1)
    said, peak = refusal(read_weights, tensors)
    assert (said, peak < MEBIBYTE) == (
        f"{tensors}: {MAX_BYTES + 1} bytes, expected at most {MAX_BYTES}",
        True,
    )
    tensors.write_bytes(struct.pack("<Q", MAX_HEADER + 1) + bytes(MAX_HEADER + 1))
    assert "not a safetensors file" in refusal(read_weights, tensors)[0]


def test_what_is_no_ordinary_file_is_not_waited_for(tmp_path):
    pipe = tmp_path / "policy.safetensors"
    os.mkfifo(pipe)
    assert refusal(read_weights, pipe)[0] == f"{pipe}: expected an ordinary file"
    assert refusal(read_weights, tmp_path)[0].startswith(f"{tmp_path}: cannot be read")
    assert "cannot be read" in refusal(read_weights, tmp_path / "none")[0]


def sound_policy(folder):
    """A small policy: its tensors and its card as bytes."""
    rng = np.random.default_rng(0)
    header, numbers = {}, b""
    for name, shape in SHAPE.tensors().items():
        content = rng.normal(size=shape, scale=0.3).astype("<f4").tobytes()
        header[name] = tensor(len(numbers), len(numbers) + len(content), list(shape))
        numbers += content
    card = PolicyCard(
        GAME.code, GAME.identity.version, GAME.identity.data_hash, 6, {}, SHAPE, steps=0, seed=0
    )
    files = {
        "policy.safetensors": tensor_file(header, numbers),
        "card.json": json.dumps(card.plain()).encode(),
    }
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return files


def mutated(content, rng, most):
    """A file with some bytes changed, cut out, doubled or put in, mostly near its start."""
    made = bytearray(content)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(min(len(made), most) if rng.random() < 0.9 else len(made))
        length = rng.choice((1, 1, 1, 2, 8, 40))
        kind = rng.randrange(5)
        if kind == 0:
            made[at] = rng.randrange(256)
        elif kind == 1:
            del made[at : at + length]
        elif kind == 2:
            made[at:at] = made[at : at + length]
        elif kind == 3:
            made[at : at + 1] = rng.choice((b"9" * 20, b"-1", b"1e9", b"null", b"[", b'"', b"{}"))
        else:
            del made[at:]
        if not made:
            return b""
    return bytes(made)


def header_mended(content):
    """The same with the length of the header set to where the JSON ends, to get past it."""
    end = content.find(b"}}", 8) + 2
    return struct.pack("<Q", max(0, end - 8)) + content[8:]


def test_any_damage_is_refused_in_one_line_and_takes_little_memory(tmp_path):
    files = sound_policy(tmp_path)
    load_policy(tmp_path)
    size = sum(map(len, files.values()))
    rng = random.Random(20)
    refusals = []
    tracemalloc.start()
    for turn in range(1500):
        name = rng.choice(list(files))
        content = mutated(files[name], rng, most=1500)
        if name.endswith("safetensors") and turn % 2 and len(content) > 8:
            content = header_mended(content)
        (tmp_path / name).write_bytes(content)
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        try:
            load_policy(tmp_path)
        except ValueError as error:
            refusals.append(str(error))
        assert tracemalloc.get_traced_memory()[1] - before < MEBIBYTE + 20 * size
        (tmp_path / name).write_bytes(files[name])
    tracemalloc.stop()

    assert 1000 < len(refusals) < 1500
    assert [text for text in refusals if "\n" in text or str(tmp_path) not in text] == []
    load_policy(tmp_path)
