"""The agenda in words: what has begun and is not finished, from the phase of the round upwards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from got_env.core.agenda import PHASE, PLAYER, A
from got_env.core.fields import Field
from got_env.westeros.phases.combat_steps import FINISH
from got_env.westeros.position import words as w
from got_env.westeros.position.words import Coding, Houses, number, word
from got_env.westeros.vocabulary import MAX_PLAYERS, NONE, Phase

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

_TURN = number(0, MAX_PLAYERS)
_LEFT = number(0, 12)
_MUSTER = number(0, 60)

Arguments = tuple[tuple[str, Coding], ...]

FRAMES: Mapping[Phase, Arguments] = {
    Phase.WESTEROS: (("steps", number(0, 4)),),
    Phase.PLANNING: (("turn", number(0, MAX_PLAYERS - 1)), ("area", w.NEXT_AREA)),
    Phase.RAVEN_STEP: (("begun", w.FLAG),),
    Phase.RAID_STEP: (("begun", w.FLAG),),
    Phase.MARCH_STEP: (("begun", w.FLAG),),
    Phase.CONSOLIDATE_STEP: (("begun", w.FLAG),),
    Phase.CLEAN_UP: (),
    Phase.SETTLE: (("captures", w.FLAG),),
    Phase.RECONCILE: (("turn", _TURN), ("last", w.AREA_OR_NULL), ("tight", w.SIZES)),
    Phase.MUSTER_ALL: (("turn", _TURN),),
    Phase.MUSTER_HOUSE: (
        ("area", w.AREA),
        ("pass", word(("upgrades", "new_units", "finished"))),
        ("option", _MUSTER),
    ),
    Phase.CLASH: (
        ("track", word(("iron_throne", "fiefdoms", "kings_court", "done"))),
        ("open", w.FLAG),
    ),
    Phase.WILDLINGS: (
        ("stage", word(ATTACK_STAGES)),
        ("strength", number(0, 12)),
        ("left_out", w.SEAT_OR_NULL),
    ),
    Phase.LOSE_UNITS: (("left", _LEFT), ("only", w.AREA_OR_NULL), ("from", w.UNIT_AT)),
    Phase.DEMOTE_KNIGHTS: (("destroy", _LEFT), ("demote", _LEFT), ("from", w.NEXT_AREA)),
    Phase.MARCH_TURN: (("asked", w.FLAG),),
    Phase.NEUTRAL_CALL: (("target", w.NEXT_AREA), ("turn", _TURN), ("from", w.NEXT_AREA)),
    Phase.COMBAT: (
        ("step", word(COMBAT_STEPS)),
        ("done", number(0, MAX_PLAYERS)),
        ("at", number(0, 58)),
    ),
    Phase.MARCH_END: (("settled", w.FLAG),),
    Phase.WESTEROS_CHOICE: (("card", w.WESTEROS_CARD),),
    Phase.RECONCILE_AREA: (("last", w.AREA_OR_NULL), ("tight", w.SIZES)),
    Phase.RECONCILE_UNIT: (("area", w.AREA),),
    Phase.MUSTER_UPGRADE: (("area", w.AREA), ("option", number(0, 3))),
    Phase.MUSTER_STATUS: (("area", w.AREA), ("to", word(("knight", "siege_engine")))),
    Phase.MUSTER: (("area", w.AREA), ("option", _MUSTER)),
    Phase.BID: (("track", w.TRACK_OR_NULL),),
    Phase.TIE: (("track", w.TRACK), ("tied", w.SEATS), ("place", number(0, MAX_PLAYERS - 1))),
    Phase.WILDLING_TIE: (("tied", w.SEATS),),
    Phase.CLIMB_TRACK: (),
    Phase.DROP_TRACK: (),
    Phase.PROMOTE: (("left", _LEFT), ("from", w.AREA)),
    Phase.DEMOTE: (("left", _LEFT), ("from", w.NEXT_AREA), ("destroy", w.FLAG)),
    Phase.RECOVER_CARD: (),
    Phase.LOSE_AREA: (("left", _LEFT), ("only", w.AREA_OR_NULL), ("from", w.UNIT_AT)),
    Phase.LOSE_UNIT: (("area", w.AREA),),
    Phase.DISCARD_CARD: (),
    Phase.PREEMPTIVE_CHOICE: (),
    Phase.PREEMPTIVE_TRACK: (("victim", w.SEAT),),
    Phase.HORDE_MUSTER: (),
    Phase.HORDE_AREA: (),
    Phase.ORDER: (("area", w.AREA),),
    Phase.RAVEN: (),
    Phase.RAVEN_AREA: (),
    Phase.RAVEN_ORDER: (("area", w.AREA),),
    Phase.RAVEN_PEEK: (),
    Phase.RAID_FROM: (),
    Phase.RAID_TARGET: (("area", w.AREA),),
    Phase.ASK_SUPPORT: (("from", w.NEXT_AREA),),
    Phase.NEUTRAL_SUPPORT: (("area", w.AREA), ("against", w.AREA)),
    Phase.MARCH_FROM: (),
    Phase.MARCH_TO: (("from", w.NEXT_AREA),),
    Phase.MARCH_COUNT: (("area", w.AREA), ("unit", w.UNIT)),
    Phase.MARCH_TOKEN: (("area", w.AREA),),
    Phase.PORT_CAPTURE: (("area", w.AREA), ("most", number(1, 3))),
    Phase.CONSOLIDATE_FROM: (),
    Phase.CONSOLIDATE_CHOICE: (("area", w.AREA),),
    Phase.SUPPORT: (("area", w.AREA),),
    Phase.REFUSE_SUPPORT: (("area", w.AREA), ("side", w.SIDE)),
    Phase.HOUSE_CARD: (("side", w.SIDE),),
    Phase.TYRION: (("side", w.SIDE),),
    Phase.TYRION_CARD: (("side", w.SIDE),),
    Phase.AERON: (("side", w.SIDE),),
    Phase.DORAN: (("side", w.SIDE),),
    Phase.QUEEN_OF_THORNS: (("side", w.SIDE),),
    Phase.MACE: (("side", w.SIDE),),
    Phase.TIDES_REDRAW: (("side", w.SIDE),),
    Phase.BLADE: (("side", w.SIDE),),
    Phase.RENLY: (("side", w.SIDE),),
    Phase.RENLY_STATUS: (("side", w.SIDE), ("area", w.AREA)),
    Phase.CERSEI: (("side", w.SIDE),),
    Phase.CASUALTY: (("left", _LEFT), ("unit", w.UNIT), ("side", w.SIDE)),
    Phase.ROBB: (("side", w.SIDE), ("losses", _LEFT)),
    Phase.RETREAT: (("side", w.SIDE), ("losses", _LEFT)),
    Phase.RETREAT_LOSS: (("left", _LEFT), ("unit", w.UNIT), ("to", w.SIDE_TO)),
    Phase.PATCHFACE: (("side", w.SIDE),),
}
"""Names and codings of the arguments of every frame, in the order of its columns."""

_OF_A_COMBAT = (
    Phase.SUPPORT,
    Phase.REFUSE_SUPPORT,
    Phase.HOUSE_CARD,
    Phase.TYRION,
    Phase.TYRION_CARD,
    Phase.AERON,
    Phase.DORAN,
    Phase.QUEEN_OF_THORNS,
    Phase.MACE,
    Phase.TIDES_REDRAW,
    Phase.BLADE,
    Phase.RENLY,
    Phase.RENLY_STATUS,
    Phase.CERSEI,
    Phase.CASUALTY,
    Phase.ROBB,
    Phase.RETREAT,
    Phase.RETREAT_LOSS,
    Phase.PATCHFACE,
)

ABOVE: Mapping[Phase, tuple[Phase, ...]] = {
    Phase.WESTEROS: (
        Phase.RECONCILE,
        Phase.MUSTER_ALL,
        Phase.CLASH,
        Phase.WILDLINGS,
        Phase.WESTEROS_CHOICE,
    ),
    Phase.PLANNING: (Phase.ORDER,),
    Phase.RAVEN_STEP: (Phase.RAVEN, Phase.RAVEN_AREA, Phase.RAVEN_ORDER, Phase.RAVEN_PEEK),
    Phase.RAID_STEP: (Phase.RAID_FROM, Phase.RAID_TARGET),
    Phase.MARCH_STEP: (
        Phase.MARCH_TURN,
        Phase.MARCH_FROM,
        Phase.MARCH_TO,
        Phase.MARCH_TOKEN,
        Phase.MARCH_END,
    ),
    Phase.CONSOLIDATE_STEP: (
        Phase.CONSOLIDATE_FROM,
        Phase.CONSOLIDATE_CHOICE,
        Phase.MUSTER_HOUSE,
    ),
    Phase.SETTLE: (
        Phase.PORT_CAPTURE,
        Phase.SETTLE,
        Phase.RETREAT_LOSS,
        Phase.LOSE_UNITS,
        Phase.DEMOTE_KNIGHTS,
        Phase.DROP_TRACK,
        Phase.DISCARD_CARD,
        Phase.PREEMPTIVE_CHOICE,
        Phase.PREEMPTIVE_TRACK,
        Phase.HORDE_AREA,
        Phase.RECONCILE,
    ),
    Phase.RECONCILE: (Phase.RECONCILE_AREA, Phase.RECONCILE_UNIT),
    Phase.MUSTER_ALL: (Phase.MUSTER_HOUSE,),
    Phase.MUSTER_HOUSE: (Phase.MUSTER_UPGRADE, Phase.MUSTER_STATUS, Phase.MUSTER),
    Phase.CLASH: (Phase.BID, Phase.TIE),
    Phase.WILDLINGS: (
        Phase.WILDLINGS,
        Phase.SETTLE,
        Phase.BID,
        Phase.WILDLING_TIE,
        Phase.CLIMB_TRACK,
        Phase.PROMOTE,
        Phase.RECOVER_CARD,
        Phase.HORDE_MUSTER,
        Phase.MUSTER_HOUSE,
    ),
    Phase.LOSE_UNITS: (Phase.LOSE_AREA, Phase.LOSE_UNIT),
    Phase.DEMOTE_KNIGHTS: (Phase.DEMOTE,),
    Phase.MARCH_TURN: (Phase.ASK_SUPPORT, Phase.NEUTRAL_CALL),
    Phase.NEUTRAL_CALL: (Phase.NEUTRAL_SUPPORT,),
    Phase.MARCH_TO: (Phase.MARCH_COUNT,),
    Phase.MARCH_END: (Phase.COMBAT, Phase.SETTLE),
    Phase.COMBAT: (*_OF_A_COMBAT, Phase.SETTLE),
}
"""What can lie directly on a frame; nothing on those that are not listed."""

ROUND_PHASES = {
    phase.name.lower().removesuffix("_step"): phase
    for phase in (
        Phase.WESTEROS,
        Phase.PLANNING,
        Phase.RAVEN_STEP,
        Phase.RAID_STEP,
        Phase.MARCH_STEP,
        Phase.CONSOLIDATE_STEP,
        Phase.CLEAN_UP,
    )
}
"""Phases of the round by their word in a position."""

_NOBODY = {
    *ROUND_PHASES.values(),
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
    return Phase(int(s["stack"][0][PHASE])).name.lower().removesuffix("_step")


def _name(phase: Phase) -> str:
    return next((word for word, p in ROUND_PHASES.items() if p is phase), phase.name.lower())


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
        for column, (name, coding) in enumerate(FRAMES[phase], A):
            try:
                frame[name] = coding.write(int(row[column]), houses)
            except ValueError as error:
                raise ValueError(f"agenda[{depth}].{name}: {error}") from None
        agenda.append(frame)
    return agenda


def read_agenda(document: Field, s: Record, houses: Houses, phase: str) -> None:
    """Set the stack; without an agenda the phase is about to begin."""
    s["stack"] = 0
    s["depth"] = 1
    s["stack"][0][PHASE] = ROUND_PHASES[phase]
    s["stack"][0][PLAYER] = NONE
    agenda = document.get("agenda")
    if agenda is None:
        return
    frames = agenda.elements(MOST_FRAMES)
    if not frames:
        agenda.complain("empty: leave it out to begin a phase")
    allowed: tuple[Phase, ...] = (ROUND_PHASES[phase],)
    for depth, frame in enumerate(frames):
        row = s["stack"][depth]
        _read_frame(frame, row, houses, allowed)
        allowed = ABOVE.get(Phase(int(row[PHASE])), ())
    s["depth"] = len(frames)


def _read_frame(frame: Field, row: Any, houses: Houses, allowed: tuple[Phase, ...]) -> None:
    if not isinstance(frame.value, dict):
        frame.refuse("an object")
    if not allowed:
        frame.complain("nothing can be pending on the frame before it")
    names = [_name(phase) for phase in allowed]
    phase = allowed[frame.need("phase").word(names)]
    arguments = FRAMES[phase]
    has_player = phase not in _NOBODY or (phase in _NOBODY_OR_ONE and "player" in frame.value)
    frame.known(["phase", *(["player"] if has_player else []), *(name for name, _ in arguments)])
    row[PHASE] = phase
    row[PLAYER] = frame.need("player").word(houses) if has_player else NONE
    for column, (name, coding) in enumerate(arguments, A):
        row[column] = coding.read(frame.need(name), houses)
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
