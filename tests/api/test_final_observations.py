"""Final observations of a batch: those of games that ended, and memory for no others."""

import copy
import pickle

import numpy as np
import pytest

from got_env import VectorEnv
from got_env.envs.final_observations import FinalObservations
from tests.play import AGOT2E, play_vector, random_actions

MODES = ("same_step", "next_step", "disabled")


def owned_bytes(thing, seen=None):
    """Bytes of all arrays that an object holds, however deep, each once."""
    seen = set() if seen is None else seen
    if isinstance(thing, np.ndarray):
        while isinstance(thing.base, np.ndarray):
            thing = thing.base
        counted = id(thing) in seen
        seen.add(id(thing))
        return 0 if counted else thing.nbytes
    if isinstance(thing, dict):
        parts = list(thing.values())
    elif isinstance(thing, list | tuple):
        parts = list(thing)
    elif type(thing).__module__.startswith("got_env.envs") or hasattr(thing, "renew"):
        parts = list(vars(thing).values())
    else:
        return 0
    return sum(owned_bytes(part, seen) for part in parts)


def step_at_random(env, rng):
    actions = np.zeros(env.num_envs, dtype=np.int64)
    running = env.action_masks.any(axis=1)
    actions[running] = random_actions(env.action_masks[running], rng)
    env.step(actions)


def test_a_game_takes_at_most_ten_kilobytes():
    env = VectorEnv("agot2e", 256, 6, seed=1, num_threads=2)
    play_vector(env, 1)
    before = owned_bytes(env)
    rng = np.random.default_rng(1)
    ends, sizes = 0, []
    while ends < 20:
        step_at_random(env, rng)
        ends += int(env.terminations.sum())
        sizes.append(owned_bytes(env))
    env.close()

    assert max(sizes) == before <= 256 * 10_000
    assert before > 256 * AGOT2E.observation.size  # all arrays were found


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("threads", [1, 3])
def test_they_are_what_every_seat_knew_at_the_end(mode, threads):
    """As a batch tells it that lets ended games lie, seat by seat."""
    env = VectorEnv(
        "agot2e", 6, [3, 4, 6, 5, 3, 6], max_cycles=23, auto_reset=mode, num_threads=threads
    )
    twin = VectorEnv("agot2e", 6, [3, 4, 6, 5, 3, 6], auto_reset="disabled", max_cycles=10**9)
    rng = np.random.default_rng(2)
    for _ in range(70):
        # Games of different age, so that some end and some do not.
        again = np.arange(6) == rng.integers(6)
        if mode == "disabled" or rng.random() < 0.2:
            env.reset(mask=again)
        actions = np.zeros(6, dtype=np.int64)
        running = env.action_masks.any(axis=1)
        actions[running] = random_actions(env.action_masks[running], rng)
        waited = ~running
        before = env.final_observations.copy()
        if running.all():
            twin.take(env, np.arange(6))
            twin.step(actions)
        env.step(actions)
        ended = env.infos["_final_obs"]
        new = ended & running
        for seat in range(6):
            there = new & (env.players > seat)
            if running.all() and there.any():
                known = twin.observe(np.minimum(seat, env.players - 1))
                assert np.array_equal(env.final_observations[there, seat], known[there])
            assert not env.final_observations[env.players <= seat, seat].any()
        assert np.array_equal(env.final_observations[ended & waited], before[ended & waited])
        assert not env.final_observations[~ended].any()
    env.close()


def test_games_that_wait_are_held_until_they_are_started_anew():
    env = VectorEnv("agot2e", 5, 3, max_cycles=4, auto_reset="disabled")
    play_vector(env, 3)
    env.reset(mask=np.array([True, False, True, False, False]))
    rng = np.random.default_rng(0)
    step_at_random(env, rng)
    first = env.final_observations.copy()
    assert first.any(axis=(1, 2)).tolist() == [False, True, False, True, True]

    for _ in range(3):
        step_at_random(env, rng)
    assert np.array_equal(env.final_observations[[1, 3, 4]], first[[1, 3, 4]])
    assert env.final_observations[[0, 2], :3].any(axis=2).all()
    second = env.final_observations.copy()

    env.reset(mask=np.array([False, True, False, False, True]))
    assert env.final_observations.copy().any(axis=(1, 2)).tolist() == [1, 0, 1, 1, 0]
    assert np.array_equal(env.final_observations[[0, 2, 3]], second[[0, 2, 3]])
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert twin.final_observations.tobytes() == env.final_observations.tobytes()


def test_memory_of_many_games_that_end_at_once_is_given_back():
    env = VectorEnv("agot2e", 64, 3, max_cycles=5)
    before = owned_bytes(env)
    view = 3 * AGOT2E.observation.size

    play_vector(env, 5)
    assert env.truncations.all()
    assert owned_bytes(env) == before + 62 * view
    play_vector(env, 1)

    assert owned_bytes(env) == before
    assert not np.any(env.final_observations)


KEYS = [
    2,
    -1,
    np.int8(1),
    slice(None),
    slice(1, 4, 2),
    [0, 2],
    np.array([True, False, True, True, False]),
    np.array([[0, 1], [4, 4]]),
    ...,
    None,
    (2, 1),
    (0, 1),
    (2, slice(1, 3), 0),
    (slice(None), 1),
    (slice(1, 4), [0, 2], 3),
    ([0, 2, 4], [1, 2, 0]),
    ([0, 2], slice(None), 3),
    (np.array([True, False, True, False, False]), 1),
    (..., 0),
    (2, ..., 0),
    (slice(None), None, 1),
    np.eye(5, 3, dtype=bool),
]


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_they_are_read_as_an_array(key):
    final = FinalObservations(5, 3, 4)
    final.put(np.array([0, 2]), np.arange(1, 25, dtype=np.int8).reshape(2, 3, 4))
    final.put(np.array([4]), np.full((1, 3, 4), 77, dtype=np.int8))
    whole = np.zeros((5, 3, 4), dtype=np.int8)
    whole[[0, 2]] = np.arange(1, 25).reshape(2, 3, 4)
    whole[4] = 77

    assert np.array_equal(final[key], whole[key])
    assert final[key].dtype == np.int8
    assert np.array_equal(final, whole)
    assert np.array_equal(final == 77, whole == 77)
    assert (final.shape, len(final), final.size, final.ndim) == ((5, 3, 4), 5, 60, 3)
    assert [row.tolist() for row in final] == whole.tolist()


@pytest.mark.parametrize("key", [5, -6, (0, 3), "a", 1.0])
def test_a_wrong_key_is_refused(key):
    with pytest.raises(IndexError):
        FinalObservations(5, 3, 4)[key]


def test_no_array_of_all_games_shares_memory():
    with pytest.raises(ValueError, match="always a copy"):
        np.asarray(FinalObservations(2, 3, 4), copy=False)
    assert np.asarray(FinalObservations(2, 3, 4), dtype=np.float32).dtype == np.float32
