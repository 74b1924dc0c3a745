"""Words of pictures stay in their boxes, and none is cut."""

from pathlib import Path

import pytest

from got_env.core.lettering import fitted, width_of, wrapped
from got_env.games import get_game
from got_env.pictures import picture
from got_env.replay import read_replay
from tests.browsing import browser, needs_browser

__all__ = ["browser"]

REPLAYS = Path(__file__).parents[1] / "replays"
GAMES = {
    "agot2e": "6p.txt",
    "agot1e": "1e_5p.txt",
    "agot1e_storm": "storm_5p.txt",
    "asos": "asos_4p.txt",
    "btwixt": "btwixt/6p_clash.txt",
}
EVERY = 40
"""Decisions from one picture to the next."""
OUTSIDE = """() => {
  const svg = document.querySelector("svg"), whole = svg.getBoundingClientRect();
  const outside = (inner, outer) => inner.left < outer.left - 1 || inner.right > outer.right + 1
    || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1;
  return [...svg.querySelectorAll("text")].filter((text) => {
    const holder = text.closest("g[id]");
    const boxed = holder && /^(player|council|ally|card)-/.test(holder.id);
    const around = boxed ? holder.querySelector(":scope > rect").getBoundingClientRect() : whole;
    return outside(text.getBoundingClientRect(), around);
  }).map((text) => text.textContent);
}"""
"""Texts that leave the picture, or the box of the player, council or card that they belong to."""


@needs_browser
@pytest.mark.parametrize("code", GAMES)
def test_words_stay_in_their_boxes(browser, code):
    game = get_game(code)
    replay = read_replay((REPLAYS / GAMES[code]).read_bytes())
    page = browser.new_page()
    for decisions, _ in enumerate(replay.play()):
        if decisions % EVERY == 0:
            drawn = picture(game, replay.states, 0, None)
            assert "…" not in drawn
            page.set_content(drawn)
            assert page.evaluate(OUTSIDE) == []
    page.close()


def test_lines_are_as_wide_as_their_room_and_lose_no_word():
    words = "Daenerys Targaryen decides whether the Iron Throne is worth a dragon"
    lines = wrapped(words, 120, 12)
    assert " ".join(lines) == words
    assert len(lines) > 3
    assert all(width_of(line, 12) <= 120 for line in lines)
    assert wrapped("Winterfell", 10, 12) == ["Winterfell"]


def test_a_name_too_long_for_its_room_is_set_closer():
    assert "textLength" not in fitted(0, 0, "Arya", "name", 120, 13, bold=True)
    narrow = fitted(0, 0, "Daenerys <Targaryen>", "name left", 120, 13, bold=True)
    assert 'textLength="120" lengthAdjust="spacingAndGlyphs">Daenerys &lt;' in narrow
