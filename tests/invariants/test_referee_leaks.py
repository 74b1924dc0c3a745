"""The referee tells a player nothing that it may not know, whoever's turn it is."""

import numpy as np
import pytest

from got_env import referee as referee_module
from got_env.envs.table import Table
from got_env.referee import Referee
from tests.invariants.positions import positions
from tests.invariants.scramble import scrambled
from tests.play import AGOT2E, PLAYERS


def told(states, house):
    """All answers of a referee about a game that a player may hear."""
    referee = Referee()
    players = int(states["num_players"][0])
    referee._table = Table(AGOT2E, players)
    referee._table.states[:] = states
    referee._table.refresh()
    turn = referee.answer({"cmd": "turn"})
    answers = [
        turn,
        referee.answer({"cmd": "position", "viewer": house}),
        referee.answer({"cmd": "observe", "player": house}),
    ]
    assert all(answer["ok"] for answer in answers)
    if turn["player"] == house:
        answers.append(referee.answer({"cmd": "legal"}))
        answers.append(referee.answer({"cmd": "act", "action": "nonsense"}))
    return answers


def leaks(players):
    """Decisions and viewers for whom an answer depends on what is hidden from the viewer."""
    rng = np.random.default_rng(players)
    return [
        (phase, house)
        for phase, found in positions(players).items()
        for viewer, house in enumerate(AGOT2E.seats.in_play(players))
        if told(found[0], house) != told(scrambled(found[0], viewer, rng), house)
    ]


@pytest.mark.parametrize("players", PLAYERS)
def test_no_answer_depends_on_what_is_hidden(players):
    assert leaks(players) == []


def test_an_answer_with_everything_is_found(monkeypatch):
    whole = referee_module.position_of
    monkeypatch.setattr(
        referee_module, "position_of", lambda game, states, row, viewer: whole(game, states, row)
    )

    assert len(leaks(3)) == 3 * len(positions(3))
