"""A Game of Thrones: B'Twixt, as PettingZoo environments.

from got_env import btwixt_v0

env = btwixt_v0.env(players=4, advanced=True)
env.reset(seed=7)
for agent in env.agent_iter():
    obs, reward, termination, truncation, info = env.last()
    ...
"""

from __future__ import annotations

from got_env.envs.makers import Makers

__all__ = ["env", "parallel_env", "raw_env"]

_MAKERS = Makers("btwixt")

raw_env = _MAKERS.raw_env
env = _MAKERS.env
parallel_env = _MAKERS.parallel_env
