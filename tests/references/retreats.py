"""Retreats in the 1st edition, by the text (chapter Retreats, and the FAQ).

Beaten attackers go back to the area they came from. A beaten defender goes with all units to one
area beside the battle, not to where the attack came from: one that is empty, without enemy token or
shield and without a Neutral Force, or one of its own. It must not lose units if it need not. In A
Storm of Swords a Leader whose units are all dead goes alone to other units of its House.
"""

from __future__ import annotations

from tests.references.ground import Ground, Json
from tests.references.storm_ground import ground_of


def legal_retreats(position: Json) -> set[str]:
    """Answers of a beaten defender to the question where to retreat."""
    ground, combat = ground_of(position), position["combat"]
    asked = position["agenda"][-1]
    house, area = asked["player"], combat["area"]
    force = sum(ground.units(area, routed=False).values())
    if not force:
        steps = ways(ground, house, area) - {combat["from"]}
        return {f"retreat {d}" for d in steps if ground.owner(d) == house}
    losses = {
        d: lost
        for d in ways(ground, house, area)
        if d != combat["from"] and is_open(ground, house, d)
        if (lost := units_lost(ground, house, area, d, force)) < force
    }
    if not losses:
        return set()
    most = force - 1 if ground.chosen("retreat_choice", "fewest_losses") == "free" else None
    allowed = min(losses.values())
    if most is not None and allowed > 0:
        allowed = most
    return {f"retreat {d}" for d, lost in losses.items() if lost <= allowed}


def ways(ground: Ground, house: str, area: str) -> set[str]:
    """Areas that units can step to: Ships by sea, others by land or over own Ships."""
    if ground.is_sea(area):
        return {a for a in ground.near[area] if ground.is_sea(a)}
    return ground.reach(house, area)


def is_open(ground: Ground, house: str, area: str) -> bool:
    """True if a beaten defender may enter an area."""
    if ground.owner(area) == house:
        return True
    if ground.owner(area) is not None or ground.neutral(area):
        return False
    if ground.is_sea(area):
        return True
    holder = ground.holder(area)
    if ground.chosen("retreat_enemy_home", "forbidden") == "allowed":
        holder = ground.entry(area).get("token")
    return holder in (None, house)


def units_lost(ground: Ground, house: str, area: str, to: str, force: int) -> int:
    """Number of the retreating units that Supply does not allow."""
    there = sum(ground.units(to).values()) if ground.owner(to) == house else 0
    others = list(ground.armies(house, (area, to)))
    for lost in range(force):
        if ground.supplied(house, [*others, there + force - lost]):
            return lost
    return force
