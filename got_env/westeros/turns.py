"""What players of a game do with it: ask for the legal actions, pick one, see whose turn it is."""

from __future__ import annotations

from got_env.core.agenda import PLAYER, top
from got_env.core.jit import kernel, thin
from got_env.core.rng import rand_below
from got_env.westeros.engine import legal
from got_env.westeros.vocabulary import NONE


@kernel
def count_legal(mask):
    """How many actions are legal."""
    count = 0
    for action in range(len(mask)):
        count += mask[action] != 0
    return count


@thin
def write_mask(s, mask):
    """Write the legal actions and return how many there are."""
    mask[:] = 0
    legal(s, mask)
    return count_legal(mask)


@kernel
def first_legal(mask):
    """The first legal action, NONE without one."""
    for action in range(len(mask)):
        if mask[action]:
            return action
    return NONE


@kernel
def choose_random(s, mask, count):
    """The n-th of ``count`` legal actions, n drawn from the record's own random words."""
    n = rand_below(s, count)
    for action in range(len(mask)):
        if mask[action]:
            if n == 0:
                return action
            n -= 1
    return NONE


@kernel
def player_to_move(s):
    """Seat that must decide, NONE when the game is over."""
    if s.depth == 0:
        return NONE
    return int(top(s)[PLAYER])
