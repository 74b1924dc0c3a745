"""Searching players of games with claim: legal, repeatable, blind to what is hidden, stronger."""

from itertools import islice

import numpy as np
import pytest

from got_agents.base import Views, decision_seeds
from got_agents.registry import make_agent
from got_benchmarks.playing.matches import play_matches, schedule
from got_env.core.search.dealing import deal_batch
from got_env.core.search.values import features_batch, values_batch
from got_env.games import get_game
from got_env.westeros.players.heuristic.choose import new_work
from got_env.westeros.players.search.claim.value import NUM_FEATURES, Feature, value_coefficients
from got_env.westeros.rules.state import STATE
from got_env.westeros.rules.vocabulary import NONE
from tests.claim.random_games import play, positions

GAME = get_game("asos")
SPECS = ("ismcts:sims=6", "ismcts:sims=6,others=tree", "flat-mc:sims=6", "greedy:deals=1")


def asked(states):
    """Legal actions and the seat that decides."""
    masks = np.zeros((len(states), GAME.actions.size), dtype=np.bool_)
    seats = np.zeros(len(states), dtype=np.int8)
    GAME.kernels.action_mask(states, masks)
    GAME.kernels.current_player(states, seats)
    return masks, seats


def view_of(states, seed=7):
    masks, seats = asked(states)
    return next(iter(Views.of(GAME, states, seats, masks, np.array([seed]))))


@pytest.mark.parametrize("spec", SPECS)
def test_every_decision_gets_a_legal_answer_that_knows_nothing_hidden(spec):
    """What it chooses is the same for a twin that its seat cannot tell from the game."""
    agent = make_agent(spec)
    different = 0
    for name, kept in positions().items():
        for number, states in enumerate(kept):
            if states["over"][0]:
                continue
            masks, seats = asked(states)
            before = states.tobytes()

            chosen = agent.act(view_of(states))

            assert masks[0, chosen], name
            assert states.tobytes() == before
            assert agent.act(view_of(states)) == chosen
            twin = states.copy()
            GAME.kernels.redeal(twin, seats, np.array([number]))
            assert agent.act(view_of(twin)) == chosen, name
            different += twin.tobytes() != states.tobytes()
    assert different > 50


@pytest.mark.parametrize("options", [{"goal": "seats_8"}, {"claim_to_win": 5}])
def test_it_plays_with_other_goals(options):
    agent = make_agent("ismcts:sims=4,horizon=99,rollout=random")
    for states in islice(play(4, 3, options), 0, 120, 12):
        if not states["over"][0]:
            assert asked(states)[0][0, agent.act(view_of(states))]


# --- deals


def dealt(views, belief, seed=1):
    states = views.states.copy()
    seeds = np.arange(len(states), dtype=np.int64) + seed
    trials = np.zeros(1, dtype=STATE)
    deal_batch(states, views.states, views.seats, seeds, belief, trials, new_work())
    return states


def heuristic_games(count, players, seed, turns):
    """Records, what their seats know, for every decision of games of heuristic players."""
    states = GAME.start(count, players, seed)
    agent = make_agent("heuristic")
    for turn in range(turns):
        masks, seats = asked(states)
        seeds = decision_seeds(np.arange(count), seats, np.full(count, turn))
        views = Views.of(GAME, states, seats, masks, seeds)
        yield states, views
        GAME.kernels.step(states, agent.act_batch(views))
        if states["over"].any():
            return


@pytest.mark.parametrize("belief", [0, 50, 100])
def test_a_seat_cannot_tell_a_deal_from_the_game(belief):
    for players in (3, 4):
        for states in play(players, 5):
            if states["over"][0]:
                continue
            masks, seats = asked(states)
            views = Views.of(GAME, states, seats, masks, np.zeros(1, dtype=np.int64))
            deal = dealt(views, belief)
            assert not (deal["tactic"] < NONE).any()
            assert not (deal["ally_deck"] < NONE).any()
            assert not (deal["bid"] < NONE).any()
            GAME.kernels.redact(deal, seats)

            assert deal.tobytes() == views.states.tobytes()


