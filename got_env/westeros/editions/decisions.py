"""The rows of all phases, gathered from the files of their families.

A row stands beside the kernels it names. From the rows come the ladders of the engines
(``scripts/generate_ladders``), texts, positions, observations and what an edition has. A new
decision is a :class:`~got_env.westeros.rules.vocabulary.Phase` and a row with its kernels.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar

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
from got_env.westeros.rules.decision_row import Decision, Editions, Instead, Row, Step
from got_env.westeros.rules.decision_tables import tell_kernels
from got_env.westeros.rules.vocabulary import Phase

T = TypeVar("T", Step, Decision)

BOARD_FAMILIES = (
    *(bids, casualties, combat, consolidate, hands, house_cards, losses, march, muster, neutral),
    *(planning, raid, retreat, storm_cards, supply, victory, visits, westeros, wildling_cards),
    wildlings,
)
"""Files of families of phases that games without claim have."""


@cache
def rows_of(code: str) -> tuple[Row, ...]:
    """All rows that a game may have; those of games with claim come last, for they change others.

    Args:
        code: of the game.
    """
    rows = tuple(row for module in BOARD_FAMILIES for row in module.ROWS)
    if code not in Editions.CLAIM:
        return rows
    # Loaded on demand: other games need none of its kernels.
    from got_env.westeros.claim.families import CLAIM_FAMILIES

    return rows + tuple(row for module in CLAIM_FAMILIES for row in module.ROWS)


_PLACE = {phase: place for place, phase in enumerate(Phase)}
"""Of a phase in the order of a round."""


def _changed(row: T, code: str) -> T:
    """A row as a game has it."""
    for other in rows_of(code):
        if isinstance(other, Instead) and other.phase is row.phase and code in other.editions:
            row = replace(row, **other.columns)
    return row


@cache
def decisions_of(code: str) -> Mapping[Phase, Decision]:
    """The decisions of a game, in the order in which lists and observations have them.

    Args:
        code: of the game.
    """
    rows = [
        _changed(row, code)
        for row in sorted(rows_of(code), key=lambda row: _PLACE[row.phase])
        if isinstance(row, Decision) and code in row.editions
    ]
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
    rows = (
        _changed(row, code)
        for row in rows_of(code)
        if isinstance(row, Step) and code in row.editions
    )
    return MappingProxyType({row.phase: row for row in rows})


def rows_behind(with_claim: bool) -> tuple[dict[Phase, Step], dict[Phase, Decision]]:
    """Automatic phases and decisions of all games with or without claim, by number.

    Raises:
        ValueError: if such games have other kernels for one of them.
    """
    steps: dict[Phase, Step] = {}
    decisions: dict[Phase, Decision] = {}
    for code in Editions.CLAIM if with_claim else Editions.BOARD:
        for phase, step in steps_of(code).items():
            if steps.setdefault(phase, step).enter is not step.enter:
                raise ValueError(f"{phase.name}: games of one engine enter it by other kernels")
        for phase, row in decisions_of(code).items():
            known = decisions.setdefault(phase, row)
            if (known.legal, known.apply) != (row.legal, row.apply):
                raise ValueError(f"{phase.name}: games of one engine have other kernels for it")
    return dict(sorted(steps.items())), dict(sorted(decisions.items()))


def digest_of_rows(with_claim: bool) -> str:
    """Digest of what the ladders of an engine are written from: all phases, and their kernels."""
    steps, decisions = rows_behind(with_claim)
    lines = [f"{phase.name} {phase:d}" for phase in Phase]
    lines += [f"{phase.name} {_place_of(step.enter)}" for phase, step in steps.items()]
    lines += [
        f"{phase.name} {row.family.name} {_place_of(row.legal)} {_place_of(row.apply)}"
        for phase, row in decisions.items()
    ]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def _place_of(kernel: Any) -> str:
    """Module and name of a kernel."""
    plain = getattr(kernel, "py_func", kernel)
    return f"{plain.__module__}.{plain.__name__}"


def check_rows() -> None:
    """Look whether every phase has a row.

    Raises:
        ValueError: if one has none; the message says where to write it.
    """
    known = {row.phase for code in (*Editions.BOARD, *Editions.CLAIM) for row in rows_of(code)}
    for phase in Phase:
        if phase not in known:
            raise ValueError(
                f"Phase.{phase.name} of rules/vocabulary.py has no row: write one into ROWS of the"
                " file in phases/ or claim/ that has its kernels"
            )


for _module in BOARD_FAMILIES:
    tell_kernels(_module.ROWS)
