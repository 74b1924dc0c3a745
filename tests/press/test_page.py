"""The page of a replay: each viewer reads what it knows, and the page holds nothing else."""

import pytest

from got_env.core.press.messages import Message
from got_env.games import get_game
from got_env.replay import read_replay
from got_env.replay.page import EVERYTHING, PageWriter
from tests.press.talkers import talked
from tests.replays.pages import data_of

WRITER = talked("btwixt", 3)


def page_of(*viewers):
    replay = read_replay(WRITER.text)
    page = PageWriter(replay.header.game, replay.states, viewers)
    for step in replay.play():
        page.say(step.said)
        page.before(step.states, step.player, step.text)
    page.end(replay.states)
    return data_of(page.html())


@pytest.mark.parametrize("viewer", WRITER.houses)
def test_a_seat_reads_what_it_has_sent_or_got(viewer):
    seat = WRITER.houses.index(viewer)
    data = page_of(viewer)
    known = [m.line(WRITER.houses) for m in WRITER.press.messages if m.known_to(seat)]
    assert [text for _, _, text in data["talk"][viewer]] == known
    secret = [m.text for m in WRITER.press.messages if not m.known_to(seat)]
    assert secret
    assert not any(text in str(data) for text in secret)


def test_a_view_of_everything_reads_everything_at_its_step():
    data = page_of(EVERYTHING, "player_1")
    lines = data["talk"][EVERYTHING]
    assert [text for *_, text in lines] == [m.line(WRITER.houses) for m in WRITER.press.messages]
    assert len(lines) > len(data["talk"]["player_1"]) > 5
    for (step, _, _), message in zip(lines, WRITER.press.messages, strict=True):
        assert data["steps"][step]["round"] == message.round
        assert data["steps"][step]["phase"] == "turn"


def test_a_page_does_not_tell_that_others_have_talked():
    """Two whisper to each other: the page of the third is that of a game without a word."""
    game = get_game("btwixt")
    states = game.start(1, 3, 1)
    pages = []
    for said in ([], [Message(1, "planning", 1, 0, (1,), "psst")]):
        page = PageWriter(game, states, ["player_3"])
        page.say(said)
        page.end(states)
        pages.append(page.html())
    assert pages[0] == pages[1]


def test_got_replay_makes_such_a_page(got, tmp_path):
    file, page = tmp_path / "game.txt", tmp_path / "game.html"
    file.write_text(WRITER.text, encoding="utf-8")
    assert got("replay", file, "--html", page, "--viewer", "player_2")[0] == 0
    data = data_of(page.read_text(encoding="utf-8"))
    assert data["talk"] == page_of("player_2")["talk"]
    assert 'id="messages"' in page.read_text(encoding="utf-8")


def test_a_page_without_talk_has_none():
    silent = talked("btwixt", 3, 1, {"rounds": 1})
    text = "\n".join(line for line in silent.lines if not line.startswith("say "))
    replay = read_replay(text.replace("got_env replay 2", "got_env replay 1").partition("press")[0])
    assert replay.header.press is None
