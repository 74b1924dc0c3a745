"""Parts of positions that some games have and others have not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from got_env.core.fields import Field
from got_env.westeros.facts.facts import Houses
from got_env.westeros.position.combat import More
from got_env.westeros.position.declared_march import States
from got_env.westeros.rules.vocabulary import Phase

Record = Any


@dataclass(frozen=True, eq=False)
class PositionCodec:
    """Parts written, read and checked beside those that all records have."""

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
