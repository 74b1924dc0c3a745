"""Maker of pixels: resvg, with the fonts that come along."""

from __future__ import annotations

import io
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import numpy.typing as npt

from got_env.core.checks import checked_integer
from got_env.core.error_values import short_repr
from got_env.core.extras import how_to_install

_LIBRARIES = ("resvg_py", "PIL", "matplotlib")
"""The renderer, what reads its PNG, and whose fonts are used: those of the machine may be missing,
and would make pictures differ."""
_FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSans-Oblique.ttf")

MOST_PIXELS = 8_000
"""Width of the widest picture: to draw a board of that width takes a gigabyte of memory."""


def missing_libraries() -> str | None:
    """Why there can be no pixels here, and what to install; None if there can."""
    absent = [name for name in _LIBRARIES if find_spec(name) is None]
    if not absent:
        return None
    return f"needs {', '.join(absent)}: {how_to_install('viz')}"


def png_file(document: str, width: int | None) -> bytes:
    """An SVG document as a PNG file.

    Args:
        document: drawn in its light colours.
        width: in pixels, the height follows, at most :data:`MOST_PIXELS`; None for the size that
            the document says.

    Raises:
        ValueError: for another width.
        RuntimeError: if a library is missing; names the extra that brings it.
    """
    if missing := missing_libraries():
        raise RuntimeError(f"pixels of a picture: {missing}")
    if width is not None and not 1 <= checked_integer(width, "width") <= MOST_PIXELS:
        raise ValueError(
            f"width={short_repr(width)}: expected a positive number, at most {MOST_PIXELS}"
        )
    from resvg_py import svg_to_bytes

    return bytes(
        svg_to_bytes(
            svg_string=document,
            width=width,
            skip_system_fonts=True,
            font_files=_font_files(),
            font_family="DejaVu Sans",
            sans_serif_family="DejaVu Sans",
        )
    )


def drawn(document: str, width: int | None = None) -> npt.NDArray[np.uint8]:
    """An SVG document as ``(height, width, 4) uint8``: red, green, blue, and how opaque.

    Arguments and errors as :func:`png_file`.
    """
    file = png_file(document, width)
    from PIL import Image

    with Image.open(io.BytesIO(file)) as image:
        return np.asarray(image.convert("RGBA"))


@cache
def _font_files() -> list[str]:
    import matplotlib

    folder = Path(matplotlib.get_data_path(), "fonts", "ttf")
    return [str(folder / name) for name in _FONTS]
