"""Agents talk: in got play, in tournaments, in processes of their own; errors are their own."""

import io
from pathlib import Path

import pytest

from got_agents.base import AgentError, WrongAnswerError
from got_agents.registry import make_agent
from got_agents.story import Story
from got_benchmarks.tournament import tournament
from got_env.games import get_game
from got_env.replay import read_replay
from tests.press.bots import Broken, Chatty, Listener, Loud, Odd, Talker

BOTS = Path(__file__).with_name("bots.py")
SHORT = {"short": True}
GAME = get_game("btwixt")


def bot(name):
    return f"{BOTS}:{name}"


def story_of(*agents, press=True):
    return Story(GAME, list(agents), 3, SHORT, press=press)


def test_a_game_of_talkers_is_told_recorded_and_verified():
    story, lines = story_of(Talker(), make_agent("heuristic"), Listener()), []
    story.play(lines.append)
    told = [line for line in lines if line.startswith("  - ")]
    messages = story.writer.press.messages
    assert told == [f"  - {message.line(story.writer.houses)}" for message in messages]
    assert {message.sender for message in messages} == {0}
    assert story.result()["messages"] == len(messages) > 5
    replay = read_replay(story.writer.text)
    replay.verify()
    assert list(replay.messages) == list(messages)


def test_agents_that_do_not_talk_play_the_same_game_with_press_and_without():
    texts = []
    for press in (None, True):
        story = story_of(*(make_agent("heuristic") for _ in range(3)), press=press)
        story.play(lambda line: None)
        texts.append([line for line in story.writer.lines if not line.startswith(("say", "press"))])
    assert texts[0][1:-1] == texts[1][1:-1]


@pytest.mark.parametrize(
    ("wrong", "error", "problem"),
    [
        (Loud, WrongAnswerError, "messages.0.: text=.*281 characters, expected 1 to 280"),
        (Chatty, WrongAnswerError, "player_1: 3 messages: expected at most 2"),
        (Odd, WrongAnswerError, "messages=7: expected a list"),
        (Broken, AgentError, "agent 'random': RuntimeError: no words"),
    ],
)
def test_who_says_what_may_not_be_said_is_named(wrong, error, problem):
    with pytest.raises(error, match=problem):
        story_of(wrong(), Talker(), Talker()).play(lambda line: None)


def test_got_play_lets_agents_talk(got, tmp_path):
    file = tmp_path / "game.txt"
    words = ("play", "--game", "btwixt", "--players", "3", "--option", "short=true")
    agents = f"{bot('Talker')},heuristic,random"
    code, out, _ = got(*words, "--agents", agents, "--press", "rounds=1", "--record", file)
    assert code == 0
    assert "  - player_1 to all: player_1 greets" in out
    replay = read_replay(file.read_bytes())
    replay.verify()
    assert len(replay.messages) > 5
    code, _, err = got(*words, "--agents", "random", "--press", "rounds=6")
    assert (code, "press: rounds=6: expected 1 to 5" in err) == (2, True)


def test_a_person_talks_at_the_terminal(got, monkeypatch, tmp_path):
    """Wrong lines are explained; what others whisper to each other is on no screen."""
    file = tmp_path / "game.txt"
    typed = iter(["no colon", "player_9: who?", "Player 2: psst", "all: hello", "", "quit"])
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    words = ("play", "--game", "btwixt", "--players", "3", "--option", "short=true", "--press")
    agents = f"human,{bot('Talker')},{bot('Talker')}"
    code, out, err = got(*words, "rounds=2", "--agents", agents, "--record", file)
    assert code == 1
    assert "left the game" in err
    assert "player_1 may talk, before the first card of a round" in err
    assert "expected NAME: TEXT or all: TEXT" in err
    assert "to='player_9': did you mean" in err
    replay = read_replay(file.read_bytes())
    replay.verify()
    said = [message for message in replay.messages if message.sender == 0]
    assert [(m.to, m.text) for m in said] == [((1,), "psst"), ((1, 2), "hello")]
    assert "  - player_2 to all: player_2 greets" in out
    assert "psst" not in out
    assert "player_3 to player_1: I heard: nothing" in err


def test_the_tab_key_completes_whom_a_person_talks_to(got, monkeypatch):
    offered = []

    def leave(prompt, words):
        offered.extend(words)
        return "quit"

    monkeypatch.setattr("got_agents.terminal._can_edit", lambda: True)
    monkeypatch.setattr("got_agents.terminal._edited", leave)
    words = ("play", "--game", "btwixt", "--players", "3", "--option", "short=true", "--press")
    code, _, _ = got(*words, "rounds=1", "--agents", "human,random,random")
    assert code == 1
    assert offered == ["all: ", "player_2: ", "player_3: ", "help", "quit"]


# --- tournaments


def played(*agents, **given):
    return tournament(
        agents,
        games=3,
        game="btwixt",
        players=3,
        options=SHORT,
        **{"press": {"rounds": 1}, **given},
    )


def test_a_tournament_of_agents_in_processes_of_their_own(tmp_path):
    """What was said is stored, is in the replays, and is the same again."""
    agents = (bot("Talker"), bot("Listener"), "heuristic")
    found = played(*agents, out=tmp_path, replays="all")
    assert found.errors == 0
    replays = sorted((tmp_path / "replays").glob("*.txt"))
    assert len(replays) == 3
    for file in replays:
        replay = read_replay(file.read_bytes())
        replay.verify()
        assert len(replay.messages) > 5
        assert len({message.sender for message in replay.messages}) == 1
    assert found.summary["press"] == "moments=planning,rounds=1,messages=2,characters=280"
    again = played(*agents)
    assert [o.said for o in again.outcomes] == [o.said for o in found.outcomes]
    resumed = played(*agents, out=tmp_path, resume=True)
    assert [o.messages for o in resumed.outcomes] == [o.messages for o in found.outcomes]
    with pytest.raises(ValueError, match=r"press=''.*were played with 'moments=planning"):
        played(*agents, out=tmp_path, resume=True, press=None)


@pytest.mark.parametrize(
    ("name", "limit"),
    [
        *(("Loud", 600), ("Chatty", 600), ("Broken", 600), ("Odd", 600)),
        pytest.param("Slow", 10, marks=pytest.mark.full),
    ],
)
def test_who_fails_at_talk_forfeits_alone(name, limit):
    found = played(bot(name), "heuristic", bot("Talker"), time_limit=limit)
    assert found.errors == found[bot(name)]["forfeits"] == 3
    assert found["heuristic"]["forfeits"] == found[bot("Talker")]["forfeits"] == 0


def test_objects_talk_in_this_process():
    found = tournament(
        {"talker": Talker(), "deaf": make_agent("heuristic"), "broken": Broken()},
        games=3,
        game="btwixt",
        players=3,
        options=SHORT,
        press=True,
    )
    assert found["broken"]["forfeits"] == 3
    assert "RuntimeError: no words" in found.summary["error_messages"][0]
