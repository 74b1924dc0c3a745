"""MaskablePPO takes the Gymnasium environment as it is."""

import gymnasium
import numpy as np
import pytest

import got_env

pytestmark = pytest.mark.training


def test_maskable_ppo_learns_one_house():
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.env_checker import check_env

    env = gymnasium.make(
        "got_env/Agot2e-v0", house="stark", opponents="random", players=3, illegal_reward=None
    )
    check_env(gymnasium.make(env.spec, illegal_reward=-1.0).unwrapped, warn=False)
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=64, batch_size=32, n_epochs=1, policy_kwargs={"net_arch": [16]}
    )

    model.learn(128)

    observation, _ = env.reset(seed=1)
    assert isinstance(env.unwrapped, got_env.SeatEnv)
    for _ in range(10):
        masks = env.unwrapped.action_masks()
        action, _ = model.predict(observation, action_masks=masks)
        assert masks[int(action)]
        observation, *_ = env.step(int(action))
        assert observation.dtype == np.int8
