"""Whole games with claim of heuristic players."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from got_env.core.batch.choosing import choose_batch
from got_env.core.batch.masks import first_legal, write_mask
from got_env.core.jit import entry
from got_env.core.players import Scratch, ScriptedPlayer, Weights
from got_env.core.rng import next_word
from got_env.westeros.engine import apply
from got_env.westeros.heuristic.choose import choose, follow_game, new_work
from got_env.westeros.heuristic.weights import style_names, style_weights
from got_env.westeros.heuristic.work import MOST_ACTIONS
from got_env.westeros.loops import player_to_move, redact
from got_env.westeros.state import STATE
from got_env.westeros.vocabulary import MAX_PLAYERS


@entry
def play_with_claim(states, mask, known, trials, works, tables, counts):
    """Let the heuristic player play all seats of every record to the end.

    Each seat decides from what it knows. Random numbers come from the record.

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
        for k in range(len(works)):
            follow_game(works[k])
        while s.depth > 0:
            count = write_mask(s, mask)
            seed = next_word(s)
            action = first_legal(mask)
            if count > 1:
                p = player_to_move(s)
                known[0] = s
                redact(known[0], p)
                action = choose(known[0], p, mask, seed, trials, works[tables[i, p]])
            apply(s, action)
            counts[0] += 1
            counts[1] += count == 1


def _new_records() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The ``mask``, ``known`` and ``trials`` of :func:`play_with_claim`."""
    mask = np.zeros(MOST_ACTIONS, dtype=np.bool_)
    return mask, np.zeros(1, dtype=STATE), np.zeros(1, dtype=STATE)


def play_tables(states: np.ndarray, tables: np.ndarray, styles: Sequence[Weights]) -> None:
    """Play games to the end in compiled code, a style on every seat.

    Args:
        states: ``(B,) STATE``, played in place.
        tables: ``(B, P) int64``: the style of every seat, an index of ``styles``.
        styles: weights of the players.
    """
    counts = np.zeros(2, dtype=np.int64)
    play_with_claim(states, *_new_records(), new_work(*styles), tables, counts)


def _new_scratch(weights: Weights) -> Scratch:
    return np.zeros(1, dtype=STATE), new_work(weights)


def _counting(games: int) -> Callable[[npt.NDArray[np.void], npt.NDArray[np.int64]], None]:
    records, works = _new_records(), new_work()
    tables = np.zeros((games, MAX_PLAYERS), dtype=np.int64)

    def play(states: npt.NDArray[np.void], counts: npt.NDArray[np.int64]) -> None:
        play_with_claim(states, *records, works, tables, counts)

    return play


def scripted_player() -> ScriptedPlayer:
    """The heuristic player of games with claim: its styles, weights and kernels."""
    return ScriptedPlayer(
        state=STATE,
        styles=style_names(),
        weights=style_weights,
        new_scratch=_new_scratch,
        choose=choose_batch,
        counting=_counting,
    )
