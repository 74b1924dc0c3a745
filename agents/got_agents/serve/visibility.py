"""Visibility: what viewers of a table may know, be they seats or only watch."""

from __future__ import annotations

import numpy as np

from got_env.core.game import Game, States
from got_env.core.press.messages import Message
from got_env.core.views import copy_rows

PUBLIC, EVERYTHING = -1, -2
"""Viewers that are no seat: they know what nobody may hide, or all there is."""


def may_hear(message: Message, viewer: int, players: int) -> bool:
    """True if a viewer knows a message: a seat those from and to it, who watches those to all."""
    if viewer == PUBLIC:
        return message.to_all(players)
    return viewer == EVERYTHING or message.known_to(viewer)


def known_to(game: Game, states: States, viewer: int) -> States:
    """A copy ``(1,)`` of a record without what a viewer may not know.

    Args:
        game: what is played.
        states: the whole record ``(1,)``.
        viewer: a seat, :data:`PUBLIC` or :data:`EVERYTHING`.
    """
    known = copy_rows(game, states, slice(None))
    if viewer == EVERYTHING:
        return known
    # What is hidden from one seat after the other is hidden from all.
    seats = range(int(states["num_players"][0])) if viewer == PUBLIC else (viewer,)
    for seat in seats:
        game.kernels.redact(known, np.array([seat], dtype=np.int8))
    return known
