"""Attacks of agents on those around them cost them games, and change nothing for others."""

import os
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from got_agents.base import first_views
from got_agents.isolated import fork_server
from got_agents.isolated.agent import LOST, SEATS, CannotPlayError, IsolatedAgent
from got_agents.isolated.fork_server import ForkServer
from got_benchmarks.playing.aborted_games import MOST_ABORTED
from got_benchmarks.playing.in_process import InProcess
from got_benchmarks.playing.pool import Pool
from got_benchmarks.playing.schedule import schedule
from got_benchmarks.playing.workers import Setting
from got_benchmarks.tournament.plan import new_plan
from got_benchmarks.tournament.run import run
from got_env.games import get_game
from tests.benchmarks.attacks import MASK
from tests.play import AGOT2E

FILE = Path(__file__).with_name("attacks.py")
LIMIT = 600.0
"""Seconds for a decision that only an agent which hangs takes, however slow the machine is."""
SHORT = 10.0
"""The same where one hangs and has to be waited for."""
OPPONENT, ATTACKER = 0, 1


def spec(name, folder=None):
    return f"{FILE}:{name}" + (f":{folder}" if folder else "")


def play(players, agents, games=4):
    """Outcomes by number, without times."""
    outcomes = []
    players.play(Setting("agot2e", 3, agents), schedule(2, 3, games, 5), outcomes.append)
    outcomes.sort(key=lambda outcome: outcome.match.number)
    assert [outcome.match.number for outcome in outcomes] == list(range(games))
    return [replace(outcome, seconds=0.0, thinking=()) for outcome in outcomes]


@pytest.fixture(scope="module")
def pool():
    with Pool(1, LIMIT, patience=LIMIT) as players:
        yield players


@pytest.fixture(scope="module")
def honest():
    """Outcomes of the games if nobody attacks."""
    return play(InProcess(isolate=False), ("random", spec("Plain")))


@pytest.fixture(scope="module")
def honest_and_slow():
    return play(InProcess(isolate=False), (spec("Slow"), spec("Plain")))


def check(outcomes, honest, error=""):
    """Whoever attacks loses the games in which it fails, and the others end as without attack."""
    failed = [outcome for outcome in outcomes if outcome.error]
    assert bool(failed) == bool(error)
    for outcome, untouched in zip(outcomes, honest, strict=True):
        if not outcome.error:
            assert outcome == untouched
            continue
        assert outcome.end == "forfeit"
        assert outcome.match.table[outcome.failed] == ATTACKER
        assert outcome.error.startswith(error)
        assert outcome.error.isprintable()
        assert len(outcome.error) < 2000
        for seat, player in enumerate(outcome.match.table):
            assert (outcome.shares[seat] > 0) == (player == OPPONENT)


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("ClosesEverything", "Crash: the process "),
        ("EditsTheClock", ""),
        ("ReplacesTheEngine", ""),
        ("Forges", "BadAnswer: "),
        ("Announces", "BadAnswer: a message of 4294967295 bytes: expected at most 65536"),
        ("RaisesEvil", "\\x1b[31m[red]\\u202eEvil\\r\\nxxx"),
        ("Interrupts", "KeyboardInterrupt"),
        ("AnswersObjects", "WrongAnswerError: agent "),
        ("ChecksNothing", "WrongAnswerError: agent "),
        ("MadeOnce", "Crash: the process died (exit code 6)"),
        ("CopiesItself", "Crash: the process died (exit code 5)"),
        ("Batch", "Crash: the process died (exit code 3)"),
        ("KillsItsParent", LOST),
        ("EndsTheGroupOfItsParent", LOST),
        ("ChildAnswers", "Crash: the process died (exit code 8)"),
        ("LeavesLitter", ""),
        ("LimitsItself", "Crash: the process died (exit code 1)"),
        ("LeavesItsFolder", ""),
        ("AnnouncesMuch", "BadAnswer: a message of 2147483648 bytes"),
    ],
)
def test_an_attack_costs_nobody_else_anything(pool, honest, tmp_path, name, error):
    outcomes = play(pool, ("random", spec(name, tmp_path)))

    if name == "MadeOnce":  # the second process is refused by the agent itself
        assert {o.error for o in outcomes if "not again" in o.error}
        outcomes = [replace(o, error=error) if "not again" in o.error else o for o in outcomes]
    check(outcomes, honest, error)
    assert not (tmp_path / "forged").exists()


@pytest.mark.full
@pytest.mark.parametrize("name", ["Stops", "AnswersLate"])
def test_who_takes_too_long_costs_nobody_else_anything(honest, name):
    with Pool(1, SHORT, patience=LIMIT) as players:
        outcomes = play(players, ("random", spec(name)), 2)

    check(outcomes, honest[:2], f"TimeLimit: no decision within {SHORT:g} s")


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("LeavesLater", "Crash: the process died (exit code 0)"),
        ("Guesses", "BadAnswer: "),
    ],
)
def test_what_happens_while_another_agent_decides_is_not_its_fault(
    pool, honest_and_slow, tmp_path, name, error
):
    check(play(pool, (spec("Slow"), spec(name, tmp_path))), honest_and_slow, error)


def is_running(pid):
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"


def wait_for_the_end_of(pids):
    deadline = time.monotonic() + 120
    while pids and time.monotonic() < deadline:
        pids = [pid for pid in pids if is_running(pid)]
        time.sleep(0.05)
    assert not pids


def test_processes_that_leave_their_session_end_with_the_process_of_their_agent(
    pool, honest, tmp_path
):
    error = "Crash: the process died (exit code 4)"

    check(play(pool, ("random", spec("AbandonsDaemons", tmp_path))), honest, error)

    daemons = [int(pid) for pid in (tmp_path / "daemons").read_text().split()]
    assert len(daemons) >= 3
    wait_for_the_end_of(daemons)


