"""A game as a Gymnasium environment: one house learns, policies play the others."""

from __future__ import annotations

import operator
from copy import deepcopy
from os import PathLike
from typing import Any, Self

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from got_env.core.checks import (
    MAX_SEED,
    checked_flag,
    checked_seed,
    refuse_unknown,
    refuse_unknown_reset_options,
)
from got_env.envs.learner import RANDOM_HOUSE, LearnerGames, LearnerSettings
from got_env.envs.notebook import Pictured
from got_env.envs.observations import cut_blocks, observation_space
from got_env.envs.saved_games import (
    copy_games,
    has_games,
    kept_argument,
    load_arrays,
    save_arrays,
)
from got_env.games import chosen_game
from got_env.pictures import checked_render_mode, render_modes

ILLEGAL_REWARD = -1.0
"""Below every reward of a game with ``reward="win"``."""


class Observer:
    """Makes the observations that an environment returns of flat ones and masks."""

    def __init__(self, games: LearnerGames, observation: str, mask_in_observation: bool) -> None:
        whole = observation_space(games.game, observation)
        mask_in_observation = checked_flag(mask_in_observation, "mask_in_observation")
        self.space: spaces.Space[Any] = whole if mask_in_observation else whole["observation"]
        self._game = games.game
        self._entities = observation == "entities"
        self._with_mask = mask_in_observation

    def __call__(self, flat: npt.NDArray[np.int8], mask: npt.NDArray[np.bool_]) -> Any:
        """Observations ``(..., size)`` and masks ``(..., A)`` as the space has them, as views."""
        observed = cut_blocks(self._game, flat) if self._entities else flat
        if self._with_mask:
            return {"observation": observed, "action_mask": mask.view(np.int8)}
        return observed


METADATA: dict[str, Any] = {"render_modes": render_modes(), "render_fps": 4}
"""Facts about the class for Gymnasium."""


