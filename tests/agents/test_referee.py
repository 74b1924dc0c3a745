"""Agents in other programs: answers, and everything that can go wrong with them."""

import json
import queue
import shlex
import sys
import time
from itertools import islice

import pytest

from got_agents.base import AgentError
from got_agents.referee import UNREAD, Program
from got_agents.registry import make_agent
from got_agents.talking_referee import referee_agent
from got_benchmarks.playing.matches import play_matches, schedule
from tests.agents.games import GAME, random_games

FIRST = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    if question["cmd"] == "quit":
        break
    print(json.dumps({"action": question["legal"][0]}), flush=True)
"""

ECHO = """
import pathlib, sys
for line in sys.stdin:
    if line.startswith('{"cmd": "quit"'):
        break
    pathlib.Path(sys.argv[1]).write_text(line)
    print('{"action": "none of them"}', flush=True)
"""


GENEROUS = 600.0
"""Seconds that only a program which hangs takes, however slow the machine is."""


@pytest.fixture
def patient(monkeypatch):
    """Programs that end by themselves get the time to do so."""
    monkeypatch.setattr("got_agents.referee.PATIENCE", GENEROUS)


@pytest.fixture
def program(tmp_path):
    """Make a referee agent of a Python script."""
    agents = []

    def make(text, *arguments, limit=GENEROUS):
        path = tmp_path / "bot.py"
        path.write_text(text)
        words = [f"limit={limit}", sys.executable, str(path), *map(str, arguments)]
        agents.append(referee_agent(shlex.join(words)))
        return agents[-1]

    yield make
    for agent in agents:
        agent.close()


def view_of(turn=0):
    return next(islice(random_games(1, 6), turn, None))[0]


def test_a_program_plays_a_game(program):
    agent = program(FIRST)
    matches = schedule(1, 3, 1, seed=0)

    (outcome,) = play_matches(GAME, 3, {}, [agent], matches)

    assert outcome.error == ""
    assert outcome.decisions > 50


def test_a_question_holds_what_the_player_knows(program, tmp_path):
    view = view_of(3)
    with pytest.raises(AgentError):
        program(ECHO, tmp_path / "seen.json").act(view)

    question = json.loads((tmp_path / "seen.json").read_text())
    assert question["cmd"] == "choose"
    assert question["game"] == "agot2e"
    assert question["player"] == GAME.seats.in_play(6)[view.seat]
    assert question["phase"] == "order"
    assert len(question["legal"]) == len(view.legal)
    assert question["position"] == json.loads(json.dumps(GAME.words.snapshot(view.states, 0)))
    assert question["player"] in question["text"]
    assert question["seed"] == view.seed
    assert set(question) == {
        *("cmd", "game", "seed", "player", "phase", "text", "position", "legal"),
    }


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("", "the program ended with exit code 0"),
        ("import sys; sys.exit(7)", "the program ended with exit code 7"),
        ("raise ValueError", "the program ended with exit code 1"),
        ("input(); print('hello')", "answered 'hello': expected a JSON object"),
        ("input(); print('[' * 9999)", "expected a JSON object"),
        ("input(); print('[1]')", 'expected {"action": TEXT}'),
        ("input(); print('{\"action\": 3}')", 'expected {"action": TEXT}'),
        ('input(); print(\'{"action": "fly"}\')', "chose 'fly', which is not legal; legal are '"),
        (
            'input(); print(\'{"action": "a", "action": "b"}\')',
            r"expected a JSON object \(the field 'action' is given twice\)",
        ),
        ("input(); print('x' * 200000)", "expected a JSON object"),
    ],
)
@pytest.mark.usefixtures("patient")
def test_what_goes_wrong_is_an_error_of_the_agent(program, script, message):
    with pytest.raises(AgentError, match=message):
        program(script).act(view_of())


def test_a_program_that_never_answers_is_an_error_of_the_agent(program):
    silent = program("import time; time.sleep(600)", limit=0.5)

    with pytest.raises(AgentError, match=r"no answer within 0\.5 seconds"):
        silent.act(view_of())


LONG = {"text": "x" * 1_000_000}
"""More than a pipe holds."""


def ask_and_end(script, question, limit):
    """Answer of an own program to a question; seconds that asking and ending took."""
    bot, began = Program([sys.executable, "-c", script]), time.monotonic()
    try:
        answer = bot.ask(question, limit)
    except AgentError as error:
        answer = str(error)
    asked = time.monotonic() - began
    bot.close()
    return answer, asked, time.monotonic() - began - asked


def test_the_limit_covers_reading_the_question():
    answer, asked, ended = ask_and_end("import time; time.sleep(600)", LONG, 0.5)

    assert answer == "did not read the question within 0.5 seconds"
    assert asked + ended < 600, "it was waited for until it ended by itself"


def test_the_limit_is_for_reading_and_answering_together(monkeypatch):
    left = []

    def no_answer(timeout):
        left.append(timeout)
        raise queue.Empty

    bot = Program([sys.executable, "-c", "import time; time.sleep(1); input(); time.sleep(600)"])
    with monkeypatch.context() as instead:
        instead.setattr(bot._answers, "get", no_answer)
        with pytest.raises(AgentError, match="no answer within 600 seconds"):
            bot.ask(LONG, GENEROUS)
    bot.close()

    assert left[0] <= GENEROUS - 1


def test_an_answer_before_the_question_was_read_is_none():
    eager = "import time; print('{}', flush=True); time.sleep(600)"

    assert ask_and_end(eager, LONG, 1)[0] == "did not read the question within 1 seconds"


@pytest.mark.usefixtures("patient")
def test_a_program_that_ends_while_it_is_written_to_is_not_waited_for():
    answer, asked, _ = ask_and_end("import sys; sys.stdin.read(10); sys.exit(3)", LONG, GENEROUS)

    assert answer == "the program ended with exit code 3"
    assert asked < GENEROUS


def test_a_program_that_closes_its_input_may_still_answer():
    script = "import os, time; os.close(0); print('{}', flush=True); time.sleep(600)"

    assert ask_and_end(script, LONG, GENEROUS)[0] == "{}\n"


def test_the_threads_of_a_program_end_with_it():
    bot = Program([sys.executable, "-c", "import time; time.sleep(600)"])
    with pytest.raises(AgentError):
        bot.ask(LONG, 0.2)
    bot.close()

    assert ends(bot._writer)
    assert ends(bot._reader)


def ends(thread):
    thread.join(60)
    return not thread.is_alive()


@pytest.mark.usefixtures("patient")
def test_a_program_is_asked_to_end(tmp_path):
    script = "import sys; open(sys.argv[1], 'w').write(sys.stdin.read())"
    bot = Program([sys.executable, "-c", script, str(tmp_path / "read")])
    bot.close()

    assert (tmp_path / "read").read_text() == '{"cmd": "quit"}\n'


def test_a_program_that_floods_its_output_has_to_wait(program):
    agent = program("while True: print('hello', flush=True)")
    with pytest.raises(AgentError, match="answered 'hello'"):
        agent.act(view_of())

    flood = Program([sys.executable, "-c", "while True: print('hello', flush=True)"])
    deadline = time.monotonic() + 60
    while flood._answers.qsize() < UNREAD and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(0.1)  # for more, if there were no limit

    assert flood._answers.qsize() == UNREAD
    flood.close()
    assert ends(flood._reader)


def test_a_program_whose_child_keeps_its_output_open_does_not_hold_up_the_end(program):
    agent = program("import os, time; os.fork(); time.sleep(300)", limit=0.5)
    began = time.monotonic()

    with pytest.raises(AgentError, match="no answer"):
        agent.act(view_of())

    assert time.monotonic() - began < 300


def test_a_program_that_failed_is_started_anew(program, tmp_path):
    marker = tmp_path / "second"
    script = f"""
import pathlib
marker = pathlib.Path({str(marker)!r})
if not marker.exists():
    marker.touch()
    raise SystemExit(1)
{FIRST}
"""
    agent, view = program(script), view_of()
    with pytest.raises(AgentError):
        agent.act(view)

    assert agent.act(view) in view.legal


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("referee:", "expected a program"),
        ("referee:limit=3", "expected a program"),
        ("referee:limit=soon python", "limit=soon: expected seconds"),
        ("referee:no_such_program_here", "there is no program 'no_such_program_here'"),
        ("referee:python 'bot", "No closing quotation"),
        ("referee", "expected referee:ARGUMENT"),
    ],
)
def test_a_program_that_cannot_be_run_is_refused_at_once(spec, message):
    with pytest.raises(ValueError, match=message):
        make_agent(spec)
