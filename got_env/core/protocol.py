"""Numbers on which batch environments and the kernels of a game agree."""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.core.jit import record_dtype
from got_env.core.limits import ANY_SEAT, Limit

NOBODY = -1
EVERYBODY = -2
"""In place of a seat: no seat, and one who sees whatever some seat sees, for central critics."""

DISABLED, SAME_STEP, NEXT_STEP = range(3)
"""Modes of a batch environment for a game that has ended."""

START, STOP, SKIP_FORCED, RESET_MODE, MAX_TURNS, GIVEN, HAS_ENDED = range(7)
"""Places in a ``task (7,) int64``: the rows ``[START, STOP)`` to work on, and how.

HAS_ENDED is for the way back: a batch environment writes 1 when a game ends.
"""

ACTIONS, ANSWERS, STARTS, ENDS = range(4)
"""GIVEN: what the last argument of a step holds for each row.

Actions, those of players outside, what to do with the row, one of the following, or for games that
have just ended the place of their final observations, and KEEP for all others. It is one kernel for
all of them, as each that contains an engine takes many seconds to compile.
"""

KEEP, WITH_SEED, WITH_NEXT_SEED = range(3)
"""Leave the game, start the one of the row's seed, or the one that follows."""

TERMINATED, TRUNCATED, ENDED = range(3)
"""Places in the first axis of ``done (3, B) bool``; ENDED is either of the others."""

MOST_TURNS = 2**60
"""No count of decisions is greater: it can be added to for ever."""

MOST_EVENTS = 2**30
"""No number of an event is greater, for the same reason."""

SEED_STREAM = 0x2545F4914F6CDD1D
"""Sets the words that make seeds apart from those that play the game of the same seed."""

_I = np.int64
_F = np.float64

SHAPING = record_dtype([("score", _I), ("weight", _F), ("is_kept", _I)])
"""What a reward pays on the way: number of its score, NO_KERNEL for none, weight of a point, and 1
if it is not taken back at the end. The number is good in this process alone."""


GAME_FIELDS = ("seed", "turns", "potentials")
"""Fields of a row that belong to its running game, where all seats decide outside."""


def row_fields(options: int, seats: int) -> list[tuple[Any, ...]]:
    """Fields of what a batch environment keeps of each game beside its record.

    Args:
        options: number of options of the game.
        seats: the most players of the game.
    """
    return [
        # --- how the games of the row are set up
        ("rules_row", _I),  # what the record keeps as its ruleset
        ("chosen", _I, (options,)),  # options
        ("prizes", _F, (seats,)),  # reward by final place
        ("shaping", SHAPING),  # what is paid on the way
        # --- the running game
        ("seed", _I),  # that of the next game is made from it
        ("turns", _I),  # decisions, without those played by the environment
        ("potentials", _F, (seats,)),  # of shaping, before the step
        # --- the last game that ended
        ("final_place", _I, (seats,)),  # NOBODY if it was cut off
        ("final_winner", _I),  # NOBODY if it was cut off
        ("final_round", _I),
        ("final_end", _I),  # index of the ends of the game, -1 if it was cut off
        ("final_turns", _I),
        # --- games in which one seat learns
        ("house", _I),  # the seat that learns; NOBODY: drawn for each game
        ("policy", _I, (seats,)),  # who plays each seat that does not learn
        ("illegal_reward", _F),  # of an illegal action, which ends the game
        ("learner", _I),  # the seat that learns in this game
        ("asked", _I),  # seat whose decision is left to a player outside; NOBODY: nobody's
        ("clock", _I),  # decisions of all seats so far
        ("fresh", _I),  # 1 until the first decision of the learner
        ("final_learner", _I),  # the seat that learned in the last game that ended
        ("illegal", _I),  # 1 if the last game ended by an illegal action
        ("earned", _F, (seats,)),  # scratch: rewards of all seats
        ("rng", _I, (4,)),  # random words of the players, not of the game
    ]


def row_limits(last_round: int, most_ends: int, margin: float) -> dict[str, Limit]:
    """Limits of the fields of a row that a running game changes; the others set games up.

    Args:
        last_round: number of the last round that is possible.
        most_ends: number of ways in which a game ends.
        margin: no potential and no reward is larger.
    """
    counter, flag = Limit(0, MOST_TURNS), Limit(0, 1)
    seat, seat_or_none = Limit(0, ANY_SEAT), Limit(NOBODY, ANY_SEAT)
    return {
        "seed": Limit(0, 2**63 - 1),
        "turns": counter,
        "potentials": Limit(-margin, margin),
        "final_place": seat_or_none,
        "final_winner": seat_or_none,
        "final_round": Limit(0, last_round),
        "final_end": Limit(NOBODY, most_ends - 1),
        "final_turns": counter,
        "learner": seat,
        "asked": seat_or_none,
        "clock": counter,
        "fresh": flag,
        "final_learner": seat,
        "illegal": flag,
        "earned": Limit(-margin, margin),
        "rng": Limit(0, 2**32 - 1),
    }
