"""Actions in progress on the board: the areas in question, a march, an attack, its support."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from typing import Any

from got_env.core.svg import Point, number
from got_env.westeros.picture.ground import Ground, places
from got_env.westeros.picture.leaders import banner
from got_env.westeros.picture.tokens import Draw, units_of

_ABOUT_AREAS = ("area", "from", "to", "target")
"""Keys under which a decision names areas that it is about."""
_BEND = 0.12
"""Bend of an arrow to its side, in parts of its length."""
_SHORT = 52.0
"""An arrow ends this far from where pieces stand, in map units."""
_HEAD = 15.0


def action_on(ground: Ground, snapshot: Mapping[str, Any], about: Mapping[str, Any]) -> str:
    """Rings and arrows over the board.

    Args:
        ground: the board.
        snapshot: the position.
        about: what the open decision is about, as :mod:`got_env.westeros.words.context` tells it.
    """
    asked = [str(about[word]) for word in _ABOUT_AREAS if word in about]
    parts = [ground.ring(area, "asked") for area in asked if area in ground.layout.anchors]
    march, combat = snapshot["march"], snapshot["combat"]
    leaders = snapshot.get("leaders", {})
    if march:
        parts += _march(ground, march, snapshot["areas"][march["from"]]["controller"], leaders)
    if combat:
        parts += _combat(ground, combat)
    return "".join(parts)


def _march(
    ground: Ground, march: Mapping[str, Any], house: str | None, leaders: Mapping[str, Any]
) -> Iterator[str]:
    for target, units in march["to"].items():
        sent = march.get("leaders_to", {}).get(target, ())
        banners = [banner(leader, leaders[leader]["house"]) for leader in sent]
        yield _arrow(ground, march["from"], target, f"arrow of-{house}", units, house, banners)


def _combat(ground: Ground, combat: Mapping[str, Any]) -> Iterator[str]:
    house = combat["sides"]["attacker"]["house"]
    yield ground.ring(combat["area"], "contested")
    for area, side in combat["support"].items():
        if side in combat["sides"] and area != combat["area"]:
            helped = combat["sides"][side]["house"]
            yield _arrow(ground, area, combat["area"], f"support-arrow of-{helped}")
    yield _arrow(
        ground,
        combat["from"],
        combat["area"],
        f"arrow of-{house}",
        combat["attacking_units"],
        house,
        [banner(leader, house) for leader in combat["sides"]["attacker"].get("leaders", ())],
    )


def _arrow(
    ground: Ground,
    start: str,
    end: str,
    kind: str,
    units: Mapping[str, int] | None = None,
    house: str | None = None,
    leaders: Sequence[Draw] = (),
) -> str:
    """A bent arrow between two areas, with an army in its middle."""
    (x0, y0), (x1, y1) = ground.layout.anchors[start], ground.layout.anchors[end]
    bend = ((x0 + x1) / 2 - _BEND * (y1 - y0), (y0 + y1) / 2 + _BEND * (x1 - x0))
    length = hypot(x1 - bend[0], y1 - bend[1])
    ahead = ((x1 - bend[0]) / length, (y1 - bend[1]) / length)
    short = min(_SHORT, length / 2)
    tip = (x1 - short * ahead[0], y1 - short * ahead[1])
    line = f"M{_at(x0, y0)}Q{_at(*bend)} {_at(*tip)}"
    army = [*(units_of(units, house) if units and house else []), *leaders]
    middle = ((x0 + 2 * bend[0] + x1) / 4, (y0 + 2 * bend[1] + y1) / 4)
    drawn = "".join(
        draw(middle[0] + dx, middle[1] + dy)
        for draw, (dx, dy) in zip(army, places(len(army)), strict=True)
    )
    path = f'd="{line}{_head(tip, ahead)}"'
    return f'<path class="casing" {path}/><path class="{kind}" {path}/>{drawn}'


def _head(tip: Point, ahead: Point) -> str:
    (x, y), (dx, dy) = tip, ahead
    left = (x - _HEAD * dx - _HEAD / 2 * dy, y - _HEAD * dy + _HEAD / 2 * dx)
    right = (x - _HEAD * dx + _HEAD / 2 * dy, y - _HEAD * dy - _HEAD / 2 * dx)
    return f"M{_at(*left)}L{_at(x, y)}L{_at(*right)}"


def _at(x: float, y: float) -> str:
    return f"{number(x)},{number(y)}"
