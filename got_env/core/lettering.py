"""Lettering: how wide words of a picture become, and what makes them fit into their room.

Widths are those of DejaVu Sans Bold, the widest of the fonts that pictures name, rounded up.
"""

from __future__ import annotations

from functools import lru_cache

from got_env.core.svg import number, text

_CLASSES = (
    (0.35, " 'ijl"),
    (0.4, ",./:;IJ\\|"),
    (0.45, "-f"),
    (0.5, "!()[]_`rt"),
    (0.55, '"*'),
    (0.6, "?csz"),
    (0.65, "Lx"),
    (0.7, "$0123456789EFTaekovy"),
    (0.75, "CPSYZbdghnpqu{}"),
    (0.8, "ABKRVX"),
    (0.85, "#+<=>DGHNU^~"),
    (0.9, "&OQ"),
    (0.95, "w"),
    (1.0, "@M"),
    (1.05, "%m"),
    (1.15, "W"),
)
_EMS = {letter: width for width, letters in _CLASSES for letter in letters}
_WIDEST = 1.2
"""Of letters that the table does not have, in font sizes."""
_PLAIN = 0.95
"""Width of words that are not bold, as a share of bold ones."""


def width_of(words: str, size: float, bold: bool = False) -> float:
    """Greatest width of words, in the unit of their font size."""
    return _ems(words) * size * (1.0 if bold else _PLAIN)


@lru_cache(maxsize=1 << 12)
def _ems(words: str) -> float:
    return sum(_EMS.get(letter, _WIDEST) for letter in words)


def wrapped(words: str, room: float, size: float, bold: bool = False) -> list[str]:
    """Words in lines that are no wider than a room, unless a single word is."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size, bold) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def fitted(
    x: float, y: float, words: object, kind: str, room: float, size: float, bold: bool = False
) -> str:
    """Words at a point as :func:`got_env.core.svg.text`, set closer if their room is too small.

    Args:
        x: of the point.
        y: of the point.
        words: what is written.
        kind: classes of the element.
        room: that they may take.
        size: of the font that the classes give.
        bold: whether that is bold.
    """
    written = text(x, y, words, kind)
    if width_of(str(words), size, bold) <= room:
        return written
    squeezed = f' textLength="{number(room)}" lengthAdjust="spacingAndGlyphs"'
    return written.replace(">", f"{squeezed}>", 1)
