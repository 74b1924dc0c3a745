"""Masks are in ``infos`` always, and in observations if wanted."""

import numpy as np
import pytest

from got_env import IllegalAction, agot2e_v0
from tests.play import AGOT2E

FORMS = pytest.mark.parametrize("observation", ["flat", "entities"])
NO_OP = np.eye(AGOT2E.actions.size, dtype=np.int8)[AGOT2E.actions.no_op]


def make(**kwargs):
    env = agot2e_v0.raw_env(players=3, **kwargs)
    env.reset(seed=5)
    return env


def same(one, other):
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return one.dtype == other.dtype and np.array_equal(one, other)


def check_infos(env):
    """The mask of every agent: its legal actions if it is to act, else all 0."""
    legal = np.zeros(AGOT2E.actions.size, dtype=np.int8)
    legal[env.legal_actions()] = 1
    assert list(env.infos) == env.agents
    for agent in env.agents:
        mask = env.infos[agent]["action_mask"]
        assert mask.dtype == np.int8
        assert np.array_equal(mask, legal if agent == env.agent_selection else 0 * legal)


@pytest.mark.parametrize("mask_in_observation", [True, False])
def test_infos_hold_the_mask_at_every_decision(mask_in_observation):
    env = make(mask_in_observation=mask_in_observation, max_cycles=150)
    rng = np.random.default_rng(0)
    while env.legal_actions():
        check_infos(env)
        assert np.array_equal(
            env.last()[4]["action_mask"], env.infos[env.agent_selection]["action_mask"]
        )
        env.step(int(rng.choice(env.legal_actions())))

    assert all(env.truncations.values())
    assert not any(info["action_mask"].any() for info in env.infos.values())


def test_infos_of_a_game_that_is_over_have_an_empty_mask_beside_the_result():
    env = make()
    rng = np.random.default_rng(0)
    while env.legal_actions():
        env.step(int(rng.choice(env.legal_actions())))

    for info in env.infos.values():
        assert not info["action_mask"].any()
        assert {"place", "winner", "round", "end"} < set(info)


@FORMS
def test_observations_without_masks(observation):
    plain = make(observation=observation, mask_in_observation=False)
    whole = make(observation=observation)
    rng = np.random.default_rng(1)

    for agent in plain.possible_agents:
        space = plain.observation_space(agent)
        assert space == whole.observation_space(agent)["observation"]
    for _ in range(100):
        for agent in plain.agents:
            seen = whole.observe(agent)
            assert same(plain.observe(agent), seen["observation"])
            assert same(plain.infos[agent]["action_mask"], seen["action_mask"])
            assert plain.observation_space(agent).contains(plain.observe(agent))
        action = int(rng.choice(plain.legal_actions()))
        plain.step(action)
        whole.step(action)


@FORMS
@pytest.mark.parametrize("mask_in_observation", [True, False])
def test_parallel_infos_hold_the_masks(observation, mask_in_observation):
    env = agot2e_v0.parallel_env(
        players=3, observation=observation, mask_in_observation=mask_in_observation, max_cycles=120
    )
    observations, infos = env.reset(seed=2)
    rng = np.random.default_rng(2)
    ended = False
    while not ended:
        decides = env.aec_env.agent_selection
        for agent in env.agents:
            mask = infos[agent]["action_mask"]
            legal = np.flatnonzero(mask).tolist()
            if agent == decides:
                assert legal == env.aec_env.legal_actions()
            else:
                assert np.array_equal(mask, NO_OP)
            if mask_in_observation:
                assert same(observations[agent]["action_mask"], mask)
            assert env.observation_space(agent).contains(observations[agent])
        action = int(rng.choice(env.aec_env.legal_actions()))
        observations, _, _, truncations, infos = env.step({decides: action})
        ended = any(truncations.values())

    assert all(np.array_equal(info["action_mask"], NO_OP) for info in infos.values())


@pytest.mark.parametrize("mask_in_observation", [True, False])
def test_an_illegal_action_ends_a_game_with_the_masks_in_infos(mask_in_observation):
    kwargs = {"players": 3, "mask_in_observation": mask_in_observation, "illegal_reward": -1.0}
    env = agot2e_v0.parallel_env(**kwargs)
    env.reset(seed=1)
    decides = env.aec_env.agent_selection
    _, rewards, terminations, _, infos = env.step({decides: 129})
    assert rewards[decides] == -1.0
    assert all(terminations.values())
    assert all(np.array_equal(info["action_mask"], NO_OP) for info in infos.values())

    aec = agot2e_v0.env(**kwargs)
    aec.reset(seed=1)
    aec.last()
    aec.step(129)
    assert all(aec.terminations.values())


def test_a_step_of_nobody_after_the_end_gives_nothing():
    env = agot2e_v0.parallel_env(players=3, illegal_reward=-1.0)
    env.reset(seed=1)
    env.step({env.aec_env.agent_selection: 129})

    assert env.step({}) == ({}, {}, {}, {}, {})
    with pytest.raises(IllegalAction, match="the game is over"):
        env.step({"stark": 0})


def test_a_wrapper_that_keeps_agents_after_their_end_finds_it():
    supersuit = pytest.importorskip("supersuit")
    env = supersuit.black_death_v3(
        agot2e_v0.parallel_env(players=3, illegal_reward=-1.0, mask_in_observation=False)
    )
    env.reset(seed=1)

    for _ in range(3):
        if not env.agents:
            break
        _, _, terminations, _, _ = env.step(dict.fromkeys(env.agents, 129))

    assert env.agents == []
    assert all(terminations.values())


@pytest.mark.parametrize("way", ["clone", "set_state", "set_position", "resample_hidden"])
def test_infos_follow_the_state(way):
    env = make()
    rng = np.random.default_rng(3)
    for _ in range(40):
        env.step(int(rng.choice(env.legal_actions())))
    other = make()
    if way == "clone":
        other = env.clone()
    elif way == "set_state":
        other.set_state(env.get_state())
    elif way == "set_position":
        other.set_position(env.position())
    else:
        other = env.resample_hidden(env.agent_selection, 3)

    check_infos(other)
    before = {agent: info["action_mask"].copy() for agent, info in env.infos.items()}
    other.step(other.legal_actions()[0])
    check_infos(other)
    assert same({agent: info["action_mask"] for agent, info in env.infos.items()}, before)


def test_masks_that_are_handed_out_are_not_the_environments_own():
    env = make(mask_in_observation=False)
    wrong = int(np.argmin(env.infos[env.agent_selection]["action_mask"]))
    env.infos[env.agent_selection]["action_mask"][:] = 1

    with pytest.raises(IllegalAction):
        env.step(wrong)
