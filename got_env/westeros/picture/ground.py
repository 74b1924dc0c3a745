"""The printed board, and the places of the pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot
from typing import Any

from got_env.core.proper_names import proper_name
from got_env.core.svg import Point, outline, strokes, symbol, text, title
from got_env.westeros.facts.facts import Facts
from got_env.westeros.facts.files import Area
from got_env.westeros.picture.layout import Layout
from got_env.westeros.picture.leaders import leaders_in
from got_env.westeros.picture.tokens import WIDTH, Draw, pieces_of
from got_env.westeros.picture.ways import ways_on

_LONGEST_LINE = 13
"""Characters of a name on one line, unless a single word is longer."""
_IN_A_ROW = 4
_PORT_SCALE = 0.74
_CROWD_SCALE = 0.8
_ISLAND_SCALES = tuple(step / 20 for step in range(20, 3, -1))
"""Sizes of pieces on an island, the best first."""
_HALF_A_PIECE = 13.0
_BELOW_MARKS = 18.0
"""From the point of an area down to its first row of pieces, in map units."""


@dataclass(frozen=True)
class Ground:
    """The board without its pieces, written once for each game."""

    facts: Facts
    layout: Layout

    @cached_property
    def _areas(self) -> Mapping[str, Area]:
        return {area.id: area for area in self.facts.board.areas}

    @cached_property
    def _paths(self) -> Mapping[str, str]:
        return {area: outline(rings) for area, rings in self.layout.outlines.items()}

    def shapes(self, snapshot: Mapping[str, Any]) -> str:
        """Every area as a path of the colour of the house that controls it, and the borders."""
        drawn: dict[str, list[str]] = {kind: [] for kind in ("sea", "land", "island", "port")}
        for area, printed in self._areas.items():
            kind = "island" if area in self.layout.islands else printed.kind
            drawn[kind].append(self._shape(area, kind, snapshot["areas"][area]["controller"]))
        return "".join(
            [
                *drawn["sea"],
                self._grounds["water"],
                self._shallows,
                self._grounds["waste"],
                *drawn["land"],
                self._borders,
                self._ways[snapshot["weather"]["stormy"]] if self.layout.rivers else "",
                *drawn["island"],
                *drawn["port"],
                self._compass,
            ]
        )

    def pieces(self, snapshot: Mapping[str, Any]) -> str:
        """Everything that lies in the areas."""
        return "".join(
            f'<g id="pieces-{area.replace("_", "-")}">{drawn}</g>'
            for area, content in snapshot["areas"].items()
            if (drawn := self._pieces(area, content, snapshot.get("leaders", {})))
        )

    def ring(self, area: str, kind: str) -> str:
        """A line around an area that lies on top of everything printed."""
        return f'<path class="{kind}" d="{self._paths[area]}"/>'

    def _is_port(self, area: str) -> bool:
        return self._areas[area].kind == "port"

    def _shape(self, area: str, kind: str, house: str | None) -> str:
        kind = "land island" if kind == "island" else kind
        held = f" of-{house}" if house else ""
        told = f", {house}" if house else ""
        return (
            f'<path id="area-{area.replace("_", "-")}" class="area {kind}{held}"'
            f' d="{self._paths[area]}">{title(self._areas[area].name + told)}</path>'
        )

    @cached_property
    def _grounds(self) -> Mapping[str, str]:
        """Sea and wastes by kind, which are no areas, each with its name on a pointer's stay."""
        drawn = {"water": "", "waste": ""}
        looks = {"water": "sea", "waste": "waste"}
        for ground, (kind, rings) in self.layout.grounds.items():
            told = title(proper_name(ground))
            drawn[kind] += f'<path class="{looks[kind]}" d="{outline(rings)}">{told}</path>'
        return drawn

    @cached_property
    def _shallows(self) -> str:
        """Bright water along all coasts."""
        coasts = [strokes(self.layout.shores), *(self._paths[a] for a in self.layout.islands)]
        return f'<path class="shallows" d="{"".join(coasts)}"/>'

    @cached_property
    def _borders(self) -> str:
        closed = "".join(
            f'<path class="closed" data-between="{a} {b}" d="{strokes(lines)}"/>'
            for (a, b), lines in self.layout.closed.items()
        )
        bridges = "".join(
            f'<path class="bridge" data-between="{a} {b}" d="{strokes([line])}"/>'
            for (a, b), line in self.layout.bridges.items()
        )
        return (
            f'<path class="border" d="{strokes(self.layout.borders)}"/>'
            f'<path class="shore" d="{strokes(self.layout.shores)}"/>{closed}{bridges}'
        )

    @cached_property
    def _ways(self) -> Mapping[bool, str]:
        """Rivers and arrows, by whether the weather closes the fords."""
        return {stormy: ways_on(self.facts.board, self.layout, stormy) for stormy in (False, True)}

    @cached_property
    def _compass(self) -> str:
        x, y = self.layout.compass
        return symbol("compass", x, y, "compass") + text(x, y - 50, "N", "compass-text")

    @cached_property
    def prints(self) -> str:
        """Names and marks of all areas."""
        return "".join(self._print(area) for area in self._areas.values())

    def _print(self, area: Area) -> str:
        x, y = self.layout.anchors[area.id]
        if area.kind == "port":
            return ""
        lines = name_lines(area.name)
        kind = "name sea-name" if area.kind == "sea" else "name"
        top = y - 12 - 13 * len(lines) + (13 if area.kind == "sea" else 0)
        words = [text(x, top + 13 * i, line, kind) for i, line in enumerate(lines)]
        marks = ["castle"] * area.castle + ["stronghold"] * area.stronghold
        marks += ["supply"] * area.supply_icons + ["power"] * area.power_icons
        marks += ["town"] * area.town + ["claim"] * area.claim
        left = x - 9 * (len(marks) - 1)
        words += [
            symbol(mark, left + 18 * i, y - 10, "line" if mark == "supply" else "mark")
            for i, mark in enumerate(marks)
        ]
        return "".join(words)

    def _pieces(self, area: str, content: Mapping[str, Any], leaders: Mapping[str, Any]) -> str:
        found = pieces_of(content) + leaders_in(content, leaders)
        x, y = self.layout.anchors[area]
        if self._is_port(area):
            return self._in_port(found, x, y)
        if area in self.layout.islands and found:
            shore = self.layout.outlines[area][0]
            reach = min(hypot(px - x, py - y) for px, py in shore)
            in_a_row, scale = _room_on_island(len(found), reach)
            return _smaller(found, in_a_row, scale, x, y + _top(scale))
        if len(found) <= _IN_A_ROW:
            return "".join(
                draw(x + dx, y + _BELOW_MARKS)
                for draw, (dx, _) in zip(found, places(len(found)), strict=True)
            )
        return _smaller(found, _IN_A_ROW + 1, _CROWD_SCALE, x, y + _BELOW_MARKS)

    def _in_port(self, found: Sequence[Draw], x: float, y: float) -> str:
        if not found:
            return symbol("anchor", x, y, "line", scale=1.3)
        rows = (len(found) + 1) // 2
        return _smaller(found, 2, _PORT_SCALE, x, y - _PORT_SCALE * WIDTH / 2 * (rows - 1))


