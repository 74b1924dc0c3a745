"""PettingZoo's own tests of an environment."""

import types
import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    seed_test,
)
from pettingzoo.test.save_obs_test import test_save_obs as save_obs
from pettingzoo.utils.conversions import parallel_to_aec

from got_env import IllegalAction, agot2e_v0
from tests.play import AGOT2E, PLAYERS

TABLES = pytest.mark.parametrize(
    ("players", "tides"), [(players, tides) for players in PLAYERS for tides in (False, True)]
)


@pytest.fixture(autouse=True)
def _only_advice():
    """PettingZoo advises against dictionaries and against agents without a number."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


class ByValue(dict):
    """A dictionary that iterates over its values.

    PettingZoo's test of seeds ends after the first step with ``any(terminations)``, which looks at
    the names of the agents. With this it looks at the answers, as was meant.
    """

    def __iter__(self):
        return iter(self.values())


class Forgiving:
    """A parallel environment that plays a legal action in place of an illegal one."""

    def __init__(self, env):
        self.env = env
        self.steps = 0

    def __getattr__(self, name):
        return getattr(self.env, name)

    def step(self, actions):
        legal = self.env.aec_env.legal_actions()
        agent = self.env.aec_env.agent_selection
        if actions[agent] not in legal:
            actions = {**actions, agent: legal[actions[agent] % len(legal)]}
        self.steps += 1
        observations, rewards, terminations, truncations, infos = self.env.step(actions)
        return observations, rewards, ByValue(terminations), ByValue(truncations), infos


def forgiving(players, tides):
    """A module-like pair of makers whose environments take any action."""

    def parallel_env(**kwargs):
        return Forgiving(agot2e_v0.parallel_env(players=players, tides=tides, **kwargs))

    def env(**kwargs):
        return parallel_to_aec(parallel_env(**kwargs))

    return types.SimpleNamespace(parallel_env=parallel_env, env=env)


MASKS = pytest.mark.parametrize("mask_in_observation", [True, False])


@TABLES
@pytest.mark.parametrize("observation", ["flat", "entities"])
def test_api(players, tides, observation):
    api_test(agot2e_v0.env(players=players, tides=tides, observation=observation), num_cycles=300)


@pytest.mark.parametrize("observation", ["flat", "entities"])
@pytest.mark.parametrize("illegal_reward", [None, -1.0])
def test_api_with_masks_in_infos(observation, illegal_reward):
    env = agot2e_v0.env(
        players=3,
        observation=observation,
        mask_in_observation=False,
        illegal_reward=illegal_reward,
    )
    api_test(env, num_cycles=300)


@TABLES
@MASKS
def test_seed(players, tides, mask_in_observation):
    given = {"players": players, "tides": tides, "mask_in_observation": mask_in_observation}
    seed_test(lambda: agot2e_v0.env(**given), num_cycles=100)


@TABLES
def test_max_cycles(players, tides):
    max_cycles_test(forgiving(players, tides))


@TABLES
def test_save_obs(players, tides, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    save_obs(agot2e_v0.env(players=players, tides=tides))


@TABLES
@MASKS
def test_parallel_api(players, tides, mask_in_observation):
    """PettingZoo's test looks for masks in observations only: without, it plays illegal actions."""
    make = agot2e_v0.parallel_env if mask_in_observation else forgiving(players, tides).parallel_env
    given = {"players": players, "tides": tides} if mask_in_observation else {}

    parallel_api_test(make(mask_in_observation=mask_in_observation, **given), num_cycles=300)


@TABLES
@MASKS
def test_parallel_seed(players, tides, mask_in_observation):
    """PettingZoo samples actions without a mask, so illegal ones must not end the game."""
    made = []

    def parallel_env():
        makers = forgiving(players, tides)
        made.append(makers.parallel_env(mask_in_observation=mask_in_observation))
        return made[-1]

    parallel_seed_test(parallel_env, num_cycles=100)

    assert [env.steps for env in made if env.agents] in ([], [100 * players] * 2)
    assert all(env.steps > 50 * players for env in made)


@TABLES
def test_parallel_games_follow_from_the_seed(players, tides):
    """As PettingZoo's own test, with actions that are legal for every agent."""

    def story():
        env = agot2e_v0.parallel_env(players=players, tides=tides)
        observations, _ = env.reset(seed=3)
        for agent in env.possible_agents:
            env.action_space(agent).seed(7)
        for _ in range(300):
            yield observations
            actions = {
                agent: env.action_space(agent).sample(observations[agent]["action_mask"])
                for agent in env.agents
            }
            observations, *results = env.step(actions)
            yield results
            if not env.agents:
                return

    for one, two in zip(story(), story(), strict=True):
        assert data_equivalence(one, two, exact=True)


def test_who_is_not_asked_is_offered_to_do_nothing():
    env = agot2e_v0.parallel_env(players=4)
    observations, _ = env.reset(seed=1)
    assert AGOT2E.actions.names[AGOT2E.actions.no_op] == "done"

    for _ in range(200):
        decides = env.aec_env.agent_selection
        for agent, seen in observations.items():
            legal = np.flatnonzero(seen["action_mask"]).tolist()
            expected = env.aec_env.legal_actions() if agent == decides else [AGOT2E.actions.no_op]
            assert legal == expected
        actions = {
            agent: env.action_space(agent).sample(seen["action_mask"])
            for agent, seen in observations.items()
        }
        observations, *_ = env.step(actions)


def test_a_parallel_game_ends_with_an_illegal_action_only_if_wanted():
    strict = agot2e_v0.parallel_env(players=3)
    tolerant = agot2e_v0.parallel_env(players=3, illegal_reward=-0.7)
    for env in (strict, tolerant):
        env.reset(seed=1)
    agent = strict.aec_env.agent_selection
    actions = dict.fromkeys(strict.agents, AGOT2E.actions.no_op)

    with pytest.raises(IllegalAction, match=agent):
        strict.step(actions)
    observations, rewards, terminations, _, infos = tolerant.step(actions)

    assert strict.agents == strict.possible_agents
    assert tolerant.agents == []
    assert rewards == dict.fromkeys(strict.agents, 0.0) | {agent: -0.7}
    assert all(terminations.values())
    assert agent in infos[agent]["illegal_action"]
    assert set(observations) == set(strict.agents)
    with pytest.raises(IllegalAction, match="reset first"):
        tolerant.step(actions)


def test_parallel_and_aec_play_the_same_game():
    parallel = agot2e_v0.parallel_env(players=4)
    aec = agot2e_v0.raw_env(players=4)
    observations, _ = parallel.reset(seed=5)
    aec.reset(seed=5)

    for turn in range(200):
        agent = aec.agent_selection
        expected = aec.observe(agent)
        assert np.array_equal(expected["action_mask"], observations[agent]["action_mask"])
        assert np.array_equal(expected["observation"], observations[agent]["observation"])
        legal = aec.legal_actions()
        actions = dict.fromkeys(parallel.agents, 0) | {agent: legal[turn % len(legal)]}
        observations, *_ = parallel.step(actions)
        aec.step(actions[agent])

    assert parallel.aec_env.get_state() == aec.get_state()
