"""The peer's words for areas, units, orders and cards, and our numbers for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from got_env.westeros.facts.rulesets import load_facts
from got_env.westeros.rules.vocabulary import Order, Unit, WesterosCard, WildlingCard

FACTS = load_facts("agot2e")
AREAS: tuple[str, ...] = tuple(area.replace("_", "-") for area in FACTS.areas)
AREA: dict[str, int] = {name: i for i, name in enumerate(AREAS)}

UNITS: dict[Unit, str] = {
    Unit.FOOTMAN: "footman",
    Unit.KNIGHT: "knight",
    Unit.SHIP: "ship",
    Unit.SIEGE_ENGINE: "siege-engine",
}
"""Unit types in the order in which the peer lists them."""

UNIT: dict[str, Unit] = {name: unit for unit, name in UNITS.items()}

ORDERS: dict[Order, str] = {
    Order.MARCH_MINUS: "march-minus-one",
    Order.MARCH: "march",
    Order.MARCH_STAR: "march-plus-one",
    Order.DEFENSE: "defense-plus-one",
    Order.DEFENSE_STAR: "defense-plus-two",
    Order.SUPPORT: "support",
    Order.SUPPORT_STAR: "support-plus-one",
    Order.RAID: "raid",
    Order.RAID_STAR: "special-raid",
    Order.CONSOLIDATE: "consolidate-power",
    Order.CONSOLIDATE_STAR: "special-consolidate-power",
}
ORDER: dict[str, Order] = {name: order for order, name in ORDERS.items()}

BANS: dict[str, tuple[Order, ...]] = {
    "no-raid-order": (Order.RAID, Order.RAID_STAR),
    "no-march-plus-one-order": (Order.MARCH_STAR,),
    "no-consolidate-power-order": (Order.CONSOLIDATE, Order.CONSOLIDATE_STAR),
    "no-support-order": (Order.SUPPORT, Order.SUPPORT_STAR),
    "no-defense-order": (Order.DEFENSE, Order.DEFENSE_STAR),
}

TRACKS = ("iron_throne", "fiefdoms", "kings_court")
TIDES = ("zero", "sword", "fortification", "two", "three", "skull")
"""Tides cards in the order of our data."""

Army = Counter[tuple[int, int]]
"""Numbers of units per (area, unit type)."""


def dashed(name: str) -> str:
    """The peer's spelling of one of our ids."""
    return name.replace("_", "-").lower()


WESTEROS = {dashed(card.name): int(card) for card in WesterosCard}
WILDLING = {dashed(card.name): int(card) for card in WildlingCard}
CARDS: dict[str, tuple[str, ...]] = {
    house: tuple(dashed(card) for card in FACTS.card_ids[house]) for house in FACTS.houses
}
"""House cards of each house by slot."""


def army_of(entries: Iterable[Mapping[str, Any]], place: str = "area") -> Army:
    """Units of a peer's unit list ``[{area, units, routed}]``; routed ones count the same."""
    army: Army = Counter()
    for entry in entries:
        for name in (*entry.get("units", ()), *entry.get("routed", ())):
            army[AREA[entry[place]], int(UNIT[name])] += 1
    return army
