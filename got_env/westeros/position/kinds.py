"""The kinds of positions, each loaded when a game of its kind is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from got_env.core.on_demand import OnDemand
from got_env.westeros.facts.facts import Houses
from got_env.westeros.position.kind import Kind
from got_env.westeros.state import CLAIM_STATE, STATE

KINDS: Mapping[Any, Kind] = OnDemand(
    "KIND",
    (STATE, "got_env.westeros.position.board_kind"),
    (CLAIM_STATE, "got_env.westeros.position.claim.kind"),
)
"""By the dtype of the records."""


def kind_of(houses: Houses) -> Kind:
    """The kind of the records of a game, found by the houses in play."""
    return KINDS[houses.facts.edition.state]
