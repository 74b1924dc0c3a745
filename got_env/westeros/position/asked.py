"""Whom each decision on the agenda has to ask, as the engine pushes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from got_env.core.agenda import PHASE, PLAYER, A, B, C
from got_env.core.fields import Field
from got_env.westeros.position.areas import controller
from got_env.westeros.position.words import Houses
from got_env.westeros.rules import RULES
from got_env.westeros.vocabulary import NONE, Phase, Track
from got_env.westeros.words.notation import AREAS

Record = Any
_Rule = Callable[[Record, Any], int]


def _owner(s: Record, frame: Any) -> int:
    return int(s["owner"][frame[A]])


def _holder_of_order(s: Record, frame: Any) -> int:
    return int(s["order_seat"][frame[A]])


def _controller(s: Record, frame: Any) -> int:
    return controller(s, int(frame[A]))


def _marcher(s: Record, frame: Any) -> int:
    return int(s["order_seat"][s["march_from"]])


def _first_on_throne(s: Record, frame: Any) -> int:
    return int(s["track"][Track.IRON_THRONE, 0])


def _raven_holder(s: Record, frame: Any) -> int:
    return int(s["track"][Track.KINGS_COURT, 0])


def _side(s: Record, frame: Any) -> int:
    return int(s["fighter"][frame[A]])


_RULES: Mapping[_Rule, tuple[Phase, ...]] = {
    _owner: (Phase.ORDER, Phase.LOSE_UNIT, Phase.RECONCILE_UNIT),
    _holder_of_order: (
        Phase.RAID_TARGET,
        Phase.CONSOLIDATE_CHOICE,
        Phase.SUPPORT,
        Phase.NEUTRAL_SUPPORT,
    ),
    _controller: (Phase.MUSTER_UPGRADE, Phase.MUSTER_STATUS, Phase.MUSTER),
    _marcher: (Phase.MARCH_TO, Phase.MARCH_COUNT, Phase.MARCH_TOKEN),
    _first_on_throne: (Phase.TIE, Phase.WILDLING_TIE, Phase.PREEMPTIVE_TRACK),
    _raven_holder: (Phase.RAVEN, Phase.RAVEN_AREA, Phase.RAVEN_ORDER, Phase.RAVEN_PEEK),
    _side: (
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
        Phase.RETREAT,
        Phase.PATCHFACE,
    ),
    lambda s, frame: int(s["fighter"][frame[B]]): (Phase.REFUSE_SUPPORT,),
    lambda s, frame: int(s["fighter"][frame[C]]): (Phase.CASUALTY,),
    lambda s, frame: int(s["fighter"][frame[C] // 64]): (Phase.RETREAT_LOSS,),
    lambda s, frame: int(s["fighter"][1 - frame[A]]): (Phase.ROBB,),
    lambda s, frame: controller(s, int(RULES[s["ruleset"]]["port_land"][frame[A]])): (
        Phase.PORT_CAPTURE,
    ),
}
"""Who is asked, and in which decisions; in the others it cannot be told from the position."""

WHOM: Mapping[Phase, _Rule] = {phase: rule for rule, phases in _RULES.items() for phase in phases}


def check_asked(document: Field, s: Record, houses: Houses) -> None:
    """Refuse a frame that asks another house than the rules do, or about another area."""
    for depth, frame in enumerate(s["stack"][: int(s["depth"])]):
        phase = Phase(int(frame[PHASE]))
        path = f"agenda[{depth}]"
        if phase in WHOM:
            wanted = WHOM[phase](s, frame)
            if wanted != frame[PLAYER]:
                name = "nobody" if wanted == NONE else houses[wanted]
                document.complain(f"{path}.player: expected {name}")
        if phase is Phase.MARCH_TOKEN and frame[A] != s["march_from"]:
            document.complain(f"{path}.area: expected {AREAS[int(s['march_from'])]}")
        if phase is Phase.BID:
            p = int(frame[PLAYER])
            if not int(s["bidders"]) >> p & 1 or s["bid"][p] != NONE or s["bids_open"]:
                document.complain(f"{path}.player: {houses[p]} is not to bid now")
