"""PettingZoo wrappers around :class:`got_env.env.GameEnv`."""

from __future__ import annotations

import copy
from typing import Any, Self

from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper

from got_env.env import GameEnv
from got_env.errors import IllegalAction


class OrderedEnv(OrderEnforcingWrapper):
    """Checks that calls come in a sensible order, and copies with its environment.

    As PettingZoo's wrapper, but a step after the end raises :class:`IllegalAction`.
    """

    def step(self, action: Any) -> None:
        """Play the action of the agent selected; None for an agent whose game is over.

        Raises:
            IllegalAction: if it is not legal now; the game stays as it is.
        """
        if self._has_reset and not self.agents:
            raise IllegalAction(f"action {action!r}: the game is over, reset first", action=action)
        super().step(action)

    def clone(self) -> Self:
        """An independent environment in the same state."""
        return copy.deepcopy(self)

    def set_state(self, state: bytes) -> None:
        """As :meth:`GameEnv.set_state`; it also counts as a reset."""
        self.env.set_state(state)
        self._has_reset = True
        self._has_updated = True

    def resample_hidden(self, player: str, seed: int) -> Self:
        """As :meth:`GameEnv.resample_hidden`, with the same wrappers."""
        twin = self.clone()
        raw: Any = self.unwrapped
        twin.set_state(raw.resample_hidden(player, seed).get_state())
        return twin


def wrapped(env: GameEnv, illegal_reward: float | None = None) -> OrderedEnv:
    """The environment with checks of the order of calls.

    Args:
        env: the bare environment.
        illegal_reward: with a number, an illegal action does not raise but ends the game, and the
            agent gets this reward (PettingZoo's ``TerminateIllegalWrapper``).
    """
    if illegal_reward is None:
        return OrderedEnv(env)
    return OrderedEnv(TerminateIllegalWrapper(env, illegal_reward=illegal_reward))
