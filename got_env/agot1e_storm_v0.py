"""The original board with Leaders and Tactics cards of A Storm of Swords, as environments.

from got_env import agot1e_storm_v0

env = agot1e_storm_v0.env(players=5)
env.reset(seed=7)
for agent in env.agent_iter():
    obs, reward, termination, truncation, info = env.last()
    ...
"""

from __future__ import annotations

from got_env.envs.makers import Makers

__all__ = ["env", "parallel_env", "raw_env"]

_MAKERS = Makers("agot1e_storm")

raw_env = _MAKERS.raw_env
env = _MAKERS.env
parallel_env = _MAKERS.parallel_env
