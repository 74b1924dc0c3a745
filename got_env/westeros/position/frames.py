"""The agenda in words: what has begun and is not finished, from the phase of the round upwards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from got_env.core.agenda import PHASE, PLAYER, A
from got_env.core.fields import Field
from got_env.westeros.editions import EDITIONS
from got_env.westeros.facts.facts import Facts, Houses
from got_env.westeros.facts.rulesets import facts_of
from got_env.westeros.position.combat_steps import BOARD_COURSE, CLAIM_COURSE, Course
from got_env.westeros.position.words import coding_of
from got_env.westeros.rules.decision_row import Asks, Decision, Step
from got_env.westeros.rules.vocabulary import NONE, Phase

Record = Any

MOST_FRAMES = 8
"""Frames of the longest agenda the rules can lead to, and a bit more."""


def course_of(s: Record) -> Course:
    """Course of combats in the game of a record."""
    return _course(facts_of(s["ruleset"]))


def _course(facts: Facts) -> Course:
    return CLAIM_COURSE if facts.edition.with_claim else BOARD_COURSE


@cache
def frames_of(facts: Facts) -> Mapping[Phase, Step | Decision]:
    """The frames that can be pending in a game."""
    edition = facts.edition
    steps = {phase: step for phase, step in edition.steps.items() if step.pending}
    return {**steps, **edition.decisions}


@cache
def _declaring_march(facts: Facts) -> frozenset[Phase]:
    return frozenset(
        phase
        for phase, row in facts.edition.decisions.items()
        if row.asks is Asks.MARCHER or phase is Phase.DOUBLE_FROM
    )


def declaring_march(s: Record) -> frozenset[Phase]:
    """Decisions of a march being declared, in the game of a record."""
    return _declaring_march(facts_of(s["ruleset"]))


@cache
def round_phases(facts: Facts) -> Mapping[str, Phase]:
    """Phases of the round of a game by their word in a position, in their order."""
    following = facts.edition.round_graph
    phase, found = following[Phase.ROUND], {}
    while phase is not Phase.ROUND:
        found[_name(phase)] = phase
        phase = following[phase]
    return found


_OF_THE_ROUND = frozenset(
    phase
    for edition in EDITIONS.values()
    for phase in edition.round_graph
    if phase is not Phase.ROUND
)
_NOBODY = {
    *_OF_THE_ROUND,
    Phase.SETTLE,
    Phase.RECONCILE,
    Phase.MUSTER_ALL,
    Phase.CLASH,
    Phase.WILDLINGS,
    Phase.COMBAT,
    Phase.CLAIM_AUCTION,
    Phase.EXECUTIONS,
}
"""Automatic phases that belong to no house."""

_NOBODY_OR_ONE = {Phase.RECONCILE}
"""Those of them that may concern one house alone, which is named then."""


def phase_word(s: Record) -> str:
    """Phase of the round, ``"march"``; ``"over"`` after the end."""
    if int(s["depth"]) == 0:
        return "over"
    return _name(Phase(int(s["stack"][0][PHASE])))


def _name(phase: Phase) -> str:
    name = phase.name.lower()
    return name.removesuffix("_step") if phase in _OF_THE_ROUND else name


def write_agenda(s: Record, houses: Houses) -> list[dict[str, Any]]:
    """The frames from the phase of the round to the open decision.

    Raises:
        ValueError: for a frame that no agenda can hold; names it.
    """
    frames, agenda = frames_of(houses.facts), []
    for depth, row in enumerate(s["stack"][: int(s["depth"])]):
        phase = Phase(int(row[PHASE]))
        if phase not in frames:
            raise ValueError(f"agenda[{depth}].phase: {phase.name.lower()} is never pending")
        frame: dict[str, Any] = {"phase": _name(phase)}
        if row[PLAYER] != NONE:
            frame["player"] = houses[int(row[PLAYER])]
        for column, argument in enumerate(frames[phase].arguments, A):
            coding = coding_of(argument.holds)
            try:
                frame[argument.name] = coding.write(int(row[column]), houses)
            except ValueError as error:
                raise ValueError(f"agenda[{depth}].{argument.name}: {error}") from None
        agenda.append(frame)
    return agenda


def read_agenda(document: Field, s: Record, houses: Houses, phase: str) -> None:
    """Set the stack; without an agenda the phase is about to begin."""
    s["stack"] = 0
    s["depth"] = 1
    s["stack"][0][PHASE] = round_phases(houses.facts)[phase]
    s["stack"][0][PLAYER] = NONE
    agenda = document.get("agenda")
    if agenda is None:
        return
    frames = agenda.elements(MOST_FRAMES)
    if not frames:
        agenda.complain("empty: leave it out to begin a phase")
    allowed: tuple[Phase, ...] = (round_phases(houses.facts)[phase],)
    for depth, frame in enumerate(frames):
        row = s["stack"][depth]
        _read_frame(frame, row, houses, allowed)
        allowed = frames_above(houses.facts, Phase(int(row[PHASE])))
    s["depth"] = len(frames)


@cache
def frames_above(facts: Facts, below: Phase) -> tuple[Phase, ...]:
    """Frames that can lie directly on a frame in a game."""
    return tuple(phase for phase, frame in frames_of(facts).items() if below in frame.on)


def _read_frame(frame: Field, row: Any, houses: Houses, allowed: tuple[Phase, ...]) -> None:
    if not isinstance(frame.value, dict):
        frame.refuse("an object")
    if not allowed:
        frame.complain("nothing can be pending on the frame before it")
    names = [_name(phase) for phase in allowed]
    phase = allowed[frame.need("phase").word(names)]
    arguments = frames_of(houses.facts)[phase].arguments
    has_player = phase not in _NOBODY or (phase in _NOBODY_OR_ONE and "player" in frame.value)
    frame.known(["phase", *(["player"] if has_player else []), *(a.name for a in arguments)])
    row[PHASE] = phase
    row[PLAYER] = frame.need("player").word(houses) if has_player else NONE
    for column, argument in enumerate(arguments, A):
        row[column] = coding_of(argument.holds).read(frame.need(argument.name), houses)
    if phase is Phase.COMBAT:
        _check_counters(frame, _course(houses.facts))


def _check_counters(frame: Field, course: Course) -> None:
    most = course.counters.get(frame.value["step"], (0, 0))
    for name, limit in zip(("done", "at"), most, strict=True):
        frame.need(name).integer(0, limit)


def pending(s: Record) -> list[Phase]:
    """Phases on the agenda, from the bottom."""
    return [Phase(int(row[PHASE])) for row in s["stack"][: int(s["depth"])]]


def combat_step(s: Record) -> int:
    """Step of the combat on the agenda; the last one when there is none."""
    stack = s["stack"][: int(s["depth"])]
    found = stack[stack[:, PHASE] == Phase.COMBAT]
    return int(found[0, A]) if len(found) else course_of(s).finish


def frame_of(s: Record, phase: Phase) -> Any:
    """The uppermost frame of a phase; None without."""
    stack = s["stack"][: int(s["depth"])]
    found: Any = stack[stack[:, PHASE] == phase]
    return np.array(found[-1]) if len(found) else None
