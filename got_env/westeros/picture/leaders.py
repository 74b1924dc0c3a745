"""Leaders of a snapshot as symbols: a banner with the first letters of the name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from got_env.core.svg import symbol, text, title
from got_env.westeros.picture.tokens import Draw

_TITLES = ("ser", "of")
"""Words of a name that give no letter."""


def initials(leader: str) -> str:
    """The letters of a Leader: ``"JL"`` for Ser Jaime Lannister."""
    return "".join(word[0].upper() for word in leader.split("_") if word not in _TITLES)


def banner(leader: str, house: str | None, face_down: bool = False) -> Draw:
    """Function that draws a Leader around a point."""
    look = f"piece {house or 'neutral'} leader" + (" back" if face_down else "")
    told = title(leader.replace("_", " ").title())

    def draw(x: float, y: float) -> str:
        letters = text(x, y + 4, initials(leader), f"sign on-{house or 'neutral'}")
        return f"<g>{told}{symbol('leader', x, y, look)}{letters}</g>"

    return draw


def leaders_in(area: Mapping[str, Any], leaders: Mapping[str, Any]) -> list[Draw]:
    """Every Leader that stands in an area.

    Args:
        area: of a snapshot.
        leaders: of the same snapshot; empty in games without them.
    """
    return [
        banner(leader, leaders[leader]["house"], leaders[leader]["face_down"])
        for leader in area.get("leaders", ())
    ]
