"""The standard suite: balanced, the same every time, and complete."""

import json
import re
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import replace
from hashlib import sha256

import pytest

from got_agents.policy import load_policy, shipped_policy
from got_agents.saving import save_policy
from got_benchmarks.playing.in_process import InProcess
from got_benchmarks.playing.outcome import Outcome
from got_benchmarks.playing.schedule import Match, schedule
from got_benchmarks.playing.workers import Setting
from got_benchmarks.suite.log import SuiteLog
from got_benchmarks.suite.masters import Masters, masters_of
from got_benchmarks.suite.run import FULL, QUICK, Sizes, Suite, lineup_matches
from got_benchmarks.suite.summary import summarize_suite
from got_benchmarks.tournament import tables
from got_benchmarks.tournament.sqlite_file import StoreError
from got_env.cli import app as cli
from got_env.cli.console import console
from got_env.games import GAMES

COUNTS = {
    "agot2e": (3, 4, 5, 6),
    "agot1e": (3, 4, 5),
    "agot1e_storm": (3, 4, 5),
    "asos": (3, 4),
    "btwixt": (3, 4, 5, 6),
}

TINY = Sizes(headline=6, cell=3, mirror=3)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("pool", [[1], [1, 2, 3]])
def test_the_agent_plays_every_house_equally_often_against_the_same_luck(players, pool):
    for seats in range(1, players):
        matches, mine = lineup_matches(seats, pool, players, 50, [1])

        assert len(matches) == len(mine) >= 50
        assert len(matches) % players == 0
        per_seat = [sum(own[seat] for own in mine) for seat in range(players)]
        assert set(per_seat) == {seats * len(matches) // players}
        for match, own in zip(matches, mine, strict=True):
            assert [agent == 0 for agent in match.table] == list(own)
        seeds = Counter(match.seed for match in matches)
        assert set(seeds.values()) == {players}


def test_a_pool_takes_turns():
    matches, _ = lineup_matches(1, [1, 2, 3], 3, 27, [1])

    seats = Counter(agent for match in matches for agent in match.table)
    assert seats == {0: 27, 1: 18, 2: 18, 3: 18}


def test_the_agent_can_be_of_the_pool_itself():
    _, mine = lineup_matches(2, [0], 4, 4, [1])

    assert {sum(own) for own in mine} == {2}


def test_the_headline_has_games_enough():
    assert FULL.headline >= 2000
    assert QUICK.headline >= 200


def test_every_pool_player_count_and_line_up_is_there():
    for game, counts in COUNTS.items():
        suite = Suite("random", TINY, game)
        cells = list(suite.cells())

        assert suite.is_headline(cells[0])
        assert cells[0].players == counts[-1]
        assert not any(suite.is_headline(cell) for cell in cells[1:])
        for pool in suite.pools:
            kinds = {(cell.players, cell.seats) for cell in cells if cell.pool == pool}
            assert kinds == {(n, seats) for n in counts for seats in {1, n // 2, n - 1}}
        assert (cells[-1].lineup, cells[-1].players) == ("mirror", counts[-1])


@pytest.mark.parametrize("game", COUNTS)
def test_every_game_is_played_to_a_headline(game):
    suite = Suite("random", TINY, game)
    cells = list(suite.cells())
    with InProcess() as players:
        results = [suite.play(cells[i], players, lambda outcome: None) for i in (0, -2, -1)]

    summary = summarize_suite(suite, results, "")
    assert summary["headline"]["players"] == COUNTS[game][-1]
    assert set(summary["pools"]) == set(suite.pools)
    assert len(summary["houses"]) == COUNTS[game][-1]


@pytest.mark.parametrize("game", [game for game in COUNTS if masters_of(game)])
def test_the_harder_pool_is_the_headline_alone(game):
    masters = masters_of(game)
    suite = Suite("random", TINY, game, pool=masters.pool)
    (cell,) = suite.cells()

    assert suite.is_headline(cell)
    assert (cell.pool, cell.players, cell.lineup) == (masters.pool, COUNTS[game][-1], "half")
    assert set(masters.members) <= {contestant.text for contestant in suite.contestants}
    assert masters.members[0] == "policy"


def test_a_pool_is_frozen_with_the_weights_of_its_policy(monkeypatch):
    other = Masters("masters-9", ("policy", "heuristic"), "0123456789abcdef")
    monkeypatch.setattr("got_benchmarks.suite.run.masters_of", lambda game: other)

    with pytest.raises(ValueError, match=r"pool=masters-9: it was frozen with the policy 0123456"):
        Suite("random", TINY, pool="masters-9")
    with pytest.raises(ValueError, match=r"pool=masters-1: expected one of random-1, .*masters-9"):
        Suite("random", TINY, pool="masters-1")


@pytest.mark.parametrize("agent", ["random", "policy"])
def test_a_result_names_the_weights_that_played_in_its_pool(agent):
    masters = masters_of("btwixt")
    suite = Suite(agent, TINY, "btwixt", pool=masters.pool)
    with InProcess() as players:
        result = suite.play(next(suite.cells()), players, lambda outcome: None)

    digests = summarize_suite(suite, [result], "")["pool_digests"]

    assert digests["policy"] == masters.policy
    assert list(digests) == ["policy", "ismcts:sims=5,net=policy", "steward"]


def test_a_run_against_a_harder_pool_says_so(capsys):
    args = ("--games", 6, "--game", "btwixt", "--no-isolate", "--pool", "heuristic-1")

    assert run_command("steward", *args, "--json") == 0
    summary = json.loads(capsys.readouterr().out)
    assert run_command("steward", *args) == 0
    shown = capsys.readouterr().out

    assert (summary["headline"]["games"], summary["games"]) == (6, 6)
    assert (summary["cells"], summary["bias"]) == ([], {})
    assert list(summary["pools"]) == ["heuristic-1"]
    assert "agent on all seats" not in shown
    assert "against heuristic-1, 6 games" in shown


def play(suite):
    with InProcess() as players:
        return [suite.play(cell, players, lambda outcome: None) for cell in suite.cells()]


def test_the_suite_gives_the_same_figures_every_time():
    suite = Suite("random_kind", TINY)

    first = summarize_suite(suite, play(suite), "got bench policy random_kind")
    again = summarize_suite(suite, play(suite), "got bench policy random_kind")

    assert first["digest"] == again["digest"]
    assert first["headline"] == again["headline"]
    assert first["games"] == suite.games()
    assert first["headline"]["games"] == 6
    assert len(first["cells"]) == len(list(suite.cells())) - 2
    for row in (first["headline"], *first["cells"]):
        low, high = row["interval"]
        assert low <= row["win_share"] <= high
    assert sum(row["wins"] for row in first["bias"].values()) == 3
    for key in ("agent_version", "engine_version", "data_hash", "machine", "command", "pools"):
        assert first[key]


def test_an_agent_against_itself_is_at_parity():
    suite = Suite("heuristic", TINY)

    headline = summarize_suite(suite, play(suite)[:1] * 2, "")["headline"]

    assert headline["win_share"] == headline["parity"] == 0.5


def test_the_command_writes_one_json(tmp_path, capsys):
    file = tmp_path / "results" / "random.json"
    args = [
        "bench",
        "policy",
        "random",
        "--games",
        "6",
        "--cell",
        "3",
        "--no-isolate",
        "--json",
        "--out",
    ]

    with pytest.raises(SystemExit) as ended:
        cli.main([*args, str(file)])

    assert ended.value.code == 0
    result = json.loads(capsys.readouterr().out)
    assert result == json.loads(file.read_text())
    assert result["agent"] == "random"
    assert result["headline"]["pool"] == "heuristic-1"


def run_command(*args):
    with pytest.raises(SystemExit) as ended:
        cli.main(["bench", "policy", *map(str, args)])
    return ended.value.code


SMALL = ("--games", 6, "--cell", 3, "--mirror", 6, "--no-isolate", "--json")


def test_a_suite_that_was_cut_off_goes_on_without_losing_or_repeating_a_game(
    tmp_path, capsys, monkeypatch
):
    whole, cut = tmp_path / "whole.json", tmp_path / "cut.json"
    assert run_command("random", *SMALL, "--out", whole) == 0
    add, kept = SuiteLog.add, []

    def fail_at_twenty(self, cell, outcome):
        if len(kept) == 20:
            raise KeyboardInterrupt
        kept.append((cell, outcome.match.number))
        add(self, cell, outcome)

    monkeypatch.setattr(SuiteLog, "add", fail_at_twenty)
    assert run_command("random", *SMALL, "--out", cut) != 0
    assert not cut.exists()
    monkeypatch.setattr(
        SuiteLog, "add", lambda *a: (kept.append((a[1], a[2].match.number)), add(*a))
    )
    assert run_command("random", *SMALL, "--out", cut) == 2
    assert "add --resume to go on" in capsys.readouterr().err
    assert run_command("random", *SMALL, "--out", cut, "--resume", "--time-limit", 9) == 2
    assert "another suite: time_limit is 60.0, not 9.0" in capsys.readouterr().err
    assert run_command("random", *SMALL, "--out", cut, "--resume") == 0
    assert run_command("random", *SMALL, "--out", cut, "--resume") == 2
    assert "holds a run that is finished" in capsys.readouterr().err

    first, second = json.loads(whole.read_text()), json.loads(cut.read_text())
    assert second["digest"] == first["digest"]
    assert len(kept) == len(set(kept)) == first["games"]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["cut.json", "whole.json"]


def test_results_of_another_agent_and_other_files_are_not_replaced(tmp_path, capsys):
    out, notes = tmp_path / "out.json", tmp_path / "notes.json"
    assert run_command("random", *SMALL, "--out", out) == 0
    notes.write_text('{"mine": 1}')
    before = out.read_bytes()
    capsys.readouterr()

    assert run_command("heuristic", *SMALL, "--out", out) == 2
    assert "holds the results of 'random', which would be lost" in capsys.readouterr().err
    assert run_command("random", *SMALL, "--out", notes) == 2
    assert "holds no results of a suite; name another file" in capsys.readouterr().err
    assert (out.read_bytes(), notes.read_text()) == (before, '{"mine": 1}')
    assert run_command("random", *SMALL, "--out", out) == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["notes.json", "out.json"]


def test_results_of_another_game_pool_or_table_are_not_replaced(tmp_path, capsys):
    out = tmp_path / "out.json"
    assert run_command("random", *SMALL, "--out", out) == 0
    before = out.read_bytes()
    more = (*SMALL, "--games", 600, "--out", out)
    capsys.readouterr()

    for asked, there, here in (
        (("--game", "btwixt"), "game='agot2e'", "game='btwixt'"),
        (("--tides",), "options={}", "options={'tides': 'true'}"),
        (("--pool", "heuristic-1"), "pool='all'", "pool='heuristic-1'"),
        (("--players", 3), "players=6", "players=3"),
        (("--players", 3, "--tides"), "options={}, players=6", "options={'tides': 'true'}, play"),
    ):
        assert run_command("random", *more, *asked) == 2
        said = capsys.readouterr().err
        assert f"holds the results with {there}, which those with {here}" in said
    assert out.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["out.json"]


def test_more_games_of_an_agent_are_not_replaced_by_fewer(tmp_path, capsys):
    out = tmp_path / "out.json"
    assert run_command("random", *SMALL, "--out", out) == 0
    held = json.loads(out.read_text())["games"]
    out.write_text(out.read_text().replace(f'"games": {held},\n  "', f'"games": {held + 1},\n  "'))
    before = out.read_bytes()
    assert json.loads(before)["games"] == held + 1
    capsys.readouterr()

    assert run_command("random", *SMALL, "--out", out) == 2
    said = capsys.readouterr().err
    assert f"holds {held + 1} games of this agent, which {held} would replace" in said
    assert out.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["out.json"]


@pytest.mark.parametrize("resume", [[], ["--resume"]])
def test_a_folder_is_no_file_for_results(tmp_path, capsys, resume):
    assert run_command("random", *SMALL, "--out", tmp_path, *resume) == 2

    said = capsys.readouterr().err
    assert said == f"got: --out '{tmp_path}': cannot be written (Is a directory)\n"
    assert not list(tmp_path.iterdir())


def test_the_games_of_another_suite_are_refused_and_kept(tmp_path):
    file = tmp_path / "out.json.games"
    outcome = small_outcome()
    with SuiteLog(file, Suite("random", TINY), resume=False) as log:
        log.add(1, outcome)

    with pytest.raises(ValueError, match=r"another suite: contestants is .*random"):
        SuiteLog(file, Suite("raider", TINY), resume=True)
    with pytest.raises(ValueError, match="another suite: sizes is"):
        SuiteLog(file, Suite("random", QUICK), resume=True)
    with SuiteLog(file, Suite("random", TINY), resume=True) as log:
        assert log.played(1, 2) == [outcome]
        assert log.played(0, 2) == []


def small_outcome(**changes):
    made = Outcome(
        Match(0, 0, 5, (0, 1)),
        "last_round",
        winner=1,
        places=(1.0, 0.0),
        shares=(0.0, 1.0),
        measures={"castles": (2, 3), "supply": (1, 1), "power": (0, 5)},
        thinking=(0.0, 0.0),
    )
    return replace(made, **changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"winner": 2}, "winner=2: expected a seat"),
        ({"winner": -1}, "end=last_round with winner=-1"),
        ({"places": (1.0, 9.0)}, "places="),
        ({"match": Match(0, 0, 5, (0, 99))}, "table="),
        ({"thinking": ()}, "0 thinking, expected 2"),
        ({"measures": {"castles": (2, 3)}}, "expected castles, supply, power"),
        ({"measures": {"castles": (2,), "supply": (), "power": ()}}, "1 castles, expected 2"),
    ],
)
def test_games_in_a_log_that_make_no_sense_are_refused(tmp_path, changes, message):
    file = tmp_path / "out.json.games"
    with SuiteLog(file, Suite("random", TINY), resume=False) as log:
        log.add(0, small_outcome(**changes))

    with (
        SuiteLog(file, Suite("random", TINY), resume=True) as log,
        pytest.raises(StoreError, match=rf"out\.json\.games: .*{message}"),
    ):
        log.played(0, 2)


