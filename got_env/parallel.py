"""The PettingZoo parallel interface of a game in which one agent acts at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import ParallelEnv

from got_env.env import GameEnv
from got_env.errors import IllegalAction

Observations = dict[str, dict[str, Any]]
Infos = dict[str, dict[str, Any]]


class ParallelGameEnv(ParallelEnv):
    """Every agent observes every step; only the action of the agent that decides is played.

    The others' action masks are all 0 and their actions are ignored, so any will do. A step is one
    decision: secret simultaneous choices are still asked one house after another.

    Args:
        env: the AEC environment that plays the game.
    """

    def __init__(self, env: GameEnv) -> None:
        self.aec_env = env
        self.metadata = env.metadata
        self.render_mode = env.render_mode
        self.possible_agents = env.possible_agents
        self.observation_spaces = env.observation_spaces
        self.action_spaces = env.action_spaces
        self.state_space = env.state_space
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """``Dict`` of ``observation`` and ``action_mask``."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """``Discrete``, the same for all agents and phases."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Infos]:
        """Start a new game; arguments and errors as :meth:`GameEnv.reset`."""
        self.aec_env.reset(seed=seed, options=options)
        self.agents = self.aec_env.agents[:]
        return self._observations(), self._infos()

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Play the action of the agent that decides.

        Raises:
            IllegalAction: if it is missing or not legal; the game stays as it is.
        """
        env = self.aec_env
        if not self.agents:
            raise IllegalAction("step: the game is over, reset first")
        agent = env.agent_selection
        if agent not in actions:
            raise IllegalAction(f"step: the action of {agent} is missing", agent=agent)
        env.step(actions[agent])
        result = (
            self._observations(),
            dict(env.rewards),
            dict(env.terminations),
            dict(env.truncations),
            self._infos(),
        )
        if any(env.terminations.values()) or any(env.truncations.values()):
            self.agents = []
        return result

    def _observations(self) -> Observations:
        return {agent: self.aec_env.observe(agent) for agent in self.agents}

    def _infos(self) -> Infos:
        return {agent: dict(self.aec_env.infos[agent]) for agent in self.agents}

    def state(self) -> npt.NDArray[np.int8]:
        """As :meth:`GameEnv.state`."""
        return self.aec_env.state()

    def render(self) -> str | None:
        """As :meth:`GameEnv.render`."""
        return self.aec_env.render()
