"""The action space: named ranges of one ``Discrete`` shared by every phase.

::

    0..10    order      type of order token              (11)
    11..14   unit       footman, knight, siege engine, ship
    15..21   count      0..6 units or ships              (7)
    22..28   card       slot of a house card hand        (7)
    29..49   bid        0..20 power tokens               (21)
    50..55   seat       a player                         (6)
    56..58   side       attacker, defender, nobody
    59..61   track      Iron Throne, Fiefdoms, King's Court
    62..64   choice     option a, b, c
    65..66   upgrade    footman to knight, to siege engine
    67..68   status     fresh, routed
    69..71   yes, no, done
    72..     area       one for each area of the board

Areas stand last because their number differs between boards; in games that have them, Leaders (15)
and Alliance decks (4) follow.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

_NOTHING: Mapping[str, int] = MappingProxyType({})


class ActionRange(NamedTuple):
    """A run of action indices with one meaning."""

    name: str
    offset: int
    size: int


_SIZES = {
    "order": 11,
    "unit": 4,
    "count": 7,
    "card": 7,
    "bid": 21,
    "seat": 6,
    "side": 3,
    "track": 3,
    "choice": 3,
    "upgrade": 2,
    "status": 2,
    "yes": 1,
    "no": 1,
    "done": 1,
}


def _lay_out() -> dict[str, ActionRange]:
    ranges, offset = {}, 0
    for name, size in _SIZES.items():
        ranges[name] = ActionRange(name, offset, size)
        offset += size
    ranges["area"] = ActionRange("area", offset, 0)
    return ranges


_RANGES = _lay_out()

ORDER = _RANGES["order"].offset
UNIT = _RANGES["unit"].offset
COUNT = _RANGES["count"].offset
CARD = _RANGES["card"].offset
BID = _RANGES["bid"].offset
SEAT = _RANGES["seat"].offset
SIDE = _RANGES["side"].offset
TRACK = _RANGES["track"].offset
CHOICE = _RANGES["choice"].offset
UPGRADE = _RANGES["upgrade"].offset
STATUS = _RANGES["status"].offset
YES = _RANGES["yes"].offset
NO = _RANGES["no"].offset
DONE = _RANGES["done"].offset
AREA = _RANGES["area"].offset


def action_ranges(num_areas: int, more: Mapping[str, int] = _NOTHING) -> tuple[ActionRange, ...]:
    """All ranges for a board of ``num_areas`` areas, in index order.

    Args:
        num_areas: areas of the board.
        more: sizes of the ranges by name that follow the areas, in a game that has them.
    """
    ranges = [
        *[r for r in _RANGES.values() if r.name != "area"],
        ActionRange("area", AREA, num_areas),
    ]
    for name, size in more.items():
        last = ranges[-1]
        ranges.append(ActionRange(name, last.offset + last.size, size))
    return tuple(ranges)


def num_actions(num_areas: int, more: Mapping[str, int] = _NOTHING) -> int:
    """Size of the action space, see :func:`action_ranges`."""
    return AREA + num_areas + sum(more.values())
