"""Pieces, areas and cards of a snapshot in few words, for boards and prompts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from got_env.core.proper_names import proper_name
from got_env.westeros.rules.names import HIDDEN_WORD, MINUS_WORD, ORDER_WORDS

ORDER_LABELS: Mapping[str, str] = dict(
    zip(
        (*ORDER_WORDS, MINUS_WORD),
        (
            "March -1",
            "March +0",
            "March +1",
            "Defense +1",
            "Defense +2",
            "Support",
            "Support +1",
            "Raid",
            "Special Raid",
            "Consolidate Power",
            "Special Consolidate Power",
            "Support -1",
        ),
        strict=True,
    )
)
"""Order tokens by their word."""

PRIZES = {
    "iron_throne": "for the Iron Throne track",
    "fiefdoms": "for the Fiefdoms track",
    "kings_court": "for the King's Court track",
    "claim": "for Claim",
    "wildlings": "against the Wildlings",
}
"""Prizes of auctions, in words."""

_ICONS = ("claim", "supply", "power")

_PLURALS = {"Footman": "Footmen"}
"""Plurals of the last word of a unit that are no plain ones."""

EMPTY = "empty"
"""Word for an area in which nothing lies."""


def with_article(name: str) -> str:
    """``a Knight``, ``an Allied Footman``."""
    return f"{'an' if name[:1] in 'AEIO' else 'a'} {name}"


def units(standing: Mapping[str, int], routed: Mapping[str, int]) -> str:
    """Units in words: ``2 Footmen, 1 Knight, 1 Footman routed``; ``-`` for none."""
    upright = [counted({unit: n}) for unit, n in standing.items() if n]
    lying = [f"{counted({unit: n})} routed" for unit, n in routed.items() if n]
    return ", ".join(upright + lying) or "-"


def counted(units: Mapping[str, int]) -> str:
    """Units by name as people count them: ``2 Footmen, 1 Knight``, ``no Ship``."""
    return ", ".join(
        f"{n or 'no'} {plural(unit) if n > 1 else proper_name(unit)}" for unit, n in units.items()
    )


def plural(unit: str) -> str:
    """Several of a unit: ``Allied Footmen``."""
    first, _, last = proper_name(unit).rpartition(" ")
    return f"{first} {_PLURALS.get(last, f'{last}s')}".lstrip()


def pieces(area: Mapping[str, Any]) -> list[str]:
    """Pieces in an area beside units and orders."""
    own = area["token"] == area["controller"]
    found = ["Power token" if own else f"Power token of {area['token']}"] if area["token"] else []
    if area["garrison"]:
        found.append(f"garrison {area['garrison']}")
    if area["neutral"]:
        found.append(f"neutral force {area['neutral']}")
    return found + [f"Leader {leader}" for leader in area.get("leaders", ())]


def order_words(token: Mapping[str, Any]) -> str:
    """An order token: ``March +1 order``, ``order face down``."""
    hidden = token["token"] == HIDDEN_WORD
    return "order face down" if hidden else f"{ORDER_LABELS[token['token']]} order"


def several(number: int, thing: str) -> str:
    """A number of things: ``1 castle``, ``2 castles``, ``no castle``."""
    return f"{number or 'no'} {thing}{'s' if number > 1 else ''}"


def holdings(area: Mapping[str, Any]) -> list[str]:
    """Units, order and other pieces in an area of a snapshot."""
    found = []
    if area["units"] or area["routed"]:
        found.append(units(area["units"], area["routed"]))
    if area["order"]:
        found.append(order_words(area["order"]))
    return found + pieces(area)


def area_words(area: Mapping[str, Any], printed: Mapping[str, Any]) -> str:
    """An area in one line: who holds it, what stands there, what is printed on it.

    Args:
        area: of a snapshot.
        printed: of a briefing.
    """
    words = [area["controller"]] if area["controller"] else []
    words = [*words, *holdings(area)] or [EMPTY]
    icons = [printed["castle"]] if printed["castle"] else []
    icons += ["town"] if printed.get("town") else []
    icons += [several(printed[icon], f"{icon} icon") for icon in _ICONS if printed.get(icon)]
    return ", ".join(words) + (f" ({', '.join(icons)})" if icons else "")


def card_words(card: Mapping[str, Any]) -> str:
    """Strength and icons of a House card."""
    icons = [
        several(card[f"{icon}s"], icon) for icon in ("sword", "fortification") if card[f"{icon}s"]
    ]
    return ", ".join([f"strength {card['strength']}", *icons])