def test_a_game_in_a_log_that_names_a_field_twice_is_refused(tmp_path):
    file = tmp_path / "out.json.games"
    with SuiteLog(file, Suite("random", TINY), resume=False) as log:
        log.add(0, small_outcome())
    with closing(sqlite3.connect(file)) as db, db:
        db.execute(
            'UPDATE games SET outcome = replace(outcome, \'{"match"\', \'{"end":1,"match"\')'
        )

    with (
        SuiteLog(file, Suite("random", TINY), resume=True) as log,
        pytest.raises(StoreError, match=r"out\.json\.games: .*the field 'end' is given twice"),
    ):
        log.played(0, 2)


def test_a_log_with_tables_of_its_own_is_refused(tmp_path):
    file = tmp_path / "out.json.games"
    SuiteLog(file, Suite("random", TINY), resume=False).__exit__(None, None, None)
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM task; END")

    with pytest.raises(StoreError, match="trigger 't'"):
        SuiteLog(file, Suite("random", TINY), resume=True)


def test_games_of_another_schedule_are_not_counted():
    suite = Suite("random", TINY)
    outcome = small_outcome()

    with pytest.raises(ValueError, match=r"game 0: deal 0, seed 5, .*: no such game is planned"):
        suite.play(next(suite.cells()), None, lambda outcome: None, [outcome])


