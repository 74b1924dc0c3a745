"""The map of a game: outlines of its areas, borders that nobody crosses, and bridges."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain
from math import cos, hypot, pi, sin

import msgspec

from got_env.core.strict_json import read_json
from got_env.core.structures import converted
from got_env.core.svg import Line, Point
from got_env.westeros.facts.files import Area
from got_env.westeros.picture.geometry import (
    borders,
    ragged,
    rings,
    touching,
)

Pair = frozenset[str]
"""Two areas."""

_ROUND = 24
"""Corners of an island or a port."""


class MapFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A file of ``maps``: where the areas of a game lie, in map units; y grows to the south."""

    about: str
    size: Point
    island_radius: float
    port_radius: float
    compass: Point
    points: dict[str, tuple[Point, ...]]
    islands: dict[str, Point]
    ports: dict[str, Point]
    waters: dict[str, tuple[Point, ...]] = {}
    """Sea that is no area."""
    wastes: dict[str, tuple[Point, ...]] = {}
    """Land that is no area: nobody enters it."""


@dataclass(frozen=True)
class Layout:
    """Shapes of a map, computed once for each board."""

    size: Point
    compass: Point
    islands: tuple[str, ...]
    anchors: Mapping[str, Point]
    """Points at which name and pieces of each area stand."""
    outlines: Mapping[str, tuple[Line, ...]]
    """Closed outlines of each area; ports and islands lie on top of what is under them."""
    shores: tuple[Line, ...]
    """Borders of land and sea."""
    borders: tuple[Line, ...]
    """Borders of two lands, or of two seas."""
    closed: Mapping[tuple[str, str], tuple[Line, ...]]
    """Borders of two areas that touch but are not adjacent."""
    bridges: Mapping[tuple[str, str], Line]
    """Lines between adjacent areas that do not touch."""
    touching: frozenset[Pair]
    """Areas that have more than a corner in common, or of which one lies on the other."""
    rivers: Mapping[tuple[str, str], tuple[Line, ...]]
    """Borders along which a river runs; a straight line where the two do not touch."""
    grounds: Mapping[str, tuple[str, tuple[Line, ...]]]
    """Kind, ``"water"`` or ``"waste"``, and outlines of what is no area."""


def has_map(code: str) -> bool:
    """True if there is a map for the game."""
    return _file_of(code).is_file()


def shipped_map(code: str) -> MapFile:
    """The map of a game.

    Raises:
        ValueError: if the file is not as it has to be; names file and field.
    """
    return read_map(_file_of(code).read_text(encoding="utf-8"), f"{code}.json")


def read_map(source: str, name: str) -> MapFile:
    """A map from the text of its file.

    Args:
        source: the text.
        name: of the file, for errors.

    Raises:
        ValueError: if it is not as it has to be; names file and field.
    """
    chart = converted(MapFile, read_json(source, name), name)
    named: set[str] = set()
    for group, drawn in _groups(chart):
        for area, places in drawn.items():
            if area in named:
                raise ValueError(f"{name}: {group}.{area}: another ground has the same name")
            named.add(area)
            if not places:
                raise ValueError(f"{name}: {group}.{area}: expected at least one point")
    seen: dict[Point, str] = {}
    for field, (x, y) in _places(chart):
        if not (0 <= x <= chart.size[0] and 0 <= y <= chart.size[1]):
            raise ValueError(f"{name}: {field}: [{x:g}, {y:g}] is outside the map")
        if (x, y) in seen:
            raise ValueError(f"{name}: {field}: [{x:g}, {y:g}] is also {seen[x, y]}")
        seen[x, y] = field
    return chart


def _groups(chart: MapFile) -> list[tuple[str, dict[str, tuple[Point, ...]]]]:
    """All ground by the field of the file: every piece of it has points."""
    return [("points", chart.points), ("waters", chart.waters), ("wastes", chart.wastes)]


def _ground(chart: MapFile) -> dict[str, tuple[Point, ...]]:
    return {area: places for _, drawn in _groups(chart) for area, places in drawn.items()}


def _places(chart: MapFile) -> list[tuple[str, Point]]:
    several = [
        (f"{group}.{area}[{i}]", place)
        for group, drawn in _groups(chart)
        for area, places in drawn.items()
        for i, place in enumerate(places)
    ]
    single = [
        (f"{name}.{area}", place)
        for name, places in (("islands", chart.islands), ("ports", chart.ports))
        for area, place in places.items()
    ]
    return [("compass", chart.compass), *several, *single]


