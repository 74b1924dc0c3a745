"""Random games of the Storm of Swords, and positions of each of its decisions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from got_env.core.batch import games
from got_env.games import get_game
from got_env.westeros.facts.rulesets import ruleset_of
from got_env.westeros.rules.state import STATE
from got_env.westeros.words.notation import phase_name
from tests.claim.table import FACTS

NEVER = {"muster_status"}
"""Decisions that no game leads to: routed units stand up before any mustering.

A position written by hand does (``test_positions.py``).
"""

DECISIONS = frozenset(row.name for row in FACTS.edition.decisions.values()) - NEVER
_MOST_GAMES = 2000
_KEPT = 2
_RICH = (447, 259, 472, 436, 7, 503, 331, 36, 37, 266, 124)
"""Seeds of games in which rare decisions come up; the first 504 games have as many, and take 15
seconds. Where the rules change they may lose some: then more games are played."""


def start(count: int, players: int, seed: int, options: Any = None) -> Any:
    """Games ``(count,)`` at their first decision."""
    get_game("asos")  # Brings the kernels of games with claim.
    chosen = FACTS.edition.options.resolve(options or {})
    states = np.zeros(count, dtype=STATE)
    rulesets = np.full(count, ruleset_of(FACTS, players, chosen))
    rows = np.tile(np.array(chosen, dtype=np.int16), (count, 1))
    games.reset(states, rulesets, rows, np.arange(seed, seed + count, dtype=np.int64))
    return states


def masks_of(states: Any) -> Any:
    """Legal actions ``(count, actions)``."""
    masks = np.zeros((len(states), FACTS.num_actions), dtype=np.bool_)
    games.action_mask(states, masks)
    return masks


def play(players: int, seed: int, options: Any = None) -> Iterator[Any]:
    """The record ``(1,)`` at every decision of an eager random game, and at its end."""
    rng = np.random.default_rng(seed)
    states = start(1, players, seed, options)
    while not states["over"][0]:
        yield states
        legal = np.flatnonzero(masks_of(states)[0])
        eager = legal[(legal < 69) | (legal > 71)]
        chosen = eager if len(eager) and rng.random() < 0.7 else legal
        games.step(states, np.array([rng.choice(chosen)]))
    yield states


@cache
def positions() -> dict[str, list[Any]]:
    """Two records ``(1,)`` of every decision, and of the end, of random games of 3 and 4.

    Raises:
        AssertionError: if some decision does not come up.
    """
    found: dict[str, list[Any]] = {}
    for seed in dict.fromkeys((*_RICH, *range(_MOST_GAMES))):
        for states in play(3 + seed % 2, seed):
            kept = found.setdefault(phase_name(states, 0), [])
            if len(kept) < _KEPT:
                kept.append(states.copy())
        if found.keys() >= DECISIONS:
            return found
    raise AssertionError(f"never asked: {sorted(DECISIONS - found.keys())}")


def redacted(states: Any, seat: int) -> Any:
    """A copy as one seat knows it."""
    copy = states.copy()
    games.redact_batch(copy, np.array([seat]))
    return copy
