"""ROW: what a batch environment keeps of each game beside its record, and what happens to one row.

Everything that may differ from row to row lies here, so that a batch can mix player counts and
options, and its kernels take few arguments: each costs time on the way from Python.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.core.jit import kernel, record_dtype, thin
from got_env.core.rng import next_word, seed_rng
from got_env.westeros.batch import write_potentials
from got_env.westeros.engine import apply
from got_env.westeros.observation import observe_row
from got_env.westeros.options import NUM_OPTIONS
from got_env.westeros.start import set_up
from got_env.westeros.vocabulary import MAX_PLAYERS, NONE

DISABLED, SAME_STEP, NEXT_STEP = range(3)
"""What a batch environment does with a game that has ended."""

START, STOP, SKIP_FORCED, RESET_MODE, MAX_TURNS, GIVEN = range(6)
"""Places in a ``task (6,) int64``: the rows ``[START, STOP)`` to work on, and how."""

ACTIONS, ANSWERS, STARTS = range(3)
"""GIVEN: what the last argument of a step holds for each row.

Actions, those of players outside, or what to do with the row, one of the following. It is one
kernel for all of them, as each that contains the engine takes many seconds to compile.
"""

KEEP, WITH_SEED, WITH_NEXT_SEED = range(3)
"""Leave the game, start the one of the row's seed, or the one that follows."""

TERMINATED, TRUNCATED, ENDED = range(3)
"""Places in the first axis of ``done (3, B) bool``; ENDED is either of the others."""

SEED_STREAM = 0x2545F4914F6CDD1D
"""Sets the words that make seeds apart from those that play the game of the same seed."""

_I = np.int64
_F = np.float64

ROW: np.dtype[Any] = record_dtype(
    [
        # --- how the games of the row are set up
        ("rules_row", _I),  # row of RULES
        ("chosen", _I, (NUM_OPTIONS,)),  # options
        ("prizes", _F, (MAX_PLAYERS,)),  # reward by final place
        ("shaping", _F),  # weight of a point of standing, 0 for none
        # --- the running game
        ("seed", _I),  # that of the next game is made from it
        ("turns", _I),  # decisions, without those played by the environment
        ("potentials", _F, (MAX_PLAYERS,)),  # of shaping, before the step
        # --- the last game that ended
        ("final_place", _I, (MAX_PLAYERS,)),  # NONE if it was cut off
        ("final_winner", _I),  # NONE if it was cut off
        ("final_round", _I),
        ("final_end", _I),  # index of the ends of the game, NONE if it was cut off
        ("final_turns", _I),
        # --- games in which one seat learns, see heuristic/learner.py
        ("house", _I),  # the seat that learns; NONE: drawn for each game
        ("policy", _I, (MAX_PLAYERS,)),  # who plays each seat that does not learn
        ("illegal_reward", _F),  # of an illegal action, which ends the game
        ("learner", _I),  # the seat that learns in this game
        ("asked", _I),  # seat whose decision is left to a player outside; NONE: nobody's
        ("clock", _I),  # decisions of all seats so far
        ("fresh", _I),  # 1 until the first decision of the learner
        ("final_learner", _I),  # the seat that learned in the last game that ended
        ("illegal", _I),  # 1 if the last game ended by an illegal action
        ("earned", _F, (MAX_PLAYERS,)),  # scratch: rewards of all seats
        ("rng", _I, (4,)),  # random words of the players, not of the game
    ]
)
"""One row of a batch environment."""


@kernel
def follow_seed(row):
    """Go to the seed of the game that follows; uses up the random words of the row."""
    seed_rng(row, row.seed ^ SEED_STREAM)
    high = next_word(row) >> 2
    row.seed = (high << 32) | next_word(row)


@thin
def start_game(s, row):
    """Start the game of the row's seed and do what is automatic."""
    for k in range(len(s.options)):
        s.options[k] = row.chosen[k]
    set_up(s, row.rules_row, row.seed)
    apply(s, NONE)
    write_potentials(s, row.shaping, row.potentials)
    row.turns = 0


@kernel
def keep_final(s, row):
    """Keep what is worth knowing of a game that ends: places, winner, length."""
    for p in range(s.num_players):
        row.final_place[p] = s.place[p]
    row.final_winner = s.winner
    row.final_round = s.round_no
    row.final_end = s.won_by_castles if s.over else NONE
    row.final_turns = row.turns


@kernel
def keep_final_views(s, observations):
    """Write what every seat knows of a game that ends: ``observations (P, size)``."""
    for p in range(s.num_players):
        observe_row(s, p, observations[p])
