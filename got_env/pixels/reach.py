"""Tiles of a picture that a part of it touches: found by drawing the part small and fat."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from got_env.pixels.drawing import drawn
from got_env.pixels.parts import Sheet

TILE = 48
"""Width and height of a tile in pixels."""
_DOT = 16
"""Pixels of the picture to one of the small drawing; a tile is a whole number of them."""
_GAP = 2
"""Between two small drawings."""
_AT_ONCE = 256
_FAT = "<style>path,rect,circle,ellipse,text{stroke:#000!important}*{opacity:1!important}</style>"
"""A small drawing must not lose what is thin or pale: all gets a line around it."""
_LINE = 8
"""Width of that line in pixels of the picture, where a style sheet names none: half a dot."""


def reaches(
    sheet: Sheet, parts: Sequence[str], scale: tuple[float, float], grid: tuple[int, int]
) -> list[npt.NDArray[np.int_]]:
    """The numbers of the tiles that each part touches, or comes near to.

    Args:
        sheet: what the parts have in common.
        parts: their texts.
        scale: pixels of the picture to a unit of the document, across and down.
        grid: rows and columns of tiles; they are numbered row by row.
    """
    found = []
    for first in range(0, len(parts), _AT_ONCE):
        found += _reaches(sheet, parts[first : first + _AT_ONCE], scale, grid)
    return found


def _reaches(
    sheet: Sheet, parts: Sequence[str], scale: tuple[float, float], grid: tuple[int, int]
) -> list[npt.NDArray[np.int_]]:
    dots = TILE // _DOT
    height, width = grid[0] * dots, grid[1] * dots
    step = height + _GAP
    x, y = scale[0] / _DOT, scale[1] / _DOT
    content = "".join(
        f'<g transform="matrix({x:.8f} 0 0 {y:.8f} 0 {i * step})"'
        f' stroke-width="{_LINE / scale[0]:.3f}">{part}</g>'
        for i, part in enumerate(parts)
    )
    small = drawn(sheet.document(width, step * len(parts), _FAT + content))
    touched = (small[..., 3] > 0).reshape(len(parts), step, width)[:, :height]
    # What covers a sliver of a dot may leave it empty: the dots beside count too.
    near = np.pad(touched, ((0, 0), (1, 1), (1, 1)))
    near = near[:, :-2] | near[:, 1:-1] | near[:, 2:]
    near = near[:, :, :-2] | near[:, :, 1:-1] | near[:, :, 2:]
    by_tile = near.reshape(len(parts), grid[0], dots, grid[1], dots).max(axis=(2, 4))
    return [np.flatnonzero(by_tile[i]) for i in range(len(parts))]
