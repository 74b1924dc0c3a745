"""Reads pictures: shapes, classes and words of an SVG document."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from math import hypot
from typing import Any
from xml.etree import ElementTree

NAMESPACE = "{http://www.w3.org/2000/svg}"
Point = tuple[float, float]


class Svg:
    """A document whose elements are looked up by id and class."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.root = ElementTree.fromstring(text)

    def element(self, name: str) -> Any:
        """The element with an id."""
        found = self.root.findall(f".//*[@id='{name}']")
        assert len(found) == 1, name
        return found[0]

    def ids(self) -> Counter[str]:
        """Count of each id."""
        return Counter(e.attrib["id"] for e in self.root.iter() if "id" in e.attrib)

    def classes(self) -> set[str]:
        """Every class that an element has."""
        return {word for e in self.root.iter() for word in e.attrib.get("class", "").split()}

    def with_class(self, name: str, inside: Any = None) -> list[Any]:
        """Elements of a class, of the whole document or inside an element."""
        base = self.root if inside is None else inside
        return [e for e in base.iter() if name in e.attrib.get("class", "").split()]

    def words(self, inside: Any = None) -> str:
        """All texts and titles, one a line."""
        base = self.root if inside is None else inside
        kinds = (f"{NAMESPACE}text", f"{NAMESPACE}title")
        return "\n".join("".join(e.itertext()) for e in base.iter() if e.tag in kinds)

    def rings(self, area: str) -> list[list[Point]]:
        """The closed outlines of an area."""
        return rings(self.element(f"area-{area.replace('_', '-')}").attrib["d"])


def rings(path: str) -> list[list[Point]]:
    """The closed outlines of path data."""
    return [
        [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", ring)]
        for ring in path.split("Z")
        if ring
    ]


def common_border(one: list[list[Point]], other: list[list[Point]]) -> float:
    """Length of the lines that two shapes have in common."""
    first, second = (
        {frozenset(side) for ring in shape for side in pairwise([*ring, ring[0]])}
        for shape in (one, other)
    )
    sides = [tuple(side) for side in first & second if len(side) == 2]
    return sum(hypot(a[0] - b[0], a[1] - b[1]) for a, b in sides)


def overlap(one: list[list[Point]], other: list[list[Point]]) -> bool:
    """True if a corner of one shape lies in the other."""
    return any(
        inside(corner, ring)
        for shape, base in ((one, other), (other, one))
        for corners in shape
        for corner in corners
        for ring in base
    )


def inside(point: Point, ring: list[Point]) -> bool:
    """True if a point lies in a closed outline."""
    x, y = point
    found = False
    for (x0, y0), (x1, y1) in pairwise([*ring, ring[0]]):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            found = not found
    return found
