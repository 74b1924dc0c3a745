"""Every state that play can reach is written and read: positions, those of viewers, and bytes."""

import os

import numpy as np
import pytest

from got_env.core.written import Looks, faults_of_play, faults_of_writing
from got_env.games import GAMES
from tests.toy.pennies import PENNIES

EVERY_GAME = sorted(GAMES)

GAMES_LOOKED_AT = int(os.environ.get("WRITTEN_GAMES", "1"))
LOOKED_EVERY = int(os.environ.get("WRITTEN_EVERY", "6"))
"""Of so many decisions one is written and read, besides the first of each agenda."""
GAMES_SEARCHED = int(os.environ.get("RARE_AGENDA_GAMES", "10"))
"""CONTRIBUTING.md says with how many games, and at which decisions, they run now and then."""


@pytest.mark.parametrize("code", EVERY_GAME)
def test_states_of_play_come_back_from_what_is_written(code):
    """A first state of each agenda, in a few games with random options."""
    looks = Looks(most=1, every=0)
    found = [fault for seed in (1, 2) for fault in faults_of_play(GAMES[code], seed, looks)]

    assert found == []
    assert looks.looked == len(looks.met) > 4


@pytest.mark.full
@pytest.mark.parametrize("code", EVERY_GAME)
def test_states_of_whole_games_come_back_from_what_is_written(code):
    looks = Looks(most=3, every=LOOKED_EVERY)
    for seed in range(1000, 1000 + GAMES_LOOKED_AT):
        assert list(faults_of_play(GAMES[code], seed, looks)) == []
    assert looks.looked >= sum(looks.met.values()) // LOOKED_EVERY


@pytest.mark.full
@pytest.mark.parametrize("code", EVERY_GAME)
def test_rare_agendas_of_many_games_come_back_from_what_is_written(code):
    looks = Looks(most=2, every=0)
    for seed in range(2000, 2000 + GAMES_SEARCHED):
        assert list(faults_of_play(GAMES[code], seed, looks)) == []


def test_a_state_that_is_not_written_as_it_is_is_found():
    states = PENNIES.start(1, PENNIES.seats.counts[0], 1, {})
    assert faults_of_writing(PENNIES, states) == []
    states["points"] = 99

    assert faults_of_writing(PENNIES, states)


def test_looks_are_due_at_new_agendas_and_now_and_then():
    looks = Looks(most=1, every=4)

    due = [looks.due("bid", turn) for turn in range(1, 6)]

    assert due == [True, False, False, True, False]
    assert (looks.looked, looks.met["bid"]) == (2, 5)
    assert np.all([Looks().due("bid", turn) for turn in range(3)])
