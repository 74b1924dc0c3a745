"""Records from outside: only those that the rules can lead to may reach the kernels.

The reader of positions knows what a game can look like and refuses everything else. So a record is
genuine if it can be written as a position and that position gives the very same record again.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.core.limits import named
from got_env.westeros.facts.facts import Facts
from got_env.westeros.facts.ranges import check_states_in_range
from got_env.westeros.position.document import from_position, position
from got_env.westeros.rules.state import STATE

States = np.ndarray[Any, np.dtype[Any]]


def check_states(facts: Facts, states: States) -> None:
    """Refuse records that are no states of a game with these facts.

    All numbers are compared first: that is fast.

    Args:
        facts: of the game.
        states: ``(B,) STATE`` as :meth:`got_env.core.game.Game.new_states` makes it; they are not
            changed. One takes some milliseconds.

    Raises:
        ValueError: for another array, and for the first record that is none; names the field and
            what was expected.
    """
    _check_layout(facts, states)
    check_states_in_range(facts, states)
    for row in range(len(states)):
        try:
            again = from_position(facts, position(states, row), 0)[0]
        except ValueError as error:
            raise ValueError(f"{named(states, row)}: {error}") from None
        _check_same(states, row, again)


def _check_layout(facts: Facts, states: object) -> None:
    """Refuse arrays that kernels would not read as they are, such as those of another byte order.

    To convert them here would help nobody: what is checked is what is used.
    """
    kept = STATE
    wanted = "expected records (B,) of the game's own dtype, one behind the other"
    if not isinstance(states, np.ndarray):
        raise ValueError(f"states: {type(states).__name__}: {wanted}")
    if states.ndim != 1:
        raise ValueError(f"states: of shape {states.shape}: {wanted}")
    if states.dtype != kept:
        same = states.dtype.names == kept.names
        what = "other types, places or byte order of fields" if same else "other fields"
        raise ValueError(f"states: {what}: {wanted}")
    if not states.flags.c_contiguous or not states.flags.aligned:
        raise ValueError(f"states: with gaps between them, or not aligned: {wanted}")


def _check_same(states: States, row: int, again: Any) -> None:
    """Require that parts a position leaves out are as they follow from the rest."""
    for name in states.dtype.names or ():
        given, expected = np.atleast_1d(states[row][name]), np.atleast_1d(again[name])
        if (given == expected).all():
            continue
        index = tuple(int(i) for i in np.argwhere(given != expected)[0])
        place = f"[{', '.join(map(str, index))}]" if states[row][name].shape else ""
        raise ValueError(
            f"{named(states, row)}: {name}{place}={given[index]}: expected {expected[index]} here"
        )
