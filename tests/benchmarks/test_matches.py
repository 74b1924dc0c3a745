"""Games are independent of those beside them, complete, and forfeited by a stated rule."""

import time
from collections import Counter
from dataclasses import replace

import numpy as np

from got_agents.heuristic import HeuristicAgent
from got_agents.random_agent import RandomAgent
from got_benchmarks.playing.matches import Clock, broken_off, play_matches
from got_benchmarks.playing.outcome import forfeit_score
from got_benchmarks.playing.schedule import schedule
from got_env.games import get_game

GAME = get_game("agot2e")


def play(matches, batch=256):
    agents = [HeuristicAgent(), RandomAgent()]
    outcomes = play_matches(GAME, 4, {}, agents, matches, batch=batch)
    return [replace(outcome, seconds=0.0, thinking=()) for outcome in outcomes]


def test_a_game_does_not_depend_on_those_beside_it():
    matches = schedule(2, 4, 12, seed=5)

    together = play(matches)

    assert play(matches, batch=5) == together
    assert play(matches[7:8]) == together[7:8]
    assert play(matches[::-1]) == together


def test_equal_agents_win_equally_often_on_paired_deals():
    matches = schedule(2, 6, 20, seed=6)

    outcomes = play_matches(GAME, 6, {}, [HeuristicAgent(), HeuristicAgent()], matches)

    winners = Counter(outcome.match.table[outcome.winner] for outcome in outcomes)
    assert winners == {0: 10, 1: 10}


def test_outcomes_are_complete():
    for outcome in play(schedule(2, 4, 6, seed=7)):
        assert sorted(outcome.places) == [0, 1, 2, 3]
        assert outcome.places[outcome.winner] == 0
        assert 1 <= outcome.rounds <= 10
        assert outcome.decisions > 50
        assert outcome.end in {"seven_castles", "last_round"}
        assert outcome.end == "seven_castles" or outcome.rounds == 10


def test_an_agent_that_fails_forfeits_only_its_game():
    class Moody:
        """Fails in some games: those with certain seeds."""

        name = "moody"

        def act(self, view):
            if view.seed % 150 == 0:
                raise ArithmeticError("not today")
            return int(view.legal[0])

    outcomes = play_matches(GAME, 4, {}, [Moody()], schedule(1, 4, 20, seed=1), batch=6)

    failed = [outcome for outcome in outcomes if outcome.error]
    assert 0 < len(failed) < 20
    assert all(o.error.startswith("ArithmeticError: not today (") for o in failed)
    assert [outcome.match.number for outcome in outcomes] == list(range(20))
    for outcome in failed:
        assert (outcome.end, outcome.winner) == ("forfeit", -1)
        assert set(outcome.places) == {1.5}  # all seats are of the agent that failed
        assert sum(outcome.shares) == 0


def test_an_agent_that_fails_loses_with_all_its_seats_and_the_others_share_the_win():
    assert forfeit_score((0, 1, 0, 1, 2, 1), failed=3) == (
        (1.0, 4.0, 1.0, 4.0, 1.0, 4.0),
        (1 / 3, 0.0, 1 / 3, 0.0, 1 / 3, 0.0),
    )


def test_the_actions_of_a_game_lead_to_its_outcome():
    for outcome in play(schedule(2, 4, 4, seed=3)):
        again = broken_off(GAME, 4, {}, outcome.match, outcome.actions[:-1], "too bad")

        assert len(outcome.actions) == outcome.decisions
        assert again.decisions == outcome.decisions - 1
        assert again.end == "forfeit"
        assert again.error == "too bad"
        states = GAME.start(1, 4, outcome.match.seed)
        masks = np.zeros((1, GAME.actions.size), dtype=np.bool_)
        seats = np.zeros(1, dtype=np.int8)
        GAME.kernels.advance(states, np.array([-1]), 1, masks, seats)
        for action in outcome.actions.astype(np.int64):
            assert masks[0, action]
            GAME.kernels.advance(states, np.array([action]), 1, masks, seats)
        assert states["winner"][0] == outcome.winner
        assert seats[0] == -1


def test_a_game_longer_than_the_room_for_it_keeps_all_its_actions(monkeypatch):
    whole = [outcome.actions.tolist() for outcome in play(schedule(2, 4, 3, seed=3))]
    monkeypatch.setattr("got_benchmarks.playing.matches.HISTORY", 7)

    short = play(schedule(2, 4, 3, seed=3))

    assert [outcome.actions.tolist() for outcome in short] == whole


def test_a_decision_over_the_limit_is_a_forfeit():
    class Slow:
        name = "slow"

        def act(self, view):
            if view.seed % 50 == 0:
                time.sleep(0.03)
            return int(view.legal[0])

    clock = Clock()
    clock.limit = 0.02

    outcomes = play_matches(GAME, 3, {}, [Slow()], schedule(1, 3, 2, seed=1), clock=clock)

    assert [outcome.error for outcome in outcomes] == ["TimeLimit: no decision within 0.02 s"] * 2


def test_rewards_of_one_deal_go_to_whoever_plays_best():
    outcomes = play_matches(GAME, 6, {}, [HeuristicAgent(), RandomAgent()], schedule(2, 6, 20, 8))

    assert np.mean([outcome.match.table[outcome.winner] == 0 for outcome in outcomes]) >= 0.9
