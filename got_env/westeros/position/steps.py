"""Frames of the automatic phases that can be pending: how positions write and read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from got_env.westeros.decision_row import Argument, Holds
from got_env.westeros.decisions import LEFT
from got_env.westeros.position.course import COMBAT_STEPS
from got_env.westeros.vocabulary import MAX_AREAS, MAX_PLAYERS, Phase

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
"""Of games without claim."""
