"""Ratings are those of openskill; intervals come from whole deals."""

from dataclasses import replace

import numpy as np
import pytest

from got_benchmarks.playing.schedule import schedule
from got_benchmarks.tournament import ratings
from got_benchmarks.tournament.games_table import GamesTable
from got_benchmarks.tournament.payoffs import alpha_rank, payoffs


def table(agents=3, games=12, strength=(0.0, 1.0, 3.0), seed=0, tied=False):
    """Games whose places follow from the strength of the agents and luck."""
    matches = schedule(agents, 6, games, seed=1)
    rng = np.random.default_rng(seed)
    seats = np.array([match.table for match in matches])
    luck = np.array(strength)[seats] + rng.gumbel(size=seats.shape)
    places = np.argsort(np.argsort(-luck, axis=1), axis=1).astype(float)
    if tied:
        places = np.where(places < 3, 1.0, np.where(places < 5, 3.5, 5.0))
    return GamesTable(
        count=agents,
        numbers=np.arange(games),
        deals=np.array([match.deal for match in matches]),
        agents=seats,
        places=places,
        shares=(places == 0).astype(float),
        measures={"castles": np.zeros_like(seats)},
        thinking=np.zeros(seats.shape),
    )


@pytest.mark.parametrize("tied", [False, True])
def test_all_resamples_at_once_are_what_openskill_says(tied, monkeypatch):
    games = table(tied=tied)

    class InOrder:
        def integers(self, high, size):
            return np.arange(size)

    monkeypatch.setattr(np.random, "default_rng", lambda seed: InOrder())

    resampled = ratings.bootstrap(games, 2, 0)

    mu, _, _ = ratings._openskill(games)
    assert resampled == pytest.approx(np.array([mu, mu]), abs=1e-6)


def test_stronger_agents_get_higher_ratings_and_intervals_hold_them():
    rated = ratings.rate(table(games=300))

    assert list(np.argsort(rated.mu)) == [0, 1, 2]
    assert (rated.low < rated.mu).all()
    assert (rated.mu < rated.high).all()
    assert rated.low[2] > rated.high[1] > rated.low[1] > rated.high[0]
    assert rated.history.shape == (300, 3)
    assert rated.history[-1] == pytest.approx(rated.mu)


def test_agents_without_a_game_keep_the_prior():
    games = replace(table(), count=4)

    rated = ratings.rate(games)

    assert rated.mu[3] == ratings.MU
    assert rated.low[3] == pytest.approx(ratings.MU - 1.96 * ratings.SIGMA, abs=0.01)


def test_no_games_give_the_prior():
    empty = table(games=1)
    empty = replace(
        empty,
        **{
            name: getattr(empty, name)[:0]
            for name in ("numbers", "deals", "agents", "places", "shares", "thinking")
        },
    )

    rated = ratings.rate(empty)

    assert rated.mu.tolist() == [ratings.MU] * 3
    assert np.isnan(payoffs(empty).ahead[0, 1])


def test_payoffs_count_pairs_of_seats():
    games = replace(
        table(agents=2, games=2),
        agents=np.array([[0, 0, 1, 1, 1, 0], [1, 1, 0, 0, 0, 1]]),
        places=np.array([[0, 1, 2, 3, 4, 5], [0, 0, 0, 0, 0, 0]], dtype=float),
    )

    found = payoffs(games)

    assert found.ahead[0, 1] == pytest.approx((6 + 4.5) / 18)
    assert found.ahead[0, 1] + found.ahead[1, 0] == pytest.approx(1)
    assert found.games.tolist() == [[2, 2], [2, 2]]
    assert found.low[0, 1] <= found.ahead[0, 1] <= found.high[0, 1]
    assert (found.low[0, 1], found.high[0, 1]) == (0, 1)  # two deals say nothing


def test_intervals_of_a_few_deals_are_as_wide_as_the_model_is_unsure():
    few, many = ratings.rate(table(games=3)), ratings.rate(table(games=300))

    assert few.high - few.low == pytest.approx(2 * 1.96 * few.sigma, rel=1e-3)
    assert (many.high - many.low < few.high - few.low).all()


@pytest.mark.parametrize(("deals", "tournaments"), [(1, 200), (3, 200), (10, 200), (100, 40)])
def test_equal_agents_are_told_apart_in_one_tournament_of_twenty_at_most(deals, tournaments):
    """Ten equal agents on houses of unequal worth, which the luck of a deal makes more unequal."""
    named = 0
    for seed in range(tournaments):
        matches = schedule(10, 6, deals * 10, seed=seed)
        rng = np.random.default_rng(seed)
        house = 2.0 * np.arange(6) / 5 + rng.normal(size=(deals, 6))
        deal = np.array([match.deal for match in matches])
        luck = house[deal] + rng.gumbel(size=(len(matches), 6))
        games = replace(
            table(games=1),
            count=10,
            numbers=np.arange(len(matches)),
            deals=deal,
            agents=np.array([match.table for match in matches]),
            places=np.argsort(np.argsort(-luck, axis=1), axis=1).astype(float),
        )
        named += payoffs(games).better.any()

    assert named <= 0.05 * tournaments


def test_unequal_agents_are_told_apart_and_it_is_said_about_when():
    few, many = (payoffs(table(games=games)) for games in (30, 600))

    assert not few.better[1, 0]
    assert many.better[1, 0]
    assert not many.better[0, 1]
    assert many.more_games[0, 1] == 0
    assert 10 < few.more_games[0, 1] < 600
    assert few.more_games[0, 1] == few.more_games[1, 0]


def test_deals_that_all_go_the_same_way_leave_a_doubt():
    games = table(agents=2, games=20, strength=(0.0, 40.0))

    found = payoffs(games)

    assert found.ahead[1, 0] == 1
    assert 0.5 < found.low[1, 0] < 0.95
    assert found.deals[0, 1] == 10


def test_alpha_rank_gives_a_cycle_equal_shares_and_the_dominated_nothing():
    pytest.importorskip("open_spiel")
    ahead = np.array(
        [[0.5, 0.9, 0.2, 0.9], [0.1, 0.5, 0.8, 0.9], [0.8, 0.2, 0.5, 0.9], [0.1, 0.1, 0.1, 0.5]]
    )

    mass = alpha_rank(ahead)

    assert mass == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=0.01)
    assert alpha_rank(np.array([[0.5]])).tolist() == [1]
