"""Messages in replays: kept at their place, checked, told."""

import json

import pytest

from got_env.core.game import Game
from got_env.replay import Header, ReplayError, ReplayWriter, read_replay
from got_env.replay.writer import SAYS
from tests.press.talkers import GAMES_WITH_TALK, talked

WRITER = talked("btwixt", 3)
LINES = WRITER.lines
SAID = [number for number, line in enumerate(LINES) if line.startswith(SAYS)]


def with_line(number, text):
    """The text of the game with another line in place of one (0 first)."""
    return "\n".join([*LINES[:number], text, *LINES[number + 1 :], ""])


def refusal(text):
    with pytest.raises(ReplayError) as refused:
        read_replay(text).verify()
    assert "\n" not in str(refused.value)
    return str(refused.value)


@pytest.mark.parametrize(("code", "players", "seed"), GAMES_WITH_TALK)
def test_messages_come_back_from_a_replay(code, players, seed):
    writer = talked(code, players, seed)
    replay = read_replay(writer.text)
    said = []
    for step in replay.play():
        said += step.said
        phase = writer.game.words.phase_name(step.states, 0)
        for message in step.said:
            moment = next(m for m in writer.game.moments if m.name == message.moment)
            assert (message.round, phase in moment.decisions) == (step.states["round_no"][0], True)
    assert said == list(writer.press.messages) == list(replay.messages)
    assert replay.header.press == writer.header.press
    assert {message.moment for message in said} == {m.name for m in writer.game.moments}
    assert replay.over


def test_the_format_of_a_game_without_talk_is_what_it_was():
    game: Game = WRITER.game
    silent = Header.of(game, 3, None, 1)
    assert silent.lines()[0] == "got_env replay 1"
    assert not any(line.startswith("press") for line in silent.lines())
    assert WRITER.header.lines()[0] == "got_env replay 2"
    assert read_replay(ReplayWriter(silent).finish()).messages == ()


def test_a_game_in_which_nobody_said_anything_is_still_one_with_talk():
    writer = ReplayWriter(Header.of(WRITER.game, 3, None, 1, press=True))
    replay = read_replay(writer.finish())
    replay.verify()
    assert replay.header.press.text == "moments=planning,rounds=2,messages=2,characters=280"


def test_what_was_said_last_in_an_unfinished_game_is_kept():
    writer = ReplayWriter(Header.of(WRITER.game, 3, None, 1, press=True))
    writer.say("player_2", [("player_1", "are you there?")])
    replay = read_replay(writer.finish())
    replay.verify()
    assert [message.text for message in replay.messages] == ["are you there?"]


def test_a_game_goes_on_after_any_line():
    for number in [*SAID[:6], SAID[-1], LINES.index("") + 1]:
        part = "\n".join([*LINES[: number + 1], ""])
        writer = read_replay(part).resume()
        assert writer.lines[: number + 1] == LINES[: number + 1]
        assert (
            list(writer.press.messages)
            == list(WRITER.press.messages)[: sum(place <= number for place in SAID)]
        )


def test_going_back_forgets_what_was_said():
    writer = talked("btwixt", 3, 3, most=30)
    mark, lines = writer.mark(), list(writer.lines)
    state = writer.press.get_state()
    while not writer.talking:
        writer.play(int(writer.mask.argmax()))
    writer.say(writer.press.waiting[0], [("all", "no way back")])
    writer.play(int(writer.mask.argmax()))
    assert any("no way back" in line for line in writer.lines)
    writer.return_to(mark)
    assert (writer.lines, writer.press.get_state()) == (lines, state)