def test_processes_that_leave_their_session_end_with_the_tournament(honest, tmp_path):
    with Pool(1, LIMIT) as players:
        check(play(players, ("random", spec("LeavesDaemons", tmp_path))), honest)
        daemons = [int(pid) for pid in (tmp_path / "daemons").read_text().split()]
        assert all(map(is_running, daemons))

    wait_for_the_end_of(daemons)


def test_printed_output_is_cut_and_cannot_steer_a_terminal(honest, capfd):
    with Pool(1, LIMIT) as players:
        check(play(players, ("random", spec("Floods"))), honest)

    said = capfd.readouterr()
    assert said.out == ""
    assert "\x1b" not in said.err
    assert "\x07" not in said.err
    assert r"\x1b[31mflood" in said.err
    assert said.err.count("has printed 65536 bytes, no more is shown") == 1
    assert len(said.err) < 4 * 65536


def test_a_process_of_an_agent_has_one_connection_and_no_other_file(pool, tmp_path):
    outcomes = play(pool, ("random", spec("Lists", tmp_path)), 1)

    assert outcomes[0].error.startswith("ValueError: ['socket'] (")


def test_no_seed_of_a_game_is_in_the_memory_of_an_agent(pool, honest, tmp_path):
    seeds = np.array([match.seed for match in schedule(2, 3, 4, 5)], dtype=np.int64)
    np.save(tmp_path / "masked.npy", seeds ^ MASK)

    check(play(pool, ("random", spec("LooksForSeeds", tmp_path))), honest)


def test_the_search_for_seeds_finds_what_is_there(pool, tmp_path):
    """The decision that an agent loads in has a record of its own, known beforehand."""
    found = np.frombuffer(b"got_agen", dtype=np.int64)
    np.save(tmp_path / "masked.npy", found ^ MASK)

    assert play(pool, ("random", spec("LooksForSeeds", tmp_path)), 1)[0].error.startswith(
        "ValueError: found a seed ("
    )


def test_who_ends_those_that_play_gets_no_result():
    """It could do so to any process of its user; but nobody wins by it."""
    plan = new_plan(("random", spec("KillsThoseWhoPlay")), MOST_ABORTED + 1, players=3)
    with Pool(1, LIMIT) as players, pytest.raises(RuntimeError, match="could not be played"):
        run(plan, players)


def test_the_end_of_a_fork_server_prints_no_traceback(honest, capfd):
    with Pool(1, LIMIT) as players:
        check(play(players, ("random", spec("KillsItsParent"))), honest, LOST)

    assert capfd.readouterr().err == ""


def test_an_agent_that_stops_what_ends_it_loses_and_goes_on_in_a_new_process(monkeypatch):
    monkeypatch.setattr(fork_server, "ANSWER_SECONDS", SHORT)
    views = first_views(get_game("agot2e"))
    room = ForkServer.new(SEATS)
    try:
        agent = IsolatedAgent(spec("StopsItsParent"), AGOT2E, room)
        errors = [agent.decide(views, LIMIT).errors for _ in range(4)]
        agent.close()
    finally:
        room.close()

    assert errors == [{}, {}, {0: LOST}, {}]


@pytest.mark.parametrize("loops", ["while True: pass", "import time; time.sleep(600)"])
def test_an_agent_that_never_finishes_loading_is_told_so(tmp_path, loops):
    (tmp_path / "loops.py").write_text(f"{loops}\n")
    room = ForkServer.new(SEATS)
    try:
        agent = IsolatedAgent(f"{tmp_path / 'loops.py'}:Agent", AGOT2E, room, patience=1.0)
        with pytest.raises(CannotPlayError, match="it did not finish loading within 1 s"):
            agent.describe()
        agent.close()
    finally:
        room.close()


def test_processes_that_copy_themselves_end_with_the_process_of_their_agent(pool, honest, tmp_path):
    error = "Crash: the process died (exit code 7)"

    check(play(pool, ("random", spec("Storms", tmp_path)), 4), honest, error)

    # A process that is being killed may touch the file once more on a busy machine.
    deadline = time.monotonic() + 120
    while (tmp_path / "storm").exists() and time.monotonic() < deadline:
        (tmp_path / "storm").unlink()
        time.sleep(0.5)
    assert not (tmp_path / "storm").exists()


def test_an_interpreter_is_started_once_for_all_of_a_run(monkeypatch):
    started = []
    new = ForkServer.new.__func__
    monkeypatch.setattr(ForkServer, "new", classmethod(lambda *of: started.append(of) or new(*of)))
    agents = ("random", spec("Plain"))
    new_plan(agents, 2, players=3)
    with Pool(1, LIMIT) as players:
        play(players, agents, 2)

    assert len(started) <= 1  # another run may have left one


def test_games_that_are_given_up_are_in_no_result(tmp_path):
    plan = new_plan(("random", spec("KillsThoseWhoPlay")), 2, players=3)
    with Pool(1, LIMIT) as players, pytest.raises(RuntimeError, match="no game could be played"):
        run(plan, players)


def test_nothing_of_an_agent_is_made_where_its_tournament_is_planned(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import os\nopen('pid', 'w').write(str(os.getpid()))\n"
        "class Bot:\n    version = '\\x1b[1m3'\n    def act(self, view): return 0\n"
    )
    here = os.getcwd()
    os.chdir(tmp_path)
    try:
        plan = new_plan(("random", f"{bot}:Bot"), 2, players=3)
    finally:
        os.chdir(here)

    assert plan.contestants[1].version == "\\x1b[1m3"
    assert int((tmp_path / "pid").read_text()) != os.getpid()
