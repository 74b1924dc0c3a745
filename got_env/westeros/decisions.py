"""The rows of all phases, gathered from the files of their families.

A row stands beside the kernels it names. From the rows come the ladders of the engines
(``scripts/generate_ladders``), texts, positions, observations and what an edition has. A new
decision is a :class:`~got_env.westeros.vocabulary.Phase`, a row with its kernels, and how the
scripted player scores it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import TypeVar

import numpy as np

from got_env.westeros.claim import (
    alliances,
    battles,
    cards,
    hostages,
    hosts,
    power,
    raids,
    routs,
    scoring,
    tactics,
)
from got_env.westeros.decision_row import Decision, Instead, Row, Step
from got_env.westeros.decision_tables import PHASES
from got_env.westeros.phases import (
    bids,
    casualties,
    combat,
    consolidate,
    hands,
    house_cards,
    losses,
    march,
    muster,
    neutral,
    planning,
    raid,
    retreat,
    storm_cards,
    supply,
    victory,
    visits,
    westeros,
    wildling_cards,
    wildlings,
)
from got_env.westeros.vocabulary import Phase

T = TypeVar("T", Step, Decision)

MODULES = (
    *(bids, casualties, combat, consolidate, hands, house_cards, losses, march, muster, neutral),
    *(planning, raid, retreat, storm_cards, supply, victory, visits, westeros, wildling_cards),
    *(wildlings, alliances, battles, cards, hostages, hosts, power, raids, routs, scoring, tactics),
)
"""Files of families of phases; those with claim come last, for their rows change others."""

_ROWS: tuple[Row, ...] = tuple(row for module in MODULES for row in module.ROWS)

DECISIONS: Mapping[Phase, Decision] = MappingProxyType(
    {
        phase: row
        for phase in Phase
        for row in _ROWS
        if isinstance(row, Decision) and row.phase is phase
    }
)
"""The row of every decision; an edition has some of them, a few with other columns."""

STEPS: Mapping[Phase, Step] = MappingProxyType(
    {phase: row for phase in Phase for row in _ROWS if isinstance(row, Step) and row.phase is phase}
)
"""The row of every automatic phase."""


def _changed(row: T, code: str) -> T:
    """A row as a game has it."""
    for other in _ROWS:
        if isinstance(other, Instead) and other.phase is row.phase and code in other.editions:
            row = replace(row, **other.columns)
    return row


@cache
def decisions_of(code: str) -> Mapping[Phase, Decision]:
    """The decisions of a game, in the order in which lists and observations have them.

    Args:
        code: of the game.
    """
    rows = [_changed(row, code) for row in DECISIONS.values() if code in row.editions]
    order = [row.phase for row in rows if row.before is None]
    for row in rows:
        if row.before is not None:
            order.insert(order.index(row.before), row.phase)
    by_phase = {row.phase: row for row in rows}
    return MappingProxyType({phase: by_phase[phase] for phase in order})


@cache
def steps_of(code: str) -> Mapping[Phase, Step]:
    """The automatic phases of a game.

    Args:
        code: of the game.
    """
    rows = (_changed(row, code) for row in STEPS.values() if code in row.editions)
    return MappingProxyType({row.phase: row for row in rows})


def _columns(phase: Phase) -> tuple[int | bool, ...]:
    """What kernels ask of a phase."""
    row = DECISIONS.get(phase)
    if row is None:
        return (0, False, False, STEPS[phase].quiet, False)
    return (row.family, row.about_area, row.always_asked, row.quiet, row.declares)


PHASES.add(np.array([_columns(phase) for phase in sorted(Phase)], dtype=PHASES.dtype))
