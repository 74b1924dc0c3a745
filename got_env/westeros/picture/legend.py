"""Meaning of the signs of a picture."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from got_env.core.svg import symbol, text
from got_env.westeros.picture.tokens import coin, order_token

_ROW = 30.0
_COLUMNS = (14.0, 118.0, 226.0, 346.0)
_HEADING = 24.0

Draw = Callable[[float, float], str]


def _sign(name: str, kind: str) -> Draw:
    return lambda x, y: symbol(name, x, y, kind)


def _order(name: str) -> Draw:
    return lambda x, y: order_token(name, x, y)


Sign = tuple[Draw, str]
"""Function that draws a sign, and its meaning."""

_SIGNS: tuple[Sign, ...] = (
    (_sign("footman", "piece stark"), "footman"),
    (_sign("knight", "piece stark"), "knight"),
    (_sign("siege_engine", "piece stark"), "siege engine"),
    (_sign("ship", "piece stark"), "ship"),
    (_sign("castle", "mark"), "castle"),
    (_sign("stronghold", "mark"), "stronghold"),
    (_sign("supply", "line"), "supply"),
    (_sign("power", "mark"), "power"),
    (_sign("shield", "piece stark"), "garrison"),
    (_sign("shield", "piece neutral"), "neutral force"),
    (lambda x, y: coin("stark", x, y, 11), "power token"),
    (_sign("anchor", "line"), "port"),
    (_order("march+0"), "march"),
    (_order("defense+1"), "defense"),
    (_order("support"), "support"),
    (_order("raid"), "raid"),
    (_order("consolidate*"), "starred"),
)
"""The colours of one house stand for those of all."""
_NOTES = (
    "An order that lies face down shows a question mark. Routed units lie.",
    "Thick lines between areas: no way across. Dashed ring: in question.",
)


def legend(
    x: float,
    bottom: float,
    absent: Collection[str],
    more: Sequence[Sign] = (),
    more_notes: Sequence[str] = (),
) -> str:
    """Signs with their meanings, above a point.

    Args:
        x: of their left side, in map units.
        bottom: where they end, in map units.
        absent: meanings of signs that the game does not have.
        more: signs that other games do not have.
        more_notes: lines below the signs that other games do not have.
    """
    signs = [(draw, meaning) for draw, meaning in (*_SIGNS, *more) if meaning not in absent]
    lines = (*_NOTES, *more_notes)
    notes = bottom - 8 - 16 * (len(lines) - 1)
    rows = -(-len(signs) // len(_COLUMNS))
    top = notes - 8 - _ROW * rows
    parts = [text(x, top - _HEADING + 6, "Signs", "title left")]
    for i, (draw, meaning) in enumerate(signs):
        row, column = divmod(i, len(_COLUMNS))
        left, y = x + _COLUMNS[column], top + _ROW * (row + 0.25)
        parts += [draw(left, y), text(left + 18, y + 4, meaning, "small left")]
    parts += [text(x, notes + 16 * i, note, "small left") for i, note in enumerate(lines)]
    return "".join(parts)