FIRST = LINES[SAID[0]]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda s: s.replace("player_", "player_9", 1), "says nothing here: expected player_1"),
        (lambda s: s.replace(" to all", " to player_4"), "to='player_4': did you mean"),
        (lambda s: s.replace(" to all", " to all,all"), "to='all': expected it alone"),
        (lambda s: s + "x" * 300, "characters, expected 1 to 280 characters"),
        (lambda s: s.replace(": ", ": \x07"), "expected characters that can be shown"),
        (lambda s: s.replace(": ", ":  "), "expected no blanks at its ends"),
        (lambda s: s.replace(": ", ""), "expected 'MOMENT ROUND HOUSE to HOUSE,HOUSE: TEXT'"),
        (lambda s: s.replace("planning", "dinner"), "moment 'dinner': expected one of planning"),
        (lambda s: s.replace(" 1 ", " 3 "), "round of talk 3: expected 1 to 2"),
        (lambda s: s.replace(" 1 ", " x "), "round of talk 'x': expected a number"),
        (lambda s: s.replace(" 1 ", " 2 "), "nobody may talk here"),
        (lambda s: s.replace(" 1 ", " 01 "), "expected 'say planning 1 "),
    ],
)
def test_a_forged_message_is_refused_in_one_line(change, problem):
    forged = change(FIRST)
    assert forged != FIRST
    text = refusal(with_line(SAID[0], forged))
    assert text.startswith(f"line {SAID[0] + 1}: ")
    assert problem in text


def test_a_message_that_was_not_said_is_refused_wherever_it_stands():
    """Also a sound one, at a place where nobody may talk, or beyond what a seat may say."""
    late = [n for n in range(SAID[0], len(LINES)) if LINES[n].startswith("player_")][1]
    text = refusal("\n".join([*LINES[:late], FIRST, *LINES[late:], ""]))
    assert "nobody may talk here" in text
    sender = FIRST.split(" ")[3]
    more = [f"say planning 1 {sender} to all: one more"] * 2
    text = refusal("\n".join([*LINES[: SAID[0] + 1], *more, *LINES[SAID[0] + 1 :], ""]))
    assert f"{sender}: more than 2 messages" in text


def test_a_message_changed_or_left_out_breaks_the_checksum():
    assert "checksum" in refusal(with_line(SAID[3], LINES[SAID[3]] + "!"))
    assert "checksum" in refusal("\n".join([*LINES[: SAID[-1]], *LINES[SAID[-1] + 1 :], ""]))


def test_messages_in_another_order_are_refused():
    first, second = SAID[0], SAID[1]
    assert LINES[first].split(" ")[:3] == LINES[second].split(" ")[:3]
    swapped = [*LINES[:first], LINES[second], LINES[first], *LINES[second + 1 :], ""]
    assert f"line {first + 1}: " in refusal("\n".join(swapped))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("got_env replay 2", "got_env replay 1", "has no place in the header here"),
        ("got_env replay 2", "got_env replay 3", "expected 'got_env replay 1' or"),
        ("press moments=planning", "press moments=dinner", "press: moments: 'dinner'"),
        ("rounds=2,messages=2", "messages=2,rounds=2", "expected 'moments=planning,rounds=2"),
        (f"\n{WRITER.header.lines()[-3]}", "", "expected 'press SETTINGS'"),
        ("press moments", "press off moments", "expected 'press SETTINGS'"),
    ],
)
def test_a_wrong_header_is_refused(old, new, problem):
    text = WRITER.text
    assert old in text
    assert problem in refusal(text.replace(old, new, 1))


def test_got_replay_tells_what_was_said(got, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(WRITER.text, encoding="utf-8")
    code, out, _ = got("replay", file)
    assert code == 0
    told = [line for line in out.splitlines() if line.startswith("  - ")]
    assert told == [f"  - {m.line(WRITER.houses)}" for m in WRITER.press.messages]
    code, out, _ = got("replay", file, "--verify", "--json")
    data = json.loads(out)
    assert (data["messages"], data["press"]) == (len(told), WRITER.header.press.text)
    file.write_text(with_line(SAID[0], FIRST.replace("planning", "dinner")), encoding="utf-8")
    code, _, err = got("replay", file, "--verify")
    assert code == 1
    assert len(err.splitlines()) == 1
    assert "moment 'dinner'" in err
