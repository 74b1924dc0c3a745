"""A picture cut into tiles of one size, numbered row by row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

Place = tuple[slice, slice]
"""Rows and columns of pixels."""


@dataclass(frozen=True)
class Tiling:
    """Cut of a picture into tiles."""

    width: int
    height: int
    tile: int
    """Width and height of a tile, in pixels; those at the right and at the bottom are smaller."""

    @property
    def grid(self) -> tuple[int, int]:
        """Rows and columns of tiles."""
        return -(-self.height // self.tile), -(-self.width // self.tile)

    def __len__(self) -> int:
        return self.grid[0] * self.grid[1]

    def place(self, tile: int) -> Place:
        """The pixels of a tile."""
        return self.span((tile, tile))

    def span(self, corners: tuple[int, int]) -> Place:
        """The pixels of a rectangle, from its first tile to its last one."""
        (top, left), (bottom, right) = (divmod(corner, self.grid[1]) for corner in corners)
        return (
            slice(top * self.tile, min((bottom + 1) * self.tile, self.height)),
            slice(left * self.tile, min((right + 1) * self.tile, self.width)),
        )

    def inside(self, corners: tuple[int, int]) -> list[int]:
        """The tiles of a rectangle."""
        (top, left), (bottom, right) = (divmod(corner, self.grid[1]) for corner in corners)
        columns = range(left, right + 1)
        return [row * self.grid[1] + at for row in range(top, bottom + 1) for at in columns]

    def rectangles(self, tiles: Iterable[int]) -> Iterator[tuple[int, int]]:
        """First and last tile of rectangles that hold these tiles, each once, and no other."""
        left = {*tiles}
        columns = self.grid[1]
        for first in sorted(left):
            if first not in left:
                continue
            stop = first + 1
            while stop in left and stop % columns:
                stop += 1
            row = range(first, stop)
            while left.issuperset(row):
                left.difference_update(row)
                last = row[-1]
                row = range(row.start + columns, row.stop + columns)
            yield first, last
