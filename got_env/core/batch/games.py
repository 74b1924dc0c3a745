"""Plain loops over records: start, step, look, hide, draw anew, play at random.

All take preallocated arrays, batch first, and return nothing: ``states (B,) STATE``,
``actions (B,) int64``, ``masks (B, A) bool``.
"""

from __future__ import annotations

import numpy as np

from got_env.core.batch.masks import choose_random, is_running, settle_mask, write_mask
from got_env.core.batch.rules import (
    EVERYBODY,
    NOBODY,
    apply,
    observe_seat,
    player_to_move,
    redact,
    redeal,
    set_up,
)
from got_env.core.jit import entry


def reset(states, rulesets, options, seeds):
    """Start a game in every record: ``rulesets (B,)``, ``options (B, n)``, ``seeds (B,)``."""
    lay_out(states, rulesets, options, seeds)
    step(states, np.full(len(states), NOBODY))


@entry
def lay_out(states, rulesets, options, seeds):
    """Write the start position of every record, before anything automatic is done."""
    for i in range(len(states)):
        s = states[i]
        for k in range(len(s.options)):
            s.options[k] = options[i, k]
        set_up(s, rulesets[i], seeds[i])


@entry
def step(states, actions):
    """Apply one legal action per record; records of ended games stay as they are.

    The action NOBODY only does what is automatic: a position set by hand comes to its decision.
    """
    for i in range(len(states)):
        if is_running(states[i]):
            apply(states[i], actions[i])


@entry
def advance(states, actions, skip_forced, masks, seats):
    """Play one legal action in every record, then write who decides what next.

    Args:
        states: ``(B,) STATE``; records of ended games stay as they are.
        actions: ``(B,) int64``; NOBODY plays nothing.
        skip_forced: 1 to play decisions with one legal action at once.
        masks: ``(B, A)``: written, 1 for a legal action; all 0 when the game is over.
        seats: ``(B,)``: written, seat to move; NOBODY when the game is over.
    """
    for i in range(len(states)):
        s = states[i]
        if actions[i] != NOBODY and is_running(s):
            apply(s, actions[i])
        settle_mask(s, masks[i], skip_forced)
        seats[i] = player_to_move(s)


@entry
def action_mask(states, masks):
    """Write the legal actions of every record; all False when the game is over."""
    for i in range(len(states)):
        write_mask(states[i], masks[i])


@entry
def current_player(states, seats):
    """Write the seat to move ``(B,) int8``, NOBODY when the game is over."""
    for i in range(len(states)):
        seats[i] = player_to_move(states[i])


@entry
def observe(states, players, out):
    """Write the observation of seat ``players[i]`` of every record.

    Args:
        states: ``(B,) STATE``.
        players: ``(B,)`` observing seats; NOBODY observes as seat 0.
        out: ``(B, observation_size) int8``.
    """
    for i in range(len(states)):
        p = max(int(players[i]), 0)
        observe_seat(states[i], p, p, out[i])


@entry
def observe_all(states, out):
    """Write every record from seat 0 with nothing hidden but the decks, for central critics.

    Args:
        states: ``(B,) STATE``.
        out: ``(B, observation_size) int8``.
    """
    for i in range(len(states)):
        observe_seat(states[i], 0, EVERYBODY, out[i])


@entry
def redact_batch(states, players):
    """Hide in place, in every record, what seat ``players[i]`` may not know."""
    for i in range(len(states)):
        redact(states[i], players[i])


@entry
def redeal_batch(states, players, seeds):
    """Resample in place, in every record, what seat ``players[i]`` does not know.

    Args:
        states: ``(B,) STATE``.
        players: ``(B,)`` seats.
        seeds: ``(B,) int64``: the same seed and the same knowledge give the same record.
    """
    for i in range(len(states)):
        redeal(states[i], players[i], seeds[i])


@entry
def rollout(states, mask, limit, counts):
    """Play uniformly random legal actions in every record to the end, or ``limit`` decisions.

    Args:
        states: ``(B,) STATE``; draws come from their own random words.
        mask: ``(A,) bool``, overwritten.
        limit: decisions of a game at most; negative for no limit.
        counts: ``(2,) int64``, grows by all decisions, and by those with a single legal action.
    """
    for i in range(len(states)):
        s = states[i]
        done = 0
        while is_running(s) and done != limit:
            count = write_mask(s, mask)
            apply(s, choose_random(s, mask, count))
            done += 1
            counts[0] += 1
            counts[1] += count == 1
