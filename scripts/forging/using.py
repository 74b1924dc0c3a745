"""Uses of records that were taken: everything an agent, a search and a viewer do."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from got_env.core.game import Game, States
from got_env.pictures import picture
from got_env.positions import position_of
from got_env.text import sheet

DECISIONS = 300
LOOKED_AT = (0, 37, DECISIONS - 1)
"""Decisions at which also what takes long is done; the end of a game is one of them too."""

NOBODY = -1


class DeadEndError(Exception):
    """A game that goes on asks a question without an answer."""


def use(game: Game, states: States, odds: npt.NDArray[np.float32], rollout: int) -> None:
    """Play on from records, and look at them in every way.

    Args:
        game: what is played.
        states: ``(B,)``, overwritten.
        odds: ``(B, decisions, 2)`` numbers from 0 to 1: which action is taken, and who looks.
        rollout: decisions of the games played on from the moments that are looked at; negative
            for all.

    Raises:
        Exception: whatever went wrong; :class:`DeadEndError` where nothing could be done.
    """
    count, players = len(states), states["num_players"].astype(np.int64)
    masks = np.zeros((count, game.actions.size), dtype=np.bool_)
    seats = np.zeros(count, dtype=np.int8)
    actions = np.full(count, NOBODY, dtype=np.int64)
    views = np.zeros((count, game.observation.size), dtype=np.int8)
    looked = np.zeros(count, dtype=np.bool_)
    for turn in range(odds.shape[1]):
        game.kernels.advance(states, actions, 0, masks, seats)
        running = seats != NOBODY
        legal = masks.sum(axis=1)
        if (running & (legal == 0)).any() or (running == (states["over"] == 1)).any():
            raise DeadEndError(f"a game cannot go on at decision {turn}")
        ended = ~running & ~looked
        viewers = (odds[:, turn, 1] * players).astype(np.int8)
        if turn in LOOKED_AT or ended.any():
            for row in np.flatnonzero((running if turn in LOOKED_AT else False) | ended):
                _look(game, states[row : row + 1].copy(), int(viewers[row]), turn, rollout)
            looked |= ended
        if not running.any():
            return
        game.kernels.observe(states, viewers, views)
        game.kernels.observe(states, seats, views)
        nth = (odds[:, turn, 0] * legal).astype(np.int64)
        chosen = (masks.cumsum(axis=1) > nth[:, None]).argmax(axis=1)
        actions[:] = np.where(running, chosen, NOBODY)


def _look(game: Game, states: States, viewer: int, turn: int, rollout: int) -> None:
    """Read one record as text, picture and position, deal it anew, and play it to its end."""
    views = np.zeros((1, game.observation.size), dtype=np.int8)
    game.kernels.observe_all(states, views)
    sheet(game, states, viewer)
    name = game.seats.in_play(int(states["num_players"][0]))[viewer]
    if game.words.picture is not None:
        picture(game, states, 0, name)
    position_of(game, states, 0, None)
    position_of(game, states, 0, name)
    twin = states.copy()
    game.kernels.redeal(twin, np.array([viewer], dtype=np.int8), np.array([turn]))
    for copied in (twin, states.copy()):
        mask = np.zeros(game.actions.size, dtype=np.bool_)
        game.kernels.rollout(copied, mask, rollout, np.zeros(2, dtype=np.int64))


def first_bad(use_rows: Callable[[list[int]], None], rows: list[int]) -> list[tuple[int, str]]:
    """Rows that fail when each is used alone, with their errors."""
    found = []
    for row in rows:
        try:
            use_rows([row])
        except Exception as error:
            place = error.__traceback__
            while place is not None and place.tb_next is not None:
                place = place.tb_next
            where = "" if place is None else f" in {place.tb_frame.f_code.co_qualname}"
            found.append((row, f"{type(error).__name__}: {error}{where}"))
    return found
