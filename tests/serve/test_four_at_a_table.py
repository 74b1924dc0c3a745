"""Two language models, a scripted player and a person at a browser play and talk at one table."""

import re
from pathlib import Path

from got_agents.llm.talk import TALK_INSTRUCTIONS
from got_env.replay import read_replay
from tests.agents.llm_server import says
from tests.agents.llm_server import serving as chat_server
from tests.browsing import barriers, browser, needs_browser, opened, photographed
from tests.serve.test_browser import ENDED, choose_with_mouse, table

__all__ = ["browser"]

pytestmark = needs_browser

FORM = "[data-talk=form]"


def model_answer(asked):
    """Whispers to the other model and greets all when asked to talk; else takes the last action."""
    name, sheet = asked["model"], asked["messages"][1]["content"]
    if asked["messages"][0]["content"] != TALK_INSTRUCTIONS:
        numbers = re.findall(r"^(\d+)\. ", sheet, re.MULTILINE)
        return f'{{"action": {numbers[-1]}}}'
    other = {"a": "player_3", "b": "player_1"}[name]
    return (
        f'{{"messages": [{{"to": ["{other}"], "text": "{name} whispers"}},'
        f' {{"to": "all", "text": "{name} greets"}}]}}'
    )


SPOKEN = """place => {
  const form = document.querySelector("[data-talk=form]");
  return form.hidden || form.dataset.place !== place;
}"""
"""True if the round of talk at a place is over for the person; the next one may be open already."""


def may_act(page, answered):
    """Wait until the person may talk or must answer, or the game has ended; which of them.

    ``answered``: the question that the person has answered, None for none.
    """
    return page.wait_for_function(
        """([ended, answered]) => {
          const shown = (e) => e && e.checkVisibility();
          const title = document.getElementById("ui-question-title").textContent;
          if (title.includes(ended)) return "ended";
          if (shown(document.querySelector("[data-talk=form]"))) return "talk";
          const list = document.getElementById("ui-actions");
          const open = shown(list.querySelector("li")) && list.dataset.turn !== answered;
          return open && "answer";
        }""",
        arg=[ENDED, answered],
    ).json_value()


def test_two_models_a_scripted_player_and_a_person_play_a_whole_game(browser, tmp_path):
    with chat_server() as chat:
        chat.answers = [says(model_answer)]
        models = [f"llm:{chat.url()},pause=0,model={name}" for name in "ab"]
        seats = f"{models[0]},heuristic,{models[1]},human"
        order = ("--game", "btwixt", "--players", "4", "--seats", seats, "--seed", "5")
        order += ("--option", "short=true", "--press", "rounds=1")
        with (
            table(tmp_path / "tables", *order) as links,
            opened(browser, links["player_4"], 1200) as page,
        ):
            spoke, answered, turn = 0, 0, None
            while (now := may_act(page, turn)) != "ended":
                if now == "talk":
                    spoke += 1
                    page.locator("[data-talk=to] input[value=player_2]").check()
                    page.locator("[data-talk=text]").fill(f"the person asks {spoke}")
                    page.locator("[data-talk=add]").click()
                    if spoke == 2:
                        photographed(page, "four-talk")
                        assert barriers(page) == []
                    place = page.locator(FORM).get_attribute("data-place")
                    page.locator("[data-talk=done]").click()
                    page.wait_for_function(SPOKEN, arg=place)
                else:
                    answered += 1
                    turn = page.locator("#ui-actions").get_attribute("data-turn")
                    choose_with_mouse(page)
            heard = page.locator("[data-talk=messages] li").all_text_contents()
            photographed(page, "four-end")
            with page.expect_download() as saved:
                page.locator("#ui-replay").click()
            replay = read_replay(Path(saved.value.path()).read_bytes())
            with page.expect_download() as saved:
                page.locator("#ui-page").click()
            told = Path(tmp_path / "game.html")
            saved.value.save_as(told)
        with opened(browser, told.as_uri(), 1200) as page:
            page.wait_for_selector("#board svg")
            page.keyboard.press("End")
            shown = page.locator("#messages li").all_text_contents()
            photographed(page, "four-replay")

    names = replay.header.game.seats.in_play(4)
    replay.verify()
    assert replay.over
    assert spoke > 2
    assert answered > 5
    assert {message.sender for message in replay.messages} == {0, 2, 3}
    assert shown == [message.line(names) for message in replay.messages]
    assert f"Player 4 to Player 2: the person asks {spoke}" in heard
    assert "Player 1 to all: a greets" in heard
    assert not any("whispers" in line for line in heard)
    sheets = {name: "" for name in "ab"}
    for asked in chat.asked:
        sheets[asked["model"]] += asked["messages"][1]["content"]
    assert "b whispers" in sheets["a"]
    assert "a whispers" in sheets["b"]
    assert "the person asks" not in sheets["a"] + sheets["b"]
    assert chat.asked
