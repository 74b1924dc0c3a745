"""Answers to the decisions of a mustering, and the comparison of what may be mustered."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from got_env.westeros.phases.muster import NEW_SHIP
from got_env.westeros.rules import actions
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, Phase, Terrain, Unit

from .checks import Branch
from .names import AREA, AREAS, UNIT, UNITS
from .recordings import Json

if TYPE_CHECKING:
    from .replay import Replay

MUSTERING = (
    Phase.HORDE_MUSTER,
    Phase.MUSTER_HOUSE,
    Phase.MUSTER_UPGRADE,
    Phase.MUSTER_STATUS,
    Phase.MUSTER,
)
"""Frames of one mustering of one house."""

Args = tuple[int, int, int]
Lying = Counter[tuple[int, int]]
"""Numbers of upgrades of routed Footmen per (area, new unit type)."""
Castles = dict[int, tuple[list[Unit], list[int]]]
"""Per castle area the upgrades, and the options for new units, in our order."""


def canonical(recruits: list[Json], lying: Lying) -> Castles:
    """Per castle area: upgrades, and options for new units, in our order.

    A new Footman upgraded at once is a new Knight or Siege Engine; ``lying`` upgrades are of
    Footmen that were there before.
    """
    found = {}
    for entry in recruits:
        raised = [UNIT[r["to"]] for r in entry["recruit"] if r.get("upgrade")]
        fresh = [(UNIT[r["to"]], AREA[r["area"]]) for r in entry["recruit"] if not r.get("upgrade")]
        area = AREA[entry["castle"]]
        footman = (Unit.FOOTMAN, area)
        new = list((Counter(raised) - Counter({u: lying[area, u] for u in raised})).elements())
        while new and footman in fresh:
            fresh.remove(footman)
            unit = new.pop()
            raised.remove(unit)
            fresh.append((unit, area))
        options = [new_option(unit, place) for unit, place in fresh]
        found[area] = (sorted(raised), sorted(options))
    return found


def new_option(unit: Unit, area: int) -> int:
    """Our option number of a new unit: the order in which we ask."""
    return NEW_SHIP + area if unit == Unit.SHIP else (0, 1000, 2000)[unit]


def sitting(s: Any) -> tuple[int, ...]:
    """Key of one mustering of a house: the round, and what has called for it."""
    below = s["stack"][: int(s["depth"]), 0].tolist()
    while below and below[-1] in MUSTERING:
        below.pop()
    return (int(s["round_no"]), *below)


def muster_plan(r: Replay, seat: int) -> Castles | None:
    """The musterings of this house still to be made."""
    house = r.house(seat)
    key = ("muster", house, sitting(r.s))
    if not (r.plan and r.plan[:3] == key):
        step = r.peek("muster", house)
        if step is None:
            return None
        if r.checking:
            check_muster(r, step)
        # The peer removes a starred order only after its mustering.
        before = r.peer["areas"]
        decision = r.take(
            *(f"area {entry['castle']} order" for entry in step["options"]["castles"])
        )["decision"]
        lying = raised_lying(before, r.peer["areas"], decision["recruits"])
        r.plan = (*key, canonical(decision["recruits"], lying), lying)
    castles: Castles = r.plan[3]
    return castles


def raised_lying(before: Json, after: Json, recruits: list[Json]) -> Lying:
    """Numbers of the upgrades of routed Footmen; the record shows them by what lies there."""
    found: Lying = Counter()
    for entry in recruits:
        area = entry["castle"]
        for unit in {r["to"] for r in entry["recruit"] if r.get("upgrade")}:
            more = count_routed(after[area], unit) - count_routed(before[area], unit)
            found[AREA[area], int(UNIT[unit])] = max(0, more)
    return found


def count_routed(entry: Json, unit: str) -> int:
    """Routed units of a type in an area of the peer."""
    return list(entry.get("routed", ())).count(unit)


# --- comparison of what may be mustered


def check_muster(r: Replay, step: Json) -> None:
    """Compare single recruitments and the proposals."""
    seat = r.seat[step["house"]]
    for castle in step["options"]["castles"]:
        theirs = {(e["area"], e["to"], bool(e.get("upgrade"))) for e in castle["can"]}
        ours = set()
        for area, unit, upgrade in candidates(r, AREA[castle["castle"]]):
            entry = {"area": AREAS[area], "to": UNITS[unit]}
            if upgrade:
                entry["upgrade"] = "footman"
            if can_muster(r, seat, [{"castle": castle["castle"], "recruit": [entry]}]):
                ours.add((AREAS[area], UNITS[unit], upgrade))
        r.check_set("muster single", ours, theirs)
    for probe in step["options"].get("probes", ()):
        fine = can_muster(r, seat, probe["recruits"])
        r.check("muster probe", fine == probe["valid"], f"ours {fine}: {probe}")


def candidates(r: Replay, castle: int) -> list[tuple[int, Unit, bool]]:
    """Everything that might be recruited in a castle area: area, unit, whether an upgrade."""
    rules = RULES[int(r.s["ruleset"])]
    found = [(castle, unit, False) for unit in (Unit.FOOTMAN, Unit.KNIGHT, Unit.SIEGE_ENGINE)]
    found += [(castle, unit, True) for unit in (Unit.KNIGHT, Unit.SIEGE_ENGINE)]
    near = [int(area) for area in rules["neighbours"][castle] if area != NONE]
    return found + [(a, Unit.SHIP, False) for a in near if rules["kind"][a] != Terrain.LAND]


def can_muster(r: Replay, seat: int, recruits: list[Json]) -> bool:
    """True if our masks allow all these recruitments one after the other."""
    castles = canonical(recruits, Counter())
    used = [area for area, lists in castles.items() if any(lists)]
    branch = Branch(r.states)
    begun = sitting(branch.s)
    if branch.phase() == Phase.HORDE_MUSTER and (
        len(used) > 1 or (used and not branch.act(actions.AREA + used[0]))
    ):
        return False
    while any(any(lists) for lists in castles.values()):
        if branch.phase() == NONE or branch.seat() != seat or sitting(branch.s) != begun:
            return False
        area = int(branch.s["stack"][int(branch.s["depth"]) - 1][2])
        if branch.phase() == Phase.MUSTER_UPGRADE:
            action = next_upgrade(castles, area)
        elif branch.phase() == Phase.MUSTER:
            action = next_new(castles, area)
        elif branch.phase() == Phase.MUSTER_STATUS:
            action = actions.STATUS
        else:
            return False
        if not branch.act(action):
            return False
    return not any(any(lists) for lists in castles.values())


# --- the decisions


def next_upgrade(castles: Castles, area: int) -> int:
    """Action of the next upgrade in an area, or done; takes it off the plan."""
    raised = castles.get(area, ([], []))[0]
    return actions.UPGRADE + raised.pop(0) - Unit.KNIGHT if raised else actions.DONE


def next_new(castles: Castles, area: int) -> int:
    """Action of the next new unit of an area, or done; takes it off the plan."""
    options = castles.get(area, ([], []))[1]
    if not options:
        return actions.DONE
    option = options.pop(0)
    if option in (0, 1000, 2000):
        return actions.UNIT + (0, 1000, 2000).index(option)
    return actions.AREA + option - NEW_SHIP


def muster_upgrade(r: Replay, seat: int, args: Args) -> int | None:
    """The next upgrade."""
    castles = muster_plan(r, seat)
    return actions.DONE if castles is None else next_upgrade(castles, args[0])


def muster(r: Replay, seat: int, args: Args) -> int | None:
    """The next new unit."""
    castles = muster_plan(r, seat)
    return actions.DONE if castles is None else next_new(castles, args[0])


def muster_status(r: Replay, seat: int, args: Args) -> int | None:
    """The Footman that the record has upgraded; all standing ones are asked for first."""
    castles, lying = r.plan[3], r.plan[4]
    area, unit = args[0], Unit.KNIGHT + args[1]
    later: int = castles[area][0].count(unit)
    return actions.STATUS + int(later < lying[area, unit])


def horde_muster(r: Replay, seat: int, args: Args) -> int | None:
    """The castle area of a reward, if any."""
    castles = muster_plan(r, seat)
    used = [area for area, lists in (castles or {}).items() if any(lists)]
    return actions.AREA + used[0] if used else actions.DONE


ANSWERS = {
    Phase.MUSTER_UPGRADE: muster_upgrade,
    Phase.MUSTER_STATUS: muster_status,
    Phase.MUSTER: muster,
    Phase.HORDE_MUSTER: horde_muster,
}
