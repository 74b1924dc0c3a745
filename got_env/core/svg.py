"""SVG elements as text: what pictures of games are written with."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from html import escape

Point = tuple[float, float]
Line = tuple[Point, ...]
"""Points of an open line."""


def text(x: float, y: float, words: object, kind: str = "") -> str:
    """Words with their middle, or by ``left`` and ``right`` their end, at a point."""
    told = f' class="{kind}"' if kind else ""
    return f'<text x="{number(x)}" y="{number(y)}"{told}>{escape(str(words), quote=False)}</text>'


def title(words: object) -> str:
    """Text about the element that it is in, on a pointer's stay."""
    return f"<title>{escape(str(words), quote=False)}</title>"


def symbol(name: str, x: float, y: float, kind: str, scale: float = 1, turn: int = 0) -> str:
    """One of the drawings of ``symbols.svg`` around a point."""
    move = f"translate({number(x)} {number(y)})"
    if turn:
        move += f" rotate({turn})"
    if scale != 1:
        move += f" scale({scale:g})"
    return f'<use href="#got-{name}" class="{kind}" transform="{move}"/>'


def disc(x: float, y: float, radius: float, kind: str) -> str:
    """A filled circle."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" class="{kind}"/>'


def box(x: float, y: float, width: float, height: float, kind: str = "box") -> str:
    """A rectangle with round corners."""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
        f' rx="4" class="{kind}"/>'
    )


def outline(rings: Iterable[Line]) -> str:
    """Path data of closed outlines."""
    return "".join(f"M{_corners(ring)}Z" for ring in rings)


def strokes(lines: Iterable[Line]) -> str:
    """Path data of open lines."""
    return "".join(f"M{_corners(line)}" for line in lines)


@lru_cache(maxsize=1 << 14)
def number(value: float) -> str:
    """A coordinate in tenths of a map unit."""
    return f"{value:.1f}".removesuffix(".0")


def _corners(line: Iterable[Point]) -> str:
    return "L".join(f"{number(x)},{number(y)}" for x, y in line)
