"""A fixed calculation of the same kind as the engine's work, as the unit of its speed.

The engine's time is spent on branches over small integers, on look-ups in tables, on scans of a
record of a few kilobytes and on writing bytes: masks and observations. So is this one's. What makes
one slower, another processor or a busy machine, makes the other slower about as much.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from got_env.core.jit import entry

PLACES, FIELDS, ACTIONS, FEATURES, PLAYERS = 64, 48, 128, 4096, 6
STEPS = 2000


@entry
def calculate(board: Any, table: Any, mask: Any, out: Any, steps: int, players: int) -> None:
    """Play ``steps`` turns of a game without sense.

    Args:
        board: ``(places, fields) int8``, changed.
        table: ``(places, places) int16`` of places.
        mask: ``(actions,) bool`` scratch.
        out: ``(features,) int8``, written.
        steps: turns.
        players: sides that take turns.
    """
    places, fields = board.shape
    here = 0
    for step in range(steps):
        player = step % players
        for action in range(len(mask)):
            mask[action] = False
        count = 0
        for place in range(places):
            owner = board[place, step % fields]
            near = table[place, here]
            if owner == player:
                if board[near, 0] != player:
                    mask[place] = True
                    count += 1
                elif board[near, 1] > owner:
                    mask[(place + near) % len(mask)] = True
                    count += 1
            elif owner < player:
                if board[near, owner] == board[place, player]:
                    mask[near] = True
                    count += 1
            else:
                count -= mask[near]
        here = table[here, count % places]
        for action in range(len(mask)):
            if mask[action]:
                here = table[here, action % places]
                break
        board[here, step % fields] = player
        at = 0
        for place in range(places):
            owner = board[place, 0]
            for field in range(fields):
                value = board[place, field]
                if field < players:
                    out[at + field] = value == owner
                elif value == player:
                    out[at + field] = 1
                else:
                    out[at + field] = value
            at += fields


def calibration(seed: int = 0) -> Callable[[], int]:
    """The calculation, ready to run; returns how many turns it is, always the same ones."""
    rng = np.random.default_rng(seed)
    first = rng.integers(0, PLAYERS, (PLACES, FIELDS)).astype(np.int8)
    table = rng.integers(0, PLACES, (PLACES, PLACES)).astype(np.int16)
    mask = np.zeros(ACTIONS, dtype=np.bool_)
    out = np.zeros(FEATURES, dtype=np.int8)

    def run() -> int:
        calculate(first.copy(), table, mask, out, STEPS, PLAYERS)
        return STEPS

    return run
