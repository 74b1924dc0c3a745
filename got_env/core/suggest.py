"""Suggestions for unknown names."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that looks most like a wrong one; None if none does."""
    by_small_letters = {other.casefold(): other for other in known}
    near = get_close_matches(name.casefold(), list(by_small_letters), 1)
    return by_small_letters[near[0]] if near else None


def suggest(name: str, known: Iterable[str]) -> str:
    """The end of an error message: ``did you mean 'swiss'? expected one of round-robin, swiss``."""
    names = list(known)
    near = nearest(name, names)
    hint = f"did you mean {near!r}? " if near else ""
    return f"{hint}expected one of {', '.join(names)}"
