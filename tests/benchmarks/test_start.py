"""Processes that play games start whatever program asks for them, or there is no result."""

import os
import subprocess
import sys
import time

import pytest

from got_agents.isolated import fork_server
from got_benchmarks.playing.pool import Pool
from got_benchmarks.playing.schedule import schedule
from got_benchmarks.playing.workers import Setting

SCRIPT = """
from pathlib import Path

from got_benchmarks.tournament.plan import new_plan
from got_benchmarks.playing.players import players_for
from got_benchmarks.tournament.store import Store
from got_benchmarks.tournament.summary import summarize
from got_benchmarks.tournament.run import open_plan, run

print("started")
plan = new_plan(("heuristic", "random"), 6, players=3, seed=1)
with Store(Path("cup")) as store, players_for(jobs=2) as players:
    plan = open_plan(store, plan, resume=False)
    summary = summarize(plan, run(plan, players, store))
print(summary["agents"]["heuristic"]["wins"], summary["errors"], summary["given_up"])
"""


def run_file(folder, text, *args):
    file = folder / "script.py"
    file.write_text(text)
    return subprocess.run(
        [sys.executable, str(file), *args], cwd=folder, capture_output=True, text=True, check=False
    )


def test_a_script_needs_no_guard_around_its_program(tmp_path):
    done = run_file(tmp_path, SCRIPT)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["started", "6 0 0"]


BROKEN = """
import sys
from got_agents.isolated import fork_server
from got_env.cli.app import main
fork_server.START_UP = {start_up!r}
main(["tournament", "--agents", "heuristic,random", "--games", "60", "--players", "3", "--json"])
"""

DIES_FIRST = (
    "import os, json, sys\n"
    "sys.path[:] = json.loads(sys.argv[1])\n"
    "import got_benchmarks.playing.workers as workers\n"
    "workers.play_matches = lambda *_, **__: os._exit(7)\n"
)


@pytest.mark.parametrize(
    ("start_up", "why"),
    [
        ("import a_package_that_is_not_there", "cannot start (exit code 1)"),
        ("import os; os._exit(9)", "cannot start (exit code 9)"),
        (
            DIES_FIRST + fork_server.START_UP,
            "before the first decision the process died (exit code 7)",
        ),
    ],
)
def test_a_tournament_whose_processes_cannot_play_has_no_result(tmp_path, start_up, why):
    done = run_file(tmp_path, BROKEN.format(start_up=start_up))

    assert done.returncode == 1
    assert done.stdout == ""
    assert why in done.stderr.splitlines()[-1]
    assert len(done.stderr.splitlines()) < 10


def test_all_processes_end_with_the_one_that_wanted_them(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import os, time\n"
        f"open({str(tmp_path / 'pids')!r}, 'a').write(f'{{os.getpid()}} {{os.getppid()}}\\n')\n"
        "def bot(observation, action_mask):\n"
        "    time.sleep(0.01)\n"
        "    return int(action_mask.argmax())\n"
    )
    script = SCRIPT.replace('"random"', f'"{bot}:bot"').replace("6, players", "600, players")
    (tmp_path / "script.py").write_text(script)
    with subprocess.Popen([sys.executable, "script.py"], cwd=tmp_path) as process:
        deadline = time.monotonic() + 600
        while not (tmp_path / "cup" / "results.sqlite").exists() or len(lines(tmp_path)) < 3:
            assert time.monotonic() < deadline
            assert process.poll() is None
            time.sleep(0.05)
        process.kill()

    left = [int(pid) for line in lines(tmp_path) for pid in line.split()]
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and any(map(runs, left)):
        time.sleep(0.05)
    assert not any(map(runs, left))


def lines(folder):
    file = folder / "pids"
    return file.read_text().splitlines() if file.exists() else []


def runs(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_pool_needs_a_system_that_can_copy_processes(monkeypatch):
    monkeypatch.delattr(os, "fork")

    with pytest.raises(ValueError, match=r"need fork\(\), which this system lacks"):
        Pool(1)


def test_a_process_that_dies_is_replaced_and_a_game_it_cannot_end_is_given_up(monkeypatch):
    """The third death of a game's process ends the attempt, whoever was to move."""
    start_up = (
        "import os, got_benchmarks.playing.matches as m\n"
        "advance = m.Slots.advance\n"
        "def die(self):\n"
        "    advance(self)\n"
        "    if any(match is not None and match.number == 2 and turns > 20\n"
        "           for match, turns in zip(self.matches, self.turns)):\n"
        "        os._exit(8)\n"
        "m.Slots.advance = die\n"
    )
    monkeypatch.setattr(fork_server, "START_UP", start_up + fork_server.START_UP)
    outcomes = []

    with Pool(1) as players:
        setting = Setting("agot2e", 3, ("heuristic", "random"))
        players.play(setting, schedule(2, 3, 6, 5), outcomes.append)

    assert sorted(outcome.match.number for outcome in outcomes) == list(range(6))
    (lost,) = [outcome for outcome in outcomes if outcome.error]
    assert (lost.match.number, lost.end, lost.failed, lost.shares) == (2, "given_up", -1, ())
    assert lost.error == "3 times the process died (exit code 8) while it was played"
