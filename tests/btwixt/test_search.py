"""Searching players of B'Twixt: legal, repeatable, blind to what is hidden, and stronger."""

import numpy as np
import pytest

from got_agents.base import Views
from got_agents.registry import make_agent
from got_benchmarks.playing.matches import play_matches, schedule
from got_env.btwixt.players.heuristic.choose import new_work
from got_env.btwixt.players.search.searcher import searcher
from got_env.btwixt.players.search.value import NUM_FEATURES, Feature, value_coefficients
from got_env.core.search.values import features_batch, values_batch
from got_env.games import get_game

GAME = get_game("btwixt")
NOBODY = -1


def decision(states):
    mask = np.zeros((1, GAME.actions.size), dtype=np.bool_)
    seats = np.zeros(1, dtype=np.int8)
    GAME.kernels.action_mask(states, mask)
    GAME.kernels.current_player(states, seats)
    return mask, seats


def answer(states, mask, seats, agent, seed=7):
    known = states.copy()
    GAME.kernels.redact(known, seats)
    return agent.act(next(iter(Views(GAME, known, seats, mask, np.array([seed])))))


SPECS = ("ismcts:sims=20", "ismcts:sims=20,others=tree", "flat-mc:sims=12", "greedy")


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("options", [{}, {"advanced": True}, {"draft": True, "revealed": True}])
def test_it_answers_with_a_legal_action_and_knows_nothing_hidden(spec, options):
    """What it chooses is the same for a twin that its seat cannot tell from the game."""
    rng = np.random.default_rng(4)
    agent = make_agent(spec)
    for players in (3, 5):
        states = GAME.start(1, players, players, options)
        number = 0
        while not states["over"][0]:
            mask, seats = decision(states)
            action = int(rng.choice(np.flatnonzero(mask[0])))
            if number % 5 == 0:
                chosen = answer(states, mask, seats, agent)
                assert mask[0, chosen]
                twin = states.copy()
                GAME.kernels.redeal(twin, seats, np.array([number]))
                assert answer(twin, mask, seats, agent) == chosen
                assert answer(states, mask, seats, agent) == chosen
                action = chosen
            GAME.kernels.step(states, np.array([action], dtype=np.int64))
            number += 1


def test_values_are_chances_and_certain_at_the_end():
    states = GAME.start(30, 5, seed=3)
    values = np.zeros((30, 6))
    scratch = new_work(), value_coefficients(), np.zeros(NUM_FEATURES)
    values_batch(states, *scratch, values)
    assert values.sum(axis=1) == pytest.approx(np.ones(30))
    assert (values[:, :5] > 0).all()

    GAME.players.policies["heuristic"](states)
    values_batch(states, *scratch, values)
    firsts = states["place"] == 0
    assert ((values > 0) == (firsts & (np.arange(6) < 5))).all()
    assert values.sum(axis=1) == pytest.approx(np.ones(30))


def test_features_of_a_leader_count_councils_and_hand():
    states = GAME.start(1, 4, seed=3)
    features = np.zeros((1, 6, NUM_FEATURES))
    features_batch(states, new_work(), features)
    assert (features[0, :4, Feature.WEAKER] <= features[0, :4, Feature.STRONGER]).all()
    assert features[0, :4, Feature.CARDS] == pytest.approx(0.1 * states["hand_n"][0, :4])
    assert (features[0, :4, Feature.HAND] > 0).all()
    assert features[0, :4, Feature.FIRST].sum() == 1
    assert not features[0, 4:].any()


def test_it_wins_more_than_the_scripted_player():
    agents = [make_agent("ismcts:sims=100"), make_agent("heuristic")]
    outcomes = play_matches(GAME, 4, {}, agents, schedule(2, 4, 40, seed=3))
    wins = sum(
        share
        for outcome in outcomes
        for agent, share in zip(outcome.match.table, outcome.shares, strict=True)
        if agent == 0
    )
    assert wins >= 0.6 * len(outcomes)


def test_the_search_names_its_features():
    assert searcher().features == tuple(feature.name.lower() for feature in Feature)
    assert len(value_coefficients()) == NUM_FEATURES
