"""Moments of a round at which the Houses may talk."""

from __future__ import annotations

from got_env.core.press.moments import Moment
from got_env.westeros.editions.edition import Edition

ALL_MOMENTS = (
    Moment(
        name="planning",
        meaning="before the orders of a round are chosen",
        decisions=frozenset({"tactic", "order"}),
        by_default=True,
    ),
    Moment(
        name="bids",
        meaning="before the bids for each track, and against the Wildlings",
        decisions=frozenset({"bid"}),
        told_apart_by=("for",),
    ),
    Moment(
        name="support",
        meaning="before the first House is asked whom it supports in a combat",
        decisions=frozenset({"support"}),
        told_apart_by=("combat.area", "combat.from"),
    ),
)


def moments(edition: Edition) -> tuple[Moment, ...]:
    """The moments of an edition; of their decisions those that the edition has."""
    known = {row.name for row in edition.decisions.values()}
    return tuple(
        Moment(m.name, m.meaning, m.decisions & known, m.told_apart_by, m.by_default)
        for m in ALL_MOMENTS
    )