def _top(scale: float) -> float:
    """From the point of an island down to the middle of its first row of pieces, in map units."""
    return _BELOW_MARKS - WIDTH / 2 * (1 - scale)


def _room_on_island(count: int, reach: float) -> tuple[int, float]:
    """Pieces in a row, and their scale, so that none of them juts out into the sea.

    Args:
        count: number of pieces.
        reach: from the point of the island to its shore, in map units.
    """
    for scale in _ISLAND_SCALES:
        for in_a_row in range(count, 0, -1):
            corners = (
                (abs(dx) + _HALF_A_PIECE, dy + _HALF_A_PIECE) for dx, dy in places(count, in_a_row)
            )
            if all(hypot(scale * dx, _top(scale) + scale * dy) <= reach for dx, dy in corners):
                return in_a_row, scale
    return _IN_A_ROW, _ISLAND_SCALES[-1]


def _smaller(found: Sequence[Draw], in_a_row: int, scale: float, x: float, y: float) -> str:
    drawn = "".join(
        draw(dx, dy) for draw, (dx, dy) in zip(found, places(len(found), in_a_row), strict=True)
    )
    return f'<g transform="translate({x:.1f} {y:.1f}) scale({scale})">{drawn}</g>'


def places(count: int, in_a_row: int = _IN_A_ROW) -> list[Point]:
    """Points of pieces around a point: rows below each other, each in the middle."""
    found = []
    for i in range(count):
        row, column = divmod(i, in_a_row)
        width = min(in_a_row, count - row * in_a_row)
        found.append(((column - (width - 1) / 2) * WIDTH, row * WIDTH))
    return found


def name_lines(name: str) -> list[str]:
    """A name on as many lines as it needs."""
    lines = [""]
    for word in name.split():
        if lines[-1] and len(lines[-1]) + len(word) >= _LONGEST_LINE:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
