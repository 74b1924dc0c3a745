"""A person at the terminal."""

import io
import os
import pty
import subprocess
import sys
from itertools import islice

import pytest

from got_agents.base import AgentError
from got_agents.human import HumanAgent, find_action
from tests.agents.games import GAME, random_games


def view_of(turn=0):
    return next(islice(random_games(1, 3), turn, None))[0]


@pytest.fixture
def typing(monkeypatch, capsys):
    """Let the person type lines; returns the action and what stood on the screen."""

    def decide(view, text):
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        return HumanAgent().act(view), capsys.readouterr()

    return decide


def test_an_action_is_chosen_by_number_text_or_beginning(typing):
    view = view_of()
    texts = [GAME.action_text(view.states, 0, int(action)) for action in view.legal]

    assert typing(view, "3\n")[0] == view.legal[2]
    assert typing(view, f"{texts[4]}\n")[0] == view.legal[4]


def test_parts_that_fit_one_only():
    texts = ["raid winterfell", "raid white_harbor", "done"]

    assert find_action("d", texts) == 2
    assert find_action("raid wi", texts) == 0
    assert find_action("raid w", texts) is None
    assert find_action("harbor", texts) == 1
    assert find_action("white", texts) == 1
    assert find_action("march+1", ["order x march+1", "order x march+1*"]) == 0
    assert find_action("0", texts) is None
    assert find_action("4", texts) is None


def test_help_board_and_list_ask_again(typing):
    action, shown = typing(view_of(), "help\nboard\nlist\nfly\n1\n")

    assert action == view_of().legal[0]
    assert shown.out == ""
    assert "Type the number" in shown.err
    assert "baratheon" in shown.err
    assert "'fly' is not one of the actions" in shown.err


@pytest.mark.parametrize(
    ("text", "message"), [("quit\n", "left the game"), ("", "the input has ended")]
)
def test_leaving_is_an_error_of_the_agent(typing, text, message):
    with pytest.raises(AgentError, match=message):
        typing(view_of(), text)


def test_the_only_action_is_not_asked_for(typing):
    views = (view for batch in random_games(1, 3) for view in batch)
    view = next(view for view in views if len(view.legal) == 1)

    action, shown = typing(view, "")

    assert action == view.legal[0]
    assert "nothing else is possible" in shown.err


@pytest.mark.slow
def test_a_person_can_play_in_a_terminal():
    terminal, inner = pty.openpty()
    command = [sys.executable, "-m", "got_env.cli", "play", "--players", "3"]
    game = subprocess.Popen(
        [*command, "--agents", "human,heuristic"], stdin=inner, stdout=inner, stderr=inner
    )
    os.close(inner)
    os.write(terminal, b"1\nboard\nquit\n")
    shown = b""
    try:
        while part := os.read(terminal, 4096):
            shown += part
    except OSError:
        pass  # the other end is closed: the game is over
    os.close(terminal)

    assert game.wait() == 1
    assert b"decides: order" in shown
    assert b"the player at the terminal left the game" in shown
