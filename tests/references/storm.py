"""Rules of A Storm of Swords that random games seldom reach, by its text alone.

Ways over borders, fords and arrows with and without Frey Galleys and Mercenary Transport; raids
with Mercenary Raiders; Arryn Lookout; the exchange on an execution; the Plots.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from tests.references.ground import facts

Way = tuple[str, str]
TRACKS = ("iron_throne", "fiefdoms", "kings_court")


@cache
def borders(kind: str) -> frozenset[tuple[str, str, str | None]]:
    """Both directions of the borders of one kind, with the house whose arrow it is."""
    rows = facts("asos", "board")[kind]
    both = [(row["a"], row["b"], row.get("house")) for row in rows]
    return frozenset(both + [(b, a, house) for a, b, house in both])


@cache
def areas() -> tuple[str, ...]:
    """All areas, in the order of the board."""
    return tuple(area["id"] for area in facts("asos", "board")["areas"])


def over(kind: str, area: str) -> set[str]:
    """Areas at the other end of the borders of a kind."""
    return {b for a, b, _ in borders(kind) if a == area}


def over_arrow(area: str, house: str, cards: Iterable[str]) -> set[str]:
    """Areas at the other end of an arrow: one with a shield serves its house, or Transport."""
    free = "mercenary_transport" in cards
    return {b for a, b, of in borders("arrows") if a == area and (free or of in (None, house))}


def adjacent(area: str, storm: bool, cards: Iterable[str]) -> set[str]:
    """Areas for support and raids: fords are open in fair weather, or for Transport."""
    fords = over("fords", area) if not storm or "mercenary_transport" in cards else set()
    return over("edges", area) | fords


def marches(area: str, house: str, storm: bool, cards: Iterable[str]) -> set[str]:
    """Areas one march or retreat away; Galleys cross any river, a closed ford too."""
    ways = adjacent(area, storm, cards) | over_arrow(area, house, cards)
    if "frey_galleys" in cards:
        ways |= over("fords", area) | over("river_borders", area)
    return ways


def raids(area: str, house: str, storm: bool, cards: Iterable[str]) -> set[str]:
    """Areas of orders that a raid may remove: Raiders go two steps, or over one arrow."""
    near = adjacent(area, storm, cards)
    if "mercenary_raiders" not in cards:
        return near
    two = {c for b in near for c in adjacent(b, storm, cards)}
    return (near | two | over_arrow(area, house, cards)) - {area}


def lookout(
    battle: str, storm: bool, owner: str, orders: dict[str, str], transport: str | None = None
) -> set[str]:
    """Areas whose Support order the Lookout may remove: of others, beside the battle.

    Whether a ford is open is judged for the house of the order: ``transport`` holds that card.
    """
    near = {house: adjacent(battle, storm, ()) for house in orders.values()}
    if transport in near:
        near[transport] = adjacent(battle, storm, ("mercenary_transport",))
    return {a for a, house in orders.items() if house != owner and a in near[house]}


def exchanged(track: list[str], executioner: str, victim: str) -> list[str]:
    """A track after the two changed places."""
    other = {executioner: victim, victim: executioner}
    return [other.get(house, house) for house in track]


def plot_victims(held: dict[str, set[str]], house: str, deck: str) -> set[str]:
    """Houses from which a card of a deck can be stolen."""
    return {
        other
        for other, cards in held.items()
        if other != house and any(card.startswith(deck) for card in cards)
    }
