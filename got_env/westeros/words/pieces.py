"""Pieces, areas and cards of a snapshot in few words, for boards and prompts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from got_env.core.proper_names import proper_name

UNIT_LETTERS = {
    "footman": "F",
    "knight": "K",
    "siege_engine": "E",
    "ship": "S",
    "allied_footman": "A",
    "allied_knight": "C",
}
"""Units are letters, in lower case when routed."""

_ICONS = ("claim", "supply", "power")

_PLURALS = {"Footman": "Footmen"}
"""Plurals of the last word of a unit that are no plain ones."""

EMPTY = "empty"
"""Word for an area in which nothing lies."""


def units(standing: Mapping[str, int], routed: Mapping[str, int]) -> str:
    """Units as letters: ``FFKf``; ``-`` for none."""
    upright = "".join(UNIT_LETTERS[unit] * n for unit, n in standing.items())
    lying = "".join(UNIT_LETTERS[unit].lower() * n for unit, n in routed.items())
    return upright + lying or "-"


def counted(units: Mapping[str, int]) -> str:
    """Units by name as people count them: ``2 Footmen, 1 Knight``, ``no Ship``."""
    return ", ".join(
        f"{n or 'no'} {plural(unit) if n > 1 else proper_name(unit)}" for unit, n in units.items()
    )


def plural(unit: str) -> str:
    """Several of a unit: ``Allied Footmen``."""
    first, _, last = proper_name(unit).rpartition(" ")
    return f"{first} {_PLURALS.get(last, f'{last}s')}".lstrip()


def legend(names: Iterable[str]) -> str:
    """Meaning of the letters of the units of a game."""
    told = ", ".join(f"{UNIT_LETTERS[name]} {name.replace('_', ' ')}" for name in names)
    return f"Units are letters, in lower case when routed:\n{told}."


def order(token: Mapping[str, Any] | None) -> str:
    """An order token: ``?`` if it lies face down, ``-`` for none."""
    if token is None:
        return "-"
    return "?" if token["token"] == "hidden" else str(token["token"])


def pieces(area: Mapping[str, Any]) -> list[str]:
    """Pieces in an area beside units and orders."""
    found = [f"token {area['token']}"] if area["token"] else []
    if area["garrison"]:
        found.append(f"garrison {area['garrison']}")
    if area["neutral"]:
        found.append(f"neutral {area['neutral']}")
    return found + [f"leader {leader}" for leader in area.get("leaders", ())]


def area_words(area: Mapping[str, Any], printed: Mapping[str, Any]) -> str:
    """An area in one line: who holds it, what stands there, what is printed on it.

    Args:
        area: of a snapshot.
        printed: of a briefing.
    """
    words = []
    if area["controller"]:
        words.append(area["controller"])
    if area["units"] or area["routed"]:
        words.append(units(area["units"], area["routed"]))
    if area["order"]:
        words.append(f"order {order(area['order'])}")
    words += pieces(area)
    if not words:
        words.append(EMPTY)
    icons = [printed["castle"]] if printed["castle"] else []
    icons += ["town"] if printed.get("town") else []
    icons += [f"{printed[icon]} {icon}" for icon in _ICONS if printed.get(icon)]
    return ", ".join(words) + (f" ({', '.join(icons)})" if icons else "")


def card_words(card: Mapping[str, Any]) -> str:
    """Strength and icons of a House card."""
    icons = [
        f"{card[f'{icon}s']} {icon}{'s' if card[f'{icon}s'] > 1 else ''}"
        for icon in ("sword", "fortification")
        if card[f"{icon}s"]
    ]
    return ", ".join([f"strength {card['strength']}", *icons])
