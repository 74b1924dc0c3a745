"""A game without a board goes through every environment: none of them knows more than ``Game``."""

import copy
import pickle
import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, parallel_api_test, seed_test

from got_env import IllegalAction, VectorEnv
from got_env.envs.aec import GameEnv
from got_env.envs.gymnasium_env import SeatEnv
from got_env.envs.gymnasium_vector import SeatVectorEnv
from got_env.envs.parallel import ParallelGameEnv
from got_env.envs.wrappers import wrapped


@pytest.fixture(autouse=True)
def game(pennies):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # advice of PettingZoo and Gymnasium
        yield pennies


def make(**kwargs):
    return wrapped(GameEnv("pennies", **kwargs), None)


def play_out(env, seed=0):
    """Play an AEC environment at random to its end."""
    rng = np.random.default_rng(seed)
    while env.legal_actions():
        env.step(int(rng.choice(env.legal_actions())))


def random_actions(masks, rng):
    return np.argmax(rng.random(masks.shape) * masks, axis=1)


# --- PettingZoo


@pytest.mark.parametrize("observation", ["flat", "entities"])
def test_it_passes_the_tests_of_pettingzoo(observation):
    api_test(make(observation=observation), num_cycles=100)
    seed_test(make, num_cycles=20)
    parallel_api_test(ParallelGameEnv(GameEnv("pennies"), -1.0), num_cycles=50)


def test_rewards_follow_the_places_and_the_info_tells_the_end(game):
    ends = set()
    for seed in range(30):
        env = GameEnv(game)
        env.reset(seed=seed)
        play_out(env, seed)
        points = game.results.measure(env.states, 0)["points"]
        best = env.possible_agents[int(np.argmax(points))]
        info = env.infos[best]
        assert (info["place"], info["winner"], env.rewards[best]) == (0, best, 1.0)
        assert sum(env.rewards.values()) == 0.0
        assert info["end"] == ("runaway" if max(points) >= 6 else "last_round")
        assert info["round"] == int(env.states["round_no"][0])
        ends.add(info["end"])
    assert ends == set(game.results.ends)


def test_shaped_rewards_add_up_to_the_prizes(game):
    env = GameEnv(game, reward="points")
    env.reset(seed=3)
    totals = dict.fromkeys(env.agents, 0.0)
    paid = 0
    while env.legal_actions():
        env.step(int(env.agent_selection == "bob"))
        paid += any(env.rewards.values())
        for agent, reward in env.rewards.items():
            totals[agent] += reward

    assert paid > 1
    assert [totals[a] for a in env.agents] == pytest.approx([-0.5, 1.0, -0.5])
    with pytest.raises(ValueError, match="reward='gold': expected one of win, rank, points"):
        GameEnv(game, reward="gold")


def test_pennies_of_others_are_hidden_until_all_lie(game):
    env = GameEnv(game)
    env.reset(seed=1)
    env.step(1)

    seen = env.observe("bob")["observation"]
    assert -128 not in seen[-5:]  # its own pennies
    assert game.words.snapshot(env.states, 0)["laid"][0] == [1, -1, -1]
    assert env.position("bob")["laid"][0] == [None, -1, -1]
    twins = {env.resample_hidden("bob", seed).position()["laid"][0][0] for seed in range(20)}
    assert twins == {0, 1}
    assert {tuple(env.resample_hidden("ann", s).position()["laid"][0]) for s in range(9)} == {
        (1, -1, -1)
    }


def test_copies_and_saved_states_go_on_alike():
    env = GameEnv("pennies", reward="points")
    env.reset(seed=5)
    for action in (0, 1, 1, 0):
        env.step(action)
    twins = [env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env)), GameEnv("pennies")]
    twins[-1].set_state(env.get_state())

    play_out(env)
    for twin in twins:
        play_out(twin)
        assert twin.states.tobytes() == env.states.tobytes()
    assert sum(env.rollout(seed=1).values()) == 0.0


def test_illegal_actions_are_refused_in_words():
    env = GameEnv("pennies")
    env.reset(seed=0)

    with pytest.raises(IllegalAction, match=r"ann in penny: action 2 \(pass\) is not legal"):
        env.step(2)


def test_an_action_is_forced_only_where_that_is_no_secret():
    env = GameEnv("pennies", mercy=True, skip_forced=True, render_mode="ansi")
    env.reset(seed=0)

    play_out(env)

    assert env.infos["ann"]["end"] in env.game.results.ends
    assert "points: [" in env.render()


# --- batches


