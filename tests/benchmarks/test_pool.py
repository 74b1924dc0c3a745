"""Games in other processes: the same as in this one, whatever agents do."""

import os
import signal
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from got_agents.isolated.introduce import introduce
from got_benchmarks.playing.in_process import InProcess
from got_benchmarks.playing.players import players_for
from got_benchmarks.playing.pool import Pool
from got_benchmarks.playing.schedule import schedule
from got_benchmarks.playing.workers import Setting
from got_env.core.extras import MissingExtraError
from tests.play import AGOT2E

GENEROUS = 600.0
"""Seconds for a decision that only an agent which hangs takes, however slow the machine is."""
SHORT = 10.0
"""The same where one hangs and has to be waited for."""


def play(players, agents, games=6, seats=3):
    """Outcomes by number, without times."""
    outcomes = []
    with players:
        setting = Setting("agot2e", seats, agents)
        players.play(setting, schedule(len(agents), seats, games, 5), outcomes.append)
    outcomes.sort(key=lambda outcome: outcome.match.number)
    return [replace(outcome, seconds=0.0, thinking=()) for outcome in outcomes]


def test_processes_play_the_same_games_as_this_one():
    here = play(InProcess(), ("heuristic", "random"), 12)

    assert play(Pool(2), ("heuristic", "random"), 12) == here
    assert [outcome.match.number for outcome in here] == list(range(12))


@pytest.mark.parametrize(
    ("agent", "error"),
    [
        ("raises", "ArithmeticError: not today"),
        ("dies", "Crash: the process died (exit code 3)"),
        ("dies_in_batches", "Crash: the process died (exit code 3)"),
        ("cheats", "WrongAnswerError: agent 'cheats' as"),
        ("rewrites", "WrongAnswerError: agent 'rewrites' as"),
        ("leaves", "SystemExit: 0"),
        ("mumbles", "ValueError: bad \\ud800 text xxx"),
        ("lists", "WrongAnswerError: agent 'lists' answered [["),
    ],
)
@pytest.mark.usefixtures("unruly_agents")
def test_an_agent_that_fails_loses_its_game_and_no_other_is_lost(agent, error):
    outcomes = play(Pool(2, GENEROUS), ("random", agent))

    assert [outcome.match.number for outcome in outcomes] == list(range(6))
    check_forfeits(outcomes, error)


@pytest.mark.full
@pytest.mark.usefixtures("unruly_agents")
def test_an_agent_that_hangs_loses_its_game():
    outcomes = play(Pool(2, SHORT), ("random", "hangs"), 2)

    assert [outcome.match.number for outcome in outcomes] == [0, 1]
    check_forfeits(outcomes, f"TimeLimit: no decision within {SHORT:g} s")


def check_forfeits(outcomes, error):
    """The agent that plays second has failed at least once, with that error."""
    ends = Counter(outcome.end for outcome in outcomes)
    assert ends["forfeit"] >= 1
    for outcome in outcomes:
        if outcome.end == "forfeit":
            assert outcome.error.startswith(error)
            assert len(outcome.error) < 2000
            assert outcome.match.table[outcome.failed] == 1
            assert outcome.decisions == len(outcome.actions)
            assert outcome.rounds >= 1
            for seat, player in enumerate(outcome.match.table):
                assert (outcome.shares[seat] > 0) == (player == 0)


@pytest.mark.usefixtures("unruly_agents")
def test_an_agent_whose_process_dies_while_another_decides_is_the_one_that_loses():
    outcomes = play(Pool(1, GENEROUS), ("random", "lingers"), 4)

    assert [outcome.match.number for outcome in outcomes] == list(range(4))
    failed = [outcome for outcome in outcomes if outcome.error]
    assert failed
    for outcome in failed:
        assert outcome.error == "Crash: the process died (exit code 3)"
        assert outcome.match.table[outcome.failed] == 1


@pytest.mark.usefixtures("unruly_agents")
def test_a_copy_that_an_agent_makes_of_its_process_plays_no_games():
    outcomes = play(Pool(1, GENEROUS), ("random", "doubles"))

    assert [outcome.match.number for outcome in outcomes] == list(range(6))
    assert {outcome.error for outcome in outcomes} == {""}


def test_programs_of_agents_end_with_the_process_that_started_them(tmp_path):
    marker = tmp_path / "pid"
    script = tmp_path / "bot.sh"
    script.write_text(f"echo $$ >> {marker}\necho no answer\nexec sleep 3600\n")

    outcomes = play(Pool(1, GENEROUS), ("random", f"referee:sh {script}"), 2)

    assert {outcome.end for outcome in outcomes} == {"forfeit"}
    deadline = time.monotonic() + 120
    left = [int(pid) for pid in marker.read_text().split()]
    while left and time.monotonic() < deadline:
        left = [pid for pid in left if is_running(pid)]
        time.sleep(0.05)
    assert not left


