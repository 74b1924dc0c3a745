"""House cards at their choice are cards with strength, icons and gist, for mouse and keys."""

from pathlib import Path

import numpy as np
import pytest

from got_agents.serve.visibility import known_to
from got_env.games import get_game
from got_env.replay import read_replay
from got_env.westeros.facts.rulesets import facts_of
from tests.browsing import browser, needs_browser, opened
from tests.serve.test_browser import ASKED, plan_with_keys, settled, table, wait_for_question

__all__ = ["browser"]

REPLAYS = Path(__file__).parents[1] / "replays"
GAMES = {"agot2e": "6p", "agot1e": "1e_5p", "agot1e_storm": "storm_5p", "asos": "asos_4p"}


@pytest.mark.parametrize("code", GAMES)
def test_a_choice_of_house_cards_tells_what_is_printed_on_them(code):
    game, choices = get_game(code), 0
    masks = np.zeros((1, game.actions.size), dtype=np.bool_)
    replay = read_replay((REPLAYS / f"{GAMES[code]}.txt").read_bytes())
    for _ in replay.play():
        states = replay.states
        game.kernels.action_mask(states, masks)
        legal = np.flatnonzero(masks[0])
        if game.words.phase_name(states, 0) != "house_card" or len(legal) < 2:
            continue
        house = game.words.snapshot(states, 0)["decision"]["player"]
        seat = game.seats.in_play(int(states["num_players"][0])).index(house)
        printed = {card.id: card for card in facts_of(states["ruleset"][0]).cards.houses[house]}
        prompt = game.words.prompt(game, known_to(game, states, seat), seat, 46)
        for action in map(int, legal):
            text = game.actions.text(states, 0, action)
            card, shown = printed[text.rpartition(" ")[2]], prompt.face(action, text)
            assert (shown.seat, shown.number) == (house, card.strength)
            assert shown.signs.get("swords", 0) == card.swords
            assert shown.signs.get("fortifications", 0) == card.fortifications
            # Davos has a text only if an option exchanges him with Renly (1E-DP-24).
            told = card.ability is not None and card.text != "promotes_instead"
            assert shown.text == (card.ability.summary if told else "")
            assert game.actions.label(states, 0, action) == f"Play {shown.name}"
            choices += 1
    assert choices > 20


def answer_from_the_list(page):
    """Answer a question, or several that can be planned."""
    before = page.locator("#ui-actions").get_attribute("data-turn")
    if page.locator("#ui-plan").is_visible():
        page.locator("#ui-actions").focus()
        plan_with_keys(page)
    while page.locator("#ui-send").is_disabled() and not page.locator(f"{ASKED}.card").count():
        page.locator(ASKED).last.click()
        settled(page)
    page.locator("#ui-send").click()
    wait_for_question(page, before)


@needs_browser
@pytest.mark.parametrize("width", [390, 1440])
def test_a_house_card_is_played_by_a_click_on_it(browser, tmp_path, width):
    game = ("--game", "agot2e", "--seed", "3")
    with table(tmp_path, *game) as links, opened(browser, links["baratheon"], width) as page:
        wait_for_question(page)
        cards = page.locator(f"{ASKED}.card")
        while not cards.count():
            answer_from_the_list(page)
        assert cards.count() == 7
        assert page.locator(f"{ASKED}.card .sign").count() > 2
        page.locator("#ui-actions").focus()
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        second = cards.nth(1)
        assert "active" in second.get_attribute("class")
        boxes = [card.bounding_box() for card in cards.all()]
        assert boxes[0]["y"] == boxes[1]["y"]
        name = second.locator("b").text_content()
        second.click()
        assert page.locator("#ui-chosen").text_content() == f"Chosen: Play {name}"
        cut = "card => card.scrollWidth > card.clientWidth || card.scrollHeight > card.clientHeight"
        assert not any(card.evaluate(cut) for card in cards.all())
        page.locator("#ui-send").click()
        page.wait_for_function(f"() => !document.querySelector('{ASKED}.card')")
