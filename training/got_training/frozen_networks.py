"""Frozen networks of a training, as its file keeps them: opponent pool and reference policy.

The header and the names of the tensors are those of files of all versions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta

from got_agents.network import NetworkShape
from got_agents.weights import Shapes, Weights
from got_env.core.ranges import checked_fields
from got_env.core.strict_json import parse_json

MOST_PAST = 64
"""Most past selves of a training, members of a league among them."""

REFERENCE = "anchor."
"""Prefix of the tensors of the reference policy, as in files of all versions."""

Updates = Annotated[int, Meta(ge=0, le=1 << 53)]
Score = Annotated[float, Meta(ge=0, le=1e9)]
Title = Annotated[str, Meta(max_length=100)]

HEADER_FIELDS: Mapping[str, Any] = {"past": tuple[dict[str, Any], ...], "anchor": bool}
RECORD_FIELDS: Mapping[str, Any] = {
    "updates": Updates,
    "won": Score,
    "lost": Score,
    "member": Title,
}


@dataclass(frozen=True)
class PoolRecord:
    """An earlier self of the learner, and how the learner does against it."""

    updates: int
    """Of the learner when it was taken."""
    won: float
    """Wins of the learner in recent games against it, by seat."""
    lost: float
    """Wins of the earlier self in those games, by seat."""
    weights: Weights
    member: str = ""
    """Name of a member of a league, which stays to the end; empty for a copy of the learner."""


@dataclass(frozen=True)
class FrozenNetworks:
    """Networks that do not learn: the opponent pool, and the reference policy."""

    past: tuple[PoolRecord, ...] = ()
    reference: Weights | None = None

    def tensors(self) -> Weights:
        """All tensors by name in the file."""
        tensors = {
            f"{_of_past(index)}{name}": table
            for index, one in enumerate(self.past)
            for name, table in one.weights.items()
        }
        return tensors | {f"{REFERENCE}{n}": table for n, table in (self.reference or {}).items()}

    def plain(self) -> dict[str, Any]:
        """Description of them in the header of the file."""
        past = [{name: getattr(one, name) for name in RECORD_FIELDS} for one in self.past]
        return {"past": past, "anchor": self.reference is not None}


@dataclass(frozen=True)
class Announced:
    """Frozen networks that the header of a file announces; their tensors are not read yet."""

    past: tuple[Mapping[str, Any], ...] = ()
    reference: bool = False

    @classmethod
    def parse(cls, text: str | None) -> Announced:
        """Networks of a header; none in a file of an earlier version.

        Raises:
            ValueError: for anything wrong; names the field.
        """
        if text is None:
            return cls()
        given = checked_fields(HEADER_FIELDS, parse_json(text), "others.")
        if len(given["past"]) > MOST_PAST:
            raise ValueError(f"others.past: {len(given['past'])}, expected at most {MOST_PAST}")
        past = tuple(
            # Files of earlier versions name no members.
            checked_fields(RECORD_FIELDS, {"member": "", **one}, f"others.past[{index}].")
            for index, one in enumerate(given["past"])
        )
        return cls(past, given["anchor"])

    def shapes(self, shape: NetworkShape) -> Shapes:
        """Shapes of their tensors by name."""
        before = [_of_past(index) for index in range(len(self.past))]
        before += [REFERENCE] if self.reference else []
        return {f"{first}{name}": s for first in before for name, s in shape.tensors().items()}

    def networks(self, shape: NetworkShape, tensors: Weights) -> FrozenNetworks:
        """The networks, of tensors whose shapes have been checked.

        Raises:
            ValueError: if one cannot be computed; names the tensor.
        """

        def weights(before: str) -> Weights:
            found = {name: tensors[f"{before}{name}"] for name in shape.tensors()}
            shape.check(found)
            return found

        past = tuple(
            PoolRecord(**one, weights=weights(_of_past(index)))
            for index, one in enumerate(self.past)
        )
        return FrozenNetworks(past, weights(REFERENCE) if self.reference else None)


def _of_past(index: int) -> str:
    """Prefix of the names of the tensors of a past self."""
    return f"past{index}."
