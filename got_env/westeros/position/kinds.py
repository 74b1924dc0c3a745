"""The kinds of positions, each loaded when a game of its kind is."""

from __future__ import annotations

from collections.abc import Mapping

from got_env.core.on_demand import OnDemand
from got_env.westeros.facts.facts import Houses
from got_env.westeros.position.kind import Kind

KINDS: Mapping[bool, Kind] = OnDemand(
    "KIND",
    (False, "got_env.westeros.position.board_kind"),
    (True, "got_env.westeros.position.claim.kind"),
)
"""By whether it has claim."""


def kind_of(houses: Houses) -> Kind:
    """The kind of the records of a game, found by the houses in play."""
    return KINDS[houses.facts.edition.with_claim]
