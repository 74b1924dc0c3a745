"""The page in a real browser: games by the mouse alone and by the keyboard alone, small and wide.

GOT_SCREENSHOTS=FOLDER keeps pictures of the pages.
"""

import re
from contextlib import contextmanager
from pathlib import Path

import pytest

from got_env.westeros.facts.rulesets import load_facts
from tests.browsing import barriers, browser, click_shape, fits, needs_browser, opened, photographed
from tests.serve.serving import started

__all__ = ["browser"]

pytestmark = needs_browser

ASKED = "#ui-actions li"
ENDED = "table has ended"
LIGHT_ALL = """() => {
  window.picked = [];
  const holder = document.getElementById("ui-board");
  const [beside, signs] = ["ui-beside", "ui-signs"].map((id) => document.getElementById(id));
  const board = new Board({ board: holder, beside, signs }, (name) => picked.push(name));
  const shown = holder.querySelector("svg").cloneNode(true);
  for (const part of shown.querySelectorAll(".cover")) part.remove();
  shown.removeAttribute("style"); // the server's policy lets no document hold one
  window.lighted = board;
  board.show(new XMLSerializer().serializeToString(shown));
  const ids = [...board.svg.querySelectorAll(".area")].map((shape) => shape.id);
  const names = ids.map((id) => [id.slice(5), [id]]);
  board.light(Object.fromEntries(names), new Map(names.map(([name]) => [name, 1])));
}"""
"""Shows the board anew, with every area offered; what is clicked is remembered."""


TOO_SMALL = """(side) => {
  const holds = (shape, step) => {
    const box = shape.getBoundingClientRect(), enough = Math.ceil((side - 1) / step) + 1;
    let above = Array(Math.ceil(box.width / step) + 1).fill(0), best = 0;
    for (let y = 0.5; y < box.height && best < enough; y += step) {
      const row = above.map(() => 0);
      for (let x = 0.5, i = 1; x < box.width; x += step, i++)
        if (document.elementFromPoint(box.x + x, box.y + y) === shape)
          best = Math.max(best, row[i] = 1 + Math.min(above[i], row[i - 1], above[i - 1]));
      above = row;
    }
    return best >= enough;
  };
  const small = [];
  for (const shape of document.querySelectorAll("#ui-board .lit")) {
    shape.scrollIntoView({ block: "center", inline: "center" });
    if (!holds(shape, 2) && !holds(shape, 1)) small.push(shape.dataset.name);
  }
  return small;
}"""
"""Targets of which no square of a side, in CSS pixels, lies on top of all others: every
second pixel is looked at, and every one where that finds none."""

SIDE = 24
"""Side of the square that WCAG 2.2 asks for."""


RAW = """() => {
  const words = [...document.body.innerText.matchAll(/\\S*[a-z]_[a-z]\\S*/g)].map(([word]) => word);
  const broken = document.body.innerText.match(/\\b(undefined|null|NaN|\\[object \\w+\\])\\b/g);
  return [...words, ...(broken ?? [])];
}"""
"""Words in sight that are ids or values of a program."""


@contextmanager
def table(folder, *args):
    """The links of a server, by name."""
    process, lines = started(folder, *args)
    try:
        yield {words[0]: words[-1] for words in map(str.split, lines) if "http" in words[-1]}
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def wait_for_question(page, before=None):
    """Wait for a question other than the one before; False if the game has ended."""
    page.wait_for_function(
        """(before) => {
          const list = document.getElementById("ui-actions");
          const ended = document.getElementById("ui-question-title").textContent.includes("ended");
          return ended || (list.children.length > 0 && list.dataset.turn !== before);
        }""",
        arg=before,
    )
    return ENDED not in page.locator("#ui-question-title").text_content()


def choose_with_mouse(page):
    """Click the board if something is lit there, else the list; then confirm.

    Orders that are planned are all chosen, the last one first.
    """
    if page.locator("#ui-plan").is_visible():
        plan_with_mouse(page)
        return True
    on_board = False
    while page.locator("#ui-send").is_disabled():
        lit = page.locator("#ui-board .lit")
        if lit.count():
            on_board = True
            chosen = page.locator("#ui-chosen").text_content()
            click_shape(page, lit.last)
            settled(page)
            if page.locator("#ui-chosen").text_content() != chosen:
                continue
        page.locator(ASKED).last.click()
        settled(page)
    assert page.locator("#ui-chosen").text_content().startswith("Chosen: ")
    page.locator("#ui-send").click()
    return on_board


def settled(page):
    """Wait until it is known what follows an answer."""
    page.wait_for_function(
        """() => {
          const told = document.getElementById("ui-chosen").textContent;
          return !told.startsWith("Chosen: ") || !document.getElementById("ui-send").disabled;
        }"""
    )


