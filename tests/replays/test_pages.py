"""The page of a recorded game: what it shows, what it may not show, and that it runs."""

import dataclasses
import re
import shutil
import subprocess
from html import escape
from pathlib import Path

import numpy as np
import pytest

from got_env.games import get_game
from got_env.pictures import picture
from got_env.replay import read_replay
from got_env.replay.page import EVERYTHING, PageWriter
from got_env.replay.page import page_of as page_of_replay
from got_env.replay.page.film import Film, Parts
from tests.invariants.positions import positions
from tests.replays.pages import data_of, documents, policy_of

REPLAYS = Path(__file__).parent
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def page_of(name, *viewers):
    replay = read_replay((REPLAYS / f"{name}.txt").read_bytes())
    header = replay.header
    writer = PageWriter(header.game, replay.states, viewers or (EVERYTHING,), header.agents)
    drawn = {viewer: [] for viewer in viewers}
    for step in replay.play():
        writer.before(step.states, step.player, step.text)
        for viewer in viewers:
            seen = None if viewer == EVERYTHING else viewer
            drawn[viewer].append(picture(header.game, step.states, 0, seen))
    writer.end(replay.states)
    for viewer in viewers:
        seen = None if viewer == EVERYTHING else viewer
        drawn[viewer].append(picture(header.game, replay.states, 0, seen))
    return writer.html(), drawn, replay


# --- what it shows


@pytest.mark.parametrize(
    ("name", "viewers"),
    [
        ("3p", ("stark",)),
        ("4p", (EVERYTHING, "stark", "greyjoy")),
        ("1e_3p", ("lannister",)),
        ("btwixt/3p", ("player_2", EVERYTHING)),
    ],
)
def test_a_page_holds_the_pictures_of_its_viewers_and_nothing_else(name, viewers):
    page, drawn, replay = page_of(name, *viewers)
    data = data_of(page)

    assert data["viewers"] == list(viewers)
    for viewer in viewers:
        assert documents(data, viewer) == drawn[viewer]
    shown = "".join(document for pictures in drawn.values() for document in pictures)
    assert [part for part in data["parts"] if part not in shown] == []
    assert len(data["steps"]) == replay.decisions + 1
    assert any("text" in step for step in data["steps"]) == (EVERYTHING in viewers)


def test_the_story_is_what_happened_in_public():
    page, _, replay = page_of("3p", "stark")
    told = [event for step in data_of(page)["steps"] for event in step["events"]]

    last = replay.header.game.words.told_events(replay.states, 0, 0)  # as many as the record holds
    assert told[-len(last) :] == last
    assert told[0] == "Round 1 begins"
    assert len(told) > len(last) > 10


def test_charts_have_a_value_of_each_round_and_of_the_end():
    page, _, replay = page_of("3p", "stark")
    samples = data_of(page)["charts"]["stark"]
    game = replay.header.game

    assert [s["round"] for s in samples] == [
        *range(1, samples[-1]["round"] + 1),
        samples[-1]["round"],
    ]
    assert [s["last"] for s in samples] == [False] * (len(samples) - 1) + [True]
    ends = {name: list(row) for name, row in game.results.measure(replay.states, 0).items()}
    assert samples[-1]["values"] == ends


@pytest.mark.parametrize(
    ("name", "viewers"),
    [("3p", (EVERYTHING, "stark")), ("btwixt/3p", (EVERYTHING, "player_2")), ("1e_3p", ("stark",))],
)
def test_a_page_charts_the_chance_to_win_by_the_value_of_the_search(name, viewers):
    page, _, replay = page_of(name, *viewers)
    for viewer in viewers:
        *rounds, end = (sample["chances"] for sample in data_of(page)["charts"][viewer])
        assert all(sum(chances) == pytest.approx(1, abs=0.01) for chances in rounds)
        assert all(0 < chance < 1 for chances in rounds for chance in chances)
        assert len({tuple(chances) for chances in rounds}) == len(rounds)
        places = replay.states["place"][0, : len(end)].tolist()
        assert end == [float(place == 0) for place in places]


