"""Mustering in the 1st edition, by the text (chapters Mustering and The units).

A Stronghold gives 2 points and a City 1; a Footman or a Ship costs 1, a Knight 2, a Footman becomes
a Knight for 1. Ships go to a sea beside the area that no other House holds. No unit may break
Supply, none may come that is not left. On the Storm of Swords board a Town gives a Footman, and
nothing else.
"""

from __future__ import annotations

from tests.references.ground import Ground, Json
from tests.references.storm_ground import ground_of


def frame(position: Json) -> Json:
    """Frame of the question."""
    asked: Json = position["agenda"][-1]
    return asked


def legal_upgrades(position: Json) -> set[str]:
    """Answers to the question for upgrades in an area."""
    ground, asked = ground_of(position), frame(position)
    house, area = asked["player"], asked["area"]
    answers = {f"upgrade {area} done"}
    footmen = ground.units(area)["footman"] if ground.owner(area) == house else 0
    town = ground.printed[area].get("town")
    if points(position, area) >= 1 and footmen and not town and ground.unused(house, "knight"):
        answers.add(f"upgrade {area} knight")
    return answers


def points(position: Json, area: str) -> int:
    """Points that an area has left."""
    return int(position["mustering"]["points"].get(area, 0))


def legal_units(position: Json) -> set[str]:
    """Answers to the question for new units of an area."""
    ground, asked = ground_of(position), frame(position)
    house, area = asked["player"], asked["area"]
    left = points(position, area)
    answers = {f"muster {area} done"}
    for unit, cost in (("footman", 1), ("knight", 2)):
        if cost <= left and ground.unused(house, unit) and fits(ground, house, area):
            answers.add(f"muster {area} {unit}")
    for sea in ground.near[area]:
        free = ground.owner(sea) in (None, house)
        if ground.chosen("muster_neutral_sea", "forbidden") == "forbidden":
            free = free and not ground.neutral(sea)
        free = free and ground.is_sea(sea) and fits(ground, house, sea)
        if free and left >= 1 and ground.unused(house, "ship"):
            answers.add(f"muster {area} ship {sea}")
    return answers


def fits(ground: Ground, house: str, area: str) -> bool:
    """True if one unit more in an area keeps Supply."""
    there = sum(ground.units(area).values()) if ground.owner(area) == house else 0
    return ground.supplied(house, [*ground.armies(house, (area,)), there + 1])


def must_have_points(position: Json) -> dict[str, int]:
    """Points of every area of a house that musters: 2 for a Stronghold, 1 for a City."""
    ground = ground_of(position)
    house = frame(position)["player"]
    return {
        area: 2 if printed["stronghold"] else 1
        for area, printed in ground.printed.items()
        if (printed["stronghold"] or printed["castle"])
        and not ground.is_sea(area)
        and ground.holder(area) == house
    }
