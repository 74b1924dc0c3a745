"""PettingZoo's own tests of an environment."""

import types
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test
from pettingzoo.test.save_obs_test import test_save_obs as save_obs
from pettingzoo.utils.conversions import parallel_to_aec

from got_env import agot2e_v0
from tests.play import PLAYERS

TABLES = pytest.mark.parametrize(
    ("players", "tides"), [(players, tides) for players in PLAYERS for tides in (False, True)]
)


@pytest.fixture(autouse=True)
def _only_advice():
    """PettingZoo advises against dictionaries and against agents without a number."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


class Forgiving:
    """A parallel environment that plays the first legal action in place of an illegal one."""

    def __init__(self, env):
        self.env = env

    def __getattr__(self, name):
        return getattr(self.env, name)

    def step(self, actions):
        legal = self.env.aec_env.legal_actions()
        agent = self.env.aec_env.agent_selection
        if actions[agent] not in legal:
            actions = {**actions, agent: legal[0]}
        return self.env.step(actions)


def forgiving(players, tides):
    """A module-like pair of makers whose environments take any action."""

    def parallel_env(**kwargs):
        return Forgiving(agot2e_v0.parallel_env(players=players, tides=tides, **kwargs))

    def env(**kwargs):
        return parallel_to_aec(parallel_env(**kwargs))

    return types.SimpleNamespace(parallel_env=parallel_env, env=env)


@TABLES
@pytest.mark.parametrize("observation", ["flat", "entities"])
def test_api(players, tides, observation):
    api_test(agot2e_v0.env(players=players, tides=tides, observation=observation), num_cycles=300)


@TABLES
def test_seed(players, tides):
    seed_test(lambda: agot2e_v0.env(players=players, tides=tides), num_cycles=100)


@TABLES
def test_max_cycles(players, tides):
    max_cycles_test(forgiving(players, tides))


@TABLES
def test_save_obs(players, tides, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    save_obs(agot2e_v0.env(players=players, tides=tides))


@TABLES
def test_parallel_api(players, tides):
    parallel_api_test(agot2e_v0.parallel_env(players=players, tides=tides), num_cycles=300)


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
