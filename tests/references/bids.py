"""Bids in the 1st edition and in A Storm of Swords, by the text.

Chapters Clash of Kings, Wildling Attack, Claim Westeros.
Each House bids some of its available Power at the same time. On a track the highest bid comes
first; the holder of the Iron Throne orders equal bids. All that was bid goes to the pool. Against
Wildlings somebody with Power may have to bid 1 at least, which the FAQ leaves open (an option).
"""

from __future__ import annotations

from itertools import groupby

from tests.references.ground import Json


def legal_bids(position: Json) -> set[str]:
    """Answers to the question for a bid."""
    asked = position["agenda"][-1]
    power = position["houses"][asked["player"]]["power"]
    one = position["options"].get("wildling_zero_bid") == "one_if_able" and asked["track"] is None
    return {f"bid {n}" for n in range(min(one, power), power + 1)}


def places(bids: dict[str, int]) -> list[set[str]]:
    """Houses of equal bids together, the highest first."""
    ordered = sorted(bids, key=lambda house: -bids[house])
    return [set(group) for _, group in groupby(ordered, key=lambda house: bids[house])]


def agrees(track: list[str], bids: dict[str, int]) -> bool:
    """True if a track is one that the bids and the choice of equal ones can lead to."""
    at = 0
    for group in places(bids):
        if set(track[at : at + len(group)]) != group:
            return False
        at += len(group)
    return at == len(track)


def tied_for(bids: dict[str, int], ranked: list[str]) -> set[str]:
    """Houses of which the holder of the Iron Throne has to choose the next."""
    left = {house: n for house, n in bids.items() if house not in ranked}
    return {house for house, n in left.items() if n == max(left.values())}


def power_after(position: Json, bids: dict[str, int]) -> dict[str, int]:
    """Available Power when the bids have gone to the pool."""
    return {house: entry["power"] - bids[house] for house, entry in position["houses"].items()}


def night_watch_wins(bids: dict[str, int], strength: int) -> bool:
    """True if the Wildlings are beaten: by their strength or more."""
    return sum(bids.values()) >= strength


def claim_ends(totals: dict[str, int]) -> tuple[set[str], set[str]]:
    """Houses that may gain the claim or be barred from Tactics cards: highest and lowest."""
    high, low = max(totals.values()), min(totals.values())
    return (
        {house for house, n in totals.items() if n == high},
        {house for house, n in totals.items() if n == low},
    )
