"""A table as agents see it: spaces, observations, texts; PettingZoo's side without the play."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv

from got_env.core.checks import checked_flag
from got_env.core.error_values import short_repr
from got_env.core.game import Game, States
from got_env.envs.notebook import Pictured
from got_env.envs.observations import box, cut_blocks, observation_space
from got_env.envs.table import Table
from got_env.pictures import Rendered, checked_render_mode, render_modes


class ByAgent(dict[str, Any]):
    """Something for each agent; an unknown one is refused in words."""

    def __missing__(self, agent: object) -> Any:
        raise KeyError(f"agent={short_repr(agent)}: expected one of {', '.join(self)}")


class TableEnv(AECEnv, Pictured):
    """An environment over a table; its agents are the houses, by seat. How it is played is open.

    Args:
        table: the game with its arrays.
        observation: ``"flat"`` for one int8 vector, ``"entities"`` for the blocks it consists of.
        mask_in_observation: whether observations are ``{"observation": ..., "action_mask": ...}``.
        render_mode: ``"human"``, ``"ansi"``, ``"svg"``, ``"rgb_array"`` or None. With
            ``"human"`` the board is printed at the start and after every step.

    Raises:
        ValueError: for a bad argument; names it and what was expected.
    """

    def __init__(
        self, table: Table, observation: str, mask_in_observation: bool, render_mode: str | None
    ) -> None:
        super().__init__()
        game = table.game
        self.render_mode = checked_render_mode(game, render_mode)
        self._game = game
        self._table = table
        self._entities = observation == "entities"
        self.mask_in_observation = checked_flag(mask_in_observation, "mask_in_observation")
        self.possible_agents = list(table.houses)
        self.metadata = {
            "render_modes": render_modes(game),
            "render_fps": 4,
            "name": f"{game.code}_v{game.identity.version}",
            "is_parallelizable": False,
        }
        self._seat_of = ByAgent(zip(self.possible_agents, range(len(table.houses)), strict=True))
        self.state_space = box((game.observation.size,))
        self.action_spaces: dict[str, spaces.Space[Any]] = ByAgent(
            (agent, spaces.Discrete(game.actions.size)) for agent in self.possible_agents
        )
        self.observation_spaces: dict[str, spaces.Space[Any]] = ByAgent(
            (agent, whole if self.mask_in_observation else whole["observation"])
            for agent in self.possible_agents
            for whole in [observation_space(game, observation)]
        )

    @property
    def game(self) -> Game:
        """The game as a value: names, sizes, kernels."""
        return self._game

    @property
    def states(self) -> States:
        """The record itself ``(1,)``, everything included; read only what an agent may know.

        It cannot be written to: :meth:`set_state` and :meth:`set_position` change a game. Kernels
        take a copy of it.
        """
        return self._table.shown

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """``Dict`` of ``observation`` and ``action_mask``, or that of the observation alone."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """``Discrete``, the same for all agents and phases."""
        return self.action_spaces[agent]

    # --- looking

    def observe(self, agent: str) -> Any:
        """Knowledge of an agent, with the legal actions if it is to act (else all 0).

        Returns:
            ``{"observation": int8 (size,) or blocks, "action_mask": int8 (A,)}``, new arrays;
            with ``mask_in_observation=False`` the observation alone.
        """
        flat = self._table.observe(self._seat_of[agent])
        observed = cut_blocks(self._game, flat) if self._entities else flat
        if not self.mask_in_observation:
            return observed
        return {"observation": observed, "action_mask": self.action_mask(agent)}

    def action_mask(self, agent: str) -> npt.NDArray[np.int8]:
        """Legal actions ``(A,) int8`` of an agent, all 0 unless it is to act; a new array."""
        mask = np.zeros(self._game.actions.size, dtype=np.int8)
        if self._seat_of[agent] == self._table.seat:
            mask[:] = self._table.mask
        return mask

    def state(self) -> npt.NDArray[np.int8]:
        """The whole table ``(size,) int8`` for central critics, from the first seat.

        Laid out like a flat observation, with all secret choices open; only the order of the decks
        is left out.
        """
        return self._table.observe_all()

    def render(self) -> Rendered | None:
        """The game as the agent selected knows it.

        Returns:
            the board as text (``"ansi"``), an SVG document (``"svg"``), pixels
            ``(height, 1200, 3) uint8`` (``"rgb_array"``); None without a render mode, and for
            ``"human"``, which prints the board to stdout.
        """
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without render_mode")
            return None
        if not self.states["num_players"][0]:
            raise RuntimeError("render: there is no game yet, reset first")
        return self._table.render(self._seat_of[self.agent_selection], self.render_mode)

    def picture(self) -> str | None:
        """The game as the agent selected knows it, as an SVG document, in any render mode.

        Returns:
            None if there is no game yet, or if it is not drawn.
        """
        if not self.states["num_players"][0] or self._game.words.picture is None:
            return None
        return str(self._table.render(self._seat_of[self.agent_selection], "svg"))

    # --- actions in words

    def legal_actions(self) -> list[int]:
        """Legal actions of the agent selected, ascending; empty when the game is over."""
        return self._table.legal_actions()

    def action_text(self, action: int) -> str:
        """Canonical text of an action in the open decision."""
        return self._game.actions.text(self._table.states, 0, action)

    def parse_action(self, text: str) -> int:
        """The legal action with this text.

        Raises:
            ValueError: if there is none.
        """
        return self._game.actions.parse(self._table.states, 0, text)
