"""Arrays that environments hand out cannot change what their kernels trust."""

import numpy as np
import pytest

from got_env import IllegalAction, VectorEnv, agot2e_v0
from got_env.envs.gymnasium_env import SeatEnv
from got_env.envs.gymnasium_vector import SeatVectorEnv
from tests.play import AGOT2E, play_vector, random_actions

GUARDED = (
    "action_masks",
    "current_player",
    "terminations",
    "truncations",
    "states",
    "seeds",
    "players",
)


def make(**kwargs):
    return VectorEnv("agot2e", 4, 3, max_cycles=20, **kwargs)


@pytest.mark.parametrize("name", GUARDED)
def test_what_kernels_trust_cannot_be_written(name):
    env = make()
    before = getattr(env, name).tobytes()

    with pytest.raises(ValueError, match="read-only"):
        getattr(env, name)[:] = 1 if name != "states" else np.zeros(1, dtype=AGOT2E.records.state)

    assert getattr(env, name).tobytes() == before


def test_fields_of_states_cannot_be_written():
    with pytest.raises(ValueError, match="read-only"):
        make().states["ruleset"][:] = -300


def test_what_step_and_reset_return_cannot_be_written():
    env = make()
    infos = env.reset(3)[1]
    _, _, terminations, truncations, more = env.step(random_actions(env.action_masks, _rng()))

    assert more is infos
    arrays = [terminations, truncations, infos["action_mask"], infos["current_player"]]
    arrays += [infos["_final_info"], infos["_final_obs"], *infos["final_info"].values()]
    for array in arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 1


def test_an_action_that_a_mask_would_not_allow_stays_illegal():
    env = make()
    wrong = np.argmin(env.action_masks, axis=1)
    before = env.states.tobytes()

    with pytest.raises(ValueError, match="read-only"):
        env.action_masks[:] = True
    with pytest.raises(IllegalAction):
        env.step(wrong)

    assert env.states.tobytes() == before


@pytest.mark.parametrize(
    "batch", [make, lambda: SeatVectorEnv(num_envs=4, copy=False, illegal_reward=None)]
)
def test_masks_written_past_their_flag_make_nothing_legal(batch):
    """Libraries that share memory, such as torch, do not ask whether an array is read-only."""
    env = batch()
    env.reset(seed=1)
    masks = env.action_masks if isinstance(env, VectorEnv) else env.action_masks()
    wrong = np.argmin(masks, axis=1)

    np.asarray(masks.base)[:] = True
    assert masks.all()
    with pytest.raises(IllegalAction):
        env.step(wrong)


def test_a_step_shows_again_what_is_legal():
    env, other = make(), make()
    actions = random_actions(env.action_masks, _rng())

    np.asarray(env.action_masks.base)[:] = True
    env.step(actions)
    other.step(actions)

    assert env.action_masks.tobytes() == other.action_masks.tobytes()


@pytest.mark.parametrize("num_envs", [10**18, 2**24 + 1, 0, None, 2.0])
def test_a_number_of_games_that_nothing_can_hold_is_named(num_envs):
    with pytest.raises(ValueError, match=r"num_envs="):
        VectorEnv("agot2e", num_envs, 3)


def test_views_follow_the_games():
    env = make()
    masks, states, seats = env.action_masks, env.states, env.current_player
    before = masks.tobytes(), states.tobytes(), seats.tobytes()

    play_vector(env, 5)

    assert all(a != b.tobytes() for a, b in zip(before[:2], (masks, states), strict=True))
    assert masks is env.action_masks
    assert seats is env.current_player


def test_observations_and_rewards_may_be_used_as_scratch():
    """They are written by kernels and never read by them."""
    one, other = make(auto_reset="next_step"), make(auto_reset="next_step")
    rng = _rng()
    for _ in range(60):
        actions = random_actions(one.action_masks, rng)
        one.step(actions)
        other.step(actions)
        assert one.observations.tobytes() == other.observations.tobytes()
        assert one.rewards.tobytes() == other.rewards.tobytes()
        assert one.states.tobytes() == other.states.tobytes()
        other.observations[:] = 77
        other.rewards[:] = np.nan
        for row in np.flatnonzero(other.truncations):
            other.final_observations[row][:] = 5
            assert (other.final_observations[row] == 5).all()
        one.rewards[:] = np.nan
        one.observations[:] = 77


@pytest.mark.parametrize("make_env", [agot2e_v0.env, agot2e_v0.raw_env])
def test_the_record_of_an_aec_environment_cannot_be_written(make_env):
    env = make_env(players=3)
    env.reset(seed=1)

    with pytest.raises(ValueError, match="read-only"):
        env.unwrapped.states["num_players"] = 30_000

    twin = env.unwrapped.clone()
    assert not twin.states.flags.writeable
    assert not np.shares_memory(twin.states, env.unwrapped.states)


@pytest.mark.parametrize("form", ["aec", "parallel", "seat"])
def test_masks_that_an_environment_returns_are_not_its_own(form):
    if form == "aec":
        env = agot2e_v0.env(players=3)
        env.reset(seed=1)
        mask = env.last()[0]["action_mask"]
        legal = env.unwrapped.legal_actions
    elif form == "parallel":
        env = agot2e_v0.parallel_env(players=3)
        observations, _ = env.reset(seed=1)
        mask = observations[env.aec_env.agent_selection]["action_mask"]
        legal = env.aec_env.legal_actions
    else:
        env = SeatEnv(players=3, mask_in_observation=True)
        observation, _ = env.reset(seed=1)
        mask, legal = observation["action_mask"], env.legal_actions
    before = legal()

    mask[:] = 1

    assert legal() == before


def test_masks_of_a_gymnasium_batch_without_copies_cannot_be_written():
    env = SeatVectorEnv("agot2e", 2, players=3, copy=False, mask_in_observation=True)
    observation, infos = env.reset(seed=1)

    for array in (observation["action_mask"], infos["action_mask"], env.action_masks()):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 1
    _, _, terminations, truncations, _ = env.step(env.action_masks().argmax(axis=1))
    for array in (terminations, truncations):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = True


# --- arrays of the caller


@pytest.mark.parametrize(
    ("out", "message"),
    [
        (lambda shape: np.zeros(shape, np.int16), "out: int16 of shape"),
        (lambda shape: np.zeros((1, *shape), np.int8), r"out: int8 of shape \(1, "),
        (lambda shape: np.zeros(shape, np.int8).tolist(), "out: list: expected"),
        (lambda shape: np.broadcast_to(np.int8(0), shape), "out: read-only: expected"),
        (lambda shape: np.zeros(shape[::-1], np.int8).T, "out: not contiguous: expected"),
        (
            lambda shape: np.zeros((shape[0], 2 * shape[1]), np.int8)[:, ::2],
            "out: not contiguous: expected",
        ),
    ],
    ids=["type", "shape", "list", "read-only", "transposed", "gaps"],
)
def test_an_array_that_cannot_take_observations_is_refused(out, message):
    env = make()
    given = out(env.observations.shape)

    with pytest.raises(ValueError, match=f"^{message}"):
        env.observe(0, out=given)


def test_seats_may_be_read_only():
    env = make()
    seats = np.zeros(4, dtype=np.int64)
    seats.flags.writeable = False
    out = np.empty_like(env.observations)

    assert env.observe(seats, out=out) is out
    assert (env.observe(0) == out).all()


def _rng():
    return np.random.default_rng(0)
