"""Masks of legal actions: write them, count in them, pick an action from them."""

from __future__ import annotations

from got_env.core.batch.rules import NOBODY, apply, is_forced, legal
from got_env.core.jit import inlined, kernel
from got_env.core.rng import rand_below


@kernel
def is_running(s):
    """True if the record holds a game that is not over."""
    return s.num_players > 0 and s.over == 0


@kernel
def count_legal(mask):
    """Number of legal actions."""
    count = 0
    for action in range(len(mask)):
        count += mask[action] != 0
    return count


@inlined
def write_mask(s, mask):
    """Write the legal actions and return how many there are."""
    mask[:] = 0
    legal(s, mask)
    return count_legal(mask)


@kernel
def first_legal(mask):
    """The first legal action, NOBODY without one."""
    for action in range(len(mask)):
        if mask[action]:
            return action
    return NOBODY


@kernel
def choose_random(s, mask, count):
    """The n-th of ``count`` legal actions, n drawn from the record's own random words."""
    n = rand_below(s, count)
    for action in range(len(mask)):
        if mask[action]:
            if n == 0:
                return action
            n -= 1
    return NOBODY


@inlined
def settle_mask(s, mask, skip_forced):
    """Write the mask of the open decision, after playing forced ones if wanted."""
    count = write_mask(s, mask)
    while skip_forced and is_forced(s, count):
        apply(s, first_legal(mask))
        count = write_mask(s, mask)
