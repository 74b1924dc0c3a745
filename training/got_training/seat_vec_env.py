"""One learning seat per game, as the batch of environments that stable-baselines3 steps.

stable-baselines3 asks a ``VecEnv`` for whole batches, but its own ``DummyVecEnv`` steps one
environment after another. This class hands the whole batch to one compiled call instead; the games
are those of :class:`got_env.envs.gymnasium_vector.SeatVectorEnv`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from got_env.envs.gymnasium_vector import SeatVectorEnv

ROW_METHODS = ("action_masks", "render")
"""Methods with one result for each game, which ``env_method`` can share out."""


class SeatVecEnv(VecEnv):
    """``num_envs`` games in which one house learns, for MaskablePPO and its kin.

    Games that end start anew in the same step. The info of a game that ended holds ``place``,
    ``winner``, ``round``, ``end``, ``decisions``, ``house``, ``illegal_action``,
    ``terminal_observation`` and ``TimeLimit.truncated``; other infos are empty, and masks are asked
    for with :meth:`action_masks`. Wrap it in ``VecMonitor`` to have returns and lengths logged.

    Attributes:
        games: the batch itself.

    Args:
        game: code of the game, or the game itself.
        num_envs: number of games B.
        **arguments: as for :class:`got_env.envs.gymnasium_vector.SeatVectorEnv` (``house``,
            ``opponents``, ``players``, ``reward``, ``max_episode_steps``, rules options, ...),
            without ``autoreset_mode`` and ``copy``.

    Raises:
        ValueError: for a bad argument or option; names it and what was expected.
        TypeError: for an argument that is fixed here.
    """

    def __init__(self, game: Any = "agot2e", num_envs: int = 1, **arguments: Any) -> None:
        for fixed in ("autoreset_mode", "copy"):
            if fixed in arguments:
                raise TypeError(f"{fixed}: a VecEnv has no choice here, leave it out")
        self.games = SeatVectorEnv(game, num_envs, autoreset_mode="same_step", **arguments)
        self._actions: npt.NDArray[Any] = np.zeros(self.games.num_envs, dtype=np.int64)
        super().__init__(
            self.games.num_envs, self.games.single_observation_space, self.games.single_action_space
        )

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Legal actions ``(B, A) bool`` of the learners."""
        return self.games.action_masks()

    def reset(self) -> Any:
        """Start all games anew, with the seeds that :meth:`seed` gave, if any.

        Returns:
            Observations ``(B, size) int8``, or a dictionary of arrays, as the space has them.
        """
        seeds = [seed for seed in self._seeds if seed is not None]
        observations, _ = self.games.reset(seed=seeds if len(seeds) == self.num_envs else None)
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Take the actions ``(B,)`` of the learners."""
        self._actions = actions

    def step_wait(
        self,
    ) -> tuple[Any, npt.NDArray[np.float32], npt.NDArray[np.bool_], list[dict[str, Any]]]:
        """Play the actions, and on to the next decision of every learner.

        Returns:
            Observations, rewards ``(B,) float32``, which games ended ``(B,) bool``, and one info
            for each game; all are new.

        Raises:
            IllegalAction: for an illegal action if ``illegal_reward`` is None; names the game.
        """
        observations, rewards, terminated, truncated = self.games.play(self._actions)
        ended = terminated | truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(ended).tolist():
            infos[row] = self.games.final_info(row) | {
                "terminal_observation": self.games.final_observation(row),
                "TimeLimit.truncated": bool(truncated[row] and not terminated[row]),
            }
        return observations, rewards.astype(np.float32), ended, infos

    def close(self) -> None:
        """End the threads."""
        self.games.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute that all games share, once for each chosen game."""
        value = getattr(self if attr_name in ROW_METHODS else self.games, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Not offered: games of a batch share their attributes."""
        raise NotImplementedError(f"{attr_name}: games of a batch share their attributes")

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """Results of ``action_masks`` or ``render``, one for each chosen game.

        Raises:
            AttributeError: for another method, which does not give one result for each game.
        """
        if method_name not in ROW_METHODS:
            expected = " or ".join(ROW_METHODS)
            raise AttributeError(f"env_method: {method_name!r}, expected {expected}")
        source = self if method_name == "action_masks" else self.games
        results: Sequence[Any] = getattr(source, method_name)(*method_args, **method_kwargs)
        if indices is None:  # asked for the masks before every step
            return list(results)
        return [results[index] for index in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No game is wrapped."""
        return [False for _ in self._get_indices(indices)]
