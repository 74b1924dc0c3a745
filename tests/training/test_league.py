"""A league promotes who is better, keeps exploiters, and survives a kill at any place."""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("openskill")
from got_agents.policy import fingerprint_of, load_policy
from got_env.games import GAMES
from got_training.league import league as module
from got_training.league.league import League
from got_training.league.load_args import args_from_policy
from got_training.league.ratings import read_ratings
from got_training.league.state import read_state
from tests.toy.taking import TAKING
from tests.training.leagues import ASKED, plant, planted, result, resume, run, skilled

KILLED_LEAGUE = Path(__file__).with_name("killed_league.py")


class KilledError(BaseException):
    """In place of the end of a process."""


@pytest.fixture(autouse=True)
def _taking(monkeypatch):
    monkeypatch.setitem(GAMES, TAKING.code, TAKING)


@pytest.fixture
def start(tmp_path):
    return plant(tmp_path / "start", 0)


def champion_of(out):
    """Fingerprint of the policy that the folder plays."""
    return fingerprint_of(load_policy(out)[1])


def test_a_better_candidate_is_promoted_and_one_that_is_equal_or_worse_is_not(
    start, tmp_path, monkeypatch
):
    trainings = planted(monkeypatch, [9, 9, -9, 9], [0] * 4)
    out = tmp_path / "league"
    report = run(out, start, rounds=4)

    verdicts = [gate["verdict"] for gate in report["gates"]]
    assert verdicts == ["promoted", "undecided", "worse", "undecided"]
    assert report["champion"] == "001-main"
    assert champion_of(out) == fingerprint_of(skilled(9))
    # One that is worse is no member, and the next training starts from the champion.
    assert report["members"] == ["000-start", "001-main", "002-main", "003-main"]
    starts = [Path(args.start).name for name, args, _ in trainings.calls if "main" in name]
    assert starts == ["000-start", "001-main", "002-main", "001-main"]
    assert report["gates"][2]["member"] == -1
    assert all(gate["games"] <= ASKED["gate_games"] for gate in report["gates"])


def test_an_exploiter_becomes_a_member_if_it_beats_the_champion(start, tmp_path, monkeypatch):
    trainings = planted(monkeypatch, [0, 0], [9, -9])
    report = run(tmp_path / "league", start)

    assert [record["verdict"] for record in report["exploiters"]] == ["member", "dropped"]
    first, second = report["exploiters"]
    assert first["games"] == ASKED["exploiter_games"]
    assert second["high"] < 0.5 < first["low"] < first["share"] < first["high"]
    assert report["members"] == ["000-start", "001-main", "002-exploiter", "003-main"]
    assert report["champion"] == "000-start"
    name, args, members = trainings.calls[1]
    assert (name, Path(args.start).name, members) == ("001-exploiter", "000-start", [])
    assert (args.opponents, args.past_kept, args.past_every) == (("past",), 1, 10**6)
    name, args, members = trainings.calls[2]
    assert name == "002-main"
    assert args.opponents == ("past",)
    assert members == ["000-start", "001-main", "002-exploiter"]


def test_the_tables_have_seats_for_the_first_one_the_champion_and_the_newest(
    start, tmp_path, monkeypatch
):
    trainings = planted(monkeypatch, [9, 9, 9, 9], [0] * 4)
    run(tmp_path / "league", start, rounds=4, seated=3, rating_games=0)

    assert trainings.calls[-2][2] == ["000-start", "001-main", "003-main"]
    assert not (tmp_path / "league" / "ratings.csv").exists()


def test_a_member_alone_is_not_rated(start, tmp_path, monkeypatch):
    """A lost gate and nobody else to rate stopped the league for good."""
    planted(monkeypatch, [-9], [0])
    told = []
    args = args_from_policy(start, ASKED, {"rounds": 1, "rated": [], "exploiter_steps": 0})
    with League(args, tmp_path / "league", start, tell=told.append) as league:
        report = league.run()

    assert report["members"] == ["000-start"]
    assert told[-1] == "round 1: ratings: none, 000-start has nobody to play against"