@pytest.mark.parametrize("skip_forced", [True, False])
@pytest.mark.parametrize("reward", ["win", "rank", "points"])
def test_a_batch_plays_as_the_aec_environment(skip_forced, reward):
    batch = VectorEnv("pennies", 1, seed=3, skip_forced=skip_forced, reward=reward)
    single = GameEnv("pennies", skip_forced=skip_forced, reward=reward)
    single.reset(seed=3)
    rng = np.random.default_rng(1)
    while not batch.terminations[0]:
        agent = single.possible_agents[batch.current_player[0]]
        assert agent == single.agent_selection
        assert np.array_equal(single.observe(agent)["observation"], batch.observations[0])
        action = random_actions(batch.action_masks, rng)
        batch.step(action)
        single.step(int(action[0]))
        assert list(single.rewards.values()) == pytest.approx(batch.rewards[0].tolist(), abs=1e-6)

    final = batch.infos["final_info"]
    for seat, agent in enumerate(single.possible_agents):
        assert final["place"][0, seat] == single.infos[agent]["place"]
        assert batch.game.results.ends[final["end"][0]] == single.infos[agent]["end"]
        seen = single.observe(agent)["observation"]
        assert np.array_equal(batch.infos["final_obs"][0, seat], seen)


@pytest.mark.parametrize("mode", ["same_step", "next_step", "disabled"])
def test_a_batch_starts_the_next_games_as_its_mode_says(mode):
    env = VectorEnv("pennies", 4, auto_reset=mode, num_threads=2, seed=2)
    rng = np.random.default_rng(0)
    seeds = env.seeds.copy()
    for _ in range(15):
        env.step(random_actions(env.action_masks, rng))
        if env.terminations.any():
            break

    ended = env.terminations
    assert ended.any()
    assert (env.current_player[ended] == (0 if mode == "same_step" else -1)).all()
    assert (env.seeds[ended] != seeds[ended]).all() == (mode == "same_step")
    env.step(random_actions(env.action_masks, rng))
    waiting = env.current_player[ended] == -1
    assert waiting.all() if mode == "disabled" else not waiting.any()
    env.reset(seed=7)
    assert env.seeds.tolist() == [7, 8, 9, 10]


def test_a_batch_can_be_cut_off_copied_and_saved():
    env = VectorEnv("pennies", 3, max_cycles=2)
    env.step(np.zeros(3, dtype=np.int64))
    twin = pickle.loads(pickle.dumps(env))
    env.step(np.ones(3, dtype=np.int64))
    twin.step(np.ones(3, dtype=np.int64))

    assert env.truncations.all()
    assert (env.infos["final_info"]["end"] == -1).all()
    assert env.states.tobytes() == twin.states.tobytes()


# --- Gymnasium


@pytest.mark.parametrize("observation", ["flat", "entities"])
def test_it_passes_the_check_of_gymnasium(observation):
    env = SeatEnv("pennies", observation=observation, opponents="random", render_mode="ansi")

    check_env(env, skip_render_check=True)


@pytest.mark.parametrize("opponents", ["random", lambda observation, mask: int(mask.argmax())])
def test_one_seat_learns_against_players_inside_and_outside(opponents):
    env = SeatEnv("pennies", house="bob", opponents=opponents, reward="points")
    won = 0
    for seed in range(10):
        _, info = env.reset(seed=seed)
        assert info["house"] == "bob"
        over, total = False, 0.0
        while not over:
            _, reward, over, _, info = env.step(int(env.action_masks().nonzero()[0][-1]))
            total += reward
        assert info["end"] in env.unwrapped._games.game.results.ends
        won += info["place"] == 0
        assert total > 0 or info["place"] > 0
    assert 0 < won <= 10


@pytest.mark.parametrize("mode", AutoresetMode)
def test_many_learners_play_as_one(mode):
    many = SeatVectorEnv("pennies", 3, autoreset_mode=mode, opponents="random", house="random")
    many.reset(seed=4)
    rng = np.random.default_rng(0)
    alone = SeatEnv("pennies", opponents="random", house="random")
    seen, info = alone.reset(seed=4)
    over = False
    while not over:
        masks = many.action_masks()
        assert np.array_equal(masks[0], alone.action_masks())
        actions = random_actions(masks, rng)
        observations, rewards, ended, _, infos = many.step(actions)
        seen, reward, over, _, info = alone.step(int(actions[0]))
        assert (rewards[0], ended[0]) == (reward, over)
        if ended.any() and mode == AutoresetMode.DISABLED:
            break
    if over:
        told = infos["final_info"] if mode == AutoresetMode.SAME_STEP else infos
        assert told["end"][0] == info["end"]
        last = infos["final_obs"] if mode == AutoresetMode.SAME_STEP else observations
        assert np.array_equal(last[0], seen)


def test_an_illegal_action_of_the_learner_ends_the_game():
    env = SeatEnv("pennies", opponents="random")
    env.reset(seed=0)

    _, reward, over, _, info = env.step(2)

    assert (reward, over, info["illegal_action"], info["end"]) == (-1.0, True, True, "")
