"""Rules of A Storm of Swords that random games seldom reach, by its text alone.

Ways over borders, fords and arrows with and without Frey Galleys and Mercenary Transport; raids
with Mercenary Raiders; Arryn Lookout; the exchange on an execution; Claim Westeros; the Plots.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

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


# --- Mercenary Raiders and Raid +1


def raided(
    area: str, house: str, storm: bool, cards: Iterable[str], orders: Iterable[str], most: int
) -> set[tuple[frozenset[str], bool]]:
    """Ends of a raid: orders removed, up to ``most``, and whether the house keeps the Raiders.

    Whoever reaches further than a raid does discards the Raiders for it, so for one order only.
    """
    near, reached = adjacent(area, storm, cards), raids(area, house, storm, cards) & set(orders)
    found = set()
    for number in range(most + 1):
        for removed in itertools.combinations(sorted(reached), number):
            far = set(removed) - near
            if len(far) <= 1:
                found.add((frozenset(removed), not far))
    return found


# --- Claim Westeros

TOKENS = 20
"""Power tokens of each house."""
SPACES = 6
"""Of the track of claim, the first space first."""


class Claimed(NamedTuple):
    """Outcome of Claim Westeros."""

    track: tuple[str, ...]
    power: frozenset[tuple[str, int]]
    barred: str


def claim_totals(
    bids: Mapping[str, int], political: Mapping[str, int], control: Iterable[str]
) -> dict[str, int]:
    """Bids and what is added: 1 for each Political Support, and 1 for Control Westeros."""
    return {house: n + political.get(house, 0) + (house in control) for house, n in bids.items()}


def claims(
    power: Mapping[str, int],
    bids: Mapping[str, int],
    totals: Mapping[str, int],
    track: tuple[str, ...],
) -> set[Claimed]:
    """All ends: who is named of equal ones, and where the token comes from.

    The token is one of the pool or of the available Power before the bids go to the pool. A full
    track returns its first token to its owner's pool.
    """
    left = {house: n - bids[house] for house, n in power.items()}
    found = set()
    for winner, barred in itertools.permutations(totals, 2):
        others = [n for house, n in totals.items() if house != winner]
        if totals[winner] < max(totals.values()) or totals[barred] > min(others):
            continue
        kept = track[1:] if len(track) == SPACES else track
        pool = TOKENS - power[winner] - kept.count(winner)
        costs = ({0} if pool else set()) | ({1} if left[winner] else set())
        for cost in costs or {0}:  # else one of those bid
            after = {**left, winner: left[winner] - cost}
            found.add(Claimed((*kept, winner), frozenset(after.items()), barred))
    return found


# --- Plots


class Robbed(NamedTuple):
    """Outcome of Plots, for the house that plays them."""

    holders: frozenset[tuple[str, str]]
    """Cards of the deck before houses, by house."""
    power: int
    claim: int
    supply: int
    allied: tuple[tuple[str, int, int], ...]
    """Allied Footmen and Knights of the houses that have any."""
    leader: str | None
    """House whose units the Leader of the deck is with."""


def printed_ally(card: str) -> Any:
    """An Alliance card as printed."""
    return next(row for row in facts("asos", "alliance_cards")["cards"] if row["id"] == card)


def _robbed(held: Mapping[str, str], power: int, claim: int, supply: int) -> Robbed:
    allied, leader = [], None
    for card, house in sorted(held.items()):
        row = printed_ally(card)
        if row["type"] == "army":
            allied.append((house, row["footmen"], row["knights"]))
        if row["leader"]:
            leader = house
    return Robbed(frozenset(held.items()), power, claim, supply, tuple(allied), leader)


def plots(held: Mapping[str, str], house: str, power: int, supply: int) -> set[Robbed]:
    """All ends of Plots of a deck whose other cards are held as ``held`` says.

    4 Power as far as the pool has them; or for 1 Power a card that another house holds, which works
    for the thief as if drawn: an Army and a Leader join its units, Political Support brings 1 claim
    (it has less than 5), its token from the pool or from Power, Supplies raise Supply by 1.
    """
    found = {_robbed(held, min(TOKENS, power + 4), 0, supply)}
    for card, victim in held.items():
        if victim == house or not power:
            continue
        after, kind = {**held, card: house}, printed_ally(card)["type"]
        if kind == "political_support":
            found.add(_robbed(after, power - 1, 1, supply))
            if power > 1:
                found.add(_robbed(after, power - 2, 1, supply))
        else:
            more = kind == "supplies" and supply < SPACES
            found.add(_robbed(after, power - 1, 0, supply + more))
    return found
