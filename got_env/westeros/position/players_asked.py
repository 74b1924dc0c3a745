"""Whom each decision on the agenda has to ask, as the engine pushes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from got_env.core.agenda import PHASE, PLAYER, A
from got_env.core.fields import Field
from got_env.westeros.facts.facts import Houses
from got_env.westeros.facts.rulesets import areas_of, facts_of, has_claim
from got_env.westeros.position.areas import controller
from got_env.westeros.rules.decision_row import ArgType, Asks, Decision
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import AREA_PLACES, NONE, Phase, Track

Record = Any


def _rows(s: Record) -> Mapping[Phase, Decision]:
    return facts_of(s["ruleset"]).edition.decisions


def _owner(s: Record, frame: Any) -> int:
    return int(s["owner"][frame[A]])


def _holder_of_order(s: Record, frame: Any) -> int:
    return int(s["order_seat"][frame[A]])


def _controller(s: Record, frame: Any) -> int:
    return controller(s, int(frame[A]))


def _marcher(s: Record, frame: Any) -> int:
    # Some marches of games with claim have no order; units always stand where they begin.
    return int(s["owner" if has_claim(s) else "order_seat"][s["march_from"]])


def _first_on_throne(s: Record, frame: Any) -> int:
    taken = int(s["throne"])
    return int(s["track"][Track.IRON_THRONE, 0]) if taken == NONE else taken


def _raven_holder(s: Record, frame: Any) -> int:
    return int(s["track"][Track.KINGS_COURT, 0])


def _controller_of_port(s: Record, frame: Any) -> int:
    return controller(s, int(RULES[s["ruleset"]]["port_land"][frame[A]]))


def _side(s: Record, frame: Any) -> int:
    return int(s["fighter"][_side_named(s, frame)])


def _other_side(s: Record, frame: Any) -> int:
    return int(s["fighter"][1 - _side_named(s, frame)])


def _side_named(s: Record, frame: Any) -> int:
    """The side that the arguments of a frame name."""
    for column, argument in enumerate(_rows(s)[Phase(int(frame[PHASE]))].arguments, A):
        if argument.holds is ArgType.SIDE:
            return int(frame[column])
        if argument.holds is ArgType.SIDE_AND_AREA:
            return int(frame[column]) // AREA_PLACES
    raise AssertionError(f"no argument of {Phase(int(frame[PHASE])).name} names a side")


SEAT_ASKED: Mapping[Asks, Callable[[Record, Any], int]] = {
    Asks.OWNER: _owner,
    Asks.HOLDER_OF_ORDER: _holder_of_order,
    Asks.CONTROLLER: _controller,
    Asks.CONTROLLER_OF_PORT: _controller_of_port,
    Asks.MARCHER: _marcher,
    Asks.FIRST_ON_THRONE: _first_on_throne,
    Asks.RAVEN_HOLDER: _raven_holder,
    Asks.SIDE: _side,
    Asks.OTHER_SIDE: _other_side,
}
"""Seat that is asked, as the position tells."""


def check_players_asked(document: Field, s: Record, houses: Houses) -> None:
    """Refuse a frame that asks another house than the rules do, or about another area."""
    rows = _rows(s)
    for depth, frame in enumerate(s["stack"][: int(s["depth"])]):
        phase = Phase(int(frame[PHASE]))
        path = f"agenda[{depth}]"
        if phase in rows and rows[phase].asks in SEAT_ASKED:
            wanted = SEAT_ASKED[rows[phase].asks](s, frame)
            if wanted != frame[PLAYER]:
                name = "nobody" if wanted == NONE else houses[wanted]
                document.complain(f"{path}.player: expected {name}")
        if phase is Phase.MARCH_TOKEN and frame[A] != s["march_from"]:
            document.complain(f"{path}.area: expected {areas_of(s)[int(s['march_from'])]}")
        if phase is Phase.BID:
            p = int(frame[PLAYER])
            if not int(s["bidders"]) >> p & 1 or s["bid"][p] != NONE or s["bids_open"]:
                document.complain(f"{path}.player: {houses[p]} is not to bid now")
