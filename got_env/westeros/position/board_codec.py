"""Positions of the games without claim."""

from __future__ import annotations

from typing import Any

from got_env.core.fields import Field
from got_env.westeros.facts.facts import Houses
from got_env.westeros.position.codec import PositionCodec
from got_env.westeros.position.declared_march import check_declaration
from got_env.westeros.position.pending import read_march, write_march
from got_env.westeros.position.storm import (
    IN_COMBATS,
    read_throne,
    write_storm_combat,
    write_throne,
)
from got_env.westeros.rules.vocabulary import Phase

Record = Any


def _nothing_checked(field: Field, s: Record, houses: Houses, phases: list[Phase]) -> None:
    return None


def _write_plain_march(s: Record, houses: Houses) -> dict[str, Any] | None:
    return write_march(s)


def _read_plain_march(field: Field, s: Record, houses: Houses) -> None:
    read_march(field, s)


CODEC = PositionCodec(
    fields=("throne_taken",),
    write=write_throne,
    read=read_throne,
    write_march=_write_plain_march,
    read_march=_read_plain_march,
    write_combat=write_storm_combat,
    in_combats=IN_COMBATS,
    check=_nothing_checked,
    check_declaration=check_declaration,
)
