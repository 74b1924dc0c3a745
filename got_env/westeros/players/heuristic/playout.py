"""Whole games of heuristic players, for rollouts and for the soak test."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from got_env.core.batch.masks import first_legal, write_mask
from got_env.core.batch.rules import player_to_move, redact
from got_env.core.jit import entry
from got_env.core.players import Weights
from got_env.core.rng import next_word
from got_env.westeros.engine.audit import audit
from got_env.westeros.engine.engine import apply
from got_env.westeros.facts.rulesets import facts_of
from got_env.westeros.players.heuristic.choose import choose, follow_game, new_work
from got_env.westeros.rules.faults import Fault
from got_env.westeros.rules.state import STATE


@entry
def play_heuristic(states, mask, known, trials, works, tables, every, limit, counts, faults):
    """Let the heuristic player play all seats of every record to the end.

    Each seat decides from what it knows. Random numbers come from the record.

    Args:
        states: ``(B,) STATE``.
        mask: ``(A,) bool`` scratch.
        known: ``(1,) STATE`` scratch, the redacted record.
        trials: ``(1,) STATE`` scratch.
        works: ``(S,) WORK`` scratch, one for each style at the tables, with its weights.
        tables: ``(B, P) int64``: the style of every seat.
        every: audit every ``every``-th decision and the end; 0 for never.
        limit: decisions after which a game counts as endless.
        counts: ``(3,) int64``: grows by decisions, forced decisions, positions audited.
        faults: ``(B, 10) int64``: grows by broken invariants; a game stops at the first.
    """
    for i in range(len(states)):
        s = states[i]
        for k in range(len(works)):
            follow_game(works[k])
        done = 0
        while s.depth > 0:
            if every > 0 and done % every == 0:
                audit(s, faults[i])
                counts[2] += 1
            count = write_mask(s, mask)
            faults[i, Fault.DEAD_END] += count == 0
            faults[i, Fault.TOO_LONG] += done == limit
            if faults[i].sum() > 0:
                break
            seed = next_word(s)
            action = first_legal(mask)
            if count > 1:
                p = player_to_move(s)
                known[0] = s
                redact(known[0], p)
                action = choose(known[0], p, mask, seed, trials, works[tables[i, p]])
            apply(s, action)
            done += 1
            counts[0] += 1
            counts[1] += count == 1
        if every > 0 and s.depth == 0:
            audit(s, faults[i])
            counts[2] += 1


def new_scratch(*styles: Weights) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The ``known``, ``trials`` and ``works`` of :func:`play_heuristic`."""
    return np.zeros(1, dtype=STATE), np.zeros(1, dtype=STATE), new_work(*styles)


def play_tables(states: np.ndarray, tables: np.ndarray, styles: Sequence[Weights]) -> None:
    """Play games to the end in compiled code, a style on every seat.

    Args:
        states: ``(B,) STATE``, played in place.
        tables: ``(B, P) int64``: the style of every seat, an index of ``styles``.
        styles: weights of the players.
    """
    if len(states) == 0:
        return
    mask = np.zeros(facts_of(states["ruleset"][0]).num_actions, dtype=np.bool_)
    counts = np.zeros(3, dtype=np.int64)
    faults = np.zeros((len(states), len(Fault)), dtype=np.int64)
    play_heuristic(states, mask, *new_scratch(*styles), tables, 0, -1, counts, faults)
