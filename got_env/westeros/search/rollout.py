"""Playing on from a leaf: by the heuristic or the random player, to a horizon."""

from __future__ import annotations

import numpy as np

from got_env.core.agenda import PHASE, top
from got_env.core.batch.rules import player_to_move
from got_env.core.batch.turns import choose_random, first_legal, write_mask
from got_env.core.jit import entry, kernel, thin
from got_env.core.rng import next_word
from got_env.westeros.engine import apply
from got_env.westeros.heuristic.choose import choose, follow_game
from got_env.westeros.knowledge import redact
from got_env.westeros.vocabulary import Phase

BY_RANDOM, BY_HEURISTIC = range(2)
"""Who plays a rollout."""

TO_THE_END = 99
"""A horizon beyond the last round."""

_NEW_MOVES = (Phase.RAID_FROM, Phase.MARCH_FROM, Phase.CONSOLIDATE_FROM, Phase.BID)
_ORDERS_ARE_LAID = (Phase.ORDER, Phase.RAVEN, Phase.RAVEN_AREA, Phase.RAVEN_ORDER)

BEGINS_MOVE = np.array([phase in _NEW_MOVES for phase in Phase], dtype=np.bool_)
"""Whether a new move of the round begins with this decision, by the number of its phase."""

LAYS_ORDERS = np.array([phase in _ORDERS_ARE_LAID for phase in Phase], dtype=np.bool_)
"""Whether this decision lays or replaces orders, by the number of its phase."""


@kernel
def at_horizon(s, start_round, horizon):
    """Whether a rollout may stop: it is over, or at Planning ``horizon`` rounds later.

    With horizon 0 it stops as soon as a new move of the same round begins.
    """
    if s.depth == 0:
        return True
    phase = top(s)[PHASE]
    if s.round_no >= start_round + max(1, horizon) and phase == Phase.ORDER:
        return True
    return horizon == 0 and BEGINS_MOVE[phase]


@kernel
def rounds_ahead(root, horizon):
    """Rounds to look ahead; at least one while orders are laid, which do nothing before."""
    return max(1, horizon) if LAYS_ORDERS[top(root)[PHASE]] else horizon


@thin
def choose_by(s, p, mask, count, policy, known, trials, w):
    """Action of seat ``p`` in a full game: by chance, or by the heuristic player's knowledge."""
    if count == 1:
        return first_legal(mask)
    if policy == BY_RANDOM:
        return choose_random(s, mask, count)
    known[0] = s
    redact(known[0], p)
    return choose(known[0], p, mask, next_word(s), trials, w)


@thin
def roll_out(s, start_round, horizon, policy, mask, known, trials, w):
    """Play record ``s`` on to the horizon."""
    while not at_horizon(s, start_round, horizon):
        count = write_mask(s, mask)
        p = player_to_move(s)
        apply(s, choose_by(s, p, mask, count, policy, known, trials, w))


@entry
def play_a_round(states, tables, mask, known, trials, works):
    """Let heuristic players play every record on to the next Planning.

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
            follow_game(works[k])
        start_round = int(s.round_no)
        while not at_horizon(s, start_round, 1):
            count = write_mask(s, mask)
            p = player_to_move(s)
            w = works[tables[i, p]]
            apply(s, choose_by(s, p, mask, count, BY_HEURISTIC, known, trials, w))
