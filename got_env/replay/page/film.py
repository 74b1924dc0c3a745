"""A row of documents that differ little, in little room."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

_BETWEEN_ELEMENTS = re.compile(r"(?<=>)(?=<)")

Change = list[int]
"""Place where it begins, number of parts that go, and the parts that come."""


class Parts:
    """Every different part of all documents once, by number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def numbers(self, document: str) -> list[int]:
        """The parts of a document, which is their texts one after another."""
        return [
            self._numbers.setdefault(part, len(self._numbers))
            for part in _BETWEEN_ELEMENTS.split(document)
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
        self._last: list[int] = []
        self.frames: list[list[Change]] = []

    def add(self, document: str) -> None:
        """The next document; its changes count from the end, so that each leaves the next alone."""
        now = self._parts.numbers(document)
        self.frames.append(_changes(self._last, now))
        self._last = now


def _changes(old: list[int], new: list[int]) -> list[Change]:
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    most = min(len(old), len(new)) - start
    while end < most and old[len(old) - 1 - end] == new[len(new) - 1 - end]:
        end += 1
    middle, come = old[start : len(old) - end], new[start : len(new) - end]
    found = SequenceMatcher(None, middle, come, autojunk=False).get_opcodes()
    return [
        [start + i1, i2 - i1, *come[j1:j2]] for tag, i1, i2, j1, j2 in found[::-1] if tag != "equal"
    ]
