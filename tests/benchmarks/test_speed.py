"""The benchmark of speed runs and has the promised shape; its figures are not judged here."""

import json

import pytest

from got_benchmarks import speed
from got_benchmarks.speed import measure, rounded
from got_benchmarks.tables import speed_table
from got_env import cli


@pytest.fixture(autouse=True)
def short(monkeypatch):
    monkeypatch.setattr(speed, "RUN_SECONDS", 0.02)


@pytest.fixture
def result(capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["bench", "speed", "--json", "--repeats", "1", "--no-compile", "--num-envs", "8"])
    assert ended.value.code == 0
    return json.loads(capsys.readouterr().out)


def test_the_shape_of_the_result(result):
    assert result["game"] == "agot2e"
    assert result["players"] == 6
    assert result["options"] == {}
    assert result["cores"] >= 1
    for key in ("games_per_s", "decisions_per_s", "decisions_per_game", "forced_per_game"):
        assert result["rollout"][key] > 0
    assert result["batched"]["num_envs"] == 8
    assert result["batched"]["decisions_per_s"] > 0
    assert result["aec"]["turns_per_s"] > 0
    assert result["aec"]["tictactoe_turns_per_s"] > 0
    assert result["clone_ns"] > 0
    assert 0 < result["state_bytes"] <= 4096


def test_the_table_shows_every_measure(result):
    rows = speed_table(result).row_count

    assert (
        speed_table(
            {
                **result,
                "compile": dict.fromkeys(("cold_s", "warm_s", "cold_cpu_s", "warm_cpu_s"), 1.0),
            }
        ).row_count
        == rows + 2
    )


def test_results_have_four_digits():
    assert rounded({"a": 123456.789, "b": 7, "c": {"d": 0.00123456}}) == {
        "a": 123500.0,
        "b": 7,
        "c": {"d": 0.001235},
    }


def test_bad_input_is_found_before_anything_is_measured():
    with pytest.raises(ValueError, match="players=9"):
        list(measure("agot2e", 9, {}))


@pytest.mark.slow
def test_the_start_up_is_measured_in_new_processes(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")

    times = speed.compile_times(speed.get_game("agot2e"), 3, {"tides": "true"}, 1)

    assert set(times) == {"cold_s", "warm_s", "cold_cpu_s", "warm_cpu_s"}
    assert all(seconds > 0 for seconds in times.values())