def test_a_game_without_a_search_has_no_chances():
    game = get_game("agot2e")
    plain = dataclasses.replace(game, players=dataclasses.replace(game.players, search=None))
    writer = PageWriter(plain, plain.start(1, 3), (EVERYTHING, "stark"))
    writer.end(plain.start(1, 3))
    charts = data_of(writer.html())["charts"]

    assert [charts[viewer][0]["chances"] for viewer in charts] == [None, None]


@pytest.mark.parametrize("name", ["6p_otherwise_long", "1e_5p", "btwixt/6p_clash"])
def test_a_page_is_one_small_file(name):
    page, _, _ = page_of(name)

    assert len(page.encode()) < 400_000
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|@import|\bsrc=|url\(", page)
    assert not re.search(r"@[A-Z]+@", page)


def test_a_browser_is_told_to_fetch_nothing_for_a_page():
    policy = policy_of(page_of("3p")[0])

    assert {policy.pop(part) for part in ("script-src", "style-src")} == {"'unsafe-inline'"}
    assert policy.pop("img-src") == "data:"
    assert policy == dict.fromkeys(("default-src", "base-uri", "form-action"), "'none'")


def test_the_page_of_a_long_game_for_all_viewers_has_less_than_two_megabytes():
    """All ten rounds among five, with 1135 decisions: the longest of the golden games."""
    replay = read_replay((REPLAYS / "1e_5p_storm.txt").read_bytes())
    seats = replay.header.game.seats.in_play(replay.header.players)
    page = page_of_replay(replay, [EVERYTHING, *seats])

    assert replay.decisions > 1000
    assert int(replay.states["round_no"][0]) == 10
    assert list(data_of(page)["films"]) == [EVERYTHING, *seats]
    assert len(page.encode()) < 2_000_000


def test_a_page_is_the_same_each_time():
    assert page_of("3p", "stark")[0] == page_of("3p", "stark")[0]


def test_names_of_agents_are_written_as_text():
    game = get_game("agot2e")
    states = game.start(1, 3)
    writer = PageWriter(game, states, (EVERYTHING,), ("<script>", "a&b", "c"))
    writer.end(states)

    assert "(&lt;script&gt;), lannister (a&amp;b)" in writer.html()


# --- what it may not show


def single(game, states, viewer, text):
    """The page of one position, as one player may see it."""
    writer = PageWriter(game, states, (viewer,))
    writer.before(states, "somebody", text)
    writer.end(states)
    return writer.html()


def test_everything_is_told_to_everything_alone():
    game = get_game("agot2e")
    states = positions(3)[next(iter(positions(3)))][0]

    assert "secret words" not in str(data_of(single(game, states, "stark", "secret words")))
    assert "secret words" in str(data_of(single(game, states, EVERYTHING, "secret words")))


# --- the film


def test_a_film_gives_back_what_it_was_made_of():
    rng = np.random.default_rng(1)
    parts = Parts()
    film = Film(parts)
    shown = [
        "".join(f"<b>{n}</b>" for n in rng.integers(0, 9, rng.integers(0, 9))) for _ in "x" * 200
    ]
    for document in shown:
        film.add(document)

    data = {"parts": parts.texts(), "films": {"all": film.frames}}
    assert documents(data, "all") == shown


def test_a_film_keeps_nothing_of_what_stays():
    film = Film(Parts())
    begin, end = "<a/><b/>" * 3, "<b/><c/>" * 3
    for middle in ("<x/><y/>", "<x/><z/><y/>", "<y/>", "<y/>"):
        film.add(f"{begin}{middle}{end}")

    begun, *changes = film.frames
    assert begun == [[0, 0, 0, 1, 0, 1, 0, 1, 2, 3, 1, 4, 1, 4, 1, 4]]
    assert changes == [[[7, 0, 5]], [[6, 2]], []]


# --- on the command line


def test_the_command_writes_the_page(got, tmp_path):
    file = tmp_path / "game.html"
    args = ("--html", file, "--viewer", "stark", "--viewer", "baratheon")
    code, out, err = got("replay", REPLAYS / "3p.txt", "--verify", *args)

    assert code == 0, err
    assert "every line is right" in out
    assert file.read_text(encoding="utf-8") == page_of("3p", "stark", "baratheon")[0]


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("--html", "{folder}"), "--html '{folder}': cannot be written (Is a directory)"),
        (("--html", "{file}", "--viewer", "tyrell"), "viewer='tyrell': expected one of"),
        (
            ("--svg", "{file}", "--viewer", "stark", "--viewer", "lannister"),
            "--viewer: --svg takes one, only --html takes more",
        ),
        (("--viewer", "stark"), "--viewer: it is for pictures, give --svg FOLDER or --html FILE"),
    ],
)
def test_a_page_that_cannot_be_written_is_refused_in_one_line(got, tmp_path, args, told):
    places = {"folder": tmp_path, "file": tmp_path / "new"}
    code, out, err = got("replay", REPLAYS / "3p.txt", *(arg.format(**places) for arg in args))

    assert (code, out) == (2, "")
    assert told.format(**places) in err
    assert len(err.splitlines()) == 1
    assert not (tmp_path / "new").exists()


