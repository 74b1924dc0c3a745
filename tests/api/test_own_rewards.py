"""A reward of one's own: a row with a score, chosen by its name wherever rewards are chosen."""

import copy
import dataclasses
import pickle

import numpy as np
import pytest

from got_env.core.jit import PURE_PYTHON, linked
from got_env.core.numbered_kernels import number_of
from got_env.core.rewards import events, final_rewards, potential, scores
from got_env.envs.aec import GameEnv
from got_env.envs.gymnasium_env import SeatEnv
from got_env.envs.saved_games import save_arrays
from got_env.envs.vector import VectorEnv
from got_env.envs.wrappers import wrapped
from got_env.games import get_game
from got_env.westeros.facts.rulesets import load_facts
from got_env.westeros.games import results
from got_env.westeros.games import rewards as rows_of_rewards
from got_env.westeros.games.agot2e import GAME as AGOT2E
from got_env.westeros.rules.state import STATE
from tests.own_data import own_folder, two_castles_win
from tests.toy.pennies import PENNIES, points

WEIGHT = 0.05


@linked
def supply(s, out):
    for p in range(s.num_players):
        out[p] = s.supply[p]


def stakes_won(s, out):
    out[:] = s["points"]


OWN = AGOT2E.with_rewards(supply=potential(supply, WEIGHT), supplied=events(supply, WEIGHT))
OWN_PENNIES = PENNIES.with_rewards(
    supply=potential(points, WEIGHT), supplied=events(stakes_won, WEIGHT)
)
GAMES = pytest.mark.parametrize("game", [OWN, OWN_PENNIES], ids=lambda game: game.code)


def above_average(game, states):
    """Weight of the points of every seat ``(players,)`` above the average."""
    found = scores(game, "supply", states)[0, : int(states["num_players"][0])]
    return WEIGHT * (found - found.mean())


@GAMES
@pytest.mark.parametrize("reward", ["supply", "supplied"])
def test_each_step_pays_the_change_of_the_score(game, reward):
    env = GameEnv(game, players=3, reward=reward)
    env.reset(seed=5)
    rng = np.random.default_rng(5)
    before, paid = above_average(game, env.states), False

    while env.legal_actions():
        env.step(int(rng.choice(env.legal_actions())))
        now = above_average(game, env.states)
        rewards = np.array([env.rewards[agent] for agent in env.possible_agents])
        if env.states["over"][0]:
            places = env.states["place"][0, :3].tolist()
            kept = now if reward == "supplied" else 0.0
            expected = final_rewards(game, "win", places) + kept - before
        else:
            expected = now - before
            paid |= bool(expected.any())
        assert rewards == pytest.approx(expected)
        assert rewards.sum() == pytest.approx(0.0)
        before = now
    assert paid


@GAMES
def test_batches_pay_the_same(game):
    single = GameEnv(game, players=3, reward="supplied", skip_forced=True)
    single.reset(seed=8)
    batch = VectorEnv(game, 2, 3, seed=8, reward="supplied", auto_reset="disabled")
    paid = False

    while single.legal_actions():
        action = single.legal_actions()[-1]
        single.step(action)
        batch.step(np.array([action, batch.action_masks[1].argmax()]))
        assert batch.rewards[0, :3].tolist() == pytest.approx(
            list(single.rewards.values()), abs=1e-6
        )
        paid |= any(single.rewards.values())
    assert batch.terminations[0]
    assert paid


@GAMES
def test_one_learner_gets_it_too(game):
    house = game.seats.names[0]
    env = SeatEnv(game, players=3, reward="supply", opponents="random", house=house)
    plain = SeatEnv(game, players=3, opponents="random", house=house)
    _, info = env.reset(seed=2)
    plain.reset(seed=2)
    start = above_average(game, env._games._states)[0]
    rewards, prizes, over = [], [], False

    while not over:
        action = int(info["action_mask"].argmax())
        _, reward, over, _, info = env.step(action)
        _, prize, _, _, _ = plain.step(action)
        rewards.append(reward)
        prizes.append(prize)
    assert sum(rewards) == pytest.approx(sum(prizes) - start)
    assert any(rewards[:-1])
    assert not any(prizes[:-1])


def test_the_other_rewards_stay_and_one_may_be_replaced():
    assert tuple(OWN.results.rewards) == ("win", "rank", "castles", "supply", "supplied")
    assert tuple(AGOT2E.results.rewards) == ("win", "rank", "castles")
    assert OWN.results.shaped == ("castles", "supply")
    assert OWN.results.for_learning == "castles"
    other = AGOT2E.with_rewards(castles=potential(supply, 1.0))
    assert other.results.rewards["castles"].weight == 1.0


