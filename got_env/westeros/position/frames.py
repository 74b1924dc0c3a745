"""The agenda in words: what has begun and is not finished, from the phase of the round upwards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from got_env.core.agenda import PHASE, PLAYER, A
from got_env.core.fields import Field
from got_env.westeros.decision_row import Argument, Asks, DecisionRow, Holds
from got_env.westeros.decisions import DECISIONS, LEFT
from got_env.westeros.editions import EDITIONS
from got_env.westeros.facts.facts import Facts, Houses
from got_env.westeros.phases.combat_steps import FINISH
from got_env.westeros.position.words import coding_of
from got_env.westeros.vocabulary import MAX_AREAS, MAX_PLAYERS, NONE, Phase

Record = Any

COMBAT_STEPS = (
    "declare",
    "refuse",
    "choose",
    "reveal",
    "immediate",
    "draw_tides",
    "show_tides",
    "use_blade",
    "decide",
    "result_texts",
    "swords",
    "skulls",
    "leave",
    "clean_board",
    "clean_cards",
    "after_texts",
    "finish",
)
ATTACK_STAGES = (
    "begin",
    "bids",
    "early_card",
    "target",
    "card",
    "consequence",
    *(f"others_{i}" for i in range(MAX_PLAYERS)),
    "end",
)
MOST_FRAMES = 8
"""Frames of the longest agenda the rules can lead to, and a bit more."""


@dataclass(frozen=True)
class Step:
    """The frame of an automatic phase."""

    arguments: tuple[Argument, ...] = ()
    """In the order of the columns."""
    on: tuple[Phase, ...] = ()
    """What it can lie on; the phases of the round lie at the bottom."""


STEPS: Mapping[Phase, Step] = {
    Phase.WESTEROS: Step((Argument("steps", range(5)),)),
    Phase.PLANNING: Step((Argument("turn", range(MAX_PLAYERS)), Argument("area", Holds.NEXT_AREA))),
    Phase.RAVEN_STEP: Step((Argument("begun", Holds.FLAG),)),
    Phase.RAID_STEP: Step((Argument("begun", Holds.FLAG),)),
    Phase.MARCH_STEP: Step((Argument("begun", Holds.FLAG),)),
    Phase.CONSOLIDATE_STEP: Step((Argument("begun", Holds.FLAG),)),
    Phase.CLEAN_UP: Step(),
    Phase.STAND_UP_STEP: Step(),
    Phase.COLLECT_STEP: Step(),
    Phase.SETTLE: Step(
        (Argument("captures", Holds.FLAG),),
        on=(Phase.SETTLE, Phase.WILDLINGS, Phase.MARCH_END, Phase.COMBAT),
    ),
    Phase.RECONCILE: Step(
        (
            Argument("turn", range(MAX_PLAYERS + 1)),
            Argument("last", Holds.AREA_OR_NONE),
            Argument("tight", Holds.SIZES),
        ),
        on=(Phase.WESTEROS, Phase.SETTLE),
    ),
    Phase.MUSTER_ALL: Step((Argument("turn", range(MAX_PLAYERS + 1)),), on=(Phase.WESTEROS,)),
    Phase.MUSTER_HOUSE: Step(
        (
            Argument("area", Holds.AREA),
            Argument("pass", ("upgrades", "new_units", "finished")),
            Argument("option", range(61)),
        ),
        on=(Phase.CONSOLIDATE_STEP, Phase.MUSTER_ALL, Phase.WILDLINGS),
    ),
    Phase.CLASH: Step(
        (
            Argument("track", ("iron_throne", "fiefdoms", "kings_court", "done")),
            Argument("open", Holds.FLAG),
        ),
        on=(Phase.WESTEROS,),
    ),
    Phase.WILDLINGS: Step(
        (
            Argument("stage", ATTACK_STAGES),
            Argument("strength", range(13)),
            Argument("left_out", Holds.SEAT_OR_NONE),
        ),
        on=(Phase.WESTEROS, Phase.WILDLINGS),
    ),
    Phase.LOSE_UNITS: Step(
        (LEFT, Argument("only", Holds.AREA_OR_NONE), Argument("from", Holds.UNIT_AT)),
        on=(Phase.SETTLE,),
    ),
    Phase.DEMOTE_KNIGHTS: Step(
        (
            Argument("destroy", range(13)),
            Argument("demote", range(13)),
            Argument("from", Holds.NEXT_AREA),
        ),
        on=(Phase.SETTLE,),
    ),
    Phase.MARCH_TURN: Step((Argument("asked", Holds.FLAG),), on=(Phase.MARCH_STEP,)),
    Phase.NEUTRAL_CALL: Step(
        (
            Argument("target", Holds.NEXT_AREA),
            Argument("turn", range(MAX_PLAYERS + 1)),
            Argument("from", Holds.NEXT_AREA),
        ),
        on=(Phase.MARCH_TURN, Phase.NEUTRAL_ENTRY),
    ),
    Phase.NEUTRAL_ENTRY: Step(on=(Phase.MARCH_STEP,)),
    Phase.COMBAT: Step(
        (
            Argument("step", COMBAT_STEPS),
            Argument("done", range(MAX_PLAYERS + 1)),
            Argument("at", range(MAX_AREAS + 1)),
        ),
        on=(Phase.MARCH_END,),
    ),
    Phase.MARCH_END: Step((Argument("settled", Holds.FLAG),), on=(Phase.MARCH_STEP,)),
}
"""The frames of the automatic phases that can be pending."""

FRAMES: Mapping[Phase, Step | DecisionRow] = {**STEPS, **DECISIONS}

ABOVE: Mapping[Phase, tuple[Phase, ...]] = {
    below: tuple(phase for phase, frame in FRAMES.items() if below in frame.on) for below in FRAMES
}
"""What can lie directly on a frame."""

DECLARING_MARCH = frozenset(phase for phase, row in DECISIONS.items() if row.asks is Asks.MARCHER)
"""Decisions of a march being declared."""


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
}
"""Automatic phases that belong to no house."""

_NOBODY_OR_ONE = {Phase.RECONCILE}
"""Those of them that may concern one house alone, which is named then."""

_COMBAT_COUNTERS = {
    "declare": (MAX_PLAYERS, 58),
    "refuse": (2, 58),
    "choose": (2, 0),
    "immediate": (2, 1),
    "result_texts": (2, 1),
    "skulls": (2, 1),
    "after_texts": (2, 1),
}
"""Greatest counters of each step of a combat; 0 where none is kept."""


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
    agenda = []
    for depth, row in enumerate(s["stack"][: int(s["depth"])]):
        phase = Phase(int(row[PHASE]))
        if phase not in FRAMES:
            raise ValueError(f"agenda[{depth}].phase: {phase.name.lower()} is never pending")
        frame: dict[str, Any] = {"phase": _name(phase)}
        if row[PLAYER] != NONE:
            frame["player"] = houses[int(row[PLAYER])]
        for column, argument in enumerate(FRAMES[phase].arguments, A):
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


def frames_above(facts: Facts, below: Phase) -> tuple[Phase, ...]:
    """What can lie directly on a frame in a game."""
    edition = facts.edition
    return tuple(
        phase
        for phase in ABOVE[below]
        if (phase in edition.decisions if phase in DECISIONS else phase not in edition.without)
    )


def _read_frame(frame: Field, row: Any, houses: Houses, allowed: tuple[Phase, ...]) -> None:
    if not isinstance(frame.value, dict):
        frame.refuse("an object")
    if not allowed:
        frame.complain("nothing can be pending on the frame before it")
    names = [_name(phase) for phase in allowed]
    phase = allowed[frame.need("phase").word(names)]
    arguments = FRAMES[phase].arguments
    has_player = phase not in _NOBODY or (phase in _NOBODY_OR_ONE and "player" in frame.value)
    frame.known(["phase", *(["player"] if has_player else []), *(a.name for a in arguments)])
    row[PHASE] = phase
    row[PLAYER] = frame.need("player").word(houses) if has_player else NONE
    for column, argument in enumerate(arguments, A):
        row[column] = coding_of(argument.holds).read(frame.need(argument.name), houses)
    if phase is Phase.COMBAT:
        _check_counters(frame)


def _check_counters(frame: Field) -> None:
    most = _COMBAT_COUNTERS.get(frame.value["step"], (0, 0))
    for name, limit in zip(("done", "at"), most, strict=True):
        frame.need(name).integer(0, limit)


def pending(s: Record) -> list[Phase]:
    """Phases on the agenda, from the bottom."""
    return [Phase(int(row[PHASE])) for row in s["stack"][: int(s["depth"])]]


def combat_step(s: Record) -> int:
    """Step of the combat on the agenda; FINISH when there is none."""
    stack = s["stack"][: int(s["depth"])]
    found = stack[stack[:, PHASE] == Phase.COMBAT]
    return int(found[0, A]) if len(found) else FINISH


def frame_of(s: Record, phase: Phase) -> Any:
    """The uppermost frame of a phase; None without."""
    stack = s["stack"][: int(s["depth"])]
    found: Any = stack[stack[:, PHASE] == phase]
    return np.array(found[-1]) if len(found) else None
