"""Opponents in the lobby: those that a game has, by name and measured strength."""

import dataclasses
from itertools import count
from types import SimpleNamespace

import pytest

from got_agents.registry import make_agent
from got_agents.search import PORTION
from got_agents.serve.opponents import called, described, good_start, level_of, offered
from got_agents.serve.seating import Seating, shown_name
from got_agents.story import open_decision
from got_env.games import GAMES, get_game
from got_env.replay import Header, ReplayWriter
from tests.serve.serving import LOBBY, question, serving


def test_levels_are_words_for_shares_of_wins():
    shares = {0.0: "no opponent", 0.2: "easy", 0.5: "medium", 0.65: "hard", 0.9: "very hard"}
    for won, level in shares.items():
        assert level_of({"won": won, "even": 0.5}) == level


def test_who_was_measured_has_a_level_and_who_was_not_has_none():
    told = described(get_game("agot2e"))
    assert told["ismcts:sims=12"]["level"] == "very hard"
    assert told["heuristic"]["level"] == "medium"
    assert told["random"]["level"] == "no opponent"
    assert told["courtier"]["measured"].startswith("won 63% of 2004 games against the script")
    assert (told["ismcts"]["level"], told["ismcts"]["measured"]) == ("", "")
    assert "steward" not in told
    assert described(get_game("btwixt"))["steward"]["name"] == "the steward"


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("human", "A person"),
        ("ismcts:sims=12", "A tree search (very hard)"),
        ("ismcts:sims=9000", "A tree search"),
        ("courtier", "The courtier (hard)"),
        ("policy:/home/me/runs/first", "A network"),
        ("llm:http://me:8080/v1?key=k3ep", "A language model"),
        ("referee:./mine --token=k3ep", "A program"),
        ("mine/bots.py:Bold:key=k3ep", "Bold"),
        ("some.where:Bold", "Bold"),
        ("gpt=llm:http://me:8080/v1", "gpt"),
        ("deep=ismcts:sims=12", "deep"),
    ],
)
def test_a_seat_names_its_player_and_level_and_nothing_else(spec, name):
    assert called(get_game("agot2e"), spec) == name


def test_a_person_with_a_name_has_a_link_and_is_shown_by_it(tmp_path):
    with serving(tmp_path) as server:
        opened = server.open("btwixt", ["Anna=human", "random", "random"])
        ordered = server.order(game="btwixt", seats=["human", "Bert=human", "random"])
        assert (len(opened.seats), len(ordered.seats)) == (1, 2)
    with serving(tmp_path) as server:
        assert server.problems == []
        (secret,) = opened.seats.values()
        with server.visit(secret) as page:
            assert question(page)["players"][0] == "Anna"


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("gpt=llm:http://me:8080/v1", "gpt"),
        ("mine=own/bots.py:Bold:key=k3ep", "mine"),
        ("referee:./mine --token=k3ep", "referee"),
        ("ismcts:sims=12", "ismcts:sims=12"),
    ],
)
def test_records_name_agents_of_others_by_their_names_alone(spec, name):
    assert shown_name(spec) == name


@pytest.mark.parametrize("spec", ["ismcts:sims=1000000", "ismcts:ms=600000"])
def test_no_search_of_the_lobby_takes_longer_than_a_decision_may(spec):
    """However many simulations are asked for: they are counted, so that no clock is asked."""
    game = get_game("btwixt")
    seating = Seating(game, ["human", spec, "random"], limit=0.001)
    agent, done = seating.agents[1], []
    simulate = agent._simulate

    def counted(view, first, count):
        done.append(count)
        simulate(view, first, count)

    agent._simulate = counted
    writer = ReplayWriter(Header.of(game, 3))
    agent.act(open_decision(writer)[0])
    seating.close()
    assert 1 <= sum(done) < 100_000


@pytest.mark.parametrize("spec", ["greedy", "greedy:deals=5", "flat-mc:sims=9", "ismcts:sims=9"])
def test_a_search_makes_as_many_simulations_at_a_table_as_elsewhere(spec):
    game = get_game("btwixt")
    seating = Seating(game, ["human", spec, "random"], limit=3600)
    view = open_decision(ReplayWriter(Header.of(game, 3)))[0]
    here, elsewhere = seating.agents[1], make_agent(spec)
    assert here.act(view) == elsewhere.act(view)
    assert here.shares() == elsewhere.shares()
    seating.close()


@pytest.mark.parametrize("spec", ["greedy:deals=1000", "flat-mc:sims=1000", "ismcts:sims=1000"])
def test_a_search_at_a_table_stops_when_its_time_is_over(spec, monkeypatch):
    seconds = SimpleNamespace(perf_counter=count().__next__)  # each look at the clock takes one
    monkeypatch.setattr("got_agents.search.time", seconds)
    game = get_game("btwixt")
    seating = Seating(game, ["human", spec, "random"], limit=10)
    agent = seating.agents[1]
    agent.act(open_decision(ReplayWriter(Header.of(game, 3)))[0])
    seating.close()
    assert sum(visits for visits, _ in agent.shares().values()) == 10 * PORTION


def test_data_of_ones_own_have_no_measured_strength():
    game = get_game("agot2e")
    own = dataclasses.replace(
        game, identity=dataclasses.replace(game.identity, data_dir="/somewhere")
    )
    assert all(not told["level"] for told in described(own).values())


@pytest.mark.parametrize("code", GAMES)
def test_a_good_start_has_one_person_and_as_many_others_as_the_game_is_for(code):
    game = get_game(code)
    seats = good_start(game)
    assert len(seats) == game.seats.counts[-1]
    assert seats.count("human") == 1
    assert len(set(seats)) > 3 or len(seats) < 5
    assert set(seats) <= set(offered(game))


def test_the_lobby_tells_what_each_game_is_and_starts_it(tmp_path):
    with serving(tmp_path) as server:
        told = server.get(f"/lobby/{LOBBY}/tables").json()["games"]
        for game in told:
            assert game["gist"].endswith(".")
            assert 5 < game["minutes"] < 120
            assert set(game["agents"]) == set(game["opponents"])
            picture = server.get(f"/static/pictures/{game['code']}.svg")
            assert picture.headers["content-type"] == "image/svg+xml"
            assert "<svg" in picture.text
        assert server.get("/static/pictures/chess.svg").status_code == 404
        quick = next(game for game in told if game["code"] == "btwixt")
        made = server.order(game="btwixt", seats=quick["start"])
        with server.visit(*made.seats.values()) as page:
            names = question(page)["players"]
        assert names == [called(get_game("btwixt"), spec) for spec in quick["start"]]
        assert {"A person", "The script (medium)"} < {*names}