class SeatEnv(gymnasium.Env[Any, Any], Pictured):
    """One house learns; the decisions of all others are played on the way.

    A step is a decision of the learner. The reward is what the learner has got since its last
    decision; it is told nothing of the others' rewards. ``info["action_mask"]`` and
    :meth:`action_masks` hold the legal actions; when the game has ended all are allowed, for
    nothing is asked any more. ``info`` also names the learner's ``house``, and at the end has
    ``place`` (0 for the first), ``winner`` (a house; empty after a draw), ``round``, ``end``,
    ``decisions`` and ``illegal_action``.

    The seed of :meth:`reset` is that of the game: with the same seed and actions all houses do
    the same.

    Args:
        game: code of the game, or the game itself.
        house: the house that learns; ``"random"`` for another one in each game.
        opponents: who plays the others: ``"heuristic"`` or ``"random"`` (in compiled code),
            another agent as a text such as ``"policy"`` or ``"my_bots.py:Cautious"``, an object
            with ``act(view)``, a class or function that makes one, a function
            ``(observation, action_mask) -> action``, or a mapping from houses to any of these.
        players: number of players; None for the most possible.
        observation: ``"flat"`` for one int8 vector, ``"entities"`` for the blocks it consists of.
        mask_in_observation: make observations ``{"observation": ..., "action_mask": ...}``.
        skip_forced: play the learner's decisions with a single legal action at once.
        reward: ``"win"``, ``"rank"`` or a shaped one of the game.
        illegal_reward: an illegal action ends the game with this reward; None: it raises
            :class:`got_env.IllegalAction` and changes nothing.
        render_mode: ``"human"``, ``"ansi"``, ``"svg"``, ``"rgb_array"`` or None. With
            ``"human"`` the board is printed at the start and after every step.
        data_dir: your own folder of board and card files, see docs/data.md.
        **options: rules options of the game by key, such as ``tides=True``.

    Raises:
        TypeError: for an unknown keyword; names the nearest known one.
        ValueError: for a bad argument or option; names it and what was expected.
    """

    metadata = METADATA

    def __init__(
        self,
        game: Any = "agot2e",
        *,
        house: str = "random",
        opponents: Any = "heuristic",
        players: int | None = None,
        observation: str = "flat",
        mask_in_observation: bool = False,
        skip_forced: bool = True,
        reward: str = "win",
        illegal_reward: float | None = ILLEGAL_REWARD,
        render_mode: str | None = None,
        data_dir: str | PathLike[str] | None = None,
        **options: object,
    ) -> None:
        game = chosen_game(game, data_dir)
        refuse_unknown(options, game, type(self).__name__, type(self))
        self.render_mode = checked_render_mode(game, render_mode)
        self.metadata = METADATA | {"render_modes": render_modes(game)}
        settings = LearnerSettings(
            house=house,
            players=players,
            opponents=opponents,
            skip_forced=skip_forced,
            reward=reward,
            illegal_reward=illegal_reward,
            options=options,
        )
        self._games = LearnerGames(game, 1, settings)
        self._arguments = {
            "game": self._games.game,
            "house": house,
            "opponents": kept_argument(opponents),
            "players": players,
            "observation": observation,
            "mask_in_observation": mask_in_observation,
            "skip_forced": skip_forced,
            "reward": reward,
            "illegal_reward": illegal_reward,
            "render_mode": render_mode,
            **options,
        }
        self._observer = Observer(self._games, observation, mask_in_observation)
        self.observation_space = self._observer.space
        self.action_space = spaces.Discrete(self._games.game.actions.size)
        self._running = False
        self._chosen = np.ones(1, dtype=np.bool_)
        self._action = np.zeros(1, dtype=np.int64)

    @property
    def house(self) -> str:
        """The house that learns in this game.

        Raises:
            ResetNeeded: if it is drawn for each game, and there is none yet.
        """
        fixed = str(self._arguments["house"])
        if fixed != RANDOM_HOUSE:
            return fixed
        if not self._games.states["num_players"][0]:
            raise gymnasium.error.ResetNeeded("house: there is no game yet, reset first")
        return self._games.houses[int(self._games.seats[0])]

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Legal actions ``(A,) bool``, as sb3-contrib's MaskablePPO asks for them."""
        masks: npt.NDArray[np.bool_] = self._games.action_masks[0].copy()
        return masks

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start a new game, up to the learner's first decision.

        Args:
            seed: of the game, 0 to 2**63 - 1; without one the next of the environment's stream.
            options: none are known; rules are options of the environment.

        Returns:
            The observation, ``(size,) int8`` or a dictionary of arrays by ``observation`` and
            ``mask_in_observation``, and the info.

        Raises:
            ValueError: for a bad seed or an option; the running game stays as it is.
        """
        refuse_unknown_reset_options(options, (), self._games.game)
        number = None if seed is None else checked_seed(seed)
        super().reset(seed=number)
        if number is None:
            number = int(self.np_random.integers(MAX_SEED, endpoint=True))
        self._games.reset(np.array([number], dtype=np.int64), self._chosen)
        self._running = True
        if self.render_mode == "human":
            self.render()
        return self._observe(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play the learner's action and all decisions of others up to its next one.

        Args:
            action: an integer, legal by :meth:`action_masks`.

        Returns:
            Observation, reward, whether the game has ended, False (it is never cut off), and info.

        Raises:
            IllegalAction: if the action is not legal and ``illegal_reward`` is None.
            ValueError: if it is no integer; the game stays as it is.
        """
        games = self._games
        if not self._running:
            raise gymnasium.error.ResetNeeded("step: there is no running game, reset first")
        self._action[0] = _as_action(action)
        games.step(self._action)
        info = self._info()
        if games.ended[0]:
            self._running = False
            info |= games.final_info(0)
        if self.render_mode == "human":
            self.render()
        over = bool(games.terminations[0])
        return self._observe(), float(games.rewards[0]), over, False, info

    def _observe(self) -> Any:
        games = self._games
        return self._observer(games.observations[0].copy(), games.action_masks[0].copy())

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().view(np.int8), "house": self.house}

    def render(self) -> Any:
        """The game as the learner knows it.

        Returns:
            the board as text (``"ansi"``), an SVG document (``"svg"``), pixels
            ``(height, 1200, 3) uint8`` (``"rgb_array"``); None without a render mode, and for
            ``"human"``, which prints the board to stdout.
        """
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without render_mode")
            return None
        if not self._games.states["num_players"][0]:
            raise gymnasium.error.ResetNeeded("render: there is no game yet, reset first")
        return self._games.render(0, self.render_mode)

    def picture(self) -> str | None:
        """The game as the learner knows it, as an SVG document, in any render mode.

        Returns:
            None if there is no game yet, or if it is not drawn.
        """
        games = self._games
        if not games.states["num_players"][0] or games.game.words.picture is None:
            return None
        return str(games.render(0, "svg"))

    def legal_actions(self) -> list[int]:
        """Legal actions, ascending; empty when the game has ended."""
        return np.flatnonzero(self._games.action_masks[0]).tolist() if self._running else []

    def action_text(self, action: int) -> str:
        """Canonical text of an action in the open decision."""
        return self._games.game.actions.text(self._games.states, 0, action)

    def __reduce__(self) -> tuple[Any, ...]:
        kept = {
            name: self.__dict__[name]
            for name in ("_np_random", "_np_random_seed", "spec", "action_space")
            if name in self.__dict__
        }
        return _restore, (type(self), self._arguments, save_arrays(self._games), kept)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        kind, arguments, _, kept = self.__reduce__()[1]
        twin: Self = kind(**deepcopy(arguments, memo))
        copy_games(self._games, twin._games)
        twin.__dict__.update(deepcopy(kept, memo))
        twin._running = self._running
        return twin


def _as_action(action: Any) -> int:
    try:
        if isinstance(action, bool):
            raise TypeError
        number = operator.index(action)
    except TypeError:
        raise ValueError(f"action {action!r}: expected an integer") from None
    return max(-1, min(number, MAX_SEED))


def _restore(
    kind: type[SeatEnv],
    arguments: dict[str, Any],
    arrays: dict[str, bytes],
    kept: dict[str, Any],
) -> SeatEnv:
    env = kind(**arguments)
    load_arrays(env._games, arrays)
    env.__dict__.update(kept)
    env._running = has_games(env._games.states) and not env._games.ended[0]
    return env
