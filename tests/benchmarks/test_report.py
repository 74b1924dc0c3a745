"""Results of a tournament: summary, report, replays, exports."""

import csv
import errno
import html
import json
import os
import re
import shlex
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest

from got_benchmarks.playing.in_process import InProcess
from got_benchmarks.playing.outcome import Outcome, forfeit_score
from got_benchmarks.tournament import export, plots, report, tables
from got_benchmarks.tournament.finish import conclude
from got_benchmarks.tournament.pages import check_drawn, write_pages
from got_benchmarks.tournament.plan import extend, new_plan, waves
from got_benchmarks.tournament.repeat import repeat_commands
from got_benchmarks.tournament.replays import notable, write_replays
from got_benchmarks.tournament.run import open_plan, run, tournament
from got_benchmarks.tournament.sqlite_file import StoreError
from got_benchmarks.tournament.store import Store
from got_benchmarks.tournament.summary import rate, summarize
from got_env.core.extras import MissingExtraError, how_to_install
from got_env.games import GAMES
from got_env.replay import read_replay
from got_env.replay.page import page_of
from tests.replays.pages import policy_of
from tests.toy.pennies import PENNIES


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A small tournament with mirror games and a forfeit: its folder, plan and outcomes."""
    folder = tmp_path_factory.mktemp("played")
    plan = new_plan(("heuristic", "random"), 8, players=3, mirrors=4, seed=1)

    class OneFails(InProcess):
        def play(self, setting, matches, on_end):
            def fail(outcome):
                if outcome.match.number == 6:
                    seat = outcome.match.table.index(1)
                    places, shares = forfeit_score(outcome.match.table, seat)
                    outcome = replace(
                        outcome,
                        end="forfeit",
                        winner=-1,
                        failed=seat,
                        error="Crash: <b>bad</b>",
                        places=places,
                        shares=shares,
                    )
                on_end(outcome)

            super().play(setting, matches, fail)

    with Store(folder) as store, OneFails() as players:
        outcomes = run(open_plan(store, plan, False), players, store)
        conclude(plan, outcomes, store, until=0.05)
    return folder, plan, outcomes


def test_the_summary_keeps_its_promises(played):
    folder, plan, outcomes = played

    summary = json.loads((folder / "results.json").read_text())

    assert summary["games"] == summary["planned"] == 12
    assert summary["errors"] == summary["ends"]["forfeit"] == 1
    assert summary["error_messages"] == ["random: Crash: <b>bad</b>"]
    assert sum(summary["ends"].values()) == 12
    agents = summary["agents"]
    assert agents["random"]["forfeits"] == 1
    assert {row["tables"] for row in agents.values()} == {8}
    assert sum(row["seats"] for row in agents.values()) == 24
    assert sum(row["wins"] for row in agents.values()) == 8
    assert sum(row["parity"] for row in agents.values()) == pytest.approx(1)
    assert sum(row["against_parity"] for row in agents.values()) == pytest.approx(0, abs=1e-3)
    for row in agents.values():
        low, high = row["rating"]["interval"]
        assert low <= high
    assert sum(row["wins"] for row in summary["houses"].values()) == pytest.approx(8, abs=0.01)
    assert summary["bias"]["games"] == 4
    assert sum(row["wins"] for row in summary["bias"]["houses"].values()) == 4
    payoff = summary["payoffs"]["heuristic"]["random"]
    assert payoff["ahead"] + summary["payoffs"]["random"]["heuristic"]["ahead"] == pytest.approx(1)
    assert payoff["games"] == 8
    assert summary["sequential"]["deals"] == 4
    assert summary == {
        **summarize(plan, outcomes, 0.05),
        "digest": summary["digest"],
    }
    assert re.fullmatch(r"[0-9a-f]{16}", summary["digest"])


def test_wins_are_counted_by_agent_and_house():
    plan = new_plan(("heuristic", "random"), 4, players=3)
    matches = next(iter(waves(plan, 0, {})))
    ends = [("last_round", 0), ("seven_castles", 0), ("seven_castles", 2), ("last_round", 1)]
    outcomes = [
        Outcome(
            match,
            end,
            winner,
            tuple(float((seat - winner) % 3) for seat in range(3)),
            tuple(float(seat == winner) for seat in range(3)),
            {"castles": (1, 2, 3), "supply": (4, 5, 6), "power": (0, 0, 7)},
            10,
            100,
            thinking=(0.0, 0.0, 0.0),
        )
        for match, (end, winner) in zip(matches, ends, strict=True)
    ]

    result = summarize(plan, outcomes)

    assert result["ends"] == {"seven_castles": 2, "last_round": 2, "forfeit": 0}
    assert [row["wins"] for row in result["houses"].values()] == [2, 1, 1]
    assert result["measures"] == ["castles", "supply", "power"]
    assert [row["castles"] for row in result["houses"].values()] == [1, 2, 3]
    assert [row["power"] for row in result["houses"].values()] == [0, 0, 7]
    for house, row in enumerate(result["houses"].values()):
        assert row["wins"] == sum(cell["wins"] for cell in row["agents"].values())
        assert {cell["seats"] for cell in row["agents"].values()} == {2}, house
    winners = [match.table[winner] for match, (_, winner) in zip(matches, ends, strict=True)]
    assert result["agents"]["heuristic"]["wins"] == winners.count(0)


def test_without_the_extras_the_summary_says_what_is_missing(played, monkeypatch):
    _, plan, outcomes = played
    monkeypatch.setattr("got_benchmarks.tournament.ratings.find_spec", lambda name: None)
    monkeypatch.setattr("got_benchmarks.tournament.payoffs.find_spec", lambda name: None)

    summary = summarize(plan, outcomes)

    assert summary["rating_method"] is None
    assert "pip install -e '.[viz]'" in summary["ratings_missing"]
    assert summary["alpha_rank"] is None
    assert "pip install -e '.[alpharank]'" in summary["alpha_rank_missing"]
    assert "rating" not in summary["agents"]["random"]


def test_the_report_is_one_file_that_fetches_nothing(played):
    folder, _, _ = played
    page = (folder / "report.html").read_text()

    assert page.startswith("<!doctype html>")
    assert '<meta name="viewport"' in page
    assert page.count("<svg") == 4
    for tag in ("<script", "<link", "<img", "@import", "url(http"):
        assert tag not in page
    assert "&lt;b&gt;bad&lt;/b&gt;" in page  # what agents say is text, not HTML
    assert "<b>bad" not in page
    for link in re.findall(r'href="([^"]+)"', page):
        if not link.startswith("#"):
            assert (folder / link).is_file()


def test_a_browser_is_told_to_run_and_fetch_nothing_for_the_report(played):
    folder, _, _ = played

    policy = policy_of((folder / "report.html").read_text())

    assert policy.pop("style-src") == "'unsafe-inline'"  # its own, and those of its pictures
    assert policy == dict.fromkeys(("default-src", "base-uri", "form-action"), "'none'")


def test_the_report_begins_with_the_ranking_and_shows_nothing_twice(played):
    folder, _, _ = played
    page = (folder / "report.html").read_text()

    headings = re.findall(r"<h2>([^<]+)</h2>", page)
    assert headings[0] == "Ranking"
    assert len(set(headings)) == len(headings)
    pictures = re.findall(r"<svg.*?</svg>", page, re.S)
    labels = [tuple(re.findall(r"<text[^>]*>([^<]+)</text>", one)) for one in pictures]
    assert len(set(labels)) == len(labels) == 4
    # 8 games between the agents; the 4 of identical agents are counted apart.
    assert "<title>Tournament: 2 agents, 8 games</title>" in page
    assert "<h1>8 games of agot2e between 2 agents, 3 players</h1>" in page
    assert "4 more games were played by identical agents." in page


def test_intervals_look_alike_and_wide_tables_have_a_cue(played):
    folder, _, _ = played
    page = (folder / "report.html").read_text()

    assert "\N{EN DASH}" not in page
    shown = re.findall(r'<span class="pale">([^<]+)</span>', page)
    assert shown
    assert all(re.fullmatch(r"\(-?\d+\.\d - -?\d+\.\d\)", one) for one in shown)
    tables = re.findall(
        r'<p class="cue">[^<]+</p>\s*<div class="scroll" tabindex="0"[^>]*><table>', page
    )
    assert len(tables) == page.count("<table>") == 4


def test_pictures_follow_the_light_or_dark_of_the_page(played):
    folder, _, _ = played
    page = (folder / "report.html").read_text()

    assert "@media (prefers-color-scheme: dark)" in page
    for role in plots.ROLES.values():
        assert page.count(f"--{role}: ") == 2
    for svg in re.findall(r"<svg.*?</svg>", page, re.S):
        assert "var(--ink)" in svg
        assert not any(colour in svg for colour in plots.ROLES)


def test_the_legend_has_the_order_of_the_ranking():
    svg = plots.history(("a", "b", "c"), np.array([[25.0, 26.0, 27.0]] * 3), ("c", "a", "b"))

    words = [word for word in re.findall(r"<text[^>]*>([^<]+)</text>", svg) if word in "abc"]
    assert words == ["c", "a", "b"]


def test_who_is_better_is_told_and_of_whom_it_is_not_known(played, tmp_path):
    _, plan, outcomes = played
    summary = summarize(plan, outcomes)
    one, other = report.ranking(summary)
    rated = rate(plan, outcomes)

    def shown(better, more):
        pair = {
            one: {other: {**summary["payoffs"][one][other], "better": better, "more_games": more}},
            other: {one: {**summary["payoffs"][other][one], "better": False, "more_games": more}},
        }
        told = {**summary, "payoffs": pair}
        report.write_report(tmp_path / "report.html", plan, told, rated)
        return told, re.sub(r"<[^>]+>", "", (tmp_path / "report.html").read_text())

    told, page = shown(True, 0)
    assert report.clearly_behind(told) == {one: [other], other: []}
    assert report.not_told_apart(told) == {}
    assert f"{one} is better than {other}" in page

    told, page = shown(False, 12345)
    assert report.clearly_behind(told) == {one: [], other: []}
    assert report.not_told_apart(told) == {one: {other: 12345}}
    assert f"Not enough games to tell {one} from {other} (about 12,345 more)" in page
    assert "These games show no agent to be better" in page

    assert f"from {other} (more than anybody plays)" in shown(False, None)[1]


def test_the_report_tells_its_date_and_the_command_that_repeats_it(played, tmp_path):
    _, plan, outcomes = played
    summary = summarize(plan, outcomes)
    when = datetime(2030, 1, 2, 3, 4, tzinfo=UTC)

    report.write_report(tmp_path / "report.html", plan, summary, rate(plan, outcomes), written=when)

    page = (tmp_path / "report.html").read_text()
    assert "Written 2030-01-02 03:04 UTC." in page
    assert html.escape(repeat_commands(plan)[0]) in page


def test_the_commands_that_repeat_make_the_same_plan(played, tmp_path, got):
    _, plan, _ = played
    plan = replace(plan, options={"tides": "true"}, seed=5, time_limit=7.5)
    plan = extend(
        plan,
        new_plan(
            ("heuristic", "random", "raider:castle=11,harm=0.4"),
            12,
            players=3,
            options={"tides": "true"},
            seed=5,
            time_limit=7.5,
        ),
    )

    for command in repeat_commands(plan):
        words = [
            str(tmp_path / "cup") if word == "FOLDER" else word for word in shlex.split(command)
        ]
        code, _, err = got(*words[1:])
        assert code == 0, err

    with Store(tmp_path / "cup") as store:
        assert store.read_plan() == plan


def extended(*asked):
    """A plan that was extended, by agents, games and mirror games each time."""
    first, *others = (
        new_plan(agents, games, players=3, mirrors=mirrors, seed=1)
        for agents, games, mirrors in asked
    )
    for wanted in others:
        first = extend(first, wanted)
    return first


TWO, THREE = ("heuristic", "random"), ("heuristic", "random", "random_kind")


@pytest.mark.parametrize(
    ("asked", "commands"),
    [
        ([(TWO, 4, 0), (TWO, 4, 2)], 2),
        ([(TWO, 2, 2), (TWO, 2, 4)], 2),
        ([(TWO, 2, 0), (TWO, 2, 2), (THREE, 4, 4), (THREE, 4, 6)], 4),
    ],
)
def test_mirror_games_that_were_added_later_are_repeated(asked, commands, tmp_path, got):
    plan = extended(*asked)

    repeated = repeat_commands(plan, until=0.05)

    assert len(repeated) == commands
    assert repeated[-1].endswith(f"--mirror {asked[-1][2]} --out FOLDER --resume --until 0.05")
    for command in repeated:
        words = shlex.split(command.replace("FOLDER", str(tmp_path / "cup")))
        code, _, err = got(*words[1:], "--no-isolate", "--replays", "none")
        assert code == 0, err
    with Store(tmp_path / "cup") as store:
        assert store.read_plan() == plan


def test_mirror_games_that_were_added_later_change_no_verdict():
    before = new_plan(TWO, 12, players=3, seed=1)
    plan = extend(before, new_plan(TWO, 12, players=3, mirrors=3, seed=1))
    outcomes = run(plan, InProcess())

    summary = summarize(plan, outcomes, 0.05)

    assert [stage.schedule for stage in plan.stages] == ["round-robin", "mirror"]
    assert summary["schedule"] == "round-robin"
    assert summary["sequential"] == summarize(before, outcomes[:12], 0.05)["sequential"]
    assert summary["sequential"]["deals"] == 6


def test_names_end_lines_only_between_words():
    name = "policy:runs/a_rather_long/folder,sims=12"

    assert "".join(tables.words_of(name)) == name
    lines = tables.broken_name(name, 12).split("\n")
    assert lines == ["policy:runs/", "a_rather_", "long/folder,", "sims=12"]
    assert tables.broken_name("heuristic") == "heuristic"
    assert tables.broken_name("averyverylongwordwithoutend") == "averyverylongwordwithoutend"


def test_the_report_can_do_without_ratings_and_mirror_games(played, tmp_path, monkeypatch):
    _, plan, outcomes = played
    monkeypatch.setattr("got_benchmarks.tournament.ratings.find_spec", lambda name: None)
    plan = replace(plan, stages=(replace(plan.stages[1], first=0, games=12),))
    summary = summarize(plan, outcomes)

    report.write_report(tmp_path / "report.html", plan, summary, rate(plan, outcomes))

    page = (tmp_path / "report.html").read_text()
    assert "No ratings" in page
    assert "--mirror" in page


def test_a_missing_library_is_named(monkeypatch):
    monkeypatch.setattr(report, "find_spec", lambda name: None if name == "jinja2" else name)

    assert report.missing() == "no report: jinja2 missing: " + how_to_install("viz")


def test_replays_lead_to_the_stored_end(played):
    folder, plan, outcomes = played
    kept = write_replays(folder, plan, outcomes)

    assert set(notable(plan, outcomes)) == {one.number for one in kept}
    assert any("forfeited by random" in one.why for one in kept)
    for one in kept:
        outcome = outcomes[one.number]
        replay = read_replay((folder / one.link).read_text())
        replay.verify()
        if outcome.end != "forfeit":
            assert replay.over
            assert replay.states["winner"][0] == outcome.winner


def test_a_replay_that_could_not_be_written_whole_is_not_there(played, tmp_path, monkeypatch):
    """Files that exist are left alone, so a part of one would stay for good."""
    _, plan, outcomes = played

    def fill(handle):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.fsync", fill)
    with pytest.raises(OSError, match="No space left on device") as refused:
        write_replays(tmp_path, plan, outcomes, "all")
    assert refused.value.filename == str(tmp_path / "replays" / "game-000000.txt")
    assert list((tmp_path / "replays").iterdir()) == []


def test_all_games_or_none_can_be_written_as_replays(played, tmp_path):
    _, plan, outcomes = played

    assert write_replays(tmp_path, plan, outcomes, "none") == []
    assert not list(tmp_path.rglob("*.txt"))
    write_replays(tmp_path, plan, outcomes, "all")
    assert len(list(tmp_path.rglob("*.txt"))) == 12
    with pytest.raises(ValueError, match="replays='some': expected one of notable, all, none"):
        write_replays(tmp_path, plan, outcomes, "some")


def test_pages_lie_beside_the_replays_and_are_linked(played, tmp_path):
    _, plan, outcomes = played
    kept = write_replays(tmp_path, plan, outcomes)[:2]

    found = write_pages(tmp_path, kept)

    report.write_report(
        tmp_path / report.FILE_NAME, plan, summarize(plan, outcomes), rate(plan, outcomes), found
    )
    text = (tmp_path / report.FILE_NAME).read_text()
    for one, before in zip(found, kept, strict=True):
        assert one == replace(before, page=before.link.replace(".txt", ".html"))
        assert f'<a href="{one.page}">page</a>' in text
        page = (tmp_path / one.page).read_text()
        assert page == page_of(read_replay((tmp_path / one.link).read_text()))
        assert GAMES["agot2e"].identity.title in page


def test_pages_that_exist_are_left_alone(played, tmp_path):
    _, plan, outcomes = played
    kept = write_replays(tmp_path, plan, outcomes)[:1]
    file = tmp_path / kept[0].link.replace(".txt", ".html")
    file.write_text("mine")

    write_pages(tmp_path, kept)

    assert file.read_text() == "mine"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "pages: expected out, a folder for the results"),
        ({"out": "cup", "replays": "none"}, "pages: expected replays notable or all"),
    ],
)
def test_pages_that_cannot_be_made_are_refused_before_the_games(
    given, message, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)

    with pytest.raises(ValueError, match=message):
        tournament(["random"], games=1, pages=True, **given)
    assert not list(tmp_path.iterdir())


def test_a_game_without_pictures_has_no_pages():
    with pytest.raises(ValueError, match="pages: there are no pictures of pennies"):
        check_drawn(PENNIES)


def test_exports_have_a_row_for_every_seat(played, tmp_path):
    _, plan, outcomes = played
    export.write_csv(tmp_path / "a.csv", plan, outcomes)

    with (tmp_path / "a.csv").open() as file:
        reader = csv.DictReader(file)
        rows = list(reader)
    assert len(set(reader.fieldnames)) == len(reader.fieldnames), "a measure takes a column's name"
    assert [row["supply"] for row in rows[:3]] == [
        str(outcomes[0].measures["supply"][seat]) for seat in range(3)
    ]

    assert len(rows) == 36
    assert {row["agent"] for row in rows} == {"heuristic", "random"}
    assert sum(float(row["share"]) for row in rows) == pytest.approx(12)
    assert [row["error"] for row in rows if row["failed"] == "True"] == ["Crash: <b>bad</b>"]


def test_parquet_has_the_same_rows_with_types(played, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    _, plan, outcomes = played
    export.write_parquet(tmp_path / "a.parquet", plan, outcomes)

    assert parquet.read_table(tmp_path / "a.parquet").to_pylist() == export.rows(plan, outcomes)


def test_parquet_needs_its_extra(monkeypatch):
    monkeypatch.setattr(export, "find_spec", lambda name: None)

    with pytest.raises(MissingExtraError, match=r"--parquet needs .*'.\[parquet\]'"):
        export.check_parquet()


def test_a_folder_that_takes_no_files_loses_no_game(played, tmp_path):
    _, plan, outcomes = played
    with Store(tmp_path) as store:
        open_plan(store, plan, False)
        (tmp_path / "results.json").mkdir()
        with pytest.raises(StoreError, match=r"results.json: Is a directory; all games are safe"):
            conclude(plan, outcomes, store)


@pytest.mark.parametrize(
    ("version", "digest", "told"),
    [
        ("got_env 0.1.0", "", "got_env 0.1.0"),
        ("", "0123abcd", "digest 0123abcd"),
        ("2", "0123abcd", "2, digest 0123abcd"),
        ("", "", "no version and no fingerprint"),
    ],
)
def test_an_agent_is_repeated_by_its_version_or_its_digest(version, digest, told):
    assert report.known_by({"version": version, "digest": digest}) == told
