"""Phases after which nothing on the board is looked at: looking all the same changes nothing."""

import numpy as np
import pytest

from got_env.core.batch import games
from got_env.games import get_game
from got_env.westeros.rules.vocabulary import NONE
from tests.play import random_actions
from tests.rules.marks import rule

GAMES = 40


@rule("ASOS-WIN-06", "ASOS-ALLY-07")
@pytest.mark.parametrize(("code", "players"), [("asos", 3), ("asos", 4), ("agot1e_storm", 5)])
def test_nothing_is_left_to_do_at_any_decision(code, players):
    game, rng = get_game(code), np.random.default_rng(players)
    states = game.start(GAMES, players, 1, {})
    looked = 0
    while len(states):
        masks = np.zeros((len(states), game.actions.size), dtype=np.bool_)
        game.kernels.action_mask(states, masks)
        games.step(states, random_actions(masks, rng))
        states = states[states["over"] == 0]
        again = states.copy()
        games.step(again, np.full(len(again), NONE))
        assert again.tobytes() == states.tobytes()
        looked += len(states)
    assert looked > 100 * GAMES
