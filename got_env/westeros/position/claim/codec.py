"""Positions of the games with claim."""

from __future__ import annotations

from typing import Any

from got_env.core.fields import Field
from got_env.westeros.facts.facts import Houses
from got_env.westeros.position.claim.alliances import read_alliances, write_alliances
from got_env.westeros.position.claim.battle import IN_BATTLES, write_battle
from got_env.westeros.position.claim.declared_leader_march import check_host
from got_env.westeros.position.claim.leader_march import read_host, write_host
from got_env.westeros.position.claim.leaders import read_leaders, write_leaders
from got_env.westeros.position.claim.offer import read_offer, write_offer
from got_env.westeros.position.claim.soundness import check_claim
from got_env.westeros.position.claim.table import read_table, write_table
from got_env.westeros.position.claim.tactics import read_tactics, write_tactics
from got_env.westeros.position.codec import PositionCodec

Record = Any


def _write_claim(s: Record, houses: Houses) -> dict[str, Any]:
    parts = {
        **write_table(s, houses),
        "leaders": write_leaders(s, houses),
        "tactics": write_tactics(s, houses),
        "alliances": write_alliances(s, houses) if houses.facts.alliances is not None else None,
        "offer": write_offer(s, houses),
    }
    return {name: part for name, part in parts.items() if part is not None}


def _read_claim(field: Field, s: Record, houses: Houses) -> None:
    read_table(field, s, houses)
    read_alliances(field, s, houses)
    read_leaders(field, s, houses)
    read_tactics(field, s, houses)


def _read_host_and_offer(field: Field, s: Record, houses: Houses) -> None:
    read_host(field, s, houses)
    read_offer(field, s, houses)


CODEC = PositionCodec(
    fields=(
        "claim_track",
        "weather",
        "throne_taken",
        "leaders",
        "tactics",
        "alliances",
        "offer",
    ),
    write=_write_claim,
    read=_read_claim,
    write_march=write_host,
    read_march=_read_host_and_offer,
    write_combat=write_battle,
    in_combats=IN_BATTLES,
    check=check_claim,
    check_declaration=check_host,
)