def shares_met(belief):
    """Shares of the hidden orders and Tactics cards of heuristic players that deals hit."""
    orders, tactics = np.zeros(2), np.zeros(2)
    for states, views in heuristic_games(3, 4, seed=2, turns=250):
        deals = dealt(views, belief)
        hidden = views.states["order"] != states["order"]
        orders += (deals["order"] == states["order"])[hidden].sum(), hidden.sum()
        hidden = views.states["tactic"] != states["tactic"]
        tactics += (deals["tactic"] == states["tactic"])[hidden].sum(), hidden.sum()
    return orders[0] / orders[1], tactics[0] / tactics[1]


def test_belief_deals_what_the_heuristic_player_would_choose():
    """Orders follow from the position and the Tactics card, in whose choice there is chance."""
    orders, tactics = shares_met(0)
    believed_orders, believed_tactics = shares_met(100)

    assert orders < 0.3
    assert believed_orders > 0.85
    assert tactics < 0.3
    assert believed_tactics > tactics + 0.2


# --- values


def test_values_are_chances_and_certain_at_the_end():
    states = GAME.start(20, 4, seed=3)
    values = np.zeros((20, 6))
    scratch = new_work(), value_coefficients(), np.zeros(NUM_FEATURES)
    values_batch(states, *scratch, values)
    assert values.sum(axis=1) == pytest.approx(np.ones(20))
    assert (values[:, :4] > 0).all()

    GAME.players.policies["heuristic"](states)
    values_batch(states, *scratch, values)
    firsts = states["place"] == 0
    assert ((values > 0) == (firsts & (np.arange(6) < 4))).all()
    assert values.sum(axis=1) == pytest.approx(np.ones(20))


def features(states):
    found = np.zeros((len(states), 6, NUM_FEATURES))
    features_batch(states, new_work(), found)
    return found


def test_features_count_claim_leaders_and_cards():
    states = GAME.start(1, 4, seed=3)
    before = features(states)[0]
    assert before[:4, Feature.LEADERS].sum() > 0
    assert before[:4, Feature.CAPTIVES].sum() == (states["leader_cell"] >= 0).sum()
    assert before[:4, Feature.HOSTAGES].sum() == (states["leader_cell"] >= 0).sum()
    assert (before[:4, Feature.OBJECTIVE] == 1).all()
    assert not before[:4, Feature.TOKENS].any()
    assert not before[4:].any()

    states["claim_track"][0, :2] = 1, 1
    states["ally_owner"][0, states["ally_owner"][0] == NONE] = 2
    states["permanent"][0, 0] = 3
    states["tactics_left"][0] = 0
    change = features(states)[0] - before
    assert change[:4, Feature.TOKENS].tolist() == [0, 2, 0, 0]
    assert change[:4, Feature.CLAIM].tolist() == [0, 2, 0, 0]
    assert change[2, Feature.ALLIANCES] > 0 == change[1, Feature.ALLIANCES]
    assert change[:4, Feature.PERMANENT].tolist() == [0, 0, 0, 1]
    assert (change[:4, Feature.OBJECTIVE] == -1).all()


def test_the_last_steps_to_victory_are_those_of_the_goal():
    near = Feature.CLOSING
    usual = features(GAME.start(1, 4, seed=3))[0, :4]
    short = features(GAME.start(1, 4, seed=3, options={"claim_to_win": 5}))[0, :4]
    assert not usual[:, near].any()
    assert short[:, near].tolist() == (np.maximum(0, usual[:, Feature.CLAIM] - 1) ** 2).tolist()


def test_the_search_names_its_features():
    assert GAME.players.search().features == tuple(feature.name.lower() for feature in Feature)
    assert len(value_coefficients()) == NUM_FEATURES


# --- settings and strength


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("ismcts:horizon=100", "horizon=100: expected a number from 0 to 99"),
        ("flat-mc:width=65", "width=65: expected a number from 1 to 64"),
        ("ismcts:style=nobody", "style"),
    ],
)
def test_wrong_settings_are_refused_by_name(spec, told):
    with pytest.raises(ValueError, match=told):
        make_agent(spec).check_game(GAME)


def test_it_wins_more_than_the_scripted_player():
    agents = [make_agent("ismcts:sims=12"), make_agent("heuristic")]
    outcomes = play_matches(GAME, 4, {}, agents, schedule(2, 4, 12, seed=3))
    wins = sum(
        share
        for outcome in outcomes
        for agent, share in zip(outcome.match.table, outcome.shares, strict=True)
        if agent == 0
    )
    assert wins >= 0.6 * len(outcomes)
