"""A Storm of Swords, expansion of the first edition, as PettingZoo environments.

from got_env import asos_v0

env = asos_v0.env(players=4)
env.reset(seed=7)
for agent in env.agent_iter():
    obs, reward, termination, truncation, info = env.last()
    ...
"""

from __future__ import annotations

from got_env.envs.makers import Makers

__all__ = ["env", "parallel_env", "raw_env"]

_MAKERS = Makers("asos")

raw_env = _MAKERS.raw_env
env = _MAKERS.env
parallel_env = _MAKERS.parallel_env
