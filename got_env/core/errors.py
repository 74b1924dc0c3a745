"""Errors of the environments."""

from __future__ import annotations

import reprlib

import numpy as np

from got_env.core.game import Game, States

SHOWN = 5
"""Legal actions an error message names."""


class IllegalAction(ValueError):
    """An action that cannot be played now; the game is as it was before.

    Attributes:
        agent: house that was to act; None when nobody was.
        phase: name of the open decision; ``"over"`` after the end.
        action: what was played.
    """

    def __init__(
        self, message: str, *, agent: str | None = None, phase: str = "over", action: object = None
    ) -> None:
        super().__init__(message)
        self.agent = agent
        self.phase = phase
        self.action = action

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (str(self), self.agent, self.phase, self.action)


class UnsupportedRenderMode(TypeError, ValueError):
    """There is no such picture of a game.

    A TypeError, as from an environment that takes no ``render_mode`` at all: whoever asks for
    pictures only if there are some, as stable-baselines3's ``make_vec_env``, then goes without. A
    ValueError, as for any other bad argument.
    """


def _rebuild(message: str, agent: str | None, phase: str, action: object) -> IllegalAction:
    return IllegalAction(message, agent=agent, phase=phase, action=action)


def illegal_action(
    game: Game, states: States, row: int, legal: list[int], action: object
) -> IllegalAction:
    """The error for an action that is not among the legal ones of record ``row``.

    Names the agent, the phase, the action's text if it has one, and a few legal actions.
    """
    phase = game.words.phase_name(states, row)
    if not legal:
        return IllegalAction(f"action {action!r}: the game is over", action=action)
    seats = np.empty(1, dtype=np.int8)
    game.kernels.current_player(states[row : row + 1].copy(), seats)
    agent = game.seats.in_play(int(states["num_players"][row]))[int(seats[0])]
    if isinstance(action, bool) or not isinstance(action, int):
        told = f"action {reprlib.repr(action)} is not an integer"
    elif 0 <= action < game.actions.size:
        told = f"action {action} ({game.actions.text(states, row, action)}) is not legal"
    else:
        told = (
            f"action {reprlib.repr(action)} is out of range: expected 0 to {game.actions.size - 1}"
        )
    some = ", ".join(f"{i} ({game.actions.text(states, row, i)})" for i in legal[:SHOWN])
    more = f" and {len(legal) - SHOWN} more" if len(legal) > SHOWN else ""
    return IllegalAction(
        f"{agent} in {phase}: {told}; legal: {some}{more}", agent=agent, phase=phase, action=action
    )
