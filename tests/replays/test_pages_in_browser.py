"""The page of a recorded game in a real browser: keys, viewers, charts, messages, accessibility."""

import pytest

from got_env.replay import read_replay
from got_env.replay.page import EVERYTHING, page_of
from tests.browsing import barriers, browser, fits, needs_browser, opened, photographed
from tests.press.talkers import talked
from tests.replays.test_pages import REPLAYS

__all__ = ["browser"]

pytestmark = needs_browser


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Links to pages: a board game, and a table of B'Twixt at which the players talk."""
    folder = tmp_path_factory.mktemp("pages")
    board = read_replay((REPLAYS / "3p.txt").read_bytes())
    (folder / "board.html").write_text(page_of(board, [EVERYTHING, "stark"]), encoding="utf-8")
    talk = read_replay(talked("btwixt", 3).text)
    viewers = [EVERYTHING, "player_2"]
    (folder / "talk.html").write_text(page_of(talk, viewers), encoding="utf-8")
    return {name: (folder / f"{name}.html").as_uri() for name in ("board", "talk")}


def loaded(page):
    page.wait_for_selector("#board svg")
    return page


@pytest.mark.parametrize("name", ["board", "talk"])
@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1200, "light"), (1200, "dark")])
def test_a_page_can_be_read_and_heard(browser, pages, name, width, scheme):
    with opened(browser, f"{pages[name]}#40", width, scheme) as page:
        loaded(page)
        photographed(page, f"replay-{name}-{width}-{scheme}")
        page.locator("#charts svg").last.scroll_into_view_if_needed()
        photographed(page, f"replay-{name}-{width}-{scheme}-charts")
        assert barriers(page) == []
        assert fits(page)


def test_messages_appear_where_they_were_said_and_for_whom(browser, pages):
    with opened(browser, pages["talk"], 1200) as page:
        shown = loaded(page).locator("#messages li:not([hidden])")
        page.keyboard.press("End")
        everything = shown.all_text_contents()
        assert page.locator("#talk").is_visible()
        page.keyboard.press("Home")
        assert 0 < shown.count() < len(everything)
        page.locator("#viewer").select_option("player_2")
        page.locator("#last").click()
        own = shown.all_text_contents()
        assert 0 < len(own) < len(everything)
        assert all("player_2" in line or " to all: " in line for line in own)
        photographed(page, "replay-messages")


def test_the_chance_to_win_is_charted_for_each_viewer(browser, pages):
    with opened(browser, pages["board"], 1200) as page:
        loaded(page)
        chart = page.locator("#charts svg[aria-label='chance to win, %']")
        everything = chart.inner_html()
        assert chart.locator("polyline").count() == 3
        assert page.locator("#about-chances").is_visible()
        page.locator("#viewer").select_option("stark")
        assert chart.count() == 1
        assert chart.inner_html().count("polyline") == everything.count("polyline")


def test_story_and_charts_end_where_the_board_is_unless_all_is_asked_for(browser, pages):
    with opened(browser, f"{pages['board']}#100", 1200) as page:
        told = loaded(page).locator("#story li:not([hidden])")
        points = page.locator("#charts polyline").first
        until_here, rounds = told.count(), len(points.get_attribute("points").split())
        assert "Round 1" in told.all_text_contents()[0]
        page.locator("#next").click()
        assert told.count() >= until_here
        page.locator("#whole").check()
        whole, to_the_end = told.count(), len(points.get_attribute("points").split())
        assert (whole > until_here, to_the_end > rounds) == (True, True)
        page.locator("#whole").uncheck()
        page.keyboard.press("End")
        page.locator("#last").click()
        assert told.count() == whole
        assert len(points.get_attribute("points").split()) == to_the_end


def test_lines_of_charts_have_the_colours_of_the_pieces(browser, pages):
    with opened(browser, pages["board"], 1200) as page:
        loaded(page)
        lines = page.locator("#charts svg").first.locator("polyline")
        houses = page.locator("#charts svg").first.locator("text").all_text_contents()[-3:]
        for line, house in zip(lines.all(), houses, strict=True):
            piece = page.locator(f".piece.{house}").first
            fill = piece.evaluate("piece => getComputedStyle(piece).fill")
            assert line.get_attribute("stroke") == fill
        assert len({line.get_attribute("stroke") for line in lines.all()}) == 3


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1920, 1080)])
def test_the_whole_board_is_in_sight(browser, pages, width, height):
    with opened(browser, pages["board"], 1200) as page:
        page.set_viewport_size({"width": width, "height": height})
        box = loaded(page).locator("#board svg").bounding_box()
        assert box["y"] + box["height"] <= height
        assert page.locator("#story").bounding_box()["x"] > box["x"] + box["width"]


@pytest.mark.parametrize(
    ("place", "step"), [("1.5", 1), ("-3", 0), ("1e9", None), ("Infinity", None), ("nowhere", 0)]
)
def test_an_odd_place_in_the_link_of_a_page_shows_a_step_of_the_game(browser, pages, place, step):
    with opened(browser, f"{pages['board']}#{place}", 1200) as page:
        counter = loaded(page).locator("#counter").text_content()
        last = int(counter.rpartition(" ")[2])
        assert counter == f"{last if step is None else step} of {last}"
        assert page.locator("#caption").text_content()
