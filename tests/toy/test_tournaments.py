"""A game without a board is played in tournaments: they know no more than its value tells."""

import csv
import json
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from got_benchmarks.tournament import tournament
from got_benchmarks.tournament.export import write_csv
from got_benchmarks.tournament.results import Results

ENDS = ["last_round", "runaway", "forfeit"]


@pytest.fixture(autouse=True)
def game(pennies):
    return pennies


class Heads:
    """Always lays the first side."""

    def act(self, view):
        return int(view.legal[0])


def play(agents, games=8, **settings) -> Results:
    return tournament(agents, games=games, players=3, game="pennies", seed=3, **settings)


def timeless(outcomes):
    return [replace(outcome, seconds=0.0, thinking=()) for outcome in outcomes]


def test_an_agent_of_python_plays_in_this_process():
    results = play({"heads": Heads(), "random": "random"}, isolate=False)
    summary = results.summary

    assert len(results.outcomes) == 8
    assert results.errors == results.given_up == 0
    assert list(summary["ends"]) == ENDS
    assert sum(summary["ends"].values()) == 8
    assert list(summary["houses"]) == ["ann", "bob", "cid"]
    assert summary["measures"] == ["points"]
    for name in results:
        assert results[name]["points"] >= 0
    points = [outcome.measures["points"] for outcome in results.outcomes]
    assert {len(by_seat) for by_seat in points} == {3}
    for outcome, by_seat in zip(results.outcomes, points, strict=True):
        assert by_seat[outcome.winner] == max(by_seat)


def test_its_folder_holds_what_the_game_counts(tmp_path):
    results = play(("random", "random_kind"), out=tmp_path, replays="all", isolate=False)
    with closing(sqlite3.connect(tmp_path / "results.sqlite")) as db, db:
        stored = [json.loads(text) for (text,) in db.execute("SELECT measures FROM seats")]
    write_csv(tmp_path / "games.csv", results.plan, results.outcomes)
    with (tmp_path / "games.csv").open() as file:
        rows = list(csv.DictReader(file))

    flat = [count for outcome in results.outcomes for count in outcome.measures["points"]]
    assert [row["points"] for row in stored] == flat
    assert [int(row["points"]) for row in rows] == flat
    assert {row["end"] for row in rows} <= set(ENDS)
    assert len(list((tmp_path / "replays").iterdir())) == 8
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<th>points</th>" in page
    assert "runaway: " in page
    again = play(("random", "random_kind"), out=tmp_path, resume=True, isolate=False)
    assert timeless(again.outcomes) == timeless(results.outcomes)


def test_processes_of_its_own_play_the_same_games(monkeypatch, tmp_path):
    monkeypatch.setattr(
        "got_benchmarks.playing.pool.FORK_PARENT", "tests.toy.serving:serve_workers"
    )
    monkeypatch.setattr("got_agents.isolated.agent.SEATS", "tests.toy.serving:serve_seats")
    bot = tmp_path / "bots.py"
    bot.write_text("class Heads:\n    def act(self, view):\n        return int(view.legal[0])\n")
    agents = ("random", "random_kind", f"{bot}:Heads")

    apart = play(agents, games=12, jobs=2)
    here = play(agents, games=12, isolate=False)

    assert apart.errors == apart.given_up == 0
    assert timeless(apart.outcomes) == timeless(here.outcomes)


def test_the_command_plays_it(got):
    code, out, _ = got(
        "tournament", "--game", "pennies", "--players", 3, "--agents", "random,random_kind",
        "--games", 4, "--no-isolate", "--json",
    )  # fmt: skip

    assert code == 0
    assert list(json.loads(out)["ends"]) == ENDS


def test_players_of_another_game_are_refused_before_the_first_game(tmp_path):
    with pytest.raises(ValueError, match="agent 'heuristic' does not play 'pennies': pennies has"):
        play(("heuristic", "random"), games=2, isolate=False, out=tmp_path / "out")
    assert not (tmp_path / "out").exists()
