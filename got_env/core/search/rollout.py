"""Playing on from a leaf: by the scripted or the random player, to a horizon."""

from __future__ import annotations

from got_env.core.batch.masks import choose_random, first_legal, write_mask
from got_env.core.batch.rules import apply, choose, player_to_move, redact
from got_env.core.jit import entry, kernel
from got_env.core.rng import next_word
from got_env.core.search.hooks import at_horizon, follow_game

BY_RANDOM, BY_HEURISTIC = range(2)
"""Players of a rollout."""

TO_THE_END = 99
"""A horizon beyond the last round."""


@kernel
def choose_by(s, p, mask, count, policy, known, trials, w):
    """Action of seat ``p`` in a full game: by chance, or by the scripted player's knowledge."""
    if count == 1:
        return first_legal(mask)
    if policy == BY_RANDOM:
        return choose_random(s, mask, count)
    known[0] = s
    redact(known[0], p)
    return choose(known[0], p, mask, next_word(s), trials, w)


@kernel
def roll_out(s, start_round, horizon, policy, mask, known, trials, w):
    """Play record ``s`` on to the horizon."""
    while not at_horizon(s, start_round, horizon):
        count = write_mask(s, mask)
        p = player_to_move(s)
        apply(s, choose_by(s, p, mask, count, policy, known, trials, w))


@entry
def play_a_round(states, tables, mask, known, trials, works):
    """Let scripted players play every record on, one round ahead.

    Args:
        states: ``(B,) STATE``.
        tables: ``(B, P) int64``: the style of every seat, an index of ``works``.
        mask: ``(A,) bool`` scratch.
        known: ``(1,) STATE`` scratch.
        trials: ``(1,) STATE`` scratch.
        works: ``(S,) WORK`` scratch with the weights of the styles.
    """
    for i in range(len(states)):
        s = states[i]
        for k in range(len(works)):
            follow_game(s, works[k])
        start_round = int(s.round_no)
        while not at_horizon(s, start_round, 1):
            count = write_mask(s, mask)
            p = player_to_move(s)
            w = works[tables[i, p]]
            apply(s, choose_by(s, p, mask, count, BY_HEURISTIC, known, trials, w))
