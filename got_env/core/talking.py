"""Asking agents of every kind for messages.

An agent that talks has a method ``talk(view, heard)``; one without it says nothing and loses
nothing. ``view`` is the game as the seat knows it, with no legal actions, for no decision is asked;
``heard`` is what it has heard, and what it may say. It returns a list of receivers and texts:
``[("all", "peace?"), (["stark", "tyrell"], "not with them")]``, or an empty one.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Protocol, TypeGuard

import numpy as np

from got_env.core.game import Game, States
from got_env.core.press.messages import Heard
from got_env.core.views import View, copy_rows

_PURPOSE = b"got_env talk"
"""Sets these hashes apart from those of decisions; 16 bytes at most."""

Messages = list[tuple[str | list[str], str]]
"""Receivers and texts: ``"all"``, a name, or names."""


class Talker(Protocol):
    """An agent that talks."""

    name: str

    def act(self, view: View) -> int:
        """Choose a legal action."""
        ...

    def talk(self, view: View, heard: Heard) -> Messages:
        """Messages of the seat in this round of talk."""
        ...


def talks(agent: Any) -> TypeGuard[Talker]:
    """Tell whether an agent talks."""
    return callable(getattr(agent, "talk", None))


def talk_view(game: Game, states: States, heard: Heard, game_seed: int, decisions: int) -> View:
    """The game as a seat knows it before it speaks.

    Args:
        game: what is played.
        states: the whole record ``(1,)``: what the seat may not know is hidden in a copy.
        heard: what the seat has heard, and may say.
        game_seed: of the game; with the others it gives the random number of the view.
        decisions: decisions played before.
    """
    known = copy_rows(game, states, slice(None))
    game.kernels.redact(known, np.array([heard.seat], dtype=np.int8))
    mask = np.zeros(game.actions.size, dtype=np.bool_)
    inputs = np.array([game_seed, heard.seat, decisions, heard.talk], dtype="<i8")
    word = blake2b(
        inputs.tobytes() + heard.moment.encode(), digest_size=8, person=_PURPOSE
    ).digest()
    return View(game, known, heard.seat, mask, int.from_bytes(word, "little") >> 1, heard)
