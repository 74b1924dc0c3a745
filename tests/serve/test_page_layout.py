"""Layout of the page over time: columns, colours, events one by one, cards."""

import re

import pytest

from tests.browsing import browser, click_shape, needs_browser, opened, photographed
from tests.serve.test_browser import ASKED, answer_with_mouse, table, wait_for_question

__all__ = ["browser"]

pytestmark = needs_browser

BOARD = ("--game", "agot2e", "--players", "3", "--seed", "2")
CARDS = ("--game", "btwixt", "--players", "3", "--seed", "2")
TOLD = "#ui-story li"


@pytest.mark.parametrize("game", [BOARD, CARDS])
def test_board_question_and_story_are_in_sight_together(browser, tmp_path, game):
    with table(tmp_path, *game) as links:
        link = next(iter(links.values()))
        for width in (1440, 1920):
            with opened(browser, link, width) as page:
                wait_for_question(page)
                photographed(page, f"{game[1]}-{width}-light")
                size = page.viewport_size
                sight = [page.locator(part).bounding_box() for part in PARTS]
                for box in sight:
                    assert box["x"] >= 0
                    assert box["y"] >= 0
                    assert box["x"] + box["width"] <= size["width"]
                    assert box["y"] + box["height"] <= size["height"]
                board, question, story = sight[0], sight[1], sight[-1]
                assert board["x"] + board["width"] <= question["x"]
                assert question["x"] + question["width"] <= story["x"]
                assert page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")
                assert not page.locator("#ui-signs").is_visible()


PARTS = ("#ui-board svg", "#ui-actions", "#ui-send", "#ui-beside svg", ".story .log:last-of-type")
"""Parts that have to be in sight."""


def test_words_beside_the_board_are_not_shrunk_to_its_height(browser, tmp_path):
    """What is taller than its part of the page scrolls there, and its story stays in sight."""
    with table(tmp_path, "--game", "agot2e", "--players", "6", "--seed", "2") as links:
        for width in (1440, 1920):
            with opened(browser, next(iter(links.values())), width) as page:
                wait_for_question(page)
                size = page.locator("#ui-beside .small").first.evaluate(SIZE_SHOWN)
                assert size >= (11 if width == 1920 else 8.5)
                log = page.locator(".story .log:last-of-type").bounding_box()
                assert log["height"] >= 7 * 16
                assert log["y"] + log["height"] <= page.viewport_size["height"]


SIZE_SHOWN = """word => word.getScreenCTM().a * parseFloat(getComputedStyle(word).fontSize)"""


@pytest.mark.parametrize("width", [390, 1440])
def test_facts_are_cut_between_two_lines_and_the_standing_not_at_all(browser, tmp_path, width):
    with (
        table(tmp_path, *CARDS) as links,
        opened(browser, next(iter(links.values())), width) as page,
    ):
        wait_for_question(page)
        for part in ("#ui-about", "#ui-standing-part"):
            page.locator(part).evaluate("part => { part.open = true; }")
        high, whole = page.locator("#ui-lines").evaluate(
            "lines => [lines.clientHeight, lines.scrollHeight]"
        )
        assert (high % LINE, whole % LINE) == (0, 0)
        assert page.locator(".wide").evaluate("table => table.scrollWidth <= table.clientWidth")


LINE = 20


def test_legend_stands_beside_the_board_and_folds_away(browser, tmp_path):
    with (
        table(tmp_path, *BOARD) as links,
        opened(browser, next(iter(links.values())), 1440) as page,
    ):
        wait_for_question(page)
        page.locator("#ui-signs-part summary").click()
        assert "footman" in page.locator("#ui-signs").text_content()
        assert "footman" not in page.locator("#ui-beside").text_content()


def test_what_others_do_comes_one_by_one_and_can_be_hurried(browser, tmp_path):
    with (
        table(tmp_path, *CARDS) as links,
        opened(browser, next(iter(links.values())), 1440) as page,
    ):
        wait_for_question(page)
        page.locator("#ui-pace").select_option("slow")
        page.locator("#ui-pause").click()
        assert page.locator("#ui-next").is_disabled()
        before = page.locator("#ui-actions").get_attribute("data-turn")
        told = page.locator(TOLD).count()
        page.locator("#ui-board .lit").first.click()
        page.locator("#ui-send").click()
        page.wait_for_selector("#ui-next:not([disabled])")
        assert page.locator(TOLD).count() == told
        assert page.locator("#ui-answering").evaluate("part => part.inert")
        page.locator("#ui-next").click()
        assert page.locator(TOLD).count() == told + 1
        page.keyboard.press("n")
        assert page.locator(TOLD).count() == told + 2
        page.locator("#ui-rush").click()
        wait_for_question(page, before)
        assert not page.locator("#ui-answering").evaluate("part => part.inert")
        assert page.locator("#ui-next").is_disabled()
        page.reload()
        wait_for_question(page)
        assert page.locator("#ui-pace").input_value() == "slow"


