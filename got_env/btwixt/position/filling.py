"""Draws what a position leaves open: hidden cards, allies and token numbers."""

from __future__ import annotations

import numpy as np

from got_env.btwixt.rules.state import STATE
from got_env.btwixt.views.redeal import deal_hidden
from got_env.core.game import States
from got_env.core.jit import entry
from got_env.core.rng import seed_rng


@entry
def fill(states, viewer, seed):
    """Draw all that is marked as hidden in the record, and the random words, from a seed."""
    seed_rng(states[0], seed)
    deal_hidden(states[0], viewer)


def fill_hidden(states: States, viewer: int, seed: int) -> None:
    """Fill the blanks of a record ``(1,)`` that was read.

    Args:
        states: the record.
        viewer: seat whose knowledge it holds.
        seed: of all draws.
    """
    fill(states.view(STATE), viewer, np.int64(seed))
