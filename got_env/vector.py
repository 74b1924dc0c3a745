"""Many games at once: the native batch environment, over arrays allocated once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from got_env.checks import checked_choice, checked_limit, checked_players, checked_seed
from got_env.errors import illegal_action
from got_env.game import Game, States
from got_env.games import get_game
from got_env.observations import cut_blocks
from got_env.rewards import prizes, shaping_weight

RESET_MODES = ("disabled", "same_step", "next_step")
"""Positions are those the kernel knows."""

Infos = dict[str, Any]


class VectorEnv:
    """``num_envs`` games of one kind that take one decision each per step.

    All results are arrays allocated once and written anew by every step; copy what you keep. The
    arrays and what they hold after :meth:`reset` and :meth:`step`, with B games, P players:

    Attributes:
        observations: ``(B, size) int8``, as the seat to move knows its game.
        action_masks: ``(B, A) bool``, legal actions of the seat to move.
        current_player: ``(B,) int8``, the seat to move; -1 when a game has ended.
        rewards: ``(B, P) float32``, of every seat, for the last step.
        terminations: ``(B,) bool``, games that ended in the last step.
        truncations: ``(B,) bool``, games cut off by ``max_cycles`` in the last step.
        infos: the same arrays by name, and of the games that ended in the last step
            ``final_observation (B, P, size)`` of every seat and ``final_info``: ``place (B, P)``,
            ``round``, ``won_by_castles``, ``decisions``. The masks ``_final_observation`` and
            ``_final_info`` say which rows are of the last step.
        seeds: ``(B,) int64``, seed of each running game.

    Args:
        game: code of the game, or the game itself.
        num_envs: number of games B.
        players: number of players P; None for the most the game allows.
        seed: game ``i`` starts with ``seed + i``, the games after it with seeds made from that, so
            a game does not depend on those beside it.
        options: rules options by key.
        skip_forced: play decisions with a single legal action at once.
        reward: ``"win"``, ``"rank"`` or ``"castles"``.
        auto_reset: what happens to a game that ends: ``"same_step"`` starts the next at once,
            ``"next_step"`` with the next step, which ignores the action, ``"disabled"`` leaves it
            until :meth:`reset` (as in Gymnasium).
        max_cycles: truncate games after so many decisions; None for never.

    Raises:
        ValueError: for a bad argument or option; names it and what was expected.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        players: int | None = None,
        *,
        seed: int = 0,
        options: Mapping[str, object] | None = None,
        skip_forced: bool = True,
        reward: str = "win",
        auto_reset: str = "same_step",
        max_cycles: int | None = None,
    ) -> None:
        self.game = get_game(game) if isinstance(game, str) else game
        self.num_envs = checked_limit(num_envs, "num_envs")
        if not self.num_envs:
            raise ValueError("num_envs=None: expected a positive number")
        self.num_players = checked_players(self.game, players)
        self.houses = self.game.houses_in_play(self.num_players)
        checked_choice(auto_reset, RESET_MODES, "auto_reset")
        row = self.game.resolve_options(options or {})
        self._options = np.array(row, dtype=np.int16)
        self._config = np.array(
            [
                self.game.ruleset_of(self.num_players),
                int(bool(skip_forced)),
                RESET_MODES.index(auto_reset),
                checked_limit(max_cycles, "max_cycles"),
            ],
            dtype=np.int64,
        )
        self._prizes = prizes(reward, self.num_players)
        self._shaping = shaping_weight(reward)
        self._allocate()
        self.reset(seed)

    def _allocate(self) -> None:
        game, n, p = self.game, self.num_envs, self.num_players
        size = game.observation_size
        self._states = game.new_states(n)
        self._scratch = game.new_states(1)
        self._potentials = np.zeros((n, p))
        self._done = np.zeros((n, 2), dtype=np.bool_)
        self._turns = np.zeros(n, dtype=np.int64)
        self._wrong = np.zeros(1, dtype=np.int64)
        self._actions = np.zeros(n, dtype=np.int64)
        self._final_numbers = np.zeros((n, 3), dtype=np.int64)
        self.seeds = np.zeros(n, dtype=np.int64)
        self.observations = np.zeros((n, size), dtype=np.int8)
        self.action_masks = np.zeros((n, game.num_actions), dtype=np.bool_)
        self.current_player = np.zeros(n, dtype=np.int8)
        self.rewards = np.zeros((n, p), dtype=np.float32)
        self.terminations = self._done[:, 0]
        self.truncations = self._done[:, 1]
        self.final_observations = np.zeros((n, p, size), dtype=np.int8)
        self.final_places = np.zeros((n, p), dtype=np.int8)
        self._ended = np.zeros(n, dtype=np.bool_)
        self.infos: Infos = {
            "action_mask": self.action_masks,
            "current_player": self.current_player,
            "final_observation": self.final_observations,
            "_final_observation": self._ended,
            "final_info": {
                "place": self.final_places,
                "round": self._final_numbers[:, 0],
                "won_by_castles": self._final_numbers[:, 1],
                "decisions": self._final_numbers[:, 2],
            },
            "_final_info": self._ended,
        }

    @property
    def states(self) -> States:
        """The records ``(B,)``, everything included; read only what a player may know."""
        return self._states

    @property
    def blocks(self) -> dict[str, npt.NDArray[np.int8]]:
        """The observations cut into blocks ``(B, *shape)`` by name, as views."""
        return cut_blocks(self.game, self.observations)

    def reset(
        self, seed: int | None = None, mask: npt.NDArray[np.bool_] | None = None
    ) -> tuple[npt.NDArray[np.int8], Infos]:
        """Start new games.

        Args:
            seed: game ``i`` gets ``seed + i``; without one each game gets the next of its stream.
            mask: ``(B,)``, games to start anew; None for all.

        Returns:
            ``observations`` and ``infos``.

        Raises:
            ValueError: for a bad seed or a mask of another shape.
        """
        chosen = np.ones(self.num_envs, dtype=np.bool_)
        if mask is not None:
            chosen = np.ascontiguousarray(mask, dtype=np.bool_)
            if chosen.shape != (self.num_envs,):
                raise ValueError(f"mask: shape {chosen.shape}, expected ({self.num_envs},)")
        fresh = seed is not None
        if fresh:
            first = checked_seed(seed)
            checked_seed(first + self.num_envs - 1)
            rows = np.arange(first, first + self.num_envs, dtype=np.int64)
            self.seeds[chosen] = rows[chosen]
        self.game.kernels.vector_reset(
            self._states,
            chosen,
            fresh,
            self._config,
            self._options,
            self.seeds,
            self._shaping,
            self._potentials,
            self._scratch,
            self.action_masks,
            self.current_player,
            self.observations,
            self.rewards,
            self._done,
            self._turns,
        )
        self._ended[chosen] = False
        return self.observations, self.infos

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        npt.NDArray[np.int8],
        npt.NDArray[np.float32],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        Infos,
    ]:
        """Play one action in every game.

        Args:
            actions: ``(B,)`` integers; ignored where a game has ended and was not started anew.

        Returns:
            ``observations, rewards, terminations, truncations, infos``: the arrays of this object.

        Raises:
            IllegalAction: for an action that is not legal; names the row. Nothing is changed.
            ValueError: for actions of another shape or type.
        """
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise ValueError(
                f"actions: {given.dtype} of shape {given.shape}, "
                f"expected integers of shape ({self.num_envs},)"
            )
        self._actions[:] = given
        self.game.kernels.vector_step(
            self._states,
            self._actions,
            self._config,
            self._options,
            self.seeds,
            self._prizes,
            self._shaping,
            self._potentials,
            self._scratch,
            self.action_masks,
            self.current_player,
            self.observations,
            self.rewards,
            self._done,
            self._turns,
            self.final_observations,
            self.final_places,
            self._final_numbers,
            self._wrong,
        )
        if self._wrong[0] >= 0:
            row = int(self._wrong[0])
            legal = np.flatnonzero(self.action_masks[row]).tolist()
            error = illegal_action(self.game, self._states, row, legal, int(given[row]))
            error.args = (f"game {row}: {error}",)
            raise error
        np.logical_or(self.terminations, self.truncations, out=self._ended)
        return (self.observations, self.rewards, self.terminations, self.truncations, self.infos)
