"""The comparison of batches for stable-baselines3: both play, in turns, and ratios are right."""

import importlib.util
import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

pytest.importorskip("sb3_contrib", reason="pip install -e '.[train]'")

pytestmark = pytest.mark.training
SCRIPT = Path(__file__).parents[2] / "benchmarks" / "seat_envs.py"


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("seat_envs_script", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def run(script, monkeypatch):
    monkeypatch.setattr(script, "pin_to_one_core", lambda: None)
    app = typer.Typer()
    app.command()(script.seat_envs)
    return lambda *arguments: CliRunner().invoke(app, arguments)


def test_both_batches_are_measured_in_each_part(script, run):
    tiny = ("--games", "2,3", "--rollout", "12", "--rounds", "1", "--network", "8")

    result = json.loads(run(*tiny, "--json").stdout)

    assert [(row["games"], row["part"]) for row in result["rows"]] == [
        (games, part) for games in (2, 3) for part in script.PARTS
    ]
    assert all(row["native_per_s"] > 0 and row["one_by_one_per_s"] > 0 for row in result["rows"])


def test_ratios_are_of_pairs_and_the_first_round_does_not_count(script, monkeypatch):
    seconds = {"native": iter([99.0, 1.0, 2.0, 4.0]), "one_by_one": iter([99.0, 3.0, 4.0, 4.0])}

    class Fake:
        decisions = 8

        def __init__(self, name, *_):
            self.name = name

        def measure(self, seed):
            return dict.fromkeys(script.PARTS, next(seconds[self.name]))

    monkeypatch.setattr(script, "Learner", Fake)
    row, *_ = script.compare(4, 8, 3, "random", [8])

    assert (row["lowest"], row["ratio"], row["highest"]) == (1.0, 2.0, 3.0)
    assert (row["native_per_s"], row["one_by_one_per_s"]) == (4, 2)


def test_a_step_of_the_benchmark_is_not_learnt_from_afterwards(script):
    """The steps play on in the games of the rollouts, so learning has to start them anew."""
    learner = script.Learner("native", 2, 12, "random", [8])
    learner.measure(1)

    assert learner.model._last_obs is None
    assert learner.measure(2)["rollouts"] > 0


@pytest.mark.parametrize(("option", "value"), [("--games", "16,x"), ("--network", "0")])
def test_bad_numbers_are_named(run, option, value):
    done = run(option, value)

    assert done.exit_code == 2
    assert f"{option[2:]}={value!r}: expected whole numbers" in done.stderr