def test_the_board_shows_what_the_story_has_told(browser, tmp_path):
    """Event after event the board follows, and at the end it is the one of the question."""
    with (
        table(tmp_path, *CARDS) as links,
        opened(browser, next(iter(links.values())), 1440) as page,
    ):
        wait_for_question(page)
        page.locator("#ui-pace").select_option("slow")
        page.locator("#ui-pause").click()
        before = page.locator("#ui-actions").get_attribute("data-turn")
        page.locator(ASKED).last.click()
        page.locator("#ui-send").click()
        page.wait_for_selector("#ui-next:not([disabled])")
        knelt = 0
        while page.locator("#ui-next").is_enabled():
            page.locator("#ui-next").click()
            told = re.fullmatch(r"Player (\d) kneels", page.locator(TOLD).last.text_content())
            if told and page.locator("#ui-next").is_enabled():
                page.wait_for_selector(f"#ui-board #player-{told[1]} .kneels")
                knelt += 1
        wait_for_question(page, before)
        assert knelt > 0
        assert page.locator("#ui-board .lit").count() > 0


def test_a_story_is_filtered_by_player_and_points_at_the_board(browser, tmp_path):
    with (
        table(tmp_path, *BOARD) as links,
        opened(browser, next(iter(links.values())), 1440) as page,
    ):
        wait_for_question(page)
        while page.locator(TOLD).filter(has_text="raids").count() == 0:
            answer_with_mouse(page)
        whole = page.locator(TOLD).count()
        assert page.locator(f"{TOLD}.round").first.text_content().startswith("Round 1 begins")
        page.locator("#ui-story-of").select_option("lannister")
        shown = page.locator(f"{TOLD}:not(.round):visible").all_text_contents()
        assert 0 < len(shown) < whole
        assert all("lannister" in line.lower() for line in shown)
        page.locator("#ui-story-of").select_option("")
        page.locator(TOLD).filter(has_text="raids").first.hover()
        assert page.locator("#ui-board .pointing > *").count() > 0
        page.locator("h1").hover()
        assert page.locator("#ui-board .pointing > *").count() == 0


def test_an_order_that_is_chosen_for_another_area_moves_there(browser, tmp_path):
    with (
        table(tmp_path, *BOARD) as links,
        opened(browser, next(iter(links.values())), 1440) as page,
    ):
        wait_for_question(page)
        plan = page.locator("#ui-plan button")
        star = page.locator(ASKED).filter(has_text="March +1")
        star.click()
        page.wait_for_function(f"{PLAN}[0].textContent.endsWith('March +1')")
        assert page.locator("#ui-board .planned text").all_text_contents() == ["March +1"]
        assert plan.nth(1).get_attribute("aria-current") == "true"
        star.click()
        page.wait_for_function(f"{PLAN}[1].textContent.endsWith('March +1')")
        assert plan.nth(0).text_content().endswith("open")
        page.locator("#ui-back").click()
        page.wait_for_function(f"{PLAN}[1].textContent.endsWith('open')")


PLAN = "() => document.querySelectorAll('#ui-plan button')"


def test_a_house_has_one_colour_on_board_panel_and_in_lists(browser, tmp_path):
    with (
        table(tmp_path, *BOARD) as links,
        opened(browser, next(iter(links.values())), 1440) as page,
    ):
        wait_for_question(page)
        for house in ("baratheon", "lannister", "stark"):
            fills = {
                part: page.locator(f"{part} .{house}.piece").first.evaluate(
                    "piece => getComputedStyle(piece).fill"
                )
                for part in ("#ui-board", "#ui-beside", "#ui-standing")
            }
            assert len(set(fills.values())) == 1, fills


def test_the_title_of_a_page_says_whose_turn_it_is(browser, tmp_path):
    with table(tmp_path, *CARDS) as links:
        with opened(browser, links["player_1"], 390) as page:
            wait_for_question(page)
            assert re.match("● Your turn: ", page.title())
        with opened(browser, links["to"], 390) as page:
            page.wait_for_selector("#ui-board svg")
            assert "our turn" not in page.title()


@pytest.mark.parametrize("width", [390, 1440])
def test_a_card_of_the_hand_is_played_by_a_click_on_it(browser, tmp_path, width):
    with table(tmp_path, *CARDS) as links, opened(browser, links["player_1"], width) as page:
        wait_for_question(page)
        while "hand" not in page.locator("#ui-question-title").text_content():
            answer_with_mouse(page)
        card = page.locator("#ui-board .lit").first
        name = card.get_attribute("data-name").replace("_", " ")
        click_shape(page, card)
        assert name in page.locator("#ui-chosen").text_content().lower()
        assert page.locator(f"{ASKED}[aria-selected=true]").count() == 1
