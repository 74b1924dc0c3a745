"""Codecs of positions, each loaded when a game that needs it is."""

from __future__ import annotations

from collections.abc import Mapping

from got_env.core.on_demand import OnDemand
from got_env.westeros.facts.facts import Houses
from got_env.westeros.position.codec import PositionCodec

CODECS: Mapping[bool, PositionCodec] = OnDemand(
    "CODEC",
    (False, "got_env.westeros.position.board_codec"),
    (True, "got_env.westeros.position.claim.codec"),
)
"""By whether it has claim."""


def codec_of(houses: Houses) -> PositionCodec:
    """Codec of the game with these houses."""
    return CODECS[houses.facts.edition.with_claim]