def lay_out(
    chart: MapFile,
    areas: Collection[Area],
    adjacent: Collection[Pair],
    name: str,
    rivers: Collection[Pair] = (),
) -> Layout:
    """Shapes from a map.

    Args:
        chart: the map.
        areas: of the board.
        adjacent: areas of which units can go from one to the other.
        name: of the file of the map, for errors.
        rivers: areas with a river between them, which is no border that always joins.

    Raises:
        ValueError: names an area of the board that the map does not have, or the other way round.
    """
    kinds: dict[str, str] = {area.id: area.kind for area in areas}
    _check_areas(chart, kinds, name)
    kinds |= dict.fromkeys(chart.waters, "sea") | dict.fromkeys(chart.wastes, "land")
    ground = _ground(chart)
    found = borders(ground, *chart.size)
    lines = {
        pair: [ragged(line) if "" not in pair else line for line in found[pair]] for pair in found
    }
    outlines = {
        area: tuple(rings([*chain(*(lines[pair] for pair in lines if area in pair))]))
        for area in ground
    }
    anchors = {area: places[0] for area, places in chart.points.items()}
    anchors |= chart.islands | chart.ports
    touch = touching(found)
    for area, centre in chart.islands.items():
        outlines[area] = (circle(centre, chart.island_radius, sway=2.5),)
        touch |= {frozenset((area, under)) for under in _under(chart, outlines[area][0])}
    for area, centre in chart.ports.items():
        outlines[area] = (circle(centre, chart.port_radius),)
        reached = _under(chart, outlines[area][0]) | _islands_near(chart, centre)
        touch |= {pair for pair in adjacent if area in pair and pair - {area} <= reached}

    between = [pair for pair in lines if "" not in pair]
    open_pairs, on_board = {*adjacent, *rivers}, {*chart.points}
    closed = {
        pair for pair in between if on_board >= {*pair} and frozenset(pair) in touch - open_pairs
    }
    wet = {pair for pair in between if frozenset(pair) in rivers}
    shores = {pair for pair in between if {kinds[area] for area in pair} == {"land", "sea"}}
    return Layout(
        size=chart.size,
        compass=chart.compass,
        islands=(*chart.islands,),
        anchors=anchors,
        outlines=outlines,
        shores=tuple(chain(*(lines[pair] for pair in between if pair in shores))),
        borders=tuple(
            chain(*(lines[pair] for pair in between if pair not in shores | closed | wet))
        ),
        closed={pair: tuple(lines[pair]) for pair in between if pair in closed},
        bridges={
            (a, b): (anchors[a], anchors[b])
            for a, b in sorted((min(pair), max(pair)) for pair in {*adjacent} - touch)
        },
        touching=frozenset(touch),
        rivers={pair: tuple(lines[pair]) for pair in between if pair in wet}
        | {
            (a, b): ((anchors[a], anchors[b]),)
            for a, b in sorted((min(pair), max(pair)) for pair in {*rivers} - touch)
        },
        grounds={area: ("water", outlines[area]) for area in chart.waters}
        | {area: ("waste", outlines[area]) for area in chart.wastes},
    )


def _check_areas(chart: MapFile, kinds: Mapping[str, str], name: str) -> None:
    ports = {area for area, kind in kinds.items() if kind == "port"}
    for field, placed, expected in (
        ("points", {*chart.points, *chart.islands}, kinds.keys() - ports),
        ("ports", {*chart.ports}, ports),
    ):
        for area in sorted(placed ^ expected):
            fault = "no place for the area" if area in kinds else "the board has no area"
            raise ValueError(f"{name}: {field}: {fault} {area!r}")


def circle(centre: Point, radius: float, sway: float = 0.0) -> Line:
    """A closed outline around a point; with some sway the coast of an island."""
    ring = []
    for i in range(_ROUND):
        reach = radius + sway * ((i * 7) % 5 - 2) / 2
        turn = 2 * pi * i / _ROUND
        ring.append((centre[0] + reach * cos(turn), centre[1] + reach * sin(turn)))
    return tuple(ring)


def _under(chart: MapFile, ring: Line) -> set[str]:
    """Areas over which the corners of an outline lie."""
    sites = [(place, area) for area, places in _ground(chart).items() for place in places]
    return {min(sites, key=lambda site: hypot(site[0][0] - x, site[0][1] - y))[1] for x, y in ring}


def _islands_near(chart: MapFile, port: Point) -> set[str]:
    reach = chart.island_radius + chart.port_radius
    return {
        area for area, (x, y) in chart.islands.items() if hypot(x - port[0], y - port[1]) < reach
    }


def _file_of(code: str) -> Traversable:
    return files("got_env.westeros.picture") / "maps" / f"{code}.json"
