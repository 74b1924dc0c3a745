"""Pictures that follow each other: a tile is drawn when something in it is new, and kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import count
from math import ceil
from threading import Lock

import numpy as np
import numpy.typing as npt

from got_env.pixels.drawing import drawn
from got_env.pixels.kept import Kept
from got_env.pixels.parts import Parts, Sheet, parts_of
from got_env.pixels.reach import TILE, reaches
from got_env.pixels.tiling import Tiling

Pixels = npt.NDArray[np.uint8]
Key = tuple[int, ...]
"""The number of a tile, and those of the parts that touch it."""

_TILES = 4000
"""Kept of the pictures with one sheet, and as many of their ground alone: 28 MB each."""
_PARTS = 20_000
_SHEETS = 4
_MARGIN = 8
"""Pixels drawn around what is needed: at the edge of a drawing curves are rounded otherwise."""
_ABOVE = -1
"""In a key between the parts of the ground and those above it."""


def follow(document: str, width: int) -> Pixels:
    """A document as ``(height, width, 3) uint8``, fast where it is much like those before it.

    It equals a drawing of the whole document but for rounding: where curves run from one tile into
    the next, and where what is half transparent lies on the ground.

    Args:
        document: as a game draws itself.
        width: in pixels; the height follows.

    Raises:
        RuntimeError: if a library is missing; names the extra that brings it.
    """
    parts = parts_of(document)
    return _mosaic(parts.sheet, width).draw(parts)


class Mosaic:
    """The tiles of all documents with one sheet.

    Args:
        sheet: what the documents have in common.
        width: of the pictures, in pixels.
    """

    def __init__(self, sheet: Sheet, width: int) -> None:
        self._sheet = sheet
        # The renderer rounds the height up, and stretches what it draws to that.
        height = ceil(np.float32(width) * np.float32(sheet.size[1]) / np.float32(sheet.size[0]))
        self._tiling = Tiling(width, height, TILE)
        self._places = [self._tiling.place(tile) for tile in range(len(self._tiling))]
        self._scale = (width / sheet.size[0], height / sheet.size[1])
        self._parts: Kept[str, tuple[int, list[int]]] = Kept(_PARTS)
        self._ground: Kept[Key, Pixels] = Kept(_TILES)
        self._whole: Kept[Key, Pixels] = Kept(_TILES)
        self._numbers = count()
        self._lock = Lock()

    def draw(self, parts: Parts) -> Pixels:
        """A picture ``(height, width, 3) uint8``, an array of the caller's own."""
        with self._lock:
            self._meet([*parts.ground, *parts.above])
            ground, above = self._lying(parts.ground), self._lying(parts.above)
            below = [(tile, *self._numbers_of(parts.ground, on)) for tile, on in enumerate(ground)]
            keys = [
                (*key, _ABOVE, *self._numbers_of(parts.above, on))
                for key, on in zip(below, above, strict=True)
            ]
            new = [tile for tile, key in enumerate(keys) if key not in self._whole]
            bare = [tile for tile in new if below[tile] not in self._ground]
            self._draw_ground(bare, parts.ground, ground, below)
            picture = np.empty((self._tiling.height, self._tiling.width, 3), dtype=np.uint8)
            for tile in new:
                picture[self._places[tile]] = self._ground[below[tile]]
            for corners in self._tiling.rectangles(tile for tile in new if above[tile]):
                _lay(self._drawn(corners, parts.above, above), picture[self._tiling.span(corners)])
            for tile in new:
                self._whole[keys[tile]] = picture[self._places[tile]].copy()
            for tile, key in enumerate(keys):
                picture[self._places[tile]] = self._whole[key]
            for kept in (self._whole, self._ground, self._parts):
                kept.forget()
        return picture

    def _meet(self, parts: Sequence[str]) -> None:
        """Give parts that are new a number, and find the tiles that they touch."""
        new = [*dict.fromkeys(part for part in parts if part not in self._parts)]
        found = reaches(self._sheet, new, self._scale, self._tiling.grid)
        for part, tiles in zip(new, found, strict=True):
            self._parts[part] = (next(self._numbers), tiles.tolist())

    def _lying(self, parts: Sequence[str]) -> list[list[int]]:
        """For each tile the indices of the parts that touch it, in order."""
        lying: list[list[int]] = [[] for _ in range(len(self._tiling))]
        for i, part in enumerate(parts):
            for tile in self._parts[part][1]:
                lying[tile].append(i)
        return lying

    def _numbers_of(self, parts: Sequence[str], on: Iterable[int]) -> Key:
        return tuple([self._parts[parts[i]][0] for i in on])

    def _draw_ground(
        self,
        tiles: Iterable[int],
        parts: Sequence[str],
        lying: Sequence[Sequence[int]],
        keys: Sequence[Key],
    ) -> None:
        for corners in self._tiling.rectangles(tiles):
            rows, columns = self._tiling.span(corners)
            ground = self._drawn(corners, parts, lying)[..., :3]
            for tile in self._tiling.inside(corners):
                down, across = self._places[tile]
                self._ground[keys[tile]] = ground[
                    down.start - rows.start : down.stop - rows.start,
                    across.start - columns.start : across.stop - columns.start,
                ].copy()

    def _drawn(
        self, corners: tuple[int, int], parts: Sequence[str], lying: Sequence[Sequence[int]]
    ) -> Pixels:
        """Pixels of some tiles with some parts, ``(height, width, 4)``: the last is how opaque."""
        rows, columns = self._tiling.span(corners)
        there = sorted({i for tile in self._tiling.inside(corners) for i in lying[tile]})
        content = "".join([parts[i] for i in there])
        (x, y), left, top = self._scale, _MARGIN - columns.start, _MARGIN - rows.start
        document = self._sheet.document(
            columns.stop - columns.start + 2 * _MARGIN,
            rows.stop - rows.start + 2 * _MARGIN,
            f'<g transform="matrix({x:.8f} 0 0 {y:.8f} {left} {top})">{content}</g>',
        )
        return drawn(document)[_MARGIN:-_MARGIN, _MARGIN:-_MARGIN]


@lru_cache(_SHEETS)
def _mosaic(sheet: Sheet, width: int) -> Mosaic:
    return Mosaic(sheet, width)


def _lay(top: Pixels, below: Pixels) -> None:
    """Lay ``(height, width, 4)`` on ``(height, width, 3)``, in place."""
    opaque = top[..., 3:].astype(np.uint16)
    below[:] = (top[..., :3] * opaque + below * (255 - opaque) + 127) // 255
