"""Moments of a game at which its players may talk, as data: which decisions begin them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Occasion = tuple[object, ...]
"""Key that tells one time that a moment comes from the next: the round, and parts of the context.
"""


@dataclass(frozen=True)
class Moment:
    """A moment at which players may talk: it comes before the first of some decisions."""

    name: str
    """``"planning"``"""
    meaning: str
    """Its place in the game, in words."""
    decisions: frozenset[str]
    """Names of the decisions that it comes before."""
    told_apart_by: tuple[str, ...] = ()
    """Parts of the context of a decision, ``"combat.from"`` is a part of a part. The moment comes
    again when one of them, or the number of the round, is not what it was the last time."""
    by_default: bool = False
    """Players talk at it if nobody says at which moments they do."""

    def occasion(self, round_no: int, context: Mapping[str, Any]) -> Occasion:
        """Key that tells this time from others.

        Args:
            round_no: number of the round.
            context: of the open decision, as :attr:`got_env.core.game.Words.context` gives it.
        """
        return (round_no, *(_part(context, path) for path in self.told_apart_by))


def _part(context: Mapping[str, Any], path: str) -> object:
    """The part of a context that a path leads to; empty if it has none."""
    found: Any = context
    for key in path.split("."):
        found = found.get(key, "") if isinstance(found, Mapping) else ""
    return found
