"""The native batch for stable-baselines3 plays what its DummyVecEnv plays."""

import numpy as np
import pytest

pytest.importorskip("sb3_contrib", reason="pip install -e '.[train]'")
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import VecMonitor

from got_env.core.errors import IllegalAction
from got_training.seat_vec_env import SeatVecEnv

pytestmark = pytest.mark.training
GAME = {"house": "stark", "opponents": "random", "players": 3}
PLAIN = GAME | {"render_mode": None}
"""As `make_vec_env` wants it, which asks for pictures otherwise."""
GAMES = 4


def first_legal(env):
    """The lowest legal action of each game."""
    return get_action_masks(env).argmax(axis=1)


def ended_games(env, actions, wanted, most=4000):
    """Play until so many games have ended; their rows, rewards and infos."""
    found = []
    for _ in range(most):
        _, rewards, ended, infos = env.step(actions(env))
        found += [(row, float(rewards[row]), infos[row]) for row in np.flatnonzero(ended)]
        if len(found) >= wanted:
            return found
    raise AssertionError(f"{len(found)} of {wanted} games ended")


def test_games_are_those_of_make_vec_env():
    """Until a game ends; the seeds of the games after it are each environment's own."""
    native = SeatVecEnv("agot2e", GAMES, **GAME)
    plain = make_vec_env("got_env:got_env/Agot2e-v0", GAMES, seed=5, env_kwargs=PLAIN)
    native.seed(5)
    observations, expected = native.reset(), plain.reset()
    assert native.observation_space == plain.observation_space
    assert native.action_space == plain.action_space
    running = np.ones(GAMES, dtype=bool)
    while running.any():
        np.testing.assert_array_equal(observations[running], expected[running])
        masks, theirs = get_action_masks(native), get_action_masks(plain)
        np.testing.assert_array_equal(masks[running], theirs[running])
        observations, rewards, ended, infos = native.step(masks.argmax(axis=1))
        expected, paid, over, their_infos = plain.step(theirs.argmax(axis=1))
        np.testing.assert_array_equal(ended[running], over[running])
        np.testing.assert_allclose(rewards[running], paid[running])
        for row in np.flatnonzero(ended & running):
            ours, last = infos[row], their_infos[row]
            np.testing.assert_array_equal(
                ours.pop("terminal_observation"), last.pop("terminal_observation")
            )
            del last["action_mask"], last["episode"]
            assert ours == last
        running &= ~ended
    assert rewards.dtype == np.float32
    assert ended.dtype == np.bool_


def test_what_a_step_returns_is_not_overwritten_by_the_next():
    env = SeatVecEnv("agot2e", GAMES, **GAME)
    observations = env.reset()
    before = observations.copy()
    masks = env.action_masks()
    kept = masks.copy()
    env.step(first_legal(env))

    np.testing.assert_array_equal(observations, before)
    np.testing.assert_array_equal(masks, kept)


def test_a_seed_gives_the_same_games_and_no_seed_new_ones():
    env = SeatVecEnv("agot2e", GAMES, **GAME)

    def play():
        env.reset()
        return np.array([env.step(first_legal(env))[0] for _ in range(60)])

    env.seed(3)
    first, second = play(), play()
    env.seed(3)

    assert (first != second).any(axis=(0, 2)).all(), "every game is another one"
    np.testing.assert_array_equal(play(), first)
    np.testing.assert_array_equal(play(), second, "a seed starts the stream of the later games")


def test_games_cut_off_are_told_from_games_that_ended():
    env = SeatVecEnv("agot2e", GAMES, **GAME, max_episode_steps=7)
    env.reset()
    cut = ended_games(env, first_legal, GAMES)

    assert all(info["TimeLimit.truncated"] for _, _, info in cut)
    assert all(
        info["terminal_observation"].shape == env.observation_space.shape for *_, info in cut
    )
    env = SeatVecEnv("agot2e", GAMES, **GAME)
    env.reset()
    assert not any(info["TimeLimit.truncated"] for *_, info in ended_games(env, first_legal, 2))


def test_an_observation_in_parts_arrives_in_parts():
    env = SeatVecEnv("agot2e", GAMES, **GAME, observation="entities", max_episode_steps=3)
    observations = env.reset()
    assert set(observations) == set(env.observation_space.spaces)
    (_, _, info), *_ = ended_games(env, first_legal, 1)

    assert env.observation_space.contains(info["terminal_observation"])


def test_methods_are_shared_out_by_game_and_others_refused():
    env = SeatVecEnv("agot2e", GAMES, **GAME, render_mode="ansi")
    env.reset()

    assert is_masking_supported(env)
    (one,) = env.env_method("action_masks", indices=2)
    np.testing.assert_array_equal(one, env.action_masks()[2])
    assert len(env.env_method("render", indices=[0, 1])) == 2
    with pytest.raises(AttributeError, match="'reset', expected action_masks or render"):
        env.env_method("reset")
    with pytest.raises(NotImplementedError, match="house"):
        env.set_attr("house", "stark")
    assert not any(env.env_is_wrapped(VecMonitor))


def test_arguments_that_are_fixed_are_refused():
    with pytest.raises(TypeError, match="autoreset_mode"):
        SeatVecEnv("agot2e", GAMES, autoreset_mode="next_step")


def test_an_illegal_action_raises_or_ends_the_game():
    strict = SeatVecEnv("agot2e", GAMES, **GAME, illegal_reward=None)
    strict.reset()
    wrong = first_legal(strict)
    wrong[1] = np.flatnonzero(~strict.action_masks()[1])[0]
    with pytest.raises(IllegalAction, match="game 1"):
        strict.step(wrong)
    lenient = SeatVecEnv("agot2e", GAMES, **GAME)
    lenient.reset()
    wrong = first_legal(lenient)
    wrong[1] = np.flatnonzero(~lenient.action_masks()[1])[0]
    _, rewards, ended, infos = lenient.step(wrong)

    assert ended.tolist() == [False, True, False, False]
    assert rewards[1] == -1
    assert infos[1]["illegal_action"]


def test_maskable_ppo_learns_on_it_and_logs_returns():
    env = VecMonitor(SeatVecEnv("agot2e", GAMES, **GAME), info_keywords=("place",))
    model = MaskablePPO("MlpPolicy", env, n_steps=256, batch_size=128, n_epochs=1, seed=1)

    model.learn(2048)

    assert model.ep_info_buffer
    assert all(info["r"] in (1.0, -0.5) for info in model.ep_info_buffer)
    assert all((info["r"] == 1.0) == (info["place"] == 0) for info in model.ep_info_buffer)
