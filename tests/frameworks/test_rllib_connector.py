"""The connector that renames masked observations for RLlib, in RLlib's own pipeline of episodes."""

import numpy as np
import pytest
from gymnasium import spaces

from got_env import agot2e_v0
from tests.frameworks.table import need

pytestmark = [
    pytest.mark.training,
    pytest.mark.filterwarnings("ignore"),  # those of ray, at its import
]


@pytest.fixture
def connector_class():
    need("rllib")
    from got_training.rllib_connector import MaskedObservations

    return MaskedObservations


def connector(connector_class, space):
    """The connector behind an environment."""
    made = connector_class(space, spaces.Discrete(130))
    assert made.observation_space is not None
    return made


def test_the_space_gets_the_names_that_rllib_wants(connector_class):
    env = agot2e_v0.env(players=3)
    ours = env.observation_space("stark")
    one = connector(connector_class, ours).observation_space
    many = connector(connector_class, spaces.Dict({"stark": ours, "lannister": ours}))

    assert set(one.spaces) == {"observations", "action_mask"}
    assert one["observations"].shape == ours["observation"].shape
    assert one["observations"].dtype == np.float32
    assert many.observation_space == spaces.Dict({"stark": one, "lannister": one})


def test_other_observations_are_refused(connector_class):
    env = agot2e_v0.env(players=3, observation="entities")

    with pytest.raises(ValueError, match="observation='flat'"):
        connector(connector_class, env.observation_space("stark"))


def test_the_newest_observation_is_renamed_once(connector_class):
    from ray.rllib.env.multi_agent_episode import MultiAgentEpisode

    env = agot2e_v0.env(players=3)
    env.reset(seed=1)
    house, observed = env.agent_selection, env.last()[0]
    space = spaces.Dict({agent: env.observation_space(agent) for agent in env.possible_agents})
    made = connector(connector_class, space)
    episode = MultiAgentEpisode(
        observation_space=space,
        action_space=spaces.Dict(env.action_spaces),
        agent_to_module_mapping_fn=lambda agent, episode: "house",
    )
    episode.add_env_reset(observations={house: observed}, infos={house: {}})
    for _ in range(2):
        made(rl_module=None, batch={}, episodes=[episode])
    renamed = episode.agent_episodes[house].get_observations(-1)

    assert set(renamed) == {"observations", "action_mask"}
    np.testing.assert_array_equal(renamed["observations"], observed["observation"])
    np.testing.assert_array_equal(renamed["action_mask"], observed["action_mask"])
    assert made.observation_space[house].contains(renamed)


def test_the_check_of_environments_passes_as_it_is(connector_class):
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
    from ray.rllib.utils.pre_checks.env import check_multiagent_environments

    check_multiagent_environments(PettingZooEnv(agot2e_v0.env(players=3, illegal_reward=-1.0)))
    with pytest.raises(ValueError, match="step"):
        check_multiagent_environments(PettingZooEnv(agot2e_v0.env(players=3)))
