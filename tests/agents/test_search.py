"""Agents that search: legal choices from what the seat may know, the same for the same seed."""

import time
from itertools import islice

import numpy as np
import pytest

from got_agents.base import Views, choose, decision_seeds
from got_agents.heuristic import HeuristicAgent
from got_agents.random_agent import RandomAgent
from got_agents.registry import make_agent
from got_benchmarks.playing.matches import play_matches, schedule
from got_env.core.jit import entry
from got_env.core.search.dealing import deal_batch
from got_env.core.search.simulate import search
from got_env.core.search.tree import NUM_SETTINGS, Setting
from got_env.core.search.values import values_batch
from got_env.games import get_game
from got_env.westeros.players.heuristic.choose import follow_game, new_work
from got_env.westeros.players.search.deals import deal
from got_env.westeros.players.search.value import NUM_FEATURES, value_coefficients
from got_env.westeros.rules.state import STATE
from tests.agents.games import GAME, random_games

SPECS = [
    "greedy:deals=1",
    "flat-mc:sims=6",
    "flat-mc:sims=4,rollout=random,horizon=2",
    "ismcts:sims=6",
    "ismcts:sims=6,others=tree,backup=paranoid",
    "ismcts:sims=4,others=tree,backup=maxn,rollout=random,belief=0,horizon=99",
    "ismcts:sims=4,style=raider,width=2,horizon=0",
]


def some_views(players=6, step=37, count=12, **options):
    return islice(random_games(2, players, seed=5, options=options), 0, step * count, step)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("players", [3, 6])
def test_every_choice_is_legal_and_views_stay_as_they_are(spec, players):
    agent = make_agent(spec)
    for views in some_views(players, tides=True):
        before = views.states.tobytes(), views.masks.tobytes()

        choose(agent, views)

        assert (views.states.tobytes(), views.masks.tobytes()) == before


@pytest.mark.parametrize("spec", SPECS)
def test_the_same_decision_is_decided_alike_whatever_came_before(spec):
    agent, other = make_agent(spec), make_agent(spec)
    views = list(some_views(4, count=8))

    forward = [agent.act_batch(part).tolist() for part in views]

    assert [other.act_batch(part).tolist() for part in views[::-1]][::-1] == forward


@pytest.mark.parametrize("spec", ["greedy:deals=1", "flat-mc:sims=6", "ismcts:sims=6"])
def test_hidden_things_do_not_change_a_choice(spec):
    agent = make_agent(spec)
    states = GAME.start(4, 6, seed=5)
    masks = np.zeros((4, GAME.actions.size), dtype=np.bool_)
    seats = np.zeros(4, dtype=np.int8)
    for turn in range(50):
        GAME.kernels.advance(states, np.full(4, -1, dtype=np.int64), 0, masks, seats)
        seeds = decision_seeds(np.arange(4), seats, np.full(4, turn))
        twins = states.copy()
        GAME.kernels.redeal(twins, seats, np.arange(100, 104, dtype=np.int64))
        views = Views.of(GAME, states, seats, masks, seeds)
        actions = HeuristicAgent().act_batch(views)
        if turn % 5 == 0:
            chosen = agent.act_batch(views).tolist()
            assert agent.act_batch(Views.of(GAME, twins, seats, masks, seeds)).tolist() == chosen
        GAME.kernels.step(states, actions)


@pytest.mark.smoke
def test_greedy_sees_what_orders_lead_to():
    view = next(some_views(3))[0]
    assert GAME.words.phase_name(view.states, 0) == "order"
    agent = make_agent("greedy:deals=2")
    agent.act(view)

    means = [round(mean, 9) for visits, mean in agent.shares().values()]
    assert len(means) == len(view.legal)
    assert len(set(means)) > 2


# --- deals


def dealt(views, belief, seed=1):
    states = views.states.copy()
    seeds = np.arange(len(states), dtype=np.int64) + seed
    trials = np.zeros(1, dtype=STATE)
    deal_batch(states, views.states, views.seats, seeds, belief, trials, new_work())
    return states


@pytest.mark.parametrize("belief", [0, 50, 100])
def test_a_seat_cannot_tell_a_deal_from_the_game(belief):
    for views in islice(random_games(6, 6, seed=1, options={"tides": True}), 0, None, 11):
        states = dealt(views, belief)
        GAME.kernels.redact(states, views.seats)

        assert states.tobytes() == views.states.tobytes()


def heuristic_games(count, players, seed):
    states = GAME.start(count, players, seed)
    agent = HeuristicAgent()
    masks = np.zeros((count, GAME.actions.size), dtype=np.bool_)
    seats = np.zeros(count, dtype=np.int8)
    for turn in range(120):
        GAME.kernels.advance(states, np.full(count, -1, dtype=np.int64), 0, masks, seats)
        seeds = decision_seeds(np.arange(count), seats, np.full(count, turn))
        views = Views.of(GAME, states, seats, masks, seeds)
        yield states, views
        GAME.kernels.step(states, agent.act_batch(views))


