"""The benchmark of speed runs and has the promised shape; its figures are not judged here."""

import json
import sys

import numpy as np
import pytest

from got_benchmarks.speed import machine, scaling, startup, throughput
from got_benchmarks.speed.measure import measure, parts, rounded
from got_benchmarks.speed.sampling import RandomPlayer
from got_benchmarks.speed.tables import batch_sizes_table, one_core_table, speed_tables
from got_env.cli import app as cli
from got_env.games import get_game

QUICK = ["--repeats", "1", "--seconds", "0.01", "--num-envs", "8", "--no-compile"]


@pytest.fixture
def mixed():
    return throughput.mixed_games(get_game("agot2e"), 6, {}, 16)


@pytest.fixture
def result(capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["bench", "speed", "--json", "--no-scale", *QUICK])
    assert ended.value.code == 0
    return json.loads(capsys.readouterr().out)


def test_the_shape_of_the_result(result):
    assert result["game"] == "agot2e"
    assert result["players"] == 6
    assert result["options"] == {}
    assert result["cores"] >= 1
    for kind in ("rollout", "rollout_heuristic"):
        for key in ("games_per_s", "decisions_per_s", "decisions_per_game", "forced_per_game"):
            assert result[kind][key] > 0
    assert result["batched"]["num_envs"] == 8
    assert result["batched"]["decisions_per_s"] > 0
    assert result["batched"]["overhead_us"] > 0
    assert result["aec"]["turns_per_s"] > 0
    assert result["aec"]["tictactoe_turns_per_s"] > 0
    assert result["clone_ns"] > 0
    assert 0 < result["state_bytes"] <= 4096
    assert result["memory"]["vector_env_bytes_per_game"] > result["state_bytes"]
    assert "processor time" in result["note"]
    assert result["machine"]["versions"]["numba"]


def test_other_games_are_measured_with_the_most_players(capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["bench", "speed", "--json", "--no-scale", *QUICK, "--game", "agot1e"])
    assert ended.value.code == 0
    assert json.loads(capsys.readouterr().out)["players"] == 5


def test_the_tables_show_every_measure(result):
    times = dict.fromkeys(("cold_s", "warm_s", "cold_cpu_s", "warm_cpu_s"), 1.0)
    row = {"num_envs": 1, "decisions_per_s": 1.0, "step_us": 1.0, "bytes": 1}
    sizes = {"rows": [row, row], "stopped": "no room"}
    worker = {"processes": 1, "threads": 1, "decisions_per_s": 1.0, "speedup": 1.0}
    full = {**result, "compile": times, "batch_sizes": sizes}
    full |= {"processes": [worker], "threads": [worker]}

    assert one_core_table(full).row_count == one_core_table(result).row_count + 2
    assert batch_sizes_table(full).row_count == 2
    assert "no room" in batch_sizes_table(full).caption
    assert len(list(speed_tables(full))) == len(list(speed_tables(result))) + 3


def test_results_have_four_digits():
    assert rounded({"a": 123456.789, "b": 7, "c": [{"d": 0.00123456}]}) == {
        "a": 123500.0,
        "b": 7,
        "c": [{"d": 0.001235}],
    }


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"players": 9}, "players=9"),
        ({"num_envs": 0}, "num_envs=0"),
        ({"repeats": 0}, "repeats=0"),
        ({"most_envs": 0}, "most_envs=0"),
        ({"seconds": 0.0}, r"seconds=0\.0"),
        ({"seconds": float("inf")}, "seconds=inf: expected more than 0, and at most 3600"),
    ],
)
def test_bad_input_is_found_before_anything_is_measured(wrong, message):
    with pytest.raises(ValueError, match=message):
        next(measure(**{"code": "agot2e", "players": 6, "options": {}, **wrong}))


def test_the_progress_bar_knows_how_many_parts_there_are():
    measures = measure("agot2e", 3, {}, 4, repeats=1, compiling=False, scale=False, seconds=0.001)

    assert len(list(measures)) == parts(compiling=False, scale=False)
    assert parts(compiling=True, scale=True) == parts(compiling=False, scale=False) + 4


