"""The training beside one without games: both learn, only one plays, and ratios are right."""

import importlib.util
import json
from pathlib import Path

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from got_env.games import get_game

pytest.importorskip("sb3_contrib", reason="pip install -e '.[train]'")

pytestmark = pytest.mark.training
SCRIPT = Path(__file__).parents[2] / "benchmarks" / "learner.py"
TINY = {"num_envs": 4, "rollout": 8, "players": 3, "hidden": 8, "stagger": 5, "steps": 1}


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("learner_script", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def run(script, monkeypatch):
    monkeypatch.setattr(script, "pin_to_one_core", lambda: None)
    app = typer.Typer()
    app.command()(script.learner)
    return lambda *arguments: CliRunner().invoke(app, arguments)


def learner(script, name, folder):
    return script.Learner(name, script.Args.parse(TINY), folder)


def test_games_that_stand_still_bring_what_a_step_of_games_brings(script):
    still = script.StillGames(get_game("agot2e"), 3, 4, seed=2)
    seen = still.reset().copy()
    masks, seats = still.action_masks().copy(), still.seats.copy()

    observations, rewards, ended, infos = still.step(masks.argmax(axis=1))

    np.testing.assert_array_equal(observations, seen)
    np.testing.assert_array_equal(still.action_masks(), masks)
    np.testing.assert_array_equal(still.seats, seats)
    assert seen.any(axis=1).all()
    assert masks.any(axis=1).all()
    assert (rewards.shape, ended.shape, len(infos)) == ((3,), (3,), 3)
    assert still.seat_rewards.shape == (3, 4)


def test_both_learn_from_every_decision_and_only_one_plays(script, tmp_path):
    learnt = {}
    for name in (script.PLAYED, script.STILL):
        one = learner(script, name, tmp_path)
        before = one.model.policy.network.weights()
        one.measure()
        seen = one.model.get_env().reset().copy()
        one.measure()
        after = one.model.policy.network.weights()
        learnt[name] = one.model.num_timesteps
        assert any((after[key] != before[key]).any() for key in before)
        moved = (one.model.get_env().games.observations != seen).any()
        assert moved == (name == script.PLAYED)

    assert learnt == dict.fromkeys(learnt, 2 * TINY["num_envs"] * TINY["rollout"])


def test_the_parts_of_an_update_are_the_whole(script, tmp_path):
    seconds = learner(script, script.STILL, tmp_path).measure()

    for name in script.CLOCKS:
        parts = seconds[name, "rollout"] + seconds[name, "learning"]
        assert parts == pytest.approx(seconds[name, "update"])


def test_ratios_are_of_pairs_and_the_first_round_does_not_count(script, monkeypatch):
    seconds = {"played": iter([99.0, 2.0, 4.0, 4.0]), "still": iter([1.0, 1.0, 3.0, 4.0])}

    class Fake:
        decisions = 8

        def __init__(self, name, *_):
            self.name = name

        def measure(self):
            used = next(seconds[self.name])
            return {(name, part): used for name in script.CLOCKS for part in script.PARTS}

    monkeypatch.setattr(script, "Learner", Fake)
    row, *_ = script.compare(script.Args.parse(TINY), 3)

    assert (row["lowest"], row["ratio"], row["highest"]) == (0.5, 0.75, 1.0)
    assert (row["played_per_s"], row["still_per_s"]) == (2, 3)


def test_a_table_of_each_clock_and_part_is_printed(script, run, tmp_path):
    config = tmp_path / "tiny.toml"
    config.write_text("num_envs = 4\nrollout = 4\n", encoding="utf-8")
    tiny = ("--config", str(config), "--rounds", "1", "--players", "3")

    result = json.loads(run(*tiny, "--recipe", "scratch", "--json").stdout)

    found = {(row["clock"], row["part"]) for row in result["rows"]}
    assert found == {(name, part) for name in script.CLOCKS for part in script.PARTS}
    assert result["training"]["opponent_share"] == 0
    assert result["training"]["rollout"] == 4


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--recipe", "clim", "recipe='clim'"),
        ("--players", "9", "players=9"),
        ("--config", "none.toml", "none.toml"),
    ],
)
def test_bad_arguments_are_named(run, option, value, message):
    done = run(option, value)

    assert done.exit_code == 2
    assert message in done.stderr
