"""The scripted player of games with claim."""

import gymnasium
import numpy as np
import pytest

from got_agents.base import Views
from got_agents.heuristic import HeuristicAgent
from got_agents.random_agent import RandomAgent
from got_benchmarks.playing.matches import play_matches, schedule
from got_env.envs.registration import GYMNASIUM_IDS, register_envs
from got_env.games import GAMES
from got_env.westeros.players.heuristic.playout import play_tables
from got_env.westeros.players.heuristic.weights import style_names, style_weights
from got_env.westeros.rules.state import STATE
from tests.claim.table import FACTS, Table, empty

GAME = GAMES["asos"]


def decide(board: Table) -> str:
    """The player's answer to the open decision, in words."""
    seats = np.array([board.seat(board.player)], dtype=np.int8)
    masks = np.zeros((1, GAME.actions.size), dtype=np.bool_)
    GAME.kernels.action_mask(board.states, masks)
    views = Views.of(GAME, board.states, seats, masks, np.zeros(1, dtype=np.int64))
    return GAME.actions.text(board.states, 0, int(HeuristicAgent().act_batch(views)[0]))


@pytest.mark.parametrize("players", GAME.seats.counts)
@pytest.mark.parametrize("style", style_names())
def test_every_style_plays_whole_games(players, style):
    states = GAME.start(6, players, seed=4)

    play_tables(states, np.zeros((6, 6), dtype=np.int64), [style_weights(style)])

    assert (states["over"] == 1).all()
    assert (states["place"][:, :players] >= 0).all()


def test_the_same_seed_gives_the_same_games():
    first, second = GAME.start(5, 4, seed=9), GAME.start(5, 4, seed=9)
    for states in (first, second):
        GAME.players.policies["heuristic"](states)

    assert first.tobytes() == second.tobytes()


def test_its_games_end_by_claim_and_by_the_last_round():
    states = GAME.start(60, 4, seed=2)
    GAME.players.policies["heuristic"](states)

    assert {GAME.results.end(states, row) for row in range(60)} == {"claim", "last_round"}


def test_two_of_them_beat_two_random_players():
    matches = schedule(2, 4, 30, seed=3)
    outcomes = play_matches(GAME, 4, {}, [HeuristicAgent(), RandomAgent()], matches)

    assert np.mean([o.match.table[o.winner] == 0 for o in outcomes if o.winner >= 0]) >= 0.9


def test_it_knows_its_scratch():
    scratch = GAME.players.scripted().new_scratch(style_weights("heuristic"))

    assert scratch[0].dtype == STATE
    assert scratch[1]["score"].shape[1] >= GAME.actions.size


def test_a_learner_plays_against_it():
    register_envs()
    envs = gymnasium.make_vec(
        GYMNASIUM_IDS["asos"], num_envs=3, house="greyjoy", opponents="heuristic", players=4
    )
    _, info = envs.reset(seed=3)
    for _ in range(40):
        _, reward, *_, info = envs.step(info["action_mask"].argmax(axis=1))

    assert reward.shape == (3,)
    assert np.isfinite(reward).all()


# --- decisions


def test_it_picks_the_card_that_brings_a_claim():
    board = empty().units("riverrun", "stark", knight=1).at("planning")
    while board.player != "stark":
        board.do(next(iter(board.legal())))

    assert decide(board) == "tactic winter_is_coming"


def play_turn(board: Table, house: str) -> None:
    """Let the player answer while a house decides."""
    while board.player == house:
        action = GAME.actions.parse(board.states, 0, decide(board))
        GAME.kernels.step(board.states, np.array([action], dtype=np.int64))


def test_it_takes_an_empty_seat():
    origin = FACTS.board.neighbours["harrenhal"][0]
    board = empty().units(origin, "stark", footman=2).order(origin, "march+0").at("march")

    play_turn(board, "stark")

    assert board.owner("harrenhal") == "stark"


def test_it_leaves_a_strong_army_alone():
    origin = FACTS.board.neighbours["harrenhal"][0]
    board = empty().units(origin, "stark", footman=1).order(origin, "march+0")
    board.units("harrenhal", "lannister", knight=3).order("harrenhal", "defense+2").at("march")

    play_turn(board, "stark")

    assert not board.value("fight")
    assert board.owner("harrenhal") == "lannister"
