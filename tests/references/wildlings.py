"""The Wildling cards of A Storm of Swords on the original board, by their texts.

Lost attacks: the lowest bidder suffers most, the others less. Won ones: the highest bidder gains.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from tests.references.ground import facts

VALUE = {"footman": 1, "knight": 2, "ship": 1}
Board = frozenset[tuple[str, str, int]]
"""Area, type, and how many of it there are."""
Counts = Mapping[tuple[str, str], int]
TRACKS = ("iron_throne", "fiefdoms", "kings_court")


def frozen(counts: Counts) -> Board:
    """A board that can be compared."""
    return frozenset((area, unit, n) for (area, unit), n in counts.items() if n)


def parts(counts: Counts) -> Iterator[Counter[tuple[str, str]]]:
    """All parts of some units."""
    for numbers in itertools.product(*(range(n + 1) for n in counts.values())):
        yield Counter(dict(zip(counts, numbers, strict=True)))


def less(counts: Counts, gone: Counts) -> Counter[tuple[str, str]]:
    """Units without some of them."""
    return Counter({key: n - gone.get(key, 0) for key, n in counts.items()})


def worth(counts: Counts) -> int:
    """Mustering points of units."""
    return sum(VALUE[unit] * n for (_, unit), n in counts.items())


def mammoth_riders(counts: Counts, debt: int) -> set[Board]:
    """Units worth the debt are removed, all of them if they are worth less."""
    if worth(counts) <= debt:
        return {frozen({})}
    return {frozen(less(counts, gone)) for gone in parts(counts) if worth(gone) == debt}


def crow_killers(counts: Counts, most: int, spare: int) -> set[Board]:
    """Knights become Footmen while spare ones last, the others are removed."""
    knights = {key: n for key, n in counts.items() if key[1] == "knight"}
    number = min(most, sum(knights.values()))
    found = set()
    for fallen in parts(knights):
        if fallen.total() != number:
            continue
        for turned in parts(fallen):
            if turned.total() == min(number, spare):
                after = less(counts, fallen)
                after.update({(area, "footman"): n for (area, _), n in turned.items()})
                found.add(frozen(after))
    return found


def fits(level: int, counts: Counts) -> bool:
    """True if armies fit the flags of a level of Supply."""
    flags = sorted(facts("agot1e", "setup")["supply_track"][str(level)], reverse=True)
    sizes: Counter[str] = Counter()
    for (area, _), n in counts.items():
        sizes[area] += n
    armies = sorted((n for n in sizes.values() if n > 1), reverse=True)
    return len(armies) <= len(flags) and all(map(int.__le__, armies, flags))


def raiders(counts: Counts, level: int, fall: int) -> tuple[int, set[Board]]:
    """Supply falls; units of armies go one by one, of own choice, until all of them fit."""
    level = max(0, level - fall)
    if fits(level, counts):
        return level, {frozen(counts)}
    found = set()
    for key, n in counts.items():
        if n and sum(k for (area, _), k in counts.items() if area == key[0]) > 1:
            found |= raiders(less(counts, {key: 1}), level, 0)[1]
    return level, found


Tracks = tuple[tuple[str, ...], ...]
"""The three influence tracks, the first house first."""


def last(track: tuple[str, ...], house: str) -> tuple[str, ...]:
    """A track on which a house has gone to the last place."""
    return (*(h for h in track if h != house), house)


def king_beyond(tracks: Tracks, lowest: str) -> set[Tracks]:
    """The lowest is last everywhere; then each other, in turn order, on one of two tracks."""
    others = [house for house in tracks[0] if house != lowest]
    found = set()
    for choice in itertools.product((1, 2), repeat=len(others)):
        after = [last(track, lowest) for track in tracks]
        for house, track in zip(others, choice, strict=True):
            after[track] = last(after[track], house)
        found.add(tuple(after))
    return found


def king_beaten(tracks: Tracks, highest: str) -> set[Tracks]:
    """The highest bidder is first on one track."""
    found = set()
    for number in range(3):
        after = list(tracks)
        after[number] = (highest, *(house for house in tracks[number] if house != highest))
        found.add(tuple(after))
    return found


def promoted(counts: Counts, spare: int) -> set[Board]:
    """Up to two Footmen become Knights while spare ones last."""
    footmen = {key: n for key, n in counts.items() if key[1] == "footman"}
    found = set()
    for raised in parts(footmen):
        if raised.total() <= min(2, spare):
            after = less(counts, raised)
            after.update({(area, "knight"): n for (area, _), n in raised.items()})
            found.add(frozen(after))
    return found


def strongest(hand: Mapping[str, int]) -> set[str]:
    """Cards of which the lowest bidder discards one, with more than one in hand."""
    best = max(hand.values())
    return {card for card, strength in hand.items() if strength == best} if len(hand) > 1 else set()


def any_but_one(hand: Sequence[str]) -> set[frozenset[str]]:
    """Hands of another house afterwards: a random card is gone, if it held more than one."""
    return {frozenset(hand) - {card} for card in hand} if len(hand) > 1 else {frozenset(hand)}