def test_random_players_choose_every_legal_action_and_no_other():
    masks = np.zeros((400, 7), dtype=np.bool_)
    masks[:, [1, 4, 6]] = True

    actions = RandomPlayer(400)(masks)

    assert set(actions.tolist()) == {1, 4, 6}


def test_games_of_a_batch_are_at_all_stages(mixed):
    batch = throughput.Batch(mixed, {}, 40)

    assert len(set(batch.env.states["round_no"].tolist())) >= 4
    assert (batch.env.states[:16] == batch.env.states[16:32]).all()
    for _ in range(20):
        batch.step()  # raises if a mask is not that of its game
    assert (batch.env.states[:16] != batch.env.states[16:32]).any()


def test_every_batch_size_is_measured(mixed):
    found = scaling.batch_sizes(mixed, {}, 0.001, 1, (1, 4, 16))

    assert [row["num_envs"] for row in found["rows"]] == [1, 4, 16]
    assert all(row["decisions_per_s"] > 0 for row in found["rows"])
    assert found["stopped"] is None


def test_a_batch_that_does_not_fit_is_left_out_and_said_to_be(mixed):
    room = 5 * throughput.game_bytes(mixed)

    found = scaling.batch_sizes(mixed, {}, 0.001, 1, (1, 4, 16, 64), memory=room)

    assert [row["num_envs"] for row in found["rows"]] == [1, 4]
    assert found["stopped"].startswith("16 games take")


def test_the_memory_of_a_game_counts_every_array_once(mixed):
    larger = throughput.Batch(mixed, {}, 64).env

    without_final = [
        throughput.game_bytes(env) - env.final_observations.nbytes // env.num_envs
        for env in (mixed, larger)
    ]

    assert without_final[0] == pytest.approx(without_final[1], abs=1)
    assert without_final[0] > mixed.game.records.state.itemsize + mixed.game.observation.size


@pytest.mark.parametrize(
    ("most", "numbers"), [(1, [1]), (2, [1, 2]), (6, [1, 2, 4, 6]), (8, [1, 2, 4, 8])]
)
def test_workers_double_up_to_the_number_of_cores(most, numbers):
    assert scaling.doubling(most) == numbers


def test_the_free_memory_is_that_of_the_group_if_it_has_a_limit(tmp_path):
    (tmp_path / "memory.max").write_text("1000\n")
    (tmp_path / "memory.current").write_text("700\n")
    (tmp_path / "memory.stat").write_text("anon 500\ninactive_file 150\n")

    assert machine._free_in_group(tmp_path) == 450
    (tmp_path / "memory.max").write_text("max\n")
    assert machine._free_in_group(tmp_path) is None
    assert machine.free_memory() > 0


def test_threads_share_a_batch(mixed):
    rows = scaling.threads(mixed, {}, 8, 0.01, 1, most=2)

    assert [row["threads"] for row in rows] == [1, 2]
    assert all(row["decisions_per_s"] > 0 for row in rows)
    assert rows[0]["speedup"] == 1.0


def test_processes_are_measured_together():
    rows = scaling.processes(scaling.Load("agot2e", 3, {}, 4), 0.01, 2, most=2)

    assert [row["processes"] for row in rows] == [1, 2]
    assert all(row["decisions_per_s"] > 0 for row in rows)


def test_the_start_up_is_measured_in_new_processes(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")

    times = startup.compile_times(get_game("agot2e"), 3, {"tides": "true"}, 1)

    assert set(times) == {"cold_s", "warm_s", "cold_cpu_s", "warm_cpu_s"}
    assert all(seconds > 0 for seconds in times.values())


def test_tic_tac_toe_can_be_made_again_without_pygame(monkeypatch):
    monkeypatch.delitem(sys.modules, "pygame", raising=False)
    monkeypatch.setattr(throughput, "find_spec", lambda name: None)

    agents = [throughput.tic_tac_toe().possible_agents for _ in range(2)]

    assert agents == [["player_1", "player_2"]] * 2
    assert sys.modules.pop("pygame").__spec__ is None  # the stand-in, which no file is behind
