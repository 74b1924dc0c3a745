"""Games that are played to find faults of their rules."""

from __future__ import annotations

from functools import partial

import numpy as np
import numpy.typing as npt

from got_env.core.game import Audit, Game, States
from got_env.core.protocol import NOBODY

Counts = npt.NDArray[np.int64]

DEAD_END, TOO_LONG, UNSOUND = range(3)


def audit_of(game: Game) -> Audit:
    """Audit of a game: its own, or the one that every game has.

    That is random play, and of every position the check that records from outside have to pass.
    """
    if game.audit is not None:
        return game.audit
    names = ("dead_end", "too_long", "unsound")
    return Audit(names, {"random": partial(_play_randomly, game)})


def _play_randomly(
    game: Game, states: States, every: int, limit: int, counts: Counts, faults: Counts
) -> None:
    rng = np.random.default_rng(states["rng"][0])
    masks = np.zeros((len(states), game.actions.size), dtype=np.bool_)
    seats = np.zeros(len(states), dtype=np.int8)
    actions = np.full(len(states), NOBODY, dtype=np.int64)
    done = 0
    game.kernels.advance(states, actions, 0, masks, seats)
    while (running := np.flatnonzero((seats != NOBODY) & ~faults.any(axis=1))).size:
        legal = masks[running]
        faults[running, DEAD_END] += ~legal.any(axis=1)
        faults[running, TOO_LONG] += done == limit
        if done % every == 0:
            _look(game, states, running, counts, faults)
        going = running[~faults[running].any(axis=1)]
        odds = rng.random((len(going), masks.shape[1]), dtype=np.float32)
        actions[:] = NOBODY
        actions[going] = np.argmax(np.where(masks[going], odds, -1), axis=1)
        counts[0] += len(going)
        counts[1] += int((masks[going].sum(axis=1) == 1).sum())
        done += 1
        before = seats.copy()
        game.kernels.advance(states, actions, 0, masks, seats)
        _look(game, states, np.flatnonzero((before != NOBODY) & (seats == NOBODY)), counts, faults)


def _look(
    game: Game, states: States, rows: npt.NDArray[np.int64], counts: Counts, faults: Counts
) -> None:
    """Hold some positions against the checks for records from outside."""
    counts[2] += len(rows)
    for row in rows:
        try:
            game.records.check(states[row : row + 1])
        except ValueError:
            faults[row, UNSOUND] += 1
