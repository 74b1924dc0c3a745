"""Ends of the games on the map of Westeros, and the measures kept of them."""

from __future__ import annotations

from functools import partial

import numpy as np

from got_env.core.game import Results, States
from got_env.westeros.facts.facts import Facts
from got_env.westeros.games.rewards import points_by_seat, rewards
from got_env.westeros.rules.vocabulary import MAX_PLAYERS


def _end(facts: Facts, states: States, row: int) -> str:
    """Name of the end of the game of a record."""
    return facts.edition.ends[int(states["won_by_castles"][row])]


def _measure(facts: Facts, states: States, row: int) -> dict[str, tuple[int, ...]]:
    """Points, Supply and available Power of every seat of a record."""
    record = states[row]
    players = int(record["num_players"])
    points = np.zeros((1, MAX_PLAYERS), dtype=np.float64)
    points_by_seat(states[row : row + 1], points)
    by_seat = {
        facts.edition.points: points[0],
        "supply": record["supply"],
        "power": record["power"],
    }
    return {name: tuple(int(n) for n in numbers[:players]) for name, numbers in by_seat.items()}


def results(facts: Facts) -> Results:
    """Ends of games with these facts, and the measures kept of them."""
    points = facts.edition.points
    return Results(
        rewards=rewards(facts),
        ends=facts.edition.ends,
        end=partial(_end, facts),
        measures=(points, "supply", "power"),
        measure=partial(_measure, facts),
    )
