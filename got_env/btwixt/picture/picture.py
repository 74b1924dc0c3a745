"""The picture of a position: leaders and councils in a circle, and what lies in the middle."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from math import cos, pi, sin
from typing import Any

from got_env.btwixt.facts.facts import Facts
from got_env.btwixt.picture.boxes import council_box, leader_box, middle
from got_env.btwixt.picture.cards import HAND, hand
from got_env.btwixt.picture.panel import WIDTH, panel
from got_env.btwixt.words.names import facts_behind
from got_env.btwixt.words.snapshot import snapshot as snapshot_of
from got_env.core.game import States
from got_env.core.svg import Point, box, title

_TABLE = (1140.0, 1010.0)
_EDGE = 14.0
"""Beside a hand."""
_CENTRE: Point = (570.0, 505.0)
_LEADERS: Point = (450.0, 410.0)
_COUNCILS: Point = (415.0, 375.0)
"""Half axes of the rings that leaders and councils lie on."""


def picture(states: States, row: int) -> str:
    """A (redacted) record as an SVG document."""
    return render_picture(facts_behind(states[row]), snapshot_of(states, row))


def render_picture(facts: Facts, snapshot: Mapping[str, Any]) -> str:
    """A snapshot as an SVG document; no other file is needed to show it.

    Args:
        facts: of the game.
        snapshot: the position, whole or as one player knows it.
    """
    width, height = _TABLE
    whole, below = width + WIDTH, height + HAND
    name = f"A Game of Thrones: B'Twixt, round {snapshot['round']}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="btwixt-table" role="img"'
        f' viewBox="0 0 {whole:g} {below:g}" aria-label="{name}">{title(name)}'
        f'<style>{_style()}</style><g id="ground">{box(0, 0, whole, below, "paper")}'
        f'<ellipse cx="{_CENTRE[0]:g}" cy="{_CENTRE[1]:g}" rx="{_CENTRE[0] - 60:g}"'
        f' ry="{_CENTRE[1] - 60:g}" class="table"/></g>'
        f'<g id="table">{_ring(facts, snapshot)}{middle(facts, snapshot, *_CENTRE)}</g>'
        f'<g id="hand">{hand(facts, snapshot, _EDGE, height, width - 2 * _EDGE)}</g>'
        f'<g id="panel">{panel(facts, snapshot, width)}</g></svg>\n'
    )


def _ring(facts: Facts, snapshot: Mapping[str, Any]) -> str:
    seats = len(snapshot["leaders"])
    parts = []
    for seat, name in enumerate(snapshot["leaders"]):
        x, y = _at(2 * seat, 2 * seats, _LEADERS)
        parts.append(leader_box(facts, snapshot, name, seat, x, y, _TABLE[1]))
    for place, name in enumerate(snapshot["councils"]):
        x, y = _at(2 * place + 1, 2 * seats, _COUNCILS)
        parts.append(council_box(facts, snapshot["councils"][name], name, x, y, _TABLE[1]))
    return "".join(parts)


def _at(step: int, steps: int, axes: Point) -> Point:
    """A place on a ring, the first at the top, clockwise."""
    turn = 2 * pi * step / steps - pi / 2
    return _CENTRE[0] + axes[0] * cos(turn), _CENTRE[1] + axes[1] * sin(turn)


@cache
def _style() -> str:
    return (files("got_env.btwixt.picture") / "style.css").read_text(encoding="utf-8")
