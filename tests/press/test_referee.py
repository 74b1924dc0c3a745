"""Talk in the protocol of the referee: say and hear."""

import json

import numpy as np
import pytest

from got_env.referee import Referee
from tests.referee.test_referee import ask, refused

NEW = {"cmd": "new", "game": "btwixt", "players": 3, "seed": 1, "press": True}


@pytest.fixture
def session():
    found = Referee()
    assert found.answer(NEW) == {"ok": True}
    return found


def test_a_turn_says_who_may_talk(session):
    assert ask(session, "turn")["talk"] == {
        "moment": "planning",
        "round": 1,
        "rounds": 2,
        "waiting": {"player_1": 2, "player_2": 2, "player_3": 2},
        "characters": 280,
    }


def test_messages_arrive_when_all_have_spoken(session):
    ask(session, "say", player="player_1", messages=[{"to": "all", "text": "peace?"}])
    ask(session, "say", player="player_3", messages=[{"to": ["player_1"], "text": "not with 2"}])
    assert ask(session, "hear", player="player_2") == {"messages": [], "since": 0}
    answer = ask(session, "say", player="player_2")
    assert answer["talk"]["round"] == 2
    first = {
        "round": 1,
        "moment": "planning",
        "talk": 1,
        "from": "player_1",
        "to": ["player_2", "player_3"],
        "text": "peace?",
    }
    second = first | {"from": "player_3", "to": ["player_1"], "text": "not with 2"}
    assert ask(session, "hear", player="player_2") == {"messages": [first], "since": 1}
    assert ask(session, "hear", player="player_1") == {"messages": [first, second], "since": 2}
    assert ask(session, "hear", player="player_1", since=1)["messages"] == [second]
    assert ask(session, "hear", player="player_1", since=2)["messages"] == []
    for name in ("player_1", "player_2", "player_3"):
        answer = ask(session, "say", player=name)
    assert answer == {}
    assert "talk" not in ask(session, "turn")


def test_who_acts_ends_the_talk(session):
    ask(session, "say", player="player_2", messages=[{"to": "all", "text": "quick"}])
    ask(session, "act", action=ask(session, "legal")["actions"][0])
    assert "talk" not in ask(session, "turn")
    assert ask(session, "hear", player="player_3")["messages"][0]["text"] == "quick"


def test_a_game_without_press_has_no_talk():
    session = Referee()
    assert refused(session, {"cmd": "hear", "player": "x"})[0] == "no_game"
    session.answer({**NEW, "press": False})
    assert "talk" not in ask(session, "turn")
    for command in ("say", "hear"):
        code, text = refused(session, {"cmd": command, "player": "player_1"})
        assert (code, "expected 'press' in 'new'" in text) == ("no_press", True)


@pytest.mark.parametrize(
    ("request_", "code", "problem"),
    [
        ({"cmd": "say"}, "request", "missing required field 'player'"),
        ({"cmd": "say", "player": "x"}, "value", "player='x': expected one of player_1"),
        (
            {"cmd": "say", "player": "player_1", "messages": [{"to": "all", "text": "a\nb"}]},
            "value",
            "player_1: messages[0]: text='a\\nb': holds",
        ),
        (
            {"cmd": "say", "player": "player_1", "messages": [{"to": "all", "text": "a"}] * 3},
            "value",
            "player_1: 3 messages: expected at most 2",
        ),
        (
            {"cmd": "say", "player": "player_1", "messages": [{"to": 3, "text": "a"}]},
            "request",
            "say: expected 'str | array', got 'int' - at 'messages[0].to'",
        ),
        (
            {"cmd": "say", "player": "player_1", "messages": [{"to": "all"}]},
            "request",
            "missing required field 'text'",
        ),
        ({"cmd": "hear", "player": "player_1", "since": 1}, "value", "since=1: expected 0 to 0"),
        ({"cmd": "hear", "player": "player_1", "since": -1}, "value", "since=-1: expected 0 to 0"),
        ({**NEW, "press": {"rounds": 9}}, "value", "press: rounds=9: expected 1 to 5"),
        ({**NEW, "press": "dinner"}, "value", "press='dinner': expected 'on'"),
        ({**NEW, "press": 7}, "request", "new: expected 'bool | str | object', got 'int'"),
    ],
)
def test_what_is_refused_changes_nothing(session, request_, code, problem):
    found, text = refused(session, request_)
    assert (found, problem in text) == (code, True), text


def test_a_saved_game_comes_back_with_its_talk(session):
    ask(session, "say", player="player_1", messages=[{"to": "all", "text": "before"}])
    slot = ask(session, "save")["slot"]
    ask(session, "act", action=ask(session, "legal")["actions"][0])
    ask(session, "load", slot=slot)
    assert list(ask(session, "turn")["talk"]["waiting"]) == ["player_2", "player_3"]
    ask(session, "say", player="player_2")
    ask(session, "say", player="player_3", messages=[{"to": "all", "text": "after"}])
    texts = [m["text"] for m in ask(session, "hear", player="player_2")["messages"]]
    assert texts == ["before", "after"]
    ask(session, "load", slot=slot)
    assert ask(session, "hear", player="player_2")["messages"] == []


def test_actions_that_are_taken_back_take_back_the_talk(session):
    ask(session, "say", player="player_1", messages=[{"to": "all", "text": "x"}])
    legal = ask(session, "legal")["actions"]
    code, _ = refused(session, {"cmd": "act", "actions": [legal[0], "nonsense"]})
    assert code == "illegal"
    assert list(ask(session, "turn")["talk"]["waiting"]) == ["player_2", "player_3"]


def test_a_position_may_have_press(session):
    position = ask(session, "position")["position"]
    assert session.answer({"cmd": "set", "position": position, "press": "rounds=1"})["ok"]
    assert ask(session, "turn")["talk"]["rounds"] == 1


def test_a_player_hears_nothing_that_was_said_to_others():
    """Whatever others say to each other, the answers for a player are the same, byte for byte."""
    heard = []
    for secret in ("one", "two"):
        session, rng = Referee(), np.random.default_rng(3)
        session.answer({**NEW, "press": {"rounds": 1}})
        answers, whispered = [], 0
        while not (turn := ask(session, "turn")).get("over"):
            if "talk" in turn:
                ask(
                    session, "say", player="player_1", messages=[{"to": "player_2", "text": secret}]
                )
                answers.append(ask(session, "turn"))
                ask(session, "say", player="player_2", messages=[{"to": "all", "text": "hm"}])
                ask(session, "say", player="player_3")
                whispered += 1
            answers += [turn, ask(session, "hear", player="player_3")]
            answers.append(ask(session, "observe", player="player_3"))
            legal = ask(session, "legal")["actions"]
            answers.append(ask(session, "act", action=str(rng.choice(legal))))
        heard.append(json.dumps(answers))
        assert whispered > 10
        others = ask(session, "hear", player="player_2")["messages"]
        assert {m["text"] for m in others} == {secret, "hm"}
    assert heard[0] == heard[1]
