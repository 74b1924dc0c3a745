"""External programs talk: what they are asked, what they may answer, and whole games."""

import json
import shlex
import sys

import pytest

from got_agents.base import AgentError, WrongAnswerError, talks
from got_agents.registry import make_agent
from got_agents.story import Story
from got_env.games import get_game
from got_env.replay import read_replay
from tests.press.bots import Talker

GAME = get_game("btwixt")

BOT = """
import json, pathlib, sys
asked = []
for line in sys.stdin:
    question = json.loads(line)
    if question["cmd"] == "quit":
        break
    asked.append(question)
    pathlib.Path(sys.argv[1]).write_text(json.dumps(asked))
    if question["cmd"] == "talk":
        answer = SAID
    else:
        answer = {"action": question["legal"][0]}
    print(json.dumps(answer), flush=True)
"""
GREETS = '{"messages": [{"to": "all", "text": f"hello {len(question[\'heard\'][\'messages\'])}"}]}'


@pytest.fixture
def program(tmp_path, monkeypatch):
    """Make an agent of a program that says something, and the file of what it was asked."""
    monkeypatch.chdir(tmp_path)  # whole paths may be longer than the name of an agent
    agents = []

    def make(said, options="talk=on"):
        file, seen = tmp_path / f"bot{len(agents)}.py", tmp_path / f"seen{len(agents)}.json"
        file.write_text(BOT.replace("SAID", said))
        command = shlex.join([sys.executable, file.name, seen.name])
        agents.append(make_agent(f"referee:{options} {command}"))
        return agents[-1], seen

    yield make
    for agent in agents:
        agent.close()


def play(*agents):
    story = Story(GAME, list(agents), 3, {"short": True}, press="rounds=1")
    story.play(lambda line: None)
    return story


def test_a_program_talks_through_a_whole_game(program):
    agent, seen = program(GREETS)
    story = play(agent, Talker(), make_agent("random"))
    replay = read_replay(story.writer.text)
    replay.verify()
    own = [message.text for message in replay.messages if message.sender == 0]
    assert own[0] == "hello 0"
    assert len(set(own)) == len(own) > 3
    asked = json.loads(seen.read_text())
    first = next(question for question in asked if question["cmd"] == "talk")
    assert first["talk"] == {
        "moment": "planning",
        "round": 1,
        "rounds": 1,
        "messages": 2,
        "characters": 280,
    }
    assert first["heard"] == {"messages": [], "new": 0}
    assert first["player"] == "player_1"
    assert "legal" not in first
    then = next(question for question in asked if question["cmd"] == "choose")
    heard = [message for message in replay.messages if message.known_to(0)]
    told = then["heard"]["messages"]
    assert then["heard"]["new"] == len(told)
    assert told[0] == {
        "round": 1,
        "moment": "planning",
        "talk": 1,
        "from": "player_1",
        "to": ["player_2", "player_3"],
        "text": "hello 0",
    }
    assert [each["text"] for each in told] == [each.text for each in heard[: len(told)]]


def test_a_program_that_does_not_talk_is_asked_what_it_always_was(program):
    agent, seen = program(GREETS, "limit=600")
    assert not talks(agent)
    story = play(agent, Talker(), make_agent("random"))
    asked = json.loads(seen.read_text())
    assert {question["cmd"] for question in asked} == {"choose"}
    assert not any("heard" in question for question in asked)
    assert 0 not in {message.sender for message in story.writer.press.messages}


def test_in_a_game_without_talk_nothing_was_heard(program):
    agent, seen = program(GREETS, "talk=on limit=600")
    Story(GAME, [agent, make_agent("random")] * 2, 4, {"short": True}).play(lambda line: None)
    assert not any("heard" in question for question in json.loads(seen.read_text()))


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ('{"messages": 3}', "expected {.messages.: .*Expected `array`"),
        ('{"messages": [{"to": 3, "text": "x"}]}', "Expected `str | array`"),
        ('{"messages": [], "more": 1}', "unknown field `more`"),
        ("[]", "expected {.messages"),
        ("{}", "missing required field `messages`"),
    ],
)
def test_an_answer_of_another_form_is_an_error(program, said, problem):
    agent, _ = program(said)
    with pytest.raises(AgentError, match=problem):
        play(agent, Talker(), make_agent("random"))


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ('{"messages": [{"to": "player_1", "text": "x"}]}', "that is the speaker"),
        ('{"messages": [{"to": "all", "text": "x" * 281}]}', "281 characters, expected 1 to 280"),
        ('{"messages": [{"to": "all", "text": "x"}] * 3}', "3 messages: expected at most 2"),
    ],
)
def test_what_may_not_be_said_is_named(program, said, problem):
    agent, _ = program(said)
    with pytest.raises(WrongAnswerError, match=problem):
        play(agent, Talker(), make_agent("random"))


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("talk=maybe python bot.py", "talk=maybe: expected on or off"),
        ("talk=on", "expected a program"),
        ("talk=on limit=0 python bot.py", "limit=0: expected seconds"),
        ("talk=on no_such_program", "there is no program 'no_such_program'"),
    ],
)
def test_a_wrong_command_is_refused(command, problem):
    with pytest.raises(ValueError, match=problem):
        make_agent(f"referee:{command}")
