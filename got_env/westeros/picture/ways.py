"""Rivers, fords and arrows: what is drawn of ways that are no border, or not always one."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from got_env.core.svg import Point, number, strokes, title
from got_env.westeros.facts.files import Board
from got_env.westeros.picture.layout import Layout, Pair

_BEND = 0.16
"""Bend of an arrow to its side, in parts of its length."""
_SHORT = 46.0
"""An arrow ends this far from where pieces stand, in map units."""
_HEAD = 11.0


def rivers_of(board: Board) -> frozenset[Pair]:
    """Areas with a river between them: fords, and borders without a way across."""
    return frozenset(frozenset((pair.a, pair.b)) for pair in (*board.fords, *board.river_borders))


def ways_on(board: Board, layout: Layout, stormy: bool) -> str:
    """Rivers as lines that are broken where a ford is open, and arrows.

    Args:
        board: of the facts.
        layout: of the same board.
        stormy: whether the weather closes the fords.
    """
    return "".join([*_rivers(board, layout, stormy), *_arrows(board, layout)])


def _rivers(board: Board, layout: Layout, stormy: bool) -> Iterator[str]:
    fords = {frozenset((ford.a, ford.b)) for ford in board.fords}
    for (a, b), lines in layout.rivers.items():
        is_ford = frozenset((a, b)) in fords
        kind = "river" if not is_ford else "ford shut" if stormy else "ford"
        told = "no way across" if not is_ford else "closed ford" if stormy else "ford"
        yield (
            f'<path class="{kind}" data-between="{a} {b}" d="{strokes(lines)}">'
            f"{title(f'{a} - {b}: {told}')}</path>"
        )


def _arrows(board: Board, layout: Layout) -> Iterator[str]:
    for arrow in board.arrows:
        house = f" of-{arrow.house}" if arrow.house else ""
        middle = (layout.size[0] / 2, layout.size[1] / 2)
        line, heads = _both_ways(layout.anchors[arrow.a], layout.anchors[arrow.b], middle)
        whose = f"arrow of {arrow.house}" if arrow.house else "arrow"
        yield (
            f'<path class="way{house}" data-between="{arrow.a} {arrow.b}" d="{line}">'
            f"{title(f'{arrow.a} - {arrow.b}: {whose}')}</path>"
            f'<path class="way head{house}" d="{heads}"/>'
        )


def _both_ways(start: Point, end: Point, middle: Point) -> tuple[str, str]:
    """A line between two points that bends away from a third, and the heads at its ends."""
    (x0, y0), (x1, y1) = start, end
    bends = [
        ((x0 + x1) / 2 - side * (y1 - y0), (y0 + y1) / 2 + side * (x1 - x0))
        for side in (-_BEND, _BEND)
    ]
    bend = max(bends, key=lambda place: hypot(place[0] - middle[0], place[1] - middle[1]))
    tips = [_towards(place, bend) for place in (start, end)]
    heads = "".join(_head(tip, bend) for tip in tips)
    return f"M{_at(tips[0])}Q{_at(bend)} {_at(tips[1])}", heads


def _towards(place: Point, bend: Point) -> Point:
    length = hypot(bend[0] - place[0], bend[1] - place[1])
    part = min(_SHORT, length * 0.8) / length
    return (place[0] + part * (bend[0] - place[0]), place[1] + part * (bend[1] - place[1]))


def _head(tip: Point, bend: Point) -> str:
    length = hypot(tip[0] - bend[0], tip[1] - bend[1])
    dx, dy = (tip[0] - bend[0]) / length, (tip[1] - bend[1]) / length
    left = (tip[0] - _HEAD * dx - _HEAD / 2 * dy, tip[1] - _HEAD * dy + _HEAD / 2 * dx)
    right = (tip[0] - _HEAD * dx + _HEAD / 2 * dy, tip[1] - _HEAD * dy - _HEAD / 2 * dx)
    return f"M{_at(left)}L{_at(tip)}L{_at(right)}"


def _at(point: Point) -> str:
    return f"{number(point[0])},{number(point[1])}"
