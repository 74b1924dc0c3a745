"""The contest with other environments: fair turns, nobody dropped, sums that are right."""

import importlib.util
import json
import sys
import time
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from got_benchmarks.peers import (
    catanatron_games,
    open_spiel_games,
    ours,
    pettingzoo_games,
    results,
    rlcard_games,
)
from got_benchmarks.peers.contest import Contestant, compete

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "peers.py"


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("peers_script", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def contestant(name, prepare, family="others", needs=("some_package",)):
    return Contestant(name, family, "obs+mask", "a move", needs, prepare)


def constant(decisions, calls=None, name=""):
    def run(seconds):
        if calls is not None:
            calls.append(name)
        return decisions, 2.0

    return lambda: run


def missing():
    raise ModuleNotFoundError("No module named 'some_module'")


def broken():
    raise OSError("no such board")


def test_rounds_are_interleaved_after_a_warm_up_of_everybody():
    calls = []
    one, two = (contestant(n, constant(10, calls, n)) for n in ("one", "two"))

    compete([one, two], 1.0, 2)

    assert calls == ["one", "two"] + ["one", "two"] * 2


def test_a_row_has_the_median_and_the_spread():
    rates = iter([999, 10, 40, 20])  # the first is the warm-up
    one = contestant("one", lambda: lambda seconds: (next(rates), 2.0))

    (row,) = compete([one], 1.0, 3)

    assert (row["lowest"], row["decisions_per_s"], row["highest"]) == (5.0, 10.0, 20.0)
    assert row["counted"] == "a move"


def test_the_missing_and_the_broken_are_listed_as_not_measured():
    absent = contestant("absent", missing, needs=("some_package[extra]", "other"))
    rows = compete([absent, contestant("bad", broken), contestant("good", constant(1))], 1.0, 1)

    assert [row["name"] for row in rows] == ["absent", "bad", "good"]
    assert rows[0]["not_measured"] == "No module named 'some_module'"
    assert rows[0]["command"] == 'python -m pip install "some_package[extra]" other'
    assert rows[1]["not_measured"] == "OSError: no such board"
    assert rows[1]["command"] is None
    assert rows[2]["decisions_per_s"] == 0.5
    text = "\n".join(results.problem_lines({"rows": rows}))
    assert "absent: No module named 'some_module'; to install it: python -m pip install \"" in text
    assert "bad: OSError: no such board" in text
    assert [row[2] for row in results.cells(rows)] == ["not measured", "not measured", "0"]


def test_who_fails_in_a_later_round_is_not_measured():
    turns = iter([1, 2])

    def run(seconds):
        next(turns)
        return 1, 1.0

    (row,) = compete([contestant("tired", lambda: run)], 1.0, 3)

    assert row["not_measured"].startswith("StopIteration")


def speeds(**by_name):
    return [
        {
            "name": name.replace("_", " "),
            "family": "got_env" if name in ("AEC", "batched_step", "random_rollouts") else "x",
            "gives": "obs+mask",
            "counted": "a move",
            "decisions_per_s": speed,
            "lowest": 0.9 * speed,
            "highest": 1.1 * speed,
        }
        for name, speed in by_name.items()
    ]


def test_ratios_are_ours_over_theirs():
    rows = speeds(AEC=50.0, batched_step=600.0, random_rollouts=2000.0, catanatron=20.0)

    assert results.ratios(rows) == {
        "catanatron": {"AEC": 2.5, "batched step": 30.0, "random rollouts": 100.0}
    }
    cells = list(results.cells(rows))
    assert cells[0] == ("AEC", "obs+mask", "50", "10 %", "", "", "")
    assert cells[3] == ("catanatron", "obs+mask", "20", "10 %", "2.5", "30", "100")
    assert all(len(row) == len(results.HEAD) for row in cells)


def test_goals_are_reached_missed_or_not_compared():
    rows = speeds(batched_step=90.0, OpenSpiel_chess=20.0, catanatron=4.0)

    by_name = {(goal["ours"], goal["other"]): goal for goal in results.goals(rows)}

    assert by_name["batched step", "OpenSpiel chess"]["met"] is False
    assert by_name["batched step", "catanatron"]["met"] is True
    assert by_name["random rollouts", "catanatron"]["met"] is None
    lines = list(results.goal_lines({"goals": list(by_name.values())}))
    assert lines[0].endswith("MISSED")
    assert lines[1].endswith("reached")
    assert "was not compared" in lines[2]


def test_our_contestants_and_their_goals_have_the_names_that_are_compared():
    names = [c.name for c in ours.contestants("agot2e", 6, 4)]

    assert set(results.COMPARED) <= set(names)
    everybody = [
        c.name
        for module in (pettingzoo_games, open_spiel_games, catanatron_games, rlcard_games)
        for c in module.contestants()
    ]
    assert {other for _, other, _ in results.GOALS} <= set(everybody)
    assert len(set(names + everybody)) == len(names + everybody)


@pytest.mark.parametrize("place", range(4))
def test_ours_run(place):
    run = ours.contestants("agot2e", 3, 4)[place].prepare()

    decisions, used = run(0.01)

    assert decisions > 0
    assert used >= 0.009


def test_pettingzoos_benchmark_plays_as_long_as_it_is_told_and_its_clock_is_given_back():
    run = ours.contestants("agot2e", 3, 4)[0].prepare()
    benchmark = sys.modules["pettingzoo.test.performance_benchmark"]

    decisions, used = run(0.05)

    assert 0.05 <= used < 2.5
    assert decisions > 0
    assert benchmark.time is time


def test_the_clock_of_the_benchmark_shows_five_seconds_when_the_time_is_up():
    module = SimpleNamespace(time=time)
    with pettingzoo_games.clock_of(module, 0.02):
        began = time.process_time()
        while time.process_time() - began < 0.02:
            pass
        shown = module.time.time()

    assert shown >= 5.0
    assert module.time is time


def test_the_figure_is_read_from_what_pettingzoo_prints():
    printed = "Starting\n1234.5 turns per second\n100.0 cycles per second\n"

    assert pettingzoo_games.turns_per_second(printed) == 1234.5
    with pytest.raises(ValueError, match="no turns per second"):
        pettingzoo_games.turns_per_second("Starting\n")


@pytest.mark.parametrize(
    ("package", "prepare"),
    [
        ("pyspiel", partial(open_spiel_games._prepare, "backgammon")),
        ("catanatron", catanatron_games._prepare),
        ("rlcard", partial(rlcard_games._prepare, "leduc-holdem")),
        ("pygame", partial(pettingzoo_games._prepare, "tictactoe_v3")),
    ],
)
@pytest.mark.filterwarnings("ignore")  # of the other libraries
def test_the_others_run_where_they_are_installed(package, prepare):
    pytest.importorskip(package, reason="comes with the extra peers")

    decisions, used = prepare()(0.02)

    assert decisions > 0
    assert used > 0


def test_the_script_prints_json_and_lists_who_is_missing(script, monkeypatch):
    monkeypatch.setattr(script, "OTHERS", {"absent": lambda: [contestant("absent", missing)]})
    monkeypatch.setattr(script, "pin_to_one_core", lambda: None)
    app = script.typer.Typer()
    app.command()(script.peers)

    done = CliRunner().invoke(
        app, ["--json", "--seconds", "0.01", "--repeats", "1", "--players", "3", "--num-envs", "4"]
    )

    assert done.exit_code == 0
    result = json.loads(done.stdout)
    assert [row["name"] for row in result["rows"] if "not_measured" in row] == ["absent"]
    assert "not measured: absent" in done.stderr
    assert result["machine"]["versions"]["got_env"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--only", "chess"], "only='chess': expected one of pettingzoo"),
        (["--seconds", "0"], "seconds=0.0"),
        (["--repeats", "-1"], "repeats=-1"),
        (["--players", "7"], "players=7"),
    ],
)
def test_the_script_names_bad_input(script, arguments, message):
    app = script.typer.Typer()
    app.command()(script.peers)

    done = CliRunner().invoke(app, arguments)

    assert done.exit_code == 2
    assert message in done.stderr