@pytest.mark.parametrize("make", [GameEnv, VectorEnv, SeatEnv])
def test_an_unknown_name_is_refused_with_those_that_are_known(make):
    arguments = {"num_envs": 1} if make is VectorEnv else {}

    with pytest.raises(
        ValueError, match="reward='gold': expected one of win, rank, castles, supply, supplied"
    ):
        make(OWN, reward="gold", **arguments)


def test_a_pickle_with_rewards_of_ones_own_is_refused():
    """Another process knows those of the package alone."""
    with pytest.raises(
        pickle.PicklingError, match=r"'agot2e': has rewards of your own \(supply, supplied\)"
    ):
        pickle.dumps(VectorEnv(OWN, 1, reward="supply"))
    with pytest.raises(pickle.PicklingError, match="game 'pennies': expected one of agot2e, "):
        pickle.dumps(VectorEnv(PENNIES, 1))
    assert pickle.loads(pickle.dumps(AGOT2E)) is AGOT2E


@pytest.mark.parametrize("game", [OWN, AGOT2E.with_rewards(castles=potential(supply, 1.0))])
def test_copies_keep_rewards_of_ones_own(game):
    name = "supply" if game is OWN else "castles"
    env = wrapped(GameEnv(game, players=3, reward=name))
    env.reset(seed=1)
    one, other = env.unwrapped.clone(), copy.deepcopy(env)
    paid = [], []
    for _ in range(200):
        for twin, rewards in zip((one, other), paid, strict=True):
            twin.step(int(twin.last()[0]["action_mask"].nonzero()[0][-1]))
            rewards.append(dict(twin.rewards))
    assert paid[0] == paid[1]
    assert any(any(rewards.values()) for rewards in paid[0])

    games = VectorEnv(game, 2, players=3, reward=name, seed=1)
    assert copy.deepcopy(games).game is game


def test_facts_of_a_folder_keep_rewards_of_ones_own(tmp_path):
    folder = own_folder(tmp_path / "data", setup=two_castles_win)
    env = GameEnv(OWN, players=3, reward="supply", data_dir=folder)
    plain = get_game("agot2e", folder)
    other = get_game("agot2e", own_folder(tmp_path / "other", setup=two_castles_win))

    assert env.game.results.rewards["supply"] is OWN.results.rewards["supply"]
    assert "supply" not in plain.results.rewards
    for game in (plain, other):
        again = pickle.loads(pickle.dumps(game))
        assert again.identity.data_hash == game.identity.data_hash


@pytest.mark.skipif(PURE_PYTHON, reason="plain functions are kernels there")
def test_a_score_that_no_kernel_can_call_is_refused():
    game = AGOT2E.with_rewards(plain=potential(stakes_won, 1.0))

    with pytest.raises(TypeError, match="stakes_won: expected a linked kernel"):
        GameEnv(game, reward="plain")
    with pytest.raises(TypeError, match="returning: expected a kernel that returns nothing"):
        number_of(returning, STATE, np.zeros(1))


@linked
def returning(s, out):
    out[0] = 1.0
    return 1.0


def test_a_row_in_the_file_of_its_game_is_a_reward_everywhere(monkeypatch):
    """All that reads names of rewards reads these rows; the game is made as it always is."""
    facts = load_facts("agot2e")
    rows = rows_of_rewards.rewards(facts) | {"supply": potential(supply, WEIGHT)}
    monkeypatch.setattr(results, "rewards", lambda facts: rows)

    found = results.results(facts)

    game = dataclasses.replace(AGOT2E, results=found)
    assert tuple(found.rewards) == ("win", "rank", "castles", "supply")
    assert VectorEnv(game, 1, 3, reward="supply")._rows["shaping"]["weight"][0] == WEIGHT
    with pytest.raises(ValueError, match="expected one of win, rank, castles, supply"):
        VectorEnv(game, 1, 3, reward="gold")


def test_saved_games_hold_no_address_of_a_score():
    env = VectorEnv("agot2e", num_envs=2, players=3, reward="castles")
    env.reset(seed=1)
    assert env._rows["shaping"]["score"].all()

    rows = np.frombuffer(save_arrays(env)["_rows"], env._rows.dtype)

    assert not rows["shaping"]["score"].any()
    assert (rows["seed"] == env._rows["seed"]).all()
