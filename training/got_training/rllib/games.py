"""Many games of the batched engine as one environment of RLlib.

RLlib steps environments one after another. Here one environment holds a whole batch: its agents are
the seats of all its games, ``"3:stark"`` for Stark in the fourth game, and one compiled call
carries out the actions of all seats to move. Each game is played to its end; the episode ends with
the last of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from ray.rllib.env.multi_agent_env import MultiAgentEnv

from got_env.envs.vector import VectorEnv

MODULE = "seat"
"""The one module, which plays all seats."""


class GamesEnv(MultiAgentEnv):
    """``games`` games whose seats to move act together in each step.

    An agent observes ``{"observation": (size,) int8, "action_mask": (A,) int8}`` when it has to
    decide, and when its game is over: then no action is legal.

    Args:
        config: ``game`` (code or the game itself), ``games`` (how many, 8 by default), ``players``,
            ``options``, ``reward`` (`"win"` by default) and ``seed``; an `EnvContext`
            adds the number of the worker, which gets deals of its own.

    Raises:
        ValueError: for a wrong value; names it.
    """

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        config = config or {}
        self._rng = np.random.default_rng(
            [int(config.get("seed", 0)), int(getattr(config, "worker_index", 0))]
        )
        self.games = VectorEnv(
            config.get("game", "agot2e"),
            config.get("games", 8),
            config.get("players"),
            options=config.get("options"),
            reward=config.get("reward") or "win",
            skip_forced=True,
            auto_reset="disabled",
        )
        game = self.games.game
        self.possible_agents = [
            agent_name(row, house)
            for row in range(self.games.num_envs)
            for house in self.games.houses
        ]
        self.agents = list(self.possible_agents)
        seen = spaces.Dict(
            {
                "observation": spaces.Box(-128, 127, (game.observation.size,), np.int8),
                "action_mask": spaces.Box(0, 1, (game.actions.size,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = dict.fromkeys(self.possible_agents, spaces.Discrete(game.actions.size))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start all games anew.

        Returns:
            What the seats to move know, by agent, and an empty info for each.
        """
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.games.reset(seed=int(self._rng.integers(2**62)))
        self.agents = list(self.possible_agents)
        seen = self._observations()
        return seen, {agent: {} for agent in seen}

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        """Carry out the actions of the seats to move.

        Args:
            actions: legal ones by agent, of all that were to move.

        Returns:
            What those who decide next know, the rewards of all seats of their games, who is done
            (``"__all__"``: all games are over), nobody who is cut off, and empty infos.

        Raises:
            IllegalAction: for an illegal action; names the game.
        """
        chosen = np.zeros(self.games.num_envs, dtype=np.int64)
        for agent, action in actions.items():
            chosen[row_of(agent)] = action
        running = self.games.current_player >= 0
        self.games.step(chosen)
        over = running & self.games.terminations
        seen = self._observations()
        rewards: dict[str, float] = {}
        done: dict[str, bool] = {}
        for row in np.flatnonzero(running).tolist():
            for seat, house in enumerate(self.games.houses):
                agent = agent_name(row, house)
                rewards[agent] = float(self.games.rewards[row, seat])
                if over[row]:
                    done[agent] = True
                    seen[agent] = self._seen(
                        self.games.final_observations[row, seat], self.games.action_masks[row]
                    )
        self.agents = [agent for agent in self.agents if agent not in done]
        done["__all__"] = not self.agents
        return seen, rewards, done, {"__all__": False}, {agent: {} for agent in seen}

    def _observations(self) -> dict[str, Any]:
        """Observations of the seats to move, by agent."""
        seats = self.games.current_player
        return {
            agent_name(row, self.games.houses[seats[row]]): self._seen(
                self.games.observations[row], self.games.action_masks[row]
            )
            for row in np.flatnonzero(seats >= 0).tolist()
        }

    @staticmethod
    def _seen(
        observation: npt.NDArray[np.int8], mask: npt.NDArray[np.bool_]
    ) -> dict[str, npt.NDArray[np.int8]]:
        return {"observation": observation.copy(), "action_mask": mask.astype(np.int8)}


def agent_name(row: int, house: str) -> str:
    """The agent of a seat of a game."""
    return f"{row}:{house}"


def row_of(agent: str) -> int:
    """The game of an agent."""
    return int(agent.partition(":")[0])
