"""Forged states, rows of batches and positions: refused, or played on from under bounds checks.

Each test is a process of its own: one that dies or hangs is told as a fault by the tool.
"""

import json
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import numpy as np
import pytest

from got_env.games import GAMES, get_game
from scripts import forge_states
from scripts.forging.mutations import forge_document, places_of

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "scripts" / "forge_states.py"
MANY = 400
"""Things of the long form."""
FEW = {"btwixt": 192}
"""Things of the short form; kernels as plain Python are slow where a game is long."""


def forged(*arguments):
    done = subprocess.run(
        [sys.executable, PROGRAM, *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    rows = [line.split() for line in done.stdout.splitlines()[1:]]
    return {row[1]: tuple(map(int, row[2:])) for row in rows}


@pytest.mark.parametrize("code", GAMES)
def test_some_forged_things_are_refused_or_lead_on(code):
    """The kernels as plain Python, in which every index is checked by NumPy."""
    count = FEW.get(code, 12)
    found = forged(
        *("--game", code, "--count", count, "--plain", "--games", 1, "--longest", 4),
        *("--decisions", 2, "--rollout", 2),
    )

    tried, taken, refused, faults = (sum(numbers) for numbers in zip(*found.values(), strict=True))
    assert (tried, taken + refused, faults) == (count, count, 0)
    assert refused > taken > 0


@pytest.mark.full
@pytest.mark.parametrize("code", GAMES)
def test_no_forged_thing_crashes_hangs_or_raises(code):
    found = forged("--game", code, "--count", MANY)

    assert {kind: numbers[3] for kind, numbers in found.items()} == dict.fromkeys(
        ("states", "positions", "batches"), 0
    )
    assert sum(numbers[0] for numbers in found.values()) == MANY
    assert all(tried > refused > 0 for tried, _, refused, _ in found.values())


def test_every_element_gets_every_value_of_its_type():
    """Of all numbers from outside the narrow ones take each value, the wide ones all edges."""
    game = get_game("btwixt")
    places = places_of(game, game.records.limits)
    changes = {places.nth(number) for number in range(places.total)}

    assert len(changes) == places.total
    for name, size, dtype in places.fields:
        info = np.iinfo(dtype)
        of_first = {value for field, element, value in changes if (field, element) == (name, 0)}
        assert {info.min, -1, 0, info.max} <= of_first
        assert size == int(np.prod(game.records.state[name].shape, dtype=np.int64))
        if info.bits == 8:
            assert of_first == set(range(-128, 128))


def test_a_position_is_forged_on_a_copy():
    data = {"a": [1, 2, {"b": 3}], "c": "x"}
    kept = json.dumps(data)
    changed = [forge_document(data, {"c": [5]}, np.random.default_rng(i))[0] for i in range(40)]

    assert json.dumps(data) == kept
    assert sum(json.dumps(each) != kept for each in changed) > 30


def test_a_thing_that_kills_its_process_is_one_fault(monkeypatch):
    """The things around it are tried all the same."""

    def start(code, given, first, count, chunk):
        done = []
        for number in range(first, first + count, chunk):
            size = min(chunk, first + count - number)
            if number <= 300 < number + size:
                return done, "exit code -11: Segmentation fault"
            done.append({"count": size, "counts": {"states": {"tried": size}}, "faults": []})
        return done, ""

    monkeypatch.setattr(forge_states, "start", start)
    found = forge_states.run("btwixt", Namespace(), 0, 1000, 256)

    assert sum(result["count"] for result in found) == 1000
    faults = [fault for result in found for fault in result["faults"]]
    assert [(fault["number"], fault["kind"]) for fault in faults] == [(300, "killed")]
