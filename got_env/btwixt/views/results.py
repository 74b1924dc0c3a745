"""Ends of games, and the measures kept of them."""

from __future__ import annotations

import numpy as np

from got_env.btwixt.phases.scoring import allies_power, tokens_power
from got_env.btwixt.rules.state import STATE
from got_env.btwixt.rules.vocabulary import ENDS, MAX_PLAYERS
from got_env.btwixt.views.rewards import REWARDS
from got_env.core.game import Results, States
from got_env.core.jit import entry


@entry
def council_powers(states, out):
    """Power of the councils ``out (B, P) int64`` as it counts at the end of the game."""
    for i in range(len(states)):
        for c in range(states[i].num_players):
            out[i, c] = allies_power(states[i], c) + tokens_power(states[i], c)


def powers(states: States, row: int) -> list[int]:
    """Power of each council of a record; hidden tokens of a redacted record count 0."""
    out = np.zeros((1, MAX_PLAYERS), dtype=np.int64)
    council_powers(np.ascontiguousarray(states[row : row + 1]).view(STATE), out)
    return [int(n) for n in out[0, : int(states["num_players"][row])]]


def end(states: States, row: int) -> str:
    """Name of the end of the game of a record."""
    return ENDS[int((states["place"][row] == 0).sum() > 1)]


def measure(states: States, row: int) -> dict[str, tuple[int, ...]]:
    """Power of the weaker and of the stronger council of every seat, and its allies."""
    record = states[row]
    players = int(record["num_players"])
    power = powers(states, row)
    allies = [int(record["council"][c]).bit_count() for c in range(players)]
    return {
        "small_council": tuple(min(power[p], power[p - 1]) for p in range(players)),
        "other_council": tuple(max(power[p], power[p - 1]) for p in range(players)),
        "allies": tuple(allies[p] + allies[p - 1] for p in range(players)),
    }


RESULTS = Results(
    rewards=REWARDS,
    ends=ENDS,
    end=end,
    measures=("small_council", "other_council", "allies"),
    measure=measure,
)
