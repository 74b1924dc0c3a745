"""A row of documents that differ little, in little room."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from difflib import SequenceMatcher

_BETWEEN = "><"
"""Elements follow each other here: a document is cut between the two signs."""
_CUT = re.compile("(?<=>)(?=<)")

Change = list[int]
"""Place where it begins, number of parts that go, and the parts that come."""


class Parts:
    """Every different part of all documents once, by number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def numbers(self, document: str) -> list[int]:
        """The parts of a document, which is their texts one after another; none if it is empty."""
        return [
            self._numbers.setdefault(part, len(self._numbers))
            for part in (_CUT.split(document) if document else ())
        ]

    def texts(self) -> list[str]:
        """All parts, by number."""
        return list(self._numbers)


class Film:
    """Documents one after another, each as its changes to the one before.

    Args:
        parts: of all films of a page.
    """

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._document, self._last = "", list[int]()
        self.frames: list[list[Change]] = []

    def add(self, document: str) -> None:
        """The next document; its changes count from the end, so that each leaves the next alone.

        Only what lies between the parts that both documents begin and end with is cut again.
        """
        before = self._document
        same = _same_ahead(before, document)
        start = document.rfind(_BETWEEN, 0, same) + 1
        same = _same_ahead(before[start:][::-1], document[start:][::-1])
        at = document.find(_BETWEEN, len(document) - same)
        end = len(document) if at < 0 else at + 1

        ahead = document.count(_BETWEEN, 0, start + 1)
        behind = 0 if at < 0 else document.count(_BETWEEN, end) + 1
        stays = len(self._last) - behind
        come = self._parts.numbers(document[start:end])
        self.frames.append(_changes(ahead, self._last[ahead:stays], come))
        self._last[ahead:stays] = come
        self._document = document


def _same_ahead(one: str, other: str) -> int:
    """Number of signs that two texts both begin with."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _changes(place: int, old: list[int], new: list[int]) -> list[Change]:
    """What makes one list the other, from its end on; both begin at a place of their documents."""
    changes, i, j = list[Change](), 0, 0
    for a, b in (*_anchors(old, new), (len(old), len(new))):
        if a > i and b > j:
            found = SequenceMatcher(None, old[i:a], new[j:b], autojunk=False).get_opcodes()
            changes += [
                [place + i + i1, i2 - i1, *new[j + j1 : j + j2]]
                for tag, i1, i2, j1, j2 in found
                if tag != "equal"
            ]
        elif a > i or b > j:
            changes.append([place + i, a - i, *new[j:b]])
        i, j = a + 1, b + 1
    return changes[::-1]


def _anchors(old: list[int], new: list[int]) -> list[tuple[int, int]]:
    """Places of what both lists have once: the most that stand in the same order in both.

    Between them little is left to compare. The longest row of places that rises is found as in
    patience sorting: of all rows of a length, the one whose end is least is kept.
    """
    once = {number for number, count in Counter(old).items() if count == 1}
    once &= {number for number, count in Counter(new).items() if count == 1}
    there = {number: i for i, number in enumerate(old)}
    pairs = [(there[number], j) for j, number in enumerate(new) if number in once]
    ends, rows = list[int](), list[int]()
    before = [-1] * len(pairs)
    for k, (i, _) in enumerate(pairs):
        length = bisect_left(ends, i)
        before[k] = rows[length - 1] if length else -1
        ends[length : length + 1] = [i]
        rows[length : length + 1] = [k]
    found, k = list[tuple[int, int]](), rows[-1] if rows else -1
    while k >= 0:
        found.append(pairs[k])
        k = before[k]
    return found[::-1]
