"""Fused steps: everything an environment needs after an action, in one call from Python."""

from __future__ import annotations

from got_env.core.jit import entry, kernel, thin
from got_env.westeros.board import castles_by_seat, castles_of
from got_env.westeros.decision_tables import is_forced
from got_env.westeros.engine import apply
from got_env.westeros.turns import first_legal, player_to_move, write_mask
from got_env.westeros.vocabulary import NONE


@thin
def settle_mask(s, mask, skip_forced):
    """Write the mask of the open decision, after playing forced ones if wanted; returns those."""
    count = write_mask(s, mask)
    forced = 0
    while skip_forced and is_forced(s, count):
        apply(s, first_legal(mask))
        forced += 1
        count = write_mask(s, mask)
    return forced


@entry
def advance_batch(states, actions, skip_forced, masks, seats):
    """Play one legal action in every record, then write who decides what next.

    Args:
        states: ``(B,) STATE``; records of ended games stay as they are.
        actions: ``(B,) int64``; NONE plays nothing.
        skip_forced: 1 to play decisions with one legal action at once.
        masks: ``(B, A)``: written, 1 for a legal action; all 0 when the game is over.
        seats: ``(B,)``: written, seat to move; NONE when the game is over.
    """
    for i in range(len(states)):
        s = states[i]
        if s.depth > 0 and actions[i] != NONE:
            apply(s, actions[i])
        settle_mask(s, masks[i], skip_forced)
        seats[i] = player_to_move(s)


# --- rewards


@kernel
def shared_prize(s, p, prizes):
    """Prize of the place of seat ``p``; houses on the same place share theirs equally."""
    place = int(s.place[p])
    same = 0
    for q in range(s.num_players):
        same += s.place[q] == place
    total = 0.0
    for i in range(place, place + same):
        total += prizes[i]
    return total / same


@kernel
def write_potentials(s, shaping, potentials):
    """Write the potential of every seat: ``shaping`` times its castle areas above the average."""
    castles = castles_by_seat(s)
    total = 0.0
    for p in range(s.num_players):
        potentials[p] = shaping * castles_of(castles, p)
        total += potentials[p]
    for p in range(s.num_players):
        potentials[p] -= total / s.num_players


@kernel
def write_rewards(s, prizes, shaping, potentials, rewards):
    """Write the rewards of a step: prizes at the end, and the change of the potential.

    The potential is 0 at the end, so that shaping cannot change which policy is best.
    """
    n = s.num_players
    for p in range(n):
        rewards[p] = (shared_prize(s, p, prizes) if s.over else 0.0) - potentials[p]
    if shaping != 0.0:
        if s.over:
            potentials[:] = 0.0
        else:
            write_potentials(s, shaping, potentials)
        for p in range(n):
            rewards[p] += potentials[p]


@entry
def start_potentials(states, shaping, potentials):
    """Write the potentials ``(B, P) float64`` of games that begin or go on from here."""
    for i in range(len(states)):
        write_potentials(states[i], shaping, potentials[i])


@entry
def step_rewards(states, prizes, shaping, potentials, rewards):
    """Write the rewards ``(B, P)`` of the step just played.

    Args:
        states: ``(B,) STATE``.
        prizes: ``(P,) float64``: reward by final place.
        shaping: weight of a castle area, 0 for none.
        potentials: ``(B, P) float64``: potentials before the step; updated.
        rewards: ``(B, P)``: written.
    """
    for i in range(len(states)):
        write_rewards(states[i], prizes, shaping, potentials[i], rewards[i])