def test_a_log_that_cannot_be_used_is_one_line(tmp_path):
    file = tmp_path / "out.json.games"
    file.write_text("no database, but long enough to be looked at as one " * 20)

    with pytest.raises(StoreError, match=r"out.json.games: file is not a database"):
        SuiteLog(file, Suite("random", TINY), resume=True)
    (tmp_path / "folder").write_text("")
    with pytest.raises(StoreError, match="folder"):
        SuiteLog(tmp_path / "folder" / "x.json.games", Suite("random", TINY), resume=False)


FROZEN = {
    ("agot2e", "random-1"): "a135d15805207302",
    ("agot2e", "heuristic-1"): "0006abb46b162eb6",
    ("agot2e", "styles-1"): "85c89c0e1017127f",
    ("btwixt", "random-1"): "1e8a38c4e400cdfc",
    ("btwixt", "heuristic-1"): "10d7d45df04d7523",
    ("btwixt", "btwixt-styles-1"): "e07a4e965bf161c2",
}
"""Hashes of games of the pools alone. A pool whose players decide otherwise is another pool: name
it anew. After a change of the rules the hash is another, and CHANGELOG.md says what was played
before.
"""


@pytest.mark.parametrize(("game", "pool"), FROZEN)
def test_the_reference_pools_play_as_they_did_when_they_were_frozen(game, pool):
    names = GAMES[game].players.pools[pool]
    total = sha256()
    for players in (3, 6):
        setting = Setting(game, players, names, {})
        matches = schedule(len(names), players, 6, [5, players])
        outcomes = []
        InProcess().play(setting, matches, outcomes.append)
        for outcome in sorted(outcomes, key=lambda o: o.match.number):
            total.update(outcome.actions.tobytes())

    assert total.hexdigest()[:16] == FROZEN[game, pool]


