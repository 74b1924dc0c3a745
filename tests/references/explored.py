"""All ways on which one house can go on from a position, and where each of them ends."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import numpy as np

from got_env.core.batch import games
from tests.builder import Board


def ends(
    table: Board, is_over: Callable[[Board], bool], look: Callable[[Any], Hashable]
) -> set[Any]:
    """Looks at the table wherever play from its position is over, on every way.

    Args:
        table: the position; afterwards it stands at one of the ends.
        is_over: whether play need not go on.
        look: what of an end is compared.
    """
    found = set()
    mask = np.zeros((1, table.facts.num_actions), dtype=np.bool_)
    waiting, seen = [table.states.copy()], set()
    while waiting:
        states = waiting.pop()
        table.states[:] = states
        if is_over(table):
            found.add(look(table))
            continue
        games.action_mask(states, mask)
        for action in np.flatnonzero(mask[0]):
            after = states.copy()
            games.step(after, np.array([action]))
            if after.tobytes() not in seen:
                seen.add(after.tobytes())
                waiting.append(after)
    return found
