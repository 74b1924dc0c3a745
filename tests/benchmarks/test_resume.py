"""Runs that `--resume` goes on with, and those that it refuses to start."""

import sqlite3
import sys
from contextlib import closing

import pytest

from got_benchmarks.playing.in_process import InProcess
from got_benchmarks.playing.outcome import NOBODY, Outcome
from got_benchmarks.tournament import tournament
from got_benchmarks.tournament.plan import new_plan
from got_benchmarks.tournament.run import open_plan, run
from got_benchmarks.tournament.store import Store
from got_env.cli import app as cli

QUICK = ("--no-isolate", "--players", "3", "--json")


@pytest.fixture
def got(capsys):
    """Run ``got``: exit code and errors."""

    def run_command(*args):
        with pytest.raises(SystemExit) as ended:
            cli.main([str(arg) for arg in args])
        return ended.value.code, capsys.readouterr().err

    return run_command


def played(folder, agents=("random", "random_kind")) -> list[Outcome]:
    """A finished tournament of four games in a folder."""
    plan = new_plan(agents, 4, players=3, time_limit=60.0)
    with Store(folder) as store, InProcess() as players:
        return run(open_plan(store, plan, resume=False), players, store)


def rename(folder, old: str, new: str) -> None:
    """Give an agent in the results another specification, as a stranger would."""
    kind, _, options = new.partition(":")
    with closing(sqlite3.connect(folder / "results.sqlite")) as db, db:
        db.execute(
            "UPDATE agents SET name = ?, kind = ?, options = ? WHERE name = ?",
            (new, kind, options, old),
        )


@pytest.fixture
def trap(tmp_path):
    """A specification that leaves a file behind when it is started, and that file."""
    left = tmp_path / "it-ran"
    program = f"import pathlib; pathlib.Path({str(left)!r}).touch()"
    script = tmp_path / "trap.py"
    script.write_text(program)
    return f"referee:{sys.executable} {script}", left


def test_resume_in_a_folder_that_does_not_exist_is_refused(got, tmp_path):
    meant = tmp_path / "meant"

    code, err = got("tournament", "--out", meant, "--resume", *QUICK)

    assert code == 2
    assert err == f"got: --resume: {meant} holds no tournament to go on with: it does not exist\n"
    assert not meant.exists()


def test_resume_in_a_folder_without_a_tournament_leaves_it_as_it_is(got, tmp_path):
    (tmp_path / "notes.txt").write_text("mine")

    code, err = got("tournament", "--out", tmp_path, "--resume", *QUICK)

    assert code == 2
    assert "holds no tournament to go on with: it has no results.sqlite" in err
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]


def test_resume_where_nothing_was_planned_yet_is_refused(got, tmp_path):
    with Store(tmp_path) as store:
        with pytest.raises(ValueError, match="holds no tournament to go on with"):
            open_plan(store, new_plan(("random", "random_kind"), 2, players=3), resume=True)
        assert store.read_plan() is None

    code, err = got("tournament", "--out", tmp_path, "--resume", *QUICK)

    assert (code, err) == (2, f"got: --resume: {tmp_path} holds no tournament to go on with\n")
    code, _ = got("tournament", "--games", 2, "--out", tmp_path, *QUICK)
    assert code == 0


def test_resume_of_a_suite_that_was_never_cut_off_is_refused(got, tmp_path):
    out = tmp_path / "new.json"

    code, err = got("bench", "policy", "random", "--quick", "--out", out, "--resume", "--json")

    assert code == 2
    assert err == f"got: --resume: {out} holds no run: nothing to go on with\n"
    assert list(tmp_path.iterdir()) == []


def test_an_agent_of_the_database_alone_is_not_started(got, tmp_path, trap):
    spec, left = trap
    folder = tmp_path / "theirs"
    played(folder)
    rename(folder, "random_kind", spec)

    code, err = got("tournament", "--out", folder, "--resume", "--games", 6, "--json")

    assert code == 2
    assert err.count("\n") == 1
    assert repr(spec) in err
    assert "add --trust-agents if you trust the file" in err
    assert not left.exists()


def test_an_agent_of_an_earlier_stage_is_not_started_by_naming_others(got, tmp_path, trap):
    spec, left = trap
    folder = tmp_path / "theirs"
    played(folder, ("random", "random_kind", "heuristic"))
    rename(folder, "heuristic", spec)

    code, err = got(
        *("tournament", "--out", folder, "--resume", "--agents", "random,random_kind"),
        *("--games", 6, *QUICK[:1], "--json"),
    )

    assert code == 2
    assert repr(spec) in err
    assert not left.exists()
    with Store(folder) as store:
        assert store.read_plan().games == 4  # nothing was planned on top of it


@pytest.mark.parametrize("agent", ["policy:runs/first", "some.module:Agent", "bot.py:Bot", "plug"])
def test_whatever_reads_or_imports_needs_to_be_named_again(got, tmp_path, agent):
    played(tmp_path)
    rename(tmp_path, "random_kind", agent)

    code, err = got("tournament", "--out", tmp_path, "--resume", "--games", 6, "--json")

    assert code == 2
    assert f"agent {agent!r}: it runs a program, talks to a server, reads" in err


def test_agents_start_when_they_are_named_again_or_trusted(got, tmp_path, trap):
    spec, left = trap
    agents = f"random,{spec}"
    given = ("--out", tmp_path / "mine", "--no-isolate", "--json", "--time-limit", 5)
    # The program ends at once, so its agent loses every game: exit code 1.
    code, _ = got("tournament", "--agents", agents, "--games", 2, "--players", 3, *given)
    assert code == 1
    assert left.exists()

    left.unlink()
    code, _ = got("tournament", "--resume", "--agents", agents, "--games", 4, *given)
    assert code == 1
    assert left.exists()
    left.unlink()
    code, _ = got("tournament", "--resume", "--trust-agents", "--games", 6, *given)
    assert code == 1
    assert left.exists()


def test_own_agents_are_resumed_without_a_word(got, tmp_path):
    played(tmp_path)

    code, err = got("tournament", "--out", tmp_path, "--resume", "--games", 6, *QUICK)

    assert (code, err) == (0, "")


def test_trust_needs_something_to_trust(got, tmp_path):
    code, err = got("tournament", "--out", tmp_path / "new", "--trust-agents", *QUICK)

    assert (code, err) == (2, "got: --trust-agents: expected --resume with it\n")


def test_a_tournament_with_a_shared_victory_goes_on(tmp_path):
    """Several players of B'Twixt may win together; the game then has no one winner."""
    asked = {"players": 3, "game": "btwixt", "seed": 110, "out": tmp_path}
    agents = ["heuristic", "random"]

    first = tournament(agents, games=2, **asked)
    more = tournament(agents, games=4, resume=True, **asked)

    shared = [outcome for outcome in first.outcomes if outcome.end == "shared"]
    assert [(outcome.winner, max(outcome.shares)) for outcome in shared] == [(NOBODY, 0.5)]
    assert [one.record for one in more.outcomes[:2]] == [one.record for one in first.outcomes]
    assert len(more.outcomes) == 4