def test_a_game_without_the_pool_of_the_headline_is_refused(monkeypatch):
    game = GAMES["btwixt"]
    poor = replace(game, players=replace(game.players, pools={"random-1": ("random",)}))
    monkeypatch.setattr("got_benchmarks.suite.run.get_game", lambda code: poor)

    with pytest.raises(ValueError, match="game=btwixt: it has no pool heuristic-1"):
        Suite("random", TINY, "btwixt")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["nobody"], "unknown agent 'nobody'"),
        (["random", "--games", "0"], "games=0: expected at least 1"),
        (["random", "--option", "fog=1"], "unknown option 'fog'"),
        (["random", "--jobs", "0"], "jobs=0: expected at least 1"),
        (["random", "--mirror", "0"], "mirror=0: expected at least 1"),
        (["random", "--pool", "best"], "pool=best: expected one of random-1, heuristic-1, "),
        (["random", "--resume"], "--resume: expected --out"),
        (["random", "--out", "/"], "--out '/': cannot be written"),
    ],
)
def test_bad_usage_is_one_line(args, message, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["bench", "policy", *args])

    assert ended.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("bad", [("--time-limit", "inf"), ("--jobs", "2", "--no-isolate")])
def test_a_run_that_cannot_begin_leaves_no_log(bad, tmp_path, capsys):
    """The log had the bad limit in it, and a better command could not go on with it."""
    with pytest.raises(SystemExit) as ended:
        cli.main(["bench", "policy", "random", "--out", str(tmp_path / "random.json"), *bad])

    assert ended.value.code == 2
    assert re.search("time_limit=inf: expected|jobs=2: expected 1", capsys.readouterr().err)
    assert list(tmp_path.iterdir()) == []