def test_all_members_are_rated_after_every_round(start, tmp_path, monkeypatch):
    planted(monkeypatch, [9, -9], [0, 0])
    out = tmp_path / "league"
    run(out, start, rating_games=90)
    rows = read_ratings(out)

    assert [(row.round, row.member, row.role) for row in rows] == [
        (1, "000-start", "member"),
        (1, "001-main", "champion"),
        (1, "random", "agent"),
        (2, "000-start", "member"),
        (2, "001-main", "champion"),
        (2, "random", "agent"),
    ]
    assert all(row.low <= row.rating <= row.high for row in rows)
    assert {row.games for row in rows} == {60}
    assert rows[1].rating > max(rows[0].rating, rows[2].rating)
    assert (out / "ratings.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("written", [False, True], ids=["before", "after"])
def test_a_kill_at_any_boundary_changes_nothing(start, tmp_path, monkeypatch, written):
    planted(monkeypatch, [9, 0], [0, 9])
    whole = tmp_path / "whole"
    run(whole, start)
    keep, count = module.write_state, 0

    def killed(*args):
        nonlocal count
        count += 1
        if written or count != at:
            keep(*args)
        if count == at:
            raise KilledError

    for at in range(1, 12):
        out, count = tmp_path / f"killed-{at}", 0
        monkeypatch.setattr(module, "write_state", killed)
        with pytest.raises(KilledError):
            run(out, start)
        monkeypatch.setattr(module, "write_state", keep)
        if (out / "league.json").exists():
            resume(out)
        else:
            run(out, start)
        assert result(out) == result(whole), at
        assert (out / "ratings.csv").read_text() == (whole / "ratings.csv").read_text()
        assert champion_of(out) == champion_of(whole)
        assert not [*out.rglob("trainer.safetensors"), *out.rglob("*unfinished*")]


def test_what_is_left_behind_is_cleared_and_the_champion_is_shown_again(
    start, tmp_path, monkeypatch
):
    planted(monkeypatch, [9], [0])
    out = tmp_path / "league"
    run(out, start, rounds=1)
    (out / "policy.safetensors").write_bytes(b"half")
    (out / ".league.json.1-0.unfinished").write_bytes(b"half")
    (out / "members" / ".002-main.1-0.unfinished").mkdir()
    plant(out / "training" / "001-main", 0)
    resume(out)

    assert champion_of(out) == fingerprint_of(skilled(9))
    assert not list(out.rglob("*unfinished*"))
    assert not (out / "training" / "001-main" / "policy.safetensors").exists()


def test_a_league_goes_on_with_other_limits(start, tmp_path, monkeypatch):
    planted(monkeypatch, [0, 0], [0, 0])
    out = tmp_path / "league"
    run(out, start, rounds=1)
    report = resume(out, rounds=2, exploiter_steps=0)

    assert (report["rounds"], len(report["gates"]), len(report["exploiters"])) == (2, 2, 1)
    assert resume(out)["rounds"] == 2
    assert read_state(out).args["exploiter_steps"] == 0


def test_when_time_is_up_no_training_begins(start, tmp_path, monkeypatch):
    trainings = planted(monkeypatch, [9], [0])
    moments = iter(range(0, 100_000, 100))
    clock = SimpleNamespace(monotonic=lambda: float(next(moments)))
    monkeypatch.setattr(module, "time", clock)  # that of this module: others look at the time too
    report = run(tmp_path / "league", start, rounds=0, minutes=1.0)

    assert [name for name, *_ in trainings.calls] == ["001-main"]
    assert trainings.calls[0][1].minutes == 1.0
    assert [gate["verdict"] for gate in report["gates"]] == ["promoted"]
    assert (report["rounds"], report["exploiters"]) == (1, [])
    assert report["seconds"] == 300.0


def test_an_interrupted_training_goes_on_where_it_was(start, tmp_path, monkeypatch):
    trainings = planted(monkeypatch, [9], [0])
    out = tmp_path / "league"
    stop = {"interrupted": True, "steps": 1, "seconds": 1.0}
    monkeypatch.setattr(module, "run_training", lambda *_: stop)
    report = run(out, start, rounds=1)
    assert (report["interrupted"], report["rounds"], report["stage"]) == (True, 0, "main")
    monkeypatch.setattr(module, "run_training", trainings)

    assert resume(out)["champion"] == "001-main"


@pytest.mark.training
def test_two_rounds_of_training_find_a_better_champion(start, tmp_path):
    changes = {"main_steps": 8192, "gate_games": 600, "training": None}
    changes["training"] = {**ASKED["training"], "learning_rate": 1e-2}
    out = tmp_path / "league"
    report = run(out, start, **changes)

    assert report["gates"][0]["verdict"] == "promoted"
    assert report["gates"][0]["share"] > 0.75
    assert (report["rounds"], report["stage"]) == (2, "main")
    last = max(row.round for row in read_ratings(out))
    ratings = {row.role: row.rating for row in read_ratings(out) if row.round == last}
    assert ratings["champion"] > ratings["agent"]
    assert list(out.glob("training/002-main/tensorboard/*"))


@pytest.mark.training
def test_a_training_that_was_done_is_not_done_again(start, tmp_path, monkeypatch):
    whole, out = tmp_path / "whole", tmp_path / "killed"
    run(whole, start, rounds=1)
    keep = module.write_state

    def killed(*args):
        if args[-1].stage == "gate":
            raise KilledError
        keep(*args)

    monkeypatch.setattr(module, "write_state", killed)
    with (
        pytest.raises(KilledError),
        League(args_from_policy(start, ASKED, {"rounds": 1}), out, start) as one,
    ):
        one.run()
    monkeypatch.setattr(module, "write_state", keep)
    before = load_policy(out / "training" / "001-main")[1]
    resume(out)

    assert result(out) == result(whole)
    assert fingerprint_of(before) == read_state(out).state.members[1].fingerprint


@pytest.mark.training
def test_a_league_that_is_killed_in_every_stage_counts_every_round_once(start, tmp_path):
    done = subprocess.run(
        [sys.executable, str(KILLED_LEAGUE), str(start), str(tmp_path / "league"), "2"],
        check=True,
        capture_output=True,
        text=True,
        timeout=1800,
    )
    report = json.loads(done.stdout)

    assert report["killed"] == report["places"]
    assert report["rounds"] == 2
    assert [gate["round"] for gate in report["gates"]] == [1, 2]
    assert [record["round"] for record in report["exploiters"]] == [1, 2]
    rows = read_ratings(tmp_path / "league")
    assert len({(row.round, row.member) for row in rows}) == len(rows)
    assert {row.round for row in rows} == {1, 2}