# --- in a browser


def browse(folder, page, where, script=""):
    """The page as text after a browser has run it, and a script on it."""
    file = folder / "page.html"
    file.write_text(page.replace("</body>", f"<script>{script}</script></body>"), encoding="utf-8")
    done = subprocess.run(
        [
            str(CHROMIUM),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--virtual-time-budget=5000",
            f"--user-data-dir={folder / 'profile'}",
            "--dump-dom",
            f"{file.as_uri()}#{where}",
        ],
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    return done.stdout


def caption(dom):
    found = re.search(r'id="caption"[^>]*>([^<]*)<', dom)
    return found and found[1]


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")
def test_a_browser_shows_the_page_and_its_keys_work(tmp_path):
    page, drawn, _ = page_of("3p", EVERYTHING, "stark")
    data = data_of(page)

    def expected(step):
        now = data["steps"][step]
        words = f"{now['player']} decides {now['phase']}: {now['text']}".replace("_", " ")
        return f"Round {now['round']}: {words}"

    def press(*keys):
        presses = "".join(
            f"document.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}'}}));"
            for key in keys
        )
        return f"setTimeout(() => {{{presses}}}, 2000)"

    dom = browse(tmp_path, page, 40)
    assert caption(dom) == expected(40)
    assert drawn[EVERYTHING][40].count("<use") == dom.count("<use")
    assert dom.count("<polyline") == 3 * (len(data["charts"]["stark"][0]["values"]) + 1)
    assert "chance to win, %" in dom
    assert caption(browse(tmp_path, page, 40, press("ArrowRight", "ArrowRight"))) == expected(42)
    assert caption(browse(tmp_path, page, 40, press("Home"))) == expected(0)
    assert caption(browse(tmp_path, page, 40, press("End"))) == "The end"
    assert caption(browse(tmp_path, page, 120, press("ArrowLeft"))) == expected(119)
    choose = (
        "setTimeout(() => { const list = document.getElementById('viewer'); list.value = 'stark';"
        "list.dispatchEvent(new Event('change')) }, 2000)"
    )
    dom = browse(tmp_path, page, 5, choose)
    assert drawn["stark"][5].count("face-down") == dom.count('class="face-down"')
    assert drawn["stark"][5].count("face-down") > 0


@pytest.mark.parametrize("name", ["@TITLE@", "@STYLE@", "@SCRIPT@", "@DATA@", "</p><script>"])
def test_a_page_shows_the_name_of_an_agent_as_it_is(name):
    game = get_game("btwixt")
    start = game.start(1, 3)
    plain, named = (
        PageWriter(game, start, (EVERYTHING,), agents).html()
        for agents in (("agent", "b", "c"), (name, "b", "c"))
    )

    assert f"player_1 ({escape(name)}), player_2 (b)" in named
    assert named == plain.replace("player_1 (agent)", f"player_1 ({escape(name)})")
