"""How positions of records of one kind differ from those of another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from got_env.core.fields import Field
from got_env.westeros.audit import audited_rollout
from got_env.westeros.claim.audit import audited_rollout as claim_rollout
from got_env.westeros.claim.redeal import deal_hidden_batch as deal_hidden_claim
from got_env.westeros.facts.facts import Houses
from got_env.westeros.position.claim.alliances import read_alliances, write_alliances
from got_env.westeros.position.claim.battle import IN_BATTLES, write_battle
from got_env.westeros.position.claim.declared_host import check_host
from got_env.westeros.position.claim.host import read_host, write_host
from got_env.westeros.position.claim.leaders import read_leaders, write_leaders
from got_env.westeros.position.claim.offer import read_offer, write_offer
from got_env.westeros.position.claim.soundness import check_claim
from got_env.westeros.position.claim.table import read_table, write_table
from got_env.westeros.position.claim.tactics import read_tactics, write_tactics
from got_env.westeros.position.combat import More
from got_env.westeros.position.declared_march import States, check_declaration
from got_env.westeros.position.pending import read_march, write_march
from got_env.westeros.position.storm import (
    IN_COMBATS,
    read_throne,
    write_storm_combat,
    write_throne,
)
from got_env.westeros.redeal import deal_hidden_batch
from got_env.westeros.state import CLAIM_STATE, STATE
from got_env.westeros.vocabulary import Phase

Record = Any


@dataclass(frozen=True, eq=False)
class Kind:
    """What is written, read and checked beside that which all records have."""

    fields: tuple[str, ...]
    """Names of the fields that :attr:`write` adds and :attr:`read` reads."""
    write: Callable[[Record, Houses], dict[str, Any]]
    read: Callable[[Field, Record, Houses], None]
    """Reads what lies face up; areas and tracks have been read, the agenda has not."""
    write_march: Callable[[Record, Houses], dict[str, Any] | None]
    read_march: Callable[[Field, Record, Houses], None]
    """Reads what is being declared or offered, once the agenda has been read."""
    write_combat: Callable[[Record, Houses], dict[str, Any] | None]
    in_combats: More
    check: Callable[[Field, Record, Houses, list[Phase]], None]
    """Refuses what the rules cannot lead to."""
    check_declaration: Callable[[Field, States], None]
    """Refuses a march that cannot be declared like that."""
    deal_hidden: Callable[..., None]
    """Draws what is marked as hidden, as :func:`got_env.westeros.redeal.deal_hidden_batch`."""
    audited_rollout: Callable[..., None]


def _nothing_checked(field: Field, s: Record, houses: Houses, phases: list[Phase]) -> None:
    return None


def _write_plain_march(s: Record, houses: Houses) -> dict[str, Any] | None:
    return write_march(s)


def _read_plain_march(field: Field, s: Record, houses: Houses) -> None:
    read_march(field, s)


def _write_claim(s: Record, houses: Houses) -> dict[str, Any]:
    parts = {
        **write_table(s, houses),
        "leaders": write_leaders(s, houses),
        "tactics": write_tactics(s, houses),
        "alliances": write_alliances(s, houses),
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


KINDS: Mapping[Any, Kind] = {
    STATE: Kind(
        fields=("throne_taken",),
        write=write_throne,
        read=read_throne,
        write_march=_write_plain_march,
        read_march=_read_plain_march,
        write_combat=write_storm_combat,
        in_combats=IN_COMBATS,
        check=_nothing_checked,
        check_declaration=check_declaration,
        deal_hidden=deal_hidden_batch,
        audited_rollout=audited_rollout,
    ),
    CLAIM_STATE: Kind(
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
        deal_hidden=deal_hidden_claim,
        audited_rollout=claim_rollout,
    ),
}
"""By the dtype of the records."""


def kind_of(houses: Houses) -> Kind:
    """The kind of the records of a game, found by the houses in play."""
    return KINDS[houses.facts.edition.state]
