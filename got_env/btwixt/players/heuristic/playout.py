"""Whole games of heuristic players."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from got_env.btwixt.engine.engine import apply
from got_env.btwixt.players.heuristic.choose import choose, new_work
from got_env.btwixt.rules.actions import NUM_ACTIONS
from got_env.btwixt.rules.state import STATE
from got_env.btwixt.views.knowledge import redact
from got_env.core.batch.masks import first_legal, is_running, write_mask
from got_env.core.batch.rules import player_to_move
from got_env.core.jit import entry
from got_env.core.players import Weights


@entry
def play_heuristic(states, mask, known, trials, works, tables, counts):
    """Let the heuristic player play all seats of every record to the end.

    Each seat decides from what it knows.

    Args:
        states: ``(B,) STATE``.
        mask: ``(A,) bool`` scratch.
        known: ``(1,) STATE`` scratch, the redacted record.
        trials: ``(1,) STATE`` scratch.
        works: ``(S,) WORK`` scratch, one for each style at the tables, with its weights.
        tables: ``(B, P) int64``: the style of every seat.
        counts: ``(2,) int64``: grows by decisions, forced decisions.
    """
    for i in range(len(states)):
        s = states[i]
        while is_running(s):
            count = write_mask(s, mask)
            action = first_legal(mask)
            if count > 1:
                p = player_to_move(s)
                known[0] = s
                redact(known[0], p)
                action = choose(known[0], p, mask, 0, trials, works[tables[i, p]])
            apply(s, action)
            counts[0] += 1
            counts[1] += count == 1


def new_scratch(*styles: Weights) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The ``mask``, ``known``, ``trials`` and ``works`` of :func:`play_heuristic`."""
    mask = np.zeros(NUM_ACTIONS, dtype=np.bool_)
    return mask, np.zeros(1, dtype=STATE), np.zeros(1, dtype=STATE), new_work(*styles)


def play_tables(states: np.ndarray, tables: np.ndarray, styles: Sequence[Weights]) -> None:
    """Play games to the end in compiled code, a style on every seat.

    Args:
        states: ``(B,) STATE``, played in place.
        tables: ``(B, P) int64``: the style of every seat, an index of ``styles``.
        styles: weights of the players.
    """
    play_heuristic(states, *new_scratch(*styles), tables, np.zeros(2, dtype=np.int64))