def test_full_belief_deals_the_orders_the_heuristic_player_laid():
    hidden = 0
    for states, views in heuristic_games(3, 6, seed=2):
        laid = states["order"] >= 0
        hidden += int((laid & (views.states["order"] != states["order"])).sum())
        if not states["orders_open"].any():
            assert (dealt(views, 100)["order"] == states["order"]).all()

    assert hidden > 400


@entry
def deal_one_root(states, root, p, seeds, trials, works):
    follow_game(works[0])
    for i in range(len(states)):
        states[i] = root[0]
        deal(states[i], root[0], p, seeds[i], 100, trials, works[0])


def test_plans_kept_for_a_root_deal_what_plans_made_anew_do():
    works, trials = new_work(), np.zeros(1, dtype=STATE)
    seeds = np.arange(5, dtype=np.int64)
    laid = 0
    for _, views in islice(heuristic_games(2, 6, seed=4), 0, None, 7):
        for view in views:
            states = np.zeros(len(seeds), dtype=STATE)
            deal_one_root(states, view.states, view.seat, seeds, trials, works)
            roots = np.repeat(view.states, len(seeds))
            anew = np.zeros(len(seeds), dtype=STATE)
            for i in range(len(seeds)):
                one, seat = slice(i, i + 1), np.array([view.seat])
                deal_batch(anew[one], roots[one], seat, seeds[one], 100, trials, new_work())

            assert states.tobytes() == anew.tobytes()
            laid += int(works["kept"][0] != 0)

    assert laid > 5


# --- values and budgets


def test_values_are_chances_and_certain_at_the_end():
    states = GAME.start(20, 5, seed=3)
    values = np.zeros((20, 6))
    values_batch(states, new_work(), value_coefficients(), np.zeros(NUM_FEATURES), values)
    assert values.sum(axis=1) == pytest.approx(np.ones(20))
    assert (values[:, :5] > 0).all()

    GAME.players.policies["heuristic"](states)
    values_batch(states, new_work(), value_coefficients(), np.zeros(NUM_FEATURES), values)
    assert (values.argmax(axis=1) == states["winner"]).all()
    assert (values.max(axis=1) == 1).all()


def test_a_tree_makes_as_many_simulations_as_told_and_adds_up():
    view = next(some_views(3))[0]
    scratch = get_game("agot2e").players.search().new_scratch(31, new_work()["weights"][0])
    settings = np.zeros(NUM_SETTINGS)
    for key, value in {"HORIZON": 1, "POLICY": 1, "WIDTH": 4, "OTHERS": 1, "DECAY": 0.6}.items():
        settings[Setting[key]] = value
    settings[Setting.EXPLORATION] = 0.5

    search(view.states, view.seat, view.mask, 7, 0, 30, settings, value_coefficients(), *scratch)

    root = scratch[0][0]
    assert root["visits"] == 30
    assert root["count"][: root["edges"]].sum() == 30
    assert root["total"].sum() == pytest.approx(30)
    assert root["sum"].sum() == pytest.approx(30)
    assert 1 < scratch[1][0] <= 31
    for node in scratch[0][1 : scratch[1][0]]:
        assert 1 <= node["visits"] <= 30
        assert node["count"][: node["edges"]].sum() == node["visits"]


def test_a_budget_in_seconds_is_kept():
    view = next(some_views(3))[0]
    agent = make_agent("ismcts:ms=200")
    agent.act(view)

    began, busy = time.perf_counter(), time.process_time()
    action = agent.act(view)

    assert time.perf_counter() - began >= 0.2
    assert time.process_time() - busy < 60  # what it takes itself, however busy the machine is
    assert sum(visits for visits, _ in agent.shares().values()) > 0
    assert view.mask[action]


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("ismcts:sims=0", "sims=0: expected a number from 1"),
        ("ismcts:ms=-1", r"ms=-1.0: expected a number from 0.1"),
        ("ismcts:ms=0", r"ms=0.0: expected a number from 0.1 to 3600000"),
        ("flat-mc:ms=", r"ms="),
        ("ismcts:backup=min", "option backup=min: expected one of maxn, paranoid"),
        ("ismcts:rollout=heuristics", "did you mean 'heuristic'"),
        ("flat-mc:backup=maxn", "unknown option 'backup'"),
        ("flat_mc", "did you mean 'flat-mc'"),
        ("greedy:style=nobody", "style 'nobody': expected one of courtier"),
    ],
)
def test_wrong_options_are_refused(spec, message):
    with pytest.raises(ValueError, match=message):
        make_agent(spec)


@pytest.mark.parametrize("spec", ["greedy:deals=1", "flat-mc:sims=12", "ismcts:sims=12"])
def test_searching_beats_chance(spec):
    matches = schedule(2, 3, 4, seed=1)

    outcomes = play_matches(GAME, 3, {}, [make_agent(spec), RandomAgent()], matches)

    assert [outcome.match.table[outcome.winner] for outcome in outcomes] == [0, 0, 0, 0]
