"""Wrappers that expect plain boxes say what to do about a mask in the observations."""

import copy
import pickle

import numpy as np
import pytest
from gymnasium.vector.utils import batch_space

from got_env import agot2e_v0


@pytest.mark.parametrize("make", [agot2e_v0.env, agot2e_v0.parallel_env])
@pytest.mark.parametrize("wrapper", ["dtype_v0", "flatten_v0", "normalize_obs_v0"])
def test_supersuit_names_the_argument(make, wrapper):
    supersuit = pytest.importorskip("supersuit")
    more = [np.float32] if wrapper == "dtype_v0" else []

    with pytest.raises(AttributeError, match="environments made with mask_in_observation=False"):
        getattr(supersuit, wrapper)(make(mask_in_observation=True), *more)


def test_the_space_is_a_dictionary_like_any_other():
    env = agot2e_v0.env(mask_in_observation=True)
    space = env.observation_space(env.possible_agents[0])

    assert copy.deepcopy(space) == space == pickle.loads(pickle.dumps(space))
    assert list(batch_space(space, 2).spaces) == list(space.spaces)
    assert not hasattr(space, "low")
    assert not hasattr(space, "nothing")
    assert space.contains(space.sample())
