"""Battles, retreats and mustering on the Storm of Swords board, by the text.

Both sides count units, orders, Garrison, support and the House card; the greater wins, of equal
ones the House higher on Fiefdoms. The loser loses a unit for each sword of the winner's card beyond
its own fortifications. Supporting areas count units, Leaders and their order, never less than 0; in
the Rains of Autumn their Footmen count nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tests.references import storm, troops
from tests.references.ground import Json, facts
from tests.references.troops import Army

MARCHES = {"march-1": -1, "march+0": 0, "march+1": 1}
DEFENSES = {"": 0, "defense+1": 1, "defense+2": 2}
SUPPORTS = {"support": 0, "support+1": 1}


class Battle(NamedTuple):
    """Sides of a battle; armies are Footmen and Knights."""

    attackers: Army
    defenders: Army
    march: str = "march+0"
    defense: str = ""
    garrison: int = 0
    backers: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Footmen, Knights, and allied ones in an area that supports the attacker."""
    support: str = "support"
    minus: int = 0
    leaders: int = 0
    """Idle strength of Leaders in the supporting area."""
    rains: bool = False


class Result(NamedTuple):
    """Winner and margin, and what of both sides can be left."""

    attacker_wins: bool
    margin: int
    left: frozenset[tuple[Army, Army]]


@cache
def card(house: str, name: str) -> Json:
    """A House card as printed."""
    found: Json = next(c for c in facts("asos", "house_cards")["houses"][house] if c["id"] == name)
    return found


def strength(army: Army) -> int:
    """A Footman is worth 1, a Knight 2."""
    return army[0] + 2 * army[1]


def lent(battle: Battle) -> int:
    """Strength of the supporting area."""
    if not sum(battle.backers):
        return 0
    footmen, knights, allied, allied_knights = battle.backers
    weak = 0 if battle.rains else footmen + allied
    order = SUPPORTS[battle.support] - battle.minus
    return max(0, weak + 2 * (knights + allied_knights) + battle.leaders + order)


def survivors(army: Army, dead: int) -> Iterator[Army]:
    """Armies left when the owner chose so many casualties."""
    dead = min(dead, sum(army))
    for gone in troops.parts(army):
        if sum(gone) == dead:
            yield army[0] - gone[0], army[1] - gone[1]


def result(battle: Battle, own: Json, other: Json, first: bool) -> Result:
    """The outcome with two cards; ``first``: whether the attacker is higher on Fiefdoms."""
    attack = strength(battle.attackers) + MARCHES[battle.march] + lent(battle) + own["strength"]
    defense = strength(battle.defenders) + DEFENSES[battle.defense] + other["strength"]
    defense += battle.garrison
    wins = attack > defense or (attack == defense and first)
    winner, loser = (own, other) if wins else (other, own)
    swords = winner["swords"]
    if winner["id"] == "ser_gregor_clegane":
        swords += max(0, 3 - loser["strength"])
    dead = max(0, swords - loser["fortifications"]) + (winner["id"] == "ser_ilyn_payne")
    if loser["id"] == "eddard_stark":
        dead = 0
    beaten = battle.defenders if wins else battle.attackers
    left = survivors(beaten, dead)
    kept = ((battle.attackers, army) if wins else (army, battle.defenders) for army in left)
    return Result(wins, abs(attack - defense), frozenset(kept))


def retreats(
    battle: str,
    origin: str,
    house: str,
    stormy: bool,
    cards: tuple[str, ...],
    tokens: dict[str, str],
) -> set[str]:
    """Areas for beaten defenders: one step away, not the origin, under no opponent's control."""
    steps = storm.marches(battle, house, stormy, cards) - {origin}
    return {a for a in steps if tokens.get(a, troops.home_of(a) or house) == house}


def mustered(area: str, army: Army, spare: Army, room: int) -> set[Army]:
    """Armies after mustering in an area that has an own unit: all ends, points left unused too.

    ``room``: units that Supply allows there. A Town raises one Footman and nothing else.
    """
    printed = next(a for a in facts("asos", "board")["areas"] if a["id"] == area)
    points = 2 if printed["stronghold"] else 1 if printed["castle"] or printed["town"] else 0
    found, ahead = set(), [(army, spare, points)]
    while ahead:
        (footmen, knights), (more, knights_more), left = ahead.pop()
        found.add((footmen, knights))
        grows = sum((footmen, knights)) < room
        if left >= 1 and more and grows:
            ahead.append(((footmen + 1, knights), (more - 1, knights_more), left - 1))
        if printed["town"] or not knights_more:
            continue
        if left >= 2 and grows:
            ahead.append(((footmen, knights + 1), (more, knights_more - 1), left - 2))
        if left >= 1 and footmen:
            ahead.append(((footmen - 1, knights + 1), (more + 1, knights_more - 1), left - 1))
    return found


def places_to_muster() -> list[str]:
    """Strongholds, Cities and Towns."""
    kinds = ("stronghold", "castle", "town")
    return [a["id"] for a in facts("asos", "board")["areas"] if any(a[k] for k in kinds)]


def armies(most: int) -> Iterator[Army]:
    """All armies of one to so many units."""
    for army in itertools.product(range(most + 1), repeat=2):
        if 0 < sum(army) <= most:
            yield army