def plan_with_mouse(page):
    """Choose orders, the last area first, and send them."""
    tried = 0
    while page.locator("#ui-send").is_disabled():
        places = page.locator("#ui-plan button", has_text="open").all()
        name = places[-1].get_attribute("data-place")
        click_shape(page, page.locator(f"#ui-board .lit[data-name={name}]"))
        before = page.locator("#ui-plan").text_content()
        page.locator(ASKED).nth(min(tried, page.locator(ASKED).count() - 1)).click()
        until_plan_differs(page, before)
        tried += 1
    page.locator("#ui-send").click()


def plan_with_keys(page):
    """Choose orders in the order of the list, until Enter would send them."""
    tried = 0
    while page.locator("#ui-send").is_disabled():
        page.keyboard.press("Home")
        for _ in range(tried):
            page.keyboard.press("ArrowDown")
        until_plan_changes(page, "Enter")
        tried += 1
    assert page.evaluate("document.activeElement.id") == "ui-send"


def choose_with_keys(page, key):
    """Choose orders, or the answers that a key leads to, and send them."""
    if page.locator("#ui-plan").is_visible():
        plan_with_keys(page)
    else:
        while page.locator("#ui-send").is_disabled():
            page.keyboard.press(key)
            page.keyboard.press("Enter")
            settled(page)
    page.keyboard.press("Enter")


def until_plan_changes(page, key):
    """Press a key, and wait for what the server says to the plan."""
    before = page.locator("#ui-plan").text_content()
    page.keyboard.press(key)
    until_plan_differs(page, before)


def until_plan_differs(page, before):
    """Wait until the plan is another one."""
    page.wait_for_function(
        "before => document.getElementById('ui-plan').textContent !== before", arg=before
    )


def answer_with_mouse(page):
    """Answer a question; whether that was on the board, and whether there is another one."""
    before = page.locator("#ui-actions").get_attribute("data-turn")
    return choose_with_mouse(page), wait_for_question(page, before)


@pytest.mark.parametrize("width", [390, 1200])
@pytest.mark.parametrize("code", ["agot2e", "agot1e", "agot1e_storm", "asos"])
def test_every_area_can_be_clicked(browser, tmp_path, code, width):
    """The board is lit as if the open question had an action for each area."""
    with (
        table(tmp_path, "--game", code, "--seed", "2") as links,
        opened(browser, next(iter(links.values())), width) as page,
    ):
        wait_for_question(page)
        page.evaluate(LIGHT_ALL)
        for step in (0, None):  # as wide as a page shows it, and the whole board in sight
            page.evaluate("step => lighted.resize(step)", step)
            assert page.evaluate(TOO_SMALL, SIDE) == []
        shapes = page.locator("#ui-board .lit")
        names = shapes.evaluate_all("shapes => shapes.map((shape) => shape.dataset.name)")
        assert len(names) == len(load_facts(code).areas)
        for shape in shapes.element_handles():
            click_shape(page, shape)
        assert page.evaluate("picked") == names


SHORT = {"asos": ("claim_to_win=7",), "btwixt": ("short=true",)}
"""Options that make a game shorter."""

SIZES = ((390, "dark"), (1440, "light"), (1920, "dark"))
"""Widths of a phone and of two screens, each with the colours that it is looked at in."""


def whole_games(by_keyboard):
    """Games with sizes: every game in every size, by mouse and by keyboard in turns."""
    return [
        pytest.param(
            code, *size, marks=() if code == "btwixt" and size[0] < 1920 else pytest.mark.full
        )
        for row, code in enumerate(("agot2e", "agot1e", "agot1e_storm", "asos", "btwixt"))
        for column, size in enumerate(SIZES)
        if (row + column) % 2 == by_keyboard
    ]


def plays_whole(browser, folder, code, width, scheme, answer):
    """Play a game to its end, and look at every question on the way.

    Args:
        browser: the browser.
        folder: for the tables.
        code: of the game.
        width: of the page.
        scheme: of its colours.
        answer: answers the open question of the page.
    """
    game = ("--game", code, "--players", "3", "--seed", "2")
    options = [word for option in SHORT.get(code, ()) for word in ("--option", option)]
    with (
        table(folder, *game, *options) as links,
        opened(browser, next(iter(links.values())), width, scheme) as page,
    ):
        goes_on, answers = wait_for_question(page), 0
        while goes_on:
            before = page.locator("#ui-actions").get_attribute("data-turn")
            if answers % 8 == 5:
                photographed(page, f"{answer.__name__}-{code}-{answers:03}-{width}-{scheme}")
            assert page.evaluate(RAW) == []
            assert fits(page)
            answer(page)
            answers += 1
            goes_on = wait_for_question(page, before)
        photographed(page, f"{answer.__name__}-{code}-end-{width}-{scheme}")
        told = page.locator("#ui-turn").text_content()
        assert re.search(r"You win\.|wins, you are (second|third)\.", told)
        assert answers > 5
        with page.expect_download() as saved:
            page.locator("#ui-replay").click()
        assert Path(saved.value.path()).read_text().startswith("got_env replay 1\n")
        assert fits(page)
        assert page.evaluate(RAW) == []


