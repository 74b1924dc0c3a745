"""One row of a batch environment: a game, and all that is kept beside its record.

Everything that may differ from row to row lies here, so that a batch can mix player counts and
options, and its kernels take few arguments: each costs time on the way from Python.
"""

from __future__ import annotations

from got_env.core.batch.rewards import write_potentials
from got_env.core.batch.rules import NOBODY, apply, ending, observe_seat, set_up
from got_env.core.jit import inlined, kernel
from got_env.core.protocol import SEED_STREAM
from got_env.core.rng import next_word, seed_rng


@kernel
def follow_seed(row):
    """Go to the seed of the game that follows; uses up the random words of the row."""
    seed_rng(row, row.seed ^ SEED_STREAM)
    high = next_word(row) >> 2
    row.seed = (high << 32) | next_word(row)


@inlined
def start_game(s, row):
    """Start the game of the row's seed and do what is automatic."""
    for k in range(len(s.options)):
        s.options[k] = row.chosen[k]
    set_up(s, row.rules_row, row.seed)
    apply(s, NOBODY)
    write_potentials(s, row.shaping, row.potentials)
    row.turns = 0


@inlined
def keep_final(s, row):
    """Keep what is worth knowing of a game that ends: places, winner, length."""
    for p in range(s.num_players):
        row.final_place[p] = s.place[p]
    row.final_winner = s.winner
    row.final_round = s.round_no
    row.final_end = ending(s) if s.over else NOBODY
    row.final_turns = row.turns


@inlined
def keep_final_views(s, observations):
    """Write what every seat knows of a game that ends: ``observations (P, size)``, 0 for others."""
    for p in range(len(observations)):
        if p < s.num_players:
            observe_seat(s, p, p, observations[p])
        else:
            observations[p, :] = 0
