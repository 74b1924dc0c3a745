"""The PettingZoo parallel interface of a game in which one agent acts at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import ParallelEnv

from got_env.core.checks import checked_number
from got_env.core.errors import IllegalAction
from got_env.envs.aec import GameEnv
from got_env.envs.notebook import Pictured
from got_env.pictures import Rendered

Observations = dict[str, Any]
Infos = dict[str, dict[str, Any]]


class ParallelGameEnv(ParallelEnv, Pictured):
    """Every agent observes every step; only the action of the agent that decides is played.

    The masks of all others allow a single action, "done", which stands for doing nothing: so no
    mask is empty, and a policy that is asked for all agents needs no special case. What they answer
    is ignored. A step is one decision: secret simultaneous choices are still asked one house after
    another. ``infos`` of every agent hold its ``action_mask``, the observations too if those of the
    AEC environment do.

    Args:
        env: the AEC environment that plays the game.
        illegal_reward: with a number, an illegal action does not raise but ends the game for all
            agents, and the agent gets this reward.

    Raises:
        ValueError: if the reward is no finite number.
    """

    def __init__(self, env: GameEnv, illegal_reward: float | None = None) -> None:
        self.aec_env = env
        if illegal_reward is not None:
            illegal_reward = checked_number(illegal_reward, "illegal_reward")
        self._illegal_reward = illegal_reward
        self.metadata = env.metadata
        self.render_mode = env.render_mode
        self.possible_agents = env.possible_agents
        self.observation_spaces = env.observation_spaces
        self.action_spaces = env.action_spaces
        self.state_space = env.state_space
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """As :meth:`GameEnv.observation_space`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """``Discrete``, the same for all agents and phases."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Infos]:
        """Start a new game; arguments and errors as :meth:`GameEnv.reset`.

        Returns:
            Observations, as :meth:`GameEnv.observe` gives them, and infos of all agents by name.
        """
        self.aec_env.reset(seed=seed, options=options)
        self.agents = self.aec_env.agents[:]
        return self._observations(), self._infos()

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Play the action of the agent that decides.

        Args:
            actions: actions by agent; only that of the agent that decides counts.

        Returns:
            Observations, rewards, terminations, truncations and infos of all agents by name.

        When the game is over there are no agents: a step without actions then gives five empty
        dictionaries, as PettingZoo's own converter does. Wrappers that keep agents after their end,
        such as SuperSuit's ``black_death_v3``, find the end of a game in this way.

        Raises:
            IllegalAction: if it is missing or not legal, unless that ends the game; if there are
                actions after the end. The game stays as it is.
        """
        env = self.aec_env
        if not self.agents:
            if not actions:
                return {}, {}, {}, {}, {}
            raise IllegalAction("step: the game is over, reset first")
        agent = env.agent_selection
        if agent not in actions:
            raise IllegalAction(f"step: the action of {agent} is missing", agent=agent)
        try:
            env.step(actions[agent])
        except IllegalAction as error:
            if self._illegal_reward is None:
                raise
            return self._forfeit(agent, self._illegal_reward, str(error))
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

    def _forfeit(
        self, culprit: str, penalty: float, message: str
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """An illegal action ends the game."""
        agents, self.agents = self.agents, []
        rewards = dict.fromkeys(agents, 0.0) | {culprit: penalty}
        infos: Infos = {agent: {"action_mask": self._mask(agent, False)} for agent in agents}
        infos[culprit]["illegal_action"] = message
        observations = {agent: self._observe(agent, False) for agent in agents}
        return (
            observations,
            rewards,
            dict.fromkeys(agents, True),
            dict.fromkeys(agents, False),
            infos,
        )

    def _observations(self) -> Observations:
        return {agent: self._observe(agent, self._decides(agent)) for agent in self.agents}

    def _decides(self, agent: str) -> bool:
        env = self.aec_env
        return agent == env.agent_selection and bool(env.legal_actions())

    def _observe(self, agent: str, decides: bool) -> Any:
        observation = self.aec_env.observe(agent)
        if self.aec_env.mask_in_observation:
            observation["action_mask"] = self._mask(agent, decides)
        return observation

    def _mask(self, agent: str, decides: bool) -> npt.NDArray[np.int8]:
        if decides:
            return self.aec_env.action_mask(agent)
        mask = np.zeros(self.aec_env.game.actions.size, dtype=np.int8)
        mask[self.aec_env.game.actions.no_op] = 1
        return mask

    def _infos(self) -> Infos:
        return {
            agent: self.aec_env.infos[agent]
            | {"action_mask": self._mask(agent, self._decides(agent))}
            for agent in self.agents
        }

    def state(self) -> npt.NDArray[np.int8]:
        """As :meth:`GameEnv.state`."""
        return self.aec_env.state()

    def render(self) -> Rendered | None:
        """As :meth:`GameEnv.render`."""
        return self.aec_env.render()

    def picture(self) -> str | None:
        """As :meth:`GameEnv.picture`."""
        return self.aec_env.picture()