@pytest.mark.parametrize(("code", "width", "scheme"), whole_games(by_keyboard=False))
def test_a_whole_game_is_played_with_the_mouse_alone(browser, tmp_path, code, width, scheme):
    on_board = []

    def mouse(page):
        on_board.append(choose_with_mouse(page))

    plays_whole(browser, tmp_path, code, width, scheme, mouse)
    assert sum(on_board) > 1


@pytest.mark.parametrize(("code", "width", "scheme"), whole_games(by_keyboard=True))
def test_a_whole_game_is_played_with_the_keyboard_alone(browser, tmp_path, code, width, scheme):
    answers = []

    def keys(page):
        answers.append(page.evaluate("document.activeElement.id"))
        choose_with_keys(page, "End" if len(answers) % 2 else "Home")

    plays_whole(browser, tmp_path, code, width, scheme, keys)
    assert set(answers[1:]) == {"ui-actions"}


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1200, "dark")])
def test_a_round_is_played_with_the_keyboard_alone(browser, tmp_path, width, scheme):
    game = ("--game", "agot2e", "--players", "3", "--seed", "2")
    with (
        table(tmp_path, *game) as links,
        opened(browser, links["baratheon"], width, scheme) as page,
    ):
        wait_for_question(page)
        keys = page.keyboard.press
        keys("ArrowDown")
        keys("ArrowDown")
        keys("ArrowUp")
        second = page.locator(ASKED).nth(1).locator("span").nth(1).text_content()
        plan = page.locator("#ui-plan button")
        first, areas = plan.first.text_content(), plan.count()
        assert (first.endswith(": open"), areas > 2) == (True, True)
        until_plan_changes(page, "Enter")
        assert second.startswith(plan.first.text_content().partition(": ")[2])
        assert page.locator("#ui-chosen").text_content() == f"{areas - 1} of {areas} are open."
        until_plan_changes(page, "Escape")
        assert plan.first.text_content() == first
        assert page.locator("#ui-send").is_disabled()
        keys("4")
        assert page.locator("#ui-actions .active span").first.text_content() == "4"
        keys("/")
        page.keyboard.type("raid")
        assert all("raid" in text.lower() for text in page.locator(ASKED).all_text_contents())
        keys("Escape")
        assert page.locator(ASKED).count() > 4
        keys("h")
        page.wait_for_selector("#ui-hints li")
        assert re.match(r"\d+ %", page.locator("#ui-hints li").first.text_content())
        photographed(page, f"agot2e-hint-{width}-{scheme}")
        page.locator("#ui-actions").focus()
        answers = 0
        while page.locator("#ui-turn").text_content().startswith("Round 1:"):
            before = page.locator("#ui-actions").get_attribute("data-turn")
            if answers == 1:
                photographed(page, f"agot2e-{width}-{scheme}")
            choose_with_keys(page, "End" if answers % 2 else "Home")
            assert wait_for_question(page, before)
            answers += 1
        assert answers > 2
        focused = page.evaluate("document.activeElement.id")
        assert focused == "ui-actions"
        assert fits(page)


@pytest.mark.parametrize(
    ("width", "scheme"),
    [(1200, "light"), (1200, "dark"), (390, "light"), (1440, "light"), (1920, "dark")],
)
def test_pages_can_be_read_and_heard(browser, tmp_path, width, scheme):
    with table(tmp_path, "--game", "agot2e", "--players", "3", "--seed", "2") as links:
        for name, link in links.items():
            with opened(browser, link, width, scheme) as page:
                page.wait_for_selector("table tr td" if name == "lobby," else "#ui-board svg")
                if name == "baratheon":
                    page.wait_for_selector(ASKED)
                    before = page.locator("#ui-plan").text_content()
                    page.locator(ASKED).nth(2).click()
                    until_plan_differs(page, before)
                    photographed(page, f"serve-{width}-{scheme}")  # two of these are in the docs
                    page.locator("#ui-hint").click()
                    page.wait_for_selector("#ui-hints li")
                photographed(page, f"{name.strip(',')}-{width}-{scheme}")
                assert barriers(page) == []