def is_running(pid):
    """Tell whether a process runs; one that nobody has buried yet does not."""
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.usefixtures("unruly_agents")
def test_failures_are_the_same_however_many_games_run_together():
    agents = ("random", "raises", "dies")

    alone = play(Pool(1, GENEROUS), agents, 9)

    assert play(Pool(2, GENEROUS), agents, 9) == alone
    assert {outcome.end for outcome in alone} >= {"forfeit"}


@pytest.mark.usefixtures("unruly_agents")
def test_an_agent_that_never_gets_ready_loses_its_games():
    outcomes = play(Pool(1, 0.2, patience=0.5), ("random", "never_ready"), 2)

    assert [outcome.error for outcome in outcomes] == ["TimeLimit: no decision within 0.2 s"] * 2


def test_a_process_that_is_killed_from_outside_costs_nobody_the_game():
    killed = []

    def kill_once(outcome):
        outcomes.append(outcome)
        if not killed:
            killed.append(True)
            for worker in players._workers:
                os.kill(worker.process.pid, signal.SIGKILL)

    outcomes = []
    with Pool(1) as players:
        setting = Setting("agot2e", 3, ("heuristic", "random"))
        players.play(setting, schedule(2, 3, 12, 5), kill_once)

    assert sorted(outcome.match.number for outcome in outcomes) == list(range(12))
    assert {outcome.error for outcome in outcomes} == {""}


def test_an_agent_that_cannot_be_made_in_a_process_is_named():
    with pytest.raises(RuntimeError, match="unknown agent 'nobody'"):
        play(Pool(1), ("nobody",), 1)


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ("def __init__(self): raise SystemExit(0)", "SystemExit: 0"),
        ("version = property(lambda self: exit())", "SystemExit: None"),
        ("version = property(lambda self: int('x'))", "ValueError: invalid literal"),
    ],
)
def test_an_agent_that_fails_while_it_is_made_is_named(body, error, tmp_path):
    file = tmp_path / "odd.py"
    file.write_text(f"class Odd:\n    {body}\n\n    def act(self, view): return 0\n")

    with pytest.raises(ValueError, match=rf"agent '.*odd\.py:Odd': .*{error}"):
        introduce([f"{file}:Odd"], AGOT2E)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"jobs": 0}, "jobs=0: expected at least 1"),
        ({"time_limit": -1.0}, "time_limit=-1.0: expected seconds"),
        ({"time_limit": float("nan")}, "time_limit=nan: expected seconds"),
        ({"time_limit": -1.0, "isolate": False}, "time_limit=-1.0: expected seconds"),
        ({"jobs": 2, "isolate": False}, "jobs=2: expected 1 with --no-isolate"),
    ],
)
def test_bad_numbers_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        players_for(**arguments)


def test_the_time_limit_holds_in_this_process_too(tmp_path):
    slow = tmp_path / "slow.py"
    slow.write_text(
        "import time\n\n\nclass Slow:\n    def act(self, view):\n        time.sleep(5.5)\n"
        "        return int(view.legal[0])\n"
    )

    (outcome,) = play(players_for(time_limit=5.0, isolate=False), ("random", f"{slow}:Slow"), 1)

    assert outcome.error == "TimeLimit: no decision within 5 s"
    assert outcome.match.table[outcome.failed] == 1


def test_a_cluster_needs_ray(monkeypatch):
    monkeypatch.setattr("got_benchmarks.playing.cluster.find_spec", lambda name: None)

    with pytest.raises(MissingExtraError, match=r"--ray needs one more package: pip install -e"):
        players_for(2, ray=True)


def test_a_cluster_plays_the_same_games():
    pytest.importorskip("ray")
    agents = ("random", "random_kind")

    assert play(players_for(1, ray=True), agents) == play(InProcess(), agents)


def test_after_an_error_a_pool_plays_other_games_as_a_new_one(tmp_path):
    """What was still being played belongs to nobody, least of all to the next call."""
    useless = tmp_path / "useless.py"
    useless.write_text("class Useless: pass\n")
    matches = schedule(2, 3, 6, 5)

    def fail(outcome):
        raise KeyError(outcome.match.number)

    outcomes = []
    with Pool(2) as pool:
        with pytest.raises(RuntimeError, match="has no method act"):
            pool.play(Setting("agot2e", 3, ("random", f"{useless}:Useless")), matches, fail)
        with pytest.raises(KeyError):
            pool.play(Setting("agot2e", 3, ("random", "heuristic")), matches, fail)
        pool.play(Setting("agot2e", 3, ("random", "random_kind")), matches, outcomes.append)

    outcomes.sort(key=lambda outcome: outcome.match.number)
    assert [replace(outcome, seconds=0.0, thinking=()) for outcome in outcomes] == play(
        InProcess(), ("random", "random_kind")
    )
