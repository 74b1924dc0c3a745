"""Functions that make the PettingZoo environments of one game, for the module of its name."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

from got_env.core.checks import refuse_unknown
from got_env.envs.aec import GameEnv
from got_env.envs.parallel import ParallelGameEnv
from got_env.envs.wrappers import OrderedEnv, wrapped
from got_env.games import get_game


class Makers(NamedTuple):
    """Makes the environments of a game.

    A module such as ``agot2e_v0`` has these methods as its functions. They can be pickled, so they
    can be sent to other processes.
    """

    game: str
    """Code of the game, ``"agot2e"``."""

    def raw_env(self, **kwargs: Any) -> GameEnv:
        """The bare AEC environment.

        Args:
            **kwargs: as for :class:`got_env.envs.aec.GameEnv`, without the game.
        """
        self._check_keywords(kwargs, self.raw_env)
        return GameEnv(self.game, **kwargs)

    def env(self, *, illegal_reward: float | None = None, **kwargs: Any) -> OrderedEnv:
        """The AEC environment with checks of the order of calls.

        Args:
            illegal_reward: with a number, an illegal action ends the game with this reward for the
                agent instead of raising :class:`got_env.IllegalAction`.
            **kwargs: as for :meth:`raw_env`.
        """
        self._check_keywords(kwargs, self.env)
        return wrapped(self.raw_env(**kwargs), illegal_reward)

    def parallel_env(
        self, *, illegal_reward: float | None = None, **kwargs: Any
    ) -> ParallelGameEnv:
        """The parallel environment: one decision a step, the actions of all others are ignored.

        Args:
            illegal_reward: as for :meth:`env`.
            **kwargs: as for :meth:`raw_env`.
        """
        self._check_keywords(kwargs, self.parallel_env)
        return ParallelGameEnv(self.raw_env(**kwargs), illegal_reward)

    def _check_keywords(self, given: dict[str, Any], maker: Callable[..., Any]) -> None:
        """Refuse keywords that neither the function takes nor the environment."""
        arguments = inspect.signature(GameEnv).parameters
        unknown = [word for word in given if word not in arguments]
        refuse_unknown(unknown, get_game(self.game), maker.__name__, maker, GameEnv)