def test_a_closed_connection_and_a_reload_come_back_to_the_same_question(browser, tmp_path):
    game = ("--game", "btwixt", "--players", "3", "--seed", "2")
    with table(tmp_path, *game) as links, opened(browser, links["player_1"], 1200) as page:
        wait_for_question(page)
        answer_with_mouse(page)
        actions = page.locator(ASKED).all_text_contents()
        story = page.locator("#ui-story li").all_text_contents()
        page.reload()
        wait_for_question(page)
        assert page.locator(ASKED).all_text_contents() == actions
        assert page.locator("#ui-story li").all_text_contents() == story
        with opened(browser, links["player_1"], 390) as other:
            wait_for_question(other)
            before = other.locator("#ui-actions").get_attribute("data-turn")
            answer_with_mouse(page)
            wait_for_question(other, before)
            assert (
                other.locator(ASKED).all_text_contents() == page.locator(ASKED).all_text_contents()
            )


def test_names_of_agents_are_text_on_every_page(browser, tmp_path):
    folder = tmp_path / "<img src onerror> & \"'] _ [](x)"
    folder.mkdir()
    (folder / "bots.py").write_text(
        "class Bot:\n    def act(self, view):\n        return int(view.legal[0])\n"
    )
    spec = f"{folder / 'bots.py'}:Bot"
    game = ("--game", "btwixt", "--players", "3", "--seed", "2", "--seats", f"human,{spec}")
    with table(tmp_path / "tables", *game) as links:
        with opened(browser, links["player_1"], 1200) as page:
            wait_for_question(page)
            answer_with_mouse(page)
            names = page.locator("#ui-standing td:nth-child(2)").all_text_contents()
            assert names == ["A person", "Bot", "Bot"]
            assert page.locator("img").count() == 0
        with opened(browser, links["lobby,"], 1200) as page:
            page.wait_for_selector("#ui-tables td")
            assert page.locator("#ui-tables td").nth(1).text_content() == "A person, Bot, Bot"
            assert page.locator("img:not(.games img)").count() == 0


def test_hints_are_chances_on_the_map_and_in_a_list_that_can_be_followed(browser, tmp_path):
    game = ("--game", "agot2e", "--players", "3", "--seed", "2")
    with table(tmp_path, *game) as links, opened(browser, links["baratheon"], 1440) as page:
        wait_for_question(page)
        while page.locator("#ui-plan").is_visible() or page.locator("#ui-board .lit").count() < 2:
            answer_with_mouse(page)
        page.locator("#ui-hint").click()
        page.wait_for_selector("#ui-hints li button")
        chances = page.locator("#ui-hints b").all_text_contents()
        assert len(chances) > 1
        assert all(re.fullmatch(r"\d+ %", chance) for chance in chances)
        on_board = page.locator("#ui-board .planned text").all_text_contents()
        assert len(on_board) > 0
        assert set(on_board) <= set(chances)
        advice = page.locator("#ui-hints li").first
        label = advice.locator("span").text_content()
        advice.locator("button").click()
        settled(page)
        assert label in page.locator("#ui-chosen").text_content()
        photographed(page, "agot2e-chances-1440-light")


@pytest.mark.parametrize("width", [390, 1440])
def test_a_good_game_is_one_click_away(browser, tmp_path, width):
    game = ("--game", "btwixt", "--players", "3", "--seed", "2")
    with table(tmp_path, *game) as links, opened(browser, links["lobby,"], width) as page:
        page.wait_for_selector("#ui-games li")
        cards = page.locator("#ui-games li")
        assert cards.count() == 5
        for card in cards.all():
            card.scroll_into_view_if_needed()
            picture = card.locator("img")
            page.wait_for_function(
                "image => image.complete && image.naturalWidth > 0",
                arg=picture.element_handle(),
            )
            assert re.search(r"\d to \d players, about \d+ minutes", card.text_content())
        assert fits(page)
        assert barriers(page) == []
        page.get_by_role("button", name="Play A Game of Thrones: B'Twixt").click()
        page.wait_for_url("**/play/*")
        assert wait_for_question(page)
        assert page.locator("#ui-seat").text_content() == "You are Player 1."


def test_the_lobby_makes_a_table_that_can_be_played(browser, tmp_path):
    with table(tmp_path, "--game", "btwixt", "--players", "3", "--seed", "2") as links:
        with opened(browser, links["lobby,"], 390) as page:
            page.wait_for_selector("#ui-tables td")
            page.locator("#ui-game").select_option("btwixt")
            page.locator("#ui-players").select_option("3")
            page.get_by_role("button", name="Make the table").click()
            link = page.locator("#ui-opened a").first.get_attribute("href")
            page.wait_for_selector("#ui-tables tr:nth-child(3)")
            photographed(page, "lobby-390-light")
            assert fits(page)
        with opened(browser, link, 390) as page:
            assert wait_for_question(page)
