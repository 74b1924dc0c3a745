"""Many games as a Gymnasium vector environment: one house learns in each game."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from os import PathLike
from typing import Any, Self

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from got_env.core.checks import (
    MAX_SEED,
    RESET_MODES,
    checked_flag,
    checked_reset_mode,
    checked_seed,
    refuse_unknown,
    refuse_unknown_reset_options,
)
from got_env.envs.gymnasium_env import ILLEGAL_REWARD, Observer, SeatEnv
from got_env.envs.learner import LearnerGames, LearnerSettings
from got_env.envs.saved_games import (
    copy_games,
    has_games,
    kept_argument,
    load_arrays,
    save_arrays,
)
from got_env.envs.threads import as_actions
from got_env.games import chosen_game
from got_env.pictures import checked_render_mode, render_modes


class SeatVectorEnv(VectorEnv[Any, Any, Any]):
    """Games of :class:`~got_env.envs.gymnasium_env.SeatEnv`, all stepped by one compiled call.

    With the same seed a game is the same as in that environment, and whatever plays beside it.
    ``infos`` are laid out as by Gymnasium's own vector environments: ``action_mask (B, A) int8``
    and ``house (B,)``; games that end bring ``winner (B,)`` and ``end (B,)``, names as objects (an
    empty one after a draw, or if the game was cut off), ``place``, ``round`` and ``decisions (B,)
    int64`` and ``illegal_action (B,) bool``, which with ``SAME_STEP`` lie in ``final_info`` beside
    ``final_obs``.

    Args:
        game: code of the game, or the game itself.
        num_envs: number of games B.
        autoreset_mode: a ``gymnasium.vector.AutoresetMode`` or its name or value.
        max_episode_steps: truncate games after this many decisions of the learner; None for never.
        num_threads: threads that share the games; these are the same for any number.
        copy: whether to return new arrays; else those returned are overwritten by the next step.
        house: as for ``SeatEnv``, like all arguments below.
        opponents: as there.
        players: as there.
        observation: as there.
        mask_in_observation: as there.
        skip_forced: as there.
        reward: as there.
        illegal_reward: as there.
        render_mode: as there.
        data_dir: your own folder of board and card files, see docs/data.md.
        **options: as there.

    Raises:
        TypeError: for an unknown keyword; names the nearest known one.
        ValueError: for a bad argument or option; names it and what was expected.
    """

    def __init__(
        self,
        game: Any = "agot2e",
        num_envs: int = 1,
        *,
        autoreset_mode: Any = AutoresetMode.SAME_STEP,
        max_episode_steps: int | None = None,
        num_threads: int = 1,
        copy: bool = True,
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
        mode = checked_reset_mode(autoreset_mode, "autoreset_mode")
        self._mode = AutoresetMode[RESET_MODES[mode].upper()]
        self.metadata = SeatEnv.metadata | {
            "autoreset_mode": self._mode,
            "render_modes": render_modes(game),
        }
        settings = LearnerSettings(
            house=house,
            players=players,
            opponents=opponents,
            skip_forced=skip_forced,
            reward=reward,
            illegal_reward=illegal_reward,
            options=options,
            auto_reset=RESET_MODES[mode],
            max_turns=max_episode_steps,
            num_threads=num_threads,
        )
        self._games = LearnerGames(game, num_envs, settings)
        self._arguments = {
            "game": self._games.game,
            "num_envs": num_envs,
            "autoreset_mode": self._mode,
            "max_episode_steps": max_episode_steps,
            "num_threads": num_threads,
            "copy": copy,
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
        self.num_envs = self._games.num_envs
        self._copy = checked_flag(copy, "copy")
        self._observer = Observer(self._games, observation, mask_in_observation)
        self.single_observation_space = self._observer.space
        self.single_action_space = spaces.Discrete(self._games.game.actions.size)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._house_names = np.array(self._games.houses, dtype=object)
        self._running = False

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Legal actions of the learners ``(B, A) bool``."""
        masks = self._games.action_masks
        return masks.copy() if self._copy else masks

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start new games, each up to its learner's first decision.

        Args:
            seed: game ``i`` gets ``seed + i``, or ``seed[i]``; without one each gets the next of
                the environment's stream, which the seed of the first game starts.
            options: ``{"reset_mask": (B,) bool}`` starts only some games.

        Returns:
            Observations ``(B, size) int8``, or a dictionary of arrays by ``observation`` and
            ``mask_in_observation``, and infos.

        Raises:
            ValueError: for bad seeds, a bad mask or another key of options; no game is touched.
        """
        refuse_unknown_reset_options(options, ("reset_mask",), self._games.game)
        chosen = self._checked_mask((options or {}).get("reset_mask"))
        seeds = self._checked_seeds(seed)
        super().reset(seed=None if seeds is None else int(seeds[0]))
        if seeds is None:
            seeds = self.np_random.integers(MAX_SEED, size=self.num_envs, endpoint=True)
        self._games.reset(seeds, chosen)
        self._running = True
        return self._observe(), self._infos()

    def _checked_mask(self, mask: Any) -> npt.NDArray[np.bool_]:
        if mask is None:
            return np.ones(self.num_envs, dtype=np.bool_)
        chosen = np.asarray(mask)
        if chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_ or not chosen.any():
            raise ValueError(
                f"reset_mask: {chosen.dtype} of shape {chosen.shape}, "
                f"expected bool of shape ({self.num_envs},) with a True"
            )
        if not self._running:
            raise ValueError("reset_mask: there are no running games, reset all first")
        return chosen

    def _checked_seeds(self, seed: Any) -> npt.NDArray[np.int64] | None:
        if seed is None:
            return None
        if isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str):
            if len(seed) != self.num_envs:
                raise ValueError(
                    f"seed: {len(seed)} seeds, expected one for each of {self.num_envs} games"
                )
            return np.array([checked_seed(number) for number in seed], dtype=np.int64)
        first = checked_seed(seed)
        checked_seed(first + self.num_envs - 1)
        return np.arange(self.num_envs, dtype=np.int64) + first

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play one action of every learner, and on to its next decision.

        Args:
            actions: ``(B,)`` integers; with ``NEXT_STEP`` ignored where a game has just ended.

        Returns:
            Observations as :meth:`reset` gives them, rewards ``(B,) float64``, which games ended
            and which were cut off, both ``(B,) bool``, and infos.

        Raises:
            IllegalAction: for an illegal action if ``illegal_reward`` is None; names the row.
                Nothing is changed.
            ValueError: for actions of another shape or type, or with ``DISABLED`` if a game has
                ended and was not reset.
        """
        arrays = self.play(actions)
        infos = self._infos()
        for row in np.flatnonzero(self._games.ended).tolist():
            infos = self._add_info(infos, self._final(row), row)
        return *arrays, infos

    def play(self, actions: Any) -> tuple[Any, Any, Any, Any]:
        """Do as :meth:`step` does, without infos; ask :meth:`final_info` for those that matter.

        Returns:
            Observations, rewards ``(B,) float64``, which games ended and which were cut off, both
            ``(B,) bool``.

        Raises:
            IllegalAction: as :meth:`step`.
            ValueError: as :meth:`step`.
        """
        games = self._games
        if not self._running:
            raise gymnasium.error.ResetNeeded("step: there are no running games, reset first")
        given = as_actions(actions, self.num_envs)
        if self._mode == AutoresetMode.DISABLED and games.ended.any():
            rows = np.flatnonzero(games.ended).tolist()
            raise ValueError(
                f"step: games {rows} have ended, reset(options={{'reset_mask': ...}}) them first"
            )
        games.step(given)
        arrays = (games.rewards, games.terminations, games.truncations)
        if self._copy:
            arrays = (arrays[0].copy(), arrays[1].copy(), arrays[2].copy())
        return self._observe(), *arrays

    def final_info(self, row: int) -> dict[str, Any]:
        """``final_info`` of a game that ended in the last step, without its mask."""
        return self._games.final_info(row) | {"house": self._games.final_house(row)}

    def final_observation(self, row: int) -> Any:
        """Last observation of the learner in a game that has just ended, with ``SAME_STEP``."""
        allowed = np.ones(self._games.game.actions.size, dtype=np.bool_)
        return self._observer(self._games.final_observations[row].copy(), allowed)

    def _final(self, row: int) -> dict[str, Any]:
        if self._mode != AutoresetMode.SAME_STEP:
            return self._games.final_info(row)
        allowed = np.ones(self._games.game.actions.size, dtype=np.int8)
        info = self.final_info(row) | {"action_mask": allowed}
        return {"final_obs": self.final_observation(row), "final_info": info}

    def _observe(self) -> Any:
        flat, masks = self._games.observations, self._games.action_masks
        if self._copy:
            flat, masks = flat.copy(), masks.copy()
        return self._observer(flat, masks)

    def _infos(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, dtype=np.bool_)
        return {
            "action_mask": self.action_masks().view(np.int8),
            "_action_mask": every,
            "house": self._house_names[self._games.seats],
            "_house": every.copy(),
        }

    def render(self) -> Any:
        """Every game as its learner knows it, a tuple; see :meth:`SeatEnv.render`."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without render_mode")
            return None
        if not self._running:
            raise gymnasium.error.ResetNeeded("render: there are no games yet, reset first")
        return tuple(self._games.render(row, self.render_mode) for row in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        if hasattr(self, "_games"):  # Gymnasium also closes what was refused when it was made
            self._games.close()

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


def _restore(
    kind: type[SeatVectorEnv],
    arguments: dict[str, Any],
    arrays: dict[str, bytes],
    kept: dict[str, Any],
) -> SeatVectorEnv:
    env = kind(**arguments)
    load_arrays(env._games, arrays)
    env.__dict__.update(kept)
    env._running = has_games(env._games.states)
    return env
