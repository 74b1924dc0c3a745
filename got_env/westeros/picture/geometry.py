"""Shapes of a map from hand-placed points: the ground of an area is what is nearest to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import hypot, inf

from got_env.core.svg import Line, Point

_SAME = 0.01
"""Corners as near as this are one: neighbouring cells compute them apart."""
_SHORTEST_BORDER = 4.0
"""Cells whose common side is shorter meet in a corner only; map units."""
_STEP, _SWAY = 13.0, 2.6
"""A border is broken into steps of about this length, each displaced by at most that."""


class Corners:
    """Corners of cells, each once."""

    def __init__(self) -> None:
        self._known: list[Point] = []

    def place(self, point: Point) -> Point:
        """The known corner at a point, or the point, which is known from now on."""
        for known in self._known:
            if abs(known[0] - point[0]) < _SAME and abs(known[1] - point[1]) < _SAME:
                return known
        self._known.append(point)
        return point


def borders(
    points: Mapping[str, Sequence[Point]], width: float, height: float
) -> dict[tuple[str, str], list[Line]]:
    """Lines where the ground of two areas meets, by the two names in order.

    Args:
        points: of each area, in map units, all inside the frame.
        width: of the frame.
        height: of the frame.

    Returns:
        for each pair that touches, its sides as straight lines of two corners; the frame of the
        map is the area ``""``.
    """
    sites = [(x, y, name) for name, places in points.items() for x, y in places]
    corners = Corners()
    found: dict[tuple[str, str], dict[Line, None]] = defaultdict(dict)
    for x, y, name in sites:
        others = sorted(
            (hypot(x - other_x, y - other_y), other_x, other_y, other)
            for other_x, other_y, other in sites
            if (x, y) != (other_x, other_y)
        )
        cell = [(0.0, 0.0, ""), (width, 0.0, ""), (width, height, ""), (0.0, height, "")]
        reach = inf
        for distance, other_x, other_y, other in others:
            if distance > 2 * reach:
                break
            cell = _clipped(cell, x, y, other_x, other_y, other)
            reach = max(hypot(x - corner_x, y - corner_y) for corner_x, corner_y, _ in cell)
        for i, (x0, y0, other) in enumerate(cell):
            if other == name:
                continue
            x1, y1, _ = cell[(i + 1) % len(cell)]
            ends = corners.place((x0, y0)), corners.place((x1, y1))
            if ends[0] != ends[1]:
                found[min(name, other), max(name, other)][min(ends), max(ends)] = None
    return {pair: list(lines) for pair, lines in found.items()}


def _clipped(
    cell: list[tuple[float, float, str]], x: float, y: float, x2: float, y2: float, other: str
) -> list[tuple[float, float, str]]:
    """The part of a convex cell that is nearer to one point than to another.

    A corner carries the name of what lies beyond the side that starts there.
    """
    nx, ny = x2 - x, y2 - y
    limit = (x2 * x2 + y2 * y2 - x * x - y * y) / 2
    kept: list[tuple[float, float, str]] = []
    for i, (x0, y0, beyond) in enumerate(cell):
        x1, y1, _ = cell[(i + 1) % len(cell)]
        from_line, to_line = nx * x0 + ny * y0 - limit, nx * x1 + ny * y1 - limit
        if from_line <= 0:
            kept.append((x0, y0, beyond))
        if (from_line < 0 < to_line) or (to_line < 0 < from_line):
            part = from_line / (from_line - to_line)
            outside = other if from_line < 0 else beyond
            kept.append((x0 + part * (x1 - x0), y0 + part * (y1 - y0), outside))
        elif from_line == 0 and to_line > 0:
            kept[-1] = (x0, y0, other)
    return kept


def touching(found: Mapping[tuple[str, str], Sequence[Line]]) -> set[frozenset[str]]:
    """Pairs of areas that have more than a corner in common."""
    return {
        frozenset(pair)
        for pair, lines in found.items()
        if "" not in pair
        and max(hypot(b[0] - a[0], b[1] - a[1]) for a, b in lines) >= _SHORTEST_BORDER
    }


def ragged(line: Line) -> Line:
    """A straight line as a coast: more points, each a little off it, always the same ones."""
    (x0, y0), (x1, y1) = line
    length = hypot(x1 - x0, y1 - y0)
    steps = max(1, round(length / _STEP))
    points = [(x0, y0)]
    for i in range(1, steps):
        part = i / steps
        x, y = x0 + part * (x1 - x0), y0 + part * (y1 - y0)
        # Mixed digits of the place itself: no random numbers, no state.
        sway = _SWAY * (((x * 12.9898 + y * 78.233) * 43.7585) % 2 - 1)
        points.append((x - sway * (y1 - y0) / length, y + sway * (x1 - x0) / length))
    return (*points, (x1, y1))


def rings(lines: Sequence[Line]) -> list[Line]:
    """Lines joined end to end into closed outlines.

    Raises:
        ValueError: if they leave an end open.
    """
    at: dict[Point, list[int]] = defaultdict(list)
    for i, line in enumerate(lines):
        at[line[0]].append(i)
        at[line[-1]].append(i)
    left = dict.fromkeys(range(len(lines)))
    closed = []
    while left:
        first = next(iter(left))
        del left[first]
        ring = list(lines[first])
        while ring[-1] != ring[0]:
            following = next((i for i in at[ring[-1]] if i in left), None)
            if following is None:
                raise ValueError(f"outline: open at {ring[-1]}")
            del left[following]
            line = lines[following]
            ring += line[1:] if line[0] == ring[-1] else line[-2::-1]
        closed.append(tuple(ring[:-1]))
    return closed
