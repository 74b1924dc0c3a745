"""Units, orders and tokens of a snapshot as symbols."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from got_env.core.svg import disc, symbol, text, title
from got_env.westeros.facts.files import ORDER_KINDS
from got_env.westeros.rules.names import HIDDEN_WORD, MINUS_WORD, ORDER_WORDS

Draw = Callable[[float, float], str]
"""Draws a piece around a point."""

WIDTH = 32.0
"""Room that a piece takes, in map units; as high as wide."""
_KINDS = dict(zip(ORDER_WORDS, ORDER_KINDS.values(), strict=True))
_KINDS[MINUS_WORD] = _KINDS["support"]
_LETTER_BELOW = {
    "footman": 9,
    "knight": 9,
    "siege_engine": 2,
    "ship": 10,
    "allied_footman": 9,
    "allied_knight": 9,
}
"""Distance of the letter on a unit below its middle, where its shape has room."""


def sign(house: str) -> str:
    """The letter of a house."""
    return house[0].upper()


def badge(house: str, x: float, y: float, radius: float = 11) -> str:
    """The round token of a house with its letter."""
    return disc(x, y, radius, f"piece {house}") + text(x, y + 4.3, sign(house), f"sign on-{house}")


def pieces_of(area: Mapping[str, Any]) -> list[Draw]:
    """All that lies in an area, the order first."""
    found: list[Draw] = []
    if area["order"]:
        found.append(_order(area["order"]))
    house = area["owner"] or area["controller"]
    for counts, routed in ((area["units"], False), (area["routed"], True)):
        found += units_of(counts, house, routed)
    if area["token"]:
        found.append(_power_token(area["token"]))
    if area["garrison"]:
        found.append(_shield(area["garrison"], area["controller"], "garrison"))
    if area["neutral"]:
        strength = "✕" if area["neutral"] == "impassable" else area["neutral"]
        found.append(_shield(strength, "neutral", "neutral force"))
    return found


def units_of(counts: Mapping[str, int], house: str, routed: bool = False) -> list[Draw]:
    """Every unit of an army by itself."""
    return [_unit(unit, house, routed) for unit, count in counts.items() for _ in range(count)]


def order_token(name: str, x: float, y: float) -> str:
    """An order face up: the sign of its kind, its number, and a star if it is special."""
    kind, _, special = _KINDS[name]
    number = name[len(name.rstrip("+-*0123456789")) :].rstrip("*")
    up = 4.5 if number or special else 0
    parts = [disc(x, y, 13, "order"), symbol(kind, x, y - up, f"kind {kind}", scale=0.85)]
    if number:
        parts.append(text(x - (3.5 if special else 0), y + 10, number, "order-text"))
    if special:
        parts.append(symbol("star", x + (7 if number else 0), y + 6.8, "star"))
    return "".join(parts)


def _order(token: Mapping[str, str]) -> Draw:
    house, name = token["house"], token["token"]

    told = title(f"{house}: {name}")

    def draw(x: float, y: float) -> str:
        if name == HIDDEN_WORD:
            back = disc(x, y, 15, f"piece back {house}")
            return f'<g class="face-down">{back}{text(x, y + 5, "?", f"number on-{house}")}</g>'
        return (
            f'<g class="face-up">{told}'
            f"{disc(x, y, 16, f'piece {house}')}{order_token(name, x, y)}</g>"
        )

    return draw


def _unit(unit: str, house: str, routed: bool) -> Draw:
    kind = f"piece {house} unit {unit}" + (" routed" if routed else "")

    def draw(x: float, y: float) -> str:
        if routed:
            return symbol(unit, x, y, kind, scale=1.1, turn=90) + text(
                x, y + 4, sign(house), f"sign on-{house}"
            )
        letter = text(x, y + _LETTER_BELOW.get(unit, 4), sign(house), f"sign on-{house}")
        return symbol(unit, x, y, kind, scale=1.1) + letter

    return draw


def _power_token(house: str) -> Draw:
    def draw(x: float, y: float) -> str:
        return coin(house, x, y)

    return draw


def coin(house: str, x: float, y: float, radius: float = 12) -> str:
    """A Power token."""
    crown = symbol("power", x, y, f"crest on-{house}", scale=round(radius / 12.6, 2))
    return disc(x, y, radius, f"piece token {house}") + crown


def _shield(strength: object, side: str, what: str) -> Draw:
    told = title(f"{what} {strength}")

    def draw(x: float, y: float) -> str:
        return (
            f'<g class="{what.replace(" ", "-")}">{told}'
            f"{symbol('shield', x, y, f'piece {side}', scale=1.1)}"
            f"{text(x, y + 5, strength, f'number on-{side}')}</g>"
        )

    return draw
