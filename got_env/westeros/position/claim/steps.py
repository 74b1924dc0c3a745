"""Frames of the automatic phases that can be pending in a game with claim."""

from __future__ import annotations

from collections.abc import Mapping

from got_env.westeros.decision_row import Argument, Holds
from got_env.westeros.position.course import BATTLE_STEPS
from got_env.westeros.position.steps import STEPS, Step
from got_env.westeros.vocabulary import MAX_AREAS, MAX_PLAYERS, Phase

_TURN = Argument("turn", range(MAX_PLAYERS + 1))
_BEGUN = Argument("begun", Holds.FLAG)
_OF_ORDERS = (Phase.RAID_STEP, Phase.MARCH_STEP, Phase.CONSOLIDATE_STEP)
"""Steps in which orders are resolved, and Leaders march on their own."""

_SHARED = (
    Phase.WESTEROS,
    Phase.RAVEN_STEP,
    Phase.RAID_STEP,
    Phase.MARCH_STEP,
    Phase.CONSOLIDATE_STEP,
    Phase.STAND_UP_STEP,
    Phase.CLEAN_UP,
    Phase.MUSTER_ALL,
    Phase.CLASH,
    Phase.WILDLINGS,
    Phase.LOSE_UNITS,
    Phase.DEMOTE_KNIGHTS,
    Phase.SETTLE,
)

CLAIM_STEPS: Mapping[Phase, Step] = {
    **{phase: STEPS[phase] for phase in _SHARED},
    Phase.PLANNING: Step(
        (
            Argument("turn", range(MAX_PLAYERS)),
            Argument("area", Holds.NEXT_AREA),
            Argument("asked", Holds.FLAG),
        )
    ),
    Phase.ALLIANCE_STEP: Step(),
    Phase.TACTICS_STEP: Step((_TURN, _BEGUN)),
    Phase.OBJECTIVE_STEP: Step((_TURN,)),
    Phase.RECONCILE: STEPS[Phase.RECONCILE],
    Phase.MUSTER_HOUSE: Step(STEPS[Phase.MUSTER_HOUSE].arguments, on=(Phase.MUSTER_ALL,)),
    Phase.CLAIM_AUCTION: Step(
        (
            _BEGUN,
            Argument("highest", Holds.SEAT_OR_NONE),
            Argument("lowest", Holds.SEAT_OR_NONE),
        ),
        on=(Phase.WESTEROS,),
    ),
    Phase.EXECUTIONS: Step((_TURN,), on=(Phase.WESTEROS,)),
    Phase.GAIN_CLAIM: Step(
        (Argument("left", range(2)),),
        on=(Phase.WESTEROS, Phase.OBJECTIVE_STEP, Phase.SEAL_ALLIANCE),
    ),
    Phase.SEAL_ALLIANCE: Step((Argument("deck", Holds.DECK),), on=(Phase.TACTICS_STEP,)),
    Phase.ARMY: Step(
        (
            Argument("card", Holds.ALLIANCE_CARD),
            Argument("knights", range(7)),
            Argument("footmen", range(7)),
        ),
        on=(Phase.SEAL_ALLIANCE,),
    ),
    Phase.DROP_ALLIES: Step(on=(Phase.ARMY,)),
    Phase.RAID_HIT: Step(
        (
            Argument("from", Holds.AREA),
            Argument("area", Holds.AREA),
            Argument("pays", Holds.FLAG),
        ),
        on=(Phase.RAID_STEP,),
    ),
    Phase.MARCH_TURN: Step(
        (
            Argument("asked", Holds.FLAG),
            Argument("area", Holds.AREA_AFTER_NONE),
            Argument("leader", Holds.LEADER_AFTER_NONE),
        ),
        on=_OF_ORDERS,
    ),
    Phase.NEUTRAL_CALL: Step(STEPS[Phase.NEUTRAL_CALL].arguments, on=(Phase.MARCH_TURN,)),
    Phase.MARCH_END: Step((Argument("leader", Holds.LEADER_OR_NONE),), on=_OF_ORDERS),
    Phase.COMBAT: Step(
        (
            Argument("step", BATTLE_STEPS),
            Argument("done", range(MAX_PLAYERS + 1)),
            Argument("at", range(MAX_AREAS + 1)),
        ),
        on=(Phase.MARCH_END,),
    ),
    Phase.NEGOTIATION: Step(
        (
            Argument("area", Holds.AREA),
            Argument("asked", range(1 << (2 * MAX_PLAYERS))),
        ),
        on=(Phase.CONSOLIDATE_STEP,),
    ),
    # Of several hostages that a trade gives back, the last comes to its place first.
    Phase.PLACE_LEADER: Step(
        (Argument("leader", Holds.LEADER), Argument("how", ("waiting", "returned"))),
        on=(Phase.NEGOTIATION, Phase.PLACE_LEADER),
    ),
}
