"""Rewards: prizes by place at the end, and the change of a potential if they are shaped."""

from __future__ import annotations

from got_env.core.batch.rules import points
from got_env.core.jit import entry, inlined, kernel


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
    """Write the potential of every seat: ``shaping`` times its points above the average."""
    points(s, potentials)
    total = 0.0
    for p in range(s.num_players):
        potentials[p] = shaping * potentials[p]
        total += potentials[p]
    for p in range(s.num_players):
        potentials[p] -= total / s.num_players


@inlined
def write_rewards(s, prizes, shaping, potentials, rewards):
    """Write the rewards of a step: prizes at the end, and the change of the potential.

    The potential is 0 at the end, so that shaping cannot change which policy is best.
    """
    for p in range(s.num_players):
        rewards[p] = (shared_prize(s, p, prizes) if s.over else 0.0) - potentials[p]
    if shaping != 0.0:
        if s.over:
            potentials[:] = 0.0
        else:
            write_potentials(s, shaping, potentials)
        for p in range(s.num_players):
            rewards[p] += potentials[p]


@entry
def standing(states, out):
    """Write the points of each seat ``(B, P) float64``."""
    for i in range(len(states)):
        points(states[i], out[i])


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
        shaping: weight of a point, 0 for none.
        potentials: ``(B, P) float64``: potentials before the step; updated.
        rewards: ``(B, P)``: written.
    """
    for i in range(len(states)):
        write_rewards(states[i], prizes, shaping, potentials[i], rewards[i])
