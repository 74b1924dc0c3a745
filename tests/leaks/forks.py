"""Games that part where a seat chooses in secret: nobody else may see that they have parted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from got_env.core.agenda import PHASE, PLAYER
from got_env.core.game import Game
from tests.leaks.moments import masks_of

SECRET = ("order", "tactic", "bid", "house_card", "draft")
"""Decisions whose answers others see later, or never."""
OPEN_ANSWERS = ("none", "done", "no")
"""Words at the end of answers that others see all the same: no token lies there."""


def secret_actions(game: Game, states: Any) -> list[int]:
    """Legal answers of a secret question that others cannot tell from each other."""
    if states["over"][0] or game.words.phase_name(states, 0) not in SECRET:
        return []
    legal = np.flatnonzero(masks_of(game, states)[0])
    texts = [game.actions.text(states, 0, int(action)) for action in legal]
    kept = [text.split()[-1] not in OPEN_ANSWERS for text in texts]
    return [int(action) for action, keep in zip(legal, kept, strict=True) if keep]


def _moment(game: Game, states: Any) -> tuple[int, int]:
    frame = states["stack"][0, int(states["depth"][0]) - 1]
    return int(frame[PHASE]), int(frame[PLAYER])


def _told(states: Any) -> int:
    """A number that grows when something is revealed."""
    return int(states["pick_no" if "pick_no" in states.dtype.names else "journal_no"][0])


def forked(game: Game, states: Any, rng: np.random.Generator) -> Iterator[tuple[Any, Any, int]]:
    """Two games that differ in what one seat chose in secret, as long as nothing was revealed.

    Args:
        game: of the record.
        states: a record ``(1,)`` at a secret question; it is left alone.
        rng: who chooses.

    Yields:
        Both records, and the seat that knows the difference.
    """
    one, other = states.copy(), states.copy()
    knows, told = _moment(game, states)[1], _told(states)
    while True:
        seat = _moment(game, one)[1]
        both = [secret_actions(game, each) for each in (one, other)]
        if not all(both):
            return
        mine = int(rng.choice(both[0]))
        same = [a for a in both[1] if (a == mine) == (seat != knows)]
        if not same:
            return
        yours = int(rng.choice(same))
        game.kernels.step(one, np.array([mine]))
        game.kernels.step(other, np.array([yours]))
        if one["over"][0] or _moment(game, one) != _moment(game, other):
            return
        if game.words.phase_name(one, 0) not in SECRET or _told(one) != told:
            return
        yield one, other, knows