def test_the_headline_is_played_with_the_players_asked_for(capsys):
    code = run_command("random", "--game", "btwixt", "--players", 4, *SMALL)

    assert code == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["headline"]["players"] == 4
    assert {row["players"] for row in summary["cells"]} == {3, 4, 5, 6}
    assert len(summary["bias"]) == 4
    assert run_command("random", "--players", 9, *SMALL) == 2
    assert "players=9: expected one of 3, 4, 5, 6" in capsys.readouterr().err


def row(players, games):
    found = {"win_share": 0.5, "interval": [0.4, 0.6], "parity": 0.5, "mean_place": 2.0}
    return {"pool": "p-1", "players": players, "seats": 3, "games": games, **found}


def test_a_headline_at_tables_that_the_policy_has_not_learnt_says_so():
    summary = {"agent": "policy:x", "headline": row(6, 200), "learnt_players": [3]}

    assert tables.headline(summary).endswith(
        "; it learnt at tables of 3 players, not of 6: --players 3 plays the headline there"
    )
    assert "learnt" not in tables.headline({**summary, "learnt_players": [3, 6]})
    assert "learnt" not in tables.headline({**summary, "learnt_players": []})


def test_the_card_of_a_policy_says_at_which_tables_it_learnt(tmp_path):
    card, weights = load_policy(shipped_policy("agot2e"))
    save_policy(tmp_path, replace(card, players=4), weights, "mark")

    assert Suite(f"policy:{tmp_path}", TINY).learnt_players == (4,)
    assert Suite("heuristic", TINY).learnt_players == ()


def test_cells_of_few_games_are_marked_wherever_they_are_shown(capsys):
    summary = {"suite": "policy-1", "agent": "x", "headline": row(6, 200), "cells": [row(3, 6)]}

    console().print(tables.suite_table(summary))
    lines = capsys.readouterr().out.splitlines()

    assert any(" 6 * " in line and " 3 " in line for line in lines)
    assert any(" 200 " in line and "*" not in line for line in lines)
    assert any("* fewer than 100 games" in line for line in lines)
    assert "6 games *" in tables.headline({**summary, "headline": row(6, 6)})
