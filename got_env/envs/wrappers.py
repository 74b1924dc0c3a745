"""PettingZoo wrappers around :class:`got_env.envs.aec.GameEnv`."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, Self

from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import BaseWrapper, OrderEnforcingWrapper

from got_env.core.checks import checked_number
from got_env.core.errors import IllegalAction
from got_env.envs.aec import GameEnv
from got_env.envs.notebook import Pictured


class OrderedEnv(OrderEnforcingWrapper, Pictured):
    """Checks that calls come in a sensible order, and copies with its environment.

    As PettingZoo's wrapper, which it shortens on the way of every turn, but a step after the end
    raises :class:`IllegalAction`.
    """

    def step(self, action: Any) -> None:
        """Play the action of the agent selected; None for an agent whose game is over.

        Raises:
            IllegalAction: if it is not legal now; the game stays as it is.
        """
        if not self._has_reset:
            super().step(action)
        elif not self.env.agents:
            raise IllegalAction(f"action {action!r}: the game is over, reset first", action=action)
        else:
            self._has_updated = True
            self.env.step(action)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Observation, reward, termination, truncation and info of the agent selected."""
        if not self._has_reset:
            return super().last(observe)  # type: ignore[no-any-return]
        return self.env.last(observe)  # type: ignore[no-any-return]

    @property
    def agents(self) -> list[str]:
        """Agents whose game is not over, or that have not stepped out of it."""
        return self._after_reset("agents")  # type: ignore[no-any-return]

    @property
    def agent_selection(self) -> str:
        """The agent that acts next."""
        return self._after_reset("agent_selection")  # type: ignore[no-any-return]

    def _after_reset(self, name: str) -> Any:
        if not self._has_reset:
            raise AttributeError(f"{name} cannot be accessed before reset")
        return getattr(self.env, name)

    def picture(self) -> str | None:
        """As :meth:`GameEnv.picture`."""
        raw: Any = self.unwrapped
        drawn: str | None = raw.picture()
        return drawn

    def clone(self) -> Self:
        """An independent environment in the same state."""
        return copy.deepcopy(self)

    def set_state(self, state: bytes) -> None:
        """As :meth:`GameEnv.set_state`; it also counts as a reset."""
        self.env.set_state(state)
        self._has_reset = True
        self._has_updated = True

    def set_position(self, position: Mapping[str, Any] | str, seed: int = 0) -> None:
        """As :meth:`GameEnv.set_position`; it also counts as a reset."""
        self.env.set_position(position, seed)
        self._has_reset = True
        self._has_updated = True

    def resample_hidden(self, player: str, seed: int) -> Self:
        """As :meth:`GameEnv.resample_hidden`, with the same wrappers."""
        twin = self.clone()
        raw: Any = self.unwrapped
        twin.set_state(raw.resample_hidden(player, seed).get_state())
        return twin


class ForfeitEnv(BaseWrapper):
    """Ends the game after an illegal action, as PettingZoo's ``TerminateIllegalWrapper`` does.

    What is illegal says the environment itself. PettingZoo's wrapper asks the mask of the last
    observation, which may be that of another state, and fails at what is no index of it.

    Args:
        env: the environment.
        illegal_reward: reward of the agent whose action was illegal.
    """

    def __init__(self, env: GameEnv, illegal_reward: float) -> None:
        super().__init__(env)
        self._illegal_reward = illegal_reward

    def step(self, action: Any) -> None:
        """Play the action of the agent selected, or end the game if it is not legal now."""
        try:
            self.env.step(action)
        except IllegalAction:
            EnvLogger.warn_on_illegal_move()
            raw: Any = self.unwrapped
            raw._forfeit(self._illegal_reward)


def wrapped(env: GameEnv, illegal_reward: float | None = None) -> OrderedEnv:
    """The environment with checks of the order of calls.

    Args:
        env: the bare environment.
        illegal_reward: with a number, an illegal action does not raise but ends the game, and the
            agent gets this reward.

    Raises:
        ValueError: if the reward is no finite number.
    """
    if illegal_reward is None:
        return OrderedEnv(env)
    reward = checked_number(illegal_reward, "illegal_reward")
    return OrderedEnv(ForfeitEnv(env, illegal_reward=reward))
