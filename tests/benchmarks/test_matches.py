"""Schedules are balanced, games independent of those beside them."""

from collections import Counter

import numpy as np
import pytest

from got_agents.heuristic import HeuristicAgent
from got_agents.random_agent import RandomAgent
from got_benchmarks.matches import Outcome, play_matches, schedule
from got_benchmarks.tournament import Tournament, run, summarize
from got_env.games import get_game

GAME = get_game("agot2e")


@pytest.mark.parametrize(
    ("agents", "players"), [(2, 6), (3, 6), (4, 6), (2, 3), (3, 5), (7, 6), (1, 4)]
)
def test_every_agent_takes_every_seat_once_on_every_deal(agents, players):
    matches = schedule(agents, players, 5 * agents, seed=3)

    for deal in range(5):
        played = [match for match in matches if match.deal == deal]
        assert len({match.seed for match in played}) == 1
        for seat in range(players):
            assert sorted(match.table[seat] for match in played) == list(range(agents))


@pytest.mark.parametrize(("agents", "players"), [(2, 6), (3, 6), (4, 6), (2, 5), (7, 6)])
def test_tables_mix_the_agents_evenly(agents, players):
    for match in schedule(agents, players, 30, seed=4):
        counts = [match.table.count(agent) for agent in range(agents)]
        assert sum(counts) == players
        assert max(counts) - min(counts) <= 1


def test_deals_and_seatings_differ():
    matches = schedule(2, 6, 40, seed=0)

    assert len({match.seed for match in matches}) == 20
    assert len({match.table for match in matches}) > 10


def test_a_longer_schedule_begins_with_the_shorter_one():
    assert schedule(3, 6, 50, seed=9)[:20] == schedule(3, 6, 20, seed=9)
    assert schedule(3, 6, 50, seed=9) != schedule(3, 6, 50, seed=10)


def play(matches, batch=256):
    return play_matches(GAME, 4, {}, [HeuristicAgent(), RandomAgent()], matches, batch=batch)


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
        assert outcome.by_castles or outcome.rounds == 10


def test_an_agent_that_fails_breaks_off_only_its_game():
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
    assert {outcome.error for outcome in failed} == {"ArithmeticError: not today"}
    assert [outcome.match.number for outcome in outcomes] == list(range(20))


def test_the_summary_counts_wins_by_agent_and_house():
    what = Tournament(("a", "b"), 4, 3)
    matches = schedule(2, 3, 4, seed=1)
    outcomes = [
        Outcome(matches[0], 0, (0, 1, 2), 10, False, 100),
        Outcome(matches[1], 0, (0, 2, 1), 5, True, 100),
        Outcome(matches[2], 2, (1, 2, 0), 6, True, 100),
        Outcome(matches[3], error="KeyError: 'x'"),
    ]

    result = summarize(what, outcomes)

    assert result["ends"] == {"seven_castles": 2, "last_round": 1}
    assert result["errors"] == 1
    assert result["error_messages"] == ["KeyError: 'x'"]
    assert sum(row["wins"] for row in result["agents"].values()) == 3
    assert sum(row["win_share"] for row in result["agents"].values()) == pytest.approx(1, abs=1e-3)
    assert result["houses"]["baratheon"]["wins"] == 2
    assert result["houses"]["baratheon"]["agents"]["a"]["wins"] == 1
    assert result["houses"]["lannister"]["wins"] == 0


@pytest.mark.slow
def test_the_number_of_jobs_does_not_change_the_outcomes():
    what = Tournament(("heuristic", "random"), 10, 3, seed=2)
    seen = []

    assert run(what, jobs=2, on_end=seen.append) == run(what)
    assert len(seen) == 10


def test_rewards_of_one_deal_go_to_whoever_plays_best():
    outcomes = play_matches(GAME, 6, {}, [HeuristicAgent(), RandomAgent()], schedule(2, 6, 20, 8))

    assert np.mean([outcome.match.table[outcome.winner] == 0 for outcome in outcomes]) >= 0.9
