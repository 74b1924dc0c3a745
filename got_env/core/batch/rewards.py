"""Rewards: prizes by place at the end, and the change of a score on the way."""

from __future__ import annotations

from got_env.core.jit import entry, inlined, kernel
from got_env.core.numbered_kernels import NO_KERNEL, call_numbered


@kernel
def shared_prize(s, p, prizes):
    """Prize of the place of seat ``p``; those on the same place share theirs equally."""
    place = int(s.place[p])
    same = 0
    for q in range(s.num_players):
        same += s.place[q] == place
    total = 0.0
    for i in range(place, place + same):
        total += prizes[i]
    return total / same


@inlined
def write_potentials(s, shaping, potentials):
    """Write the potential of every seat: the weight times its points above the average."""
    potentials[:] = 0.0
    if shaping.score != NO_KERNEL:
        call_numbered(shaping.score, s, potentials[:])
        total = 0.0
        for p in range(s.num_players):
            potentials[p] = shaping.weight * potentials[p]
            total += potentials[p]
        for p in range(s.num_players):
            potentials[p] -= total / s.num_players


@inlined
def write_rewards(s, prizes, shaping, potentials, rewards):
    """Write the rewards of a step: prizes at the end, and the change of the potential.

    The potential is 0 at the end, so that it cannot change which policy is best; but for a score
    that is kept.
    """
    for p in range(s.num_players):
        rewards[p] = (shared_prize(s, p, prizes) if s.over else 0.0) - potentials[p]
    if shaping.score != NO_KERNEL:
        if s.over and shaping.is_kept == 0:
            potentials[:] = 0.0
        else:
            write_potentials(s, shaping, potentials)
        for p in range(s.num_players):
            rewards[p] += potentials[p]


@entry
def write_scores(states, shaping, out):
    """Write the points of each seat ``(B, P) float64`` that ``shaping (1,)`` counts."""
    for i in range(len(states)):
        call_numbered(shaping[0].score, states[i], out[i])


@entry
def start_potentials(states, shaping, potentials):
    """Write the potentials ``(B, P) float64`` of games that begin or go on from here."""
    for i in range(len(states)):
        write_potentials(states[i], shaping[0], potentials[i])


@entry
def step_rewards(states, prizes, shaping, potentials, rewards):
    """Write the rewards ``(B, P)`` of the step just played.

    Args:
        states: ``(B,) STATE``.
        prizes: ``(P,) float64``: reward by final place.
        shaping: ``(1,) SHAPING``: what is paid on the way.
        potentials: ``(B, P) float64``: potentials before the step; updated.
        rewards: ``(B, P)``: written.
    """
    for i in range(len(states)):
        write_rewards(states[i], prizes, shaping[0], potentials[i], rewards[i])
