"""Records of a plain game: their dtype, and the check of those from outside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from got_env.core.game import States
from got_env.core.jit import record_dtype
from got_env.core.limits import (
    ANY_SEAT,
    Bools,
    Limit,
    check_each,
    check_fields,
    named,
    within_limits,
)
from got_env.core.plain.rules import NOBODY, Numbers, PlainRules

MOST_EVENTS = 1 << 16
WORD = (1 << 32) - 1


def common_fields(rules: PlainRules) -> dict[str, Numbers]:
    """Fields of every record, by name."""
    values = [len(values) for values, _, _ in rules.options.values()]
    seats = len(rules.houses)
    return {
        "num_players": Numbers((), min(rules.counts), max(rules.counts)),
        "options": Numbers((len(values),), 0, max(values, default=1) - 1),
        "over": Numbers((), 0, 1),
        "winner": Numbers((), NOBODY, ANY_SEAT),
        "round_no": Numbers((), 1, rules.last_round),
        "place": Numbers((seats,), NOBODY, ANY_SEAT),
        "journal_no": Numbers((), 0, MOST_EVENTS),
        "rng": Numbers((4,), 0, WORD),
    }


def state_dtype(rules: PlainRules) -> np.dtype[Any]:
    """The dtype of a record: 64-bit integers."""
    fields = {**common_fields(rules), **rules.fields}
    return record_dtype([(name, np.int64, numbers.shape) for name, numbers in fields.items()])


def check_records(rules: PlainRules, states: States) -> None:
    """Refuse records with a number that no game has, or with another history than they tell.

    Raises:
        ValueError: for the first; names the field, the value and what was expected.
    """
    limits = record_limits(rules)
    check_fields(states, {"num_players": limits.pop("num_players")}, max(rules.counts))
    for row, count in enumerate(states["num_players"].tolist()):
        if count not in rules.counts:
            where = named(states, row)
            raise ValueError(f"{where}: num_players={count}: expected one of {rules.counts}")
    check_each(states, limits, states["num_players"])
    for row, s in enumerate(states):
        journal = len(rules.events(s))
        if s["journal_no"] != journal:
            where = named(states, row)
            raise ValueError(f"{where}: journal_no={s['journal_no']}: expected {journal}")


def records_in_range(rules: PlainRules, states: States) -> Bools:
    """True for the records ``(B,)`` with numbers that a game can have, ``(B,) bool``."""
    players = np.clip(states["num_players"], min(rules.counts), max(rules.counts))
    return within_limits(states, record_limits(rules), players)


def record_limits(rules: PlainRules) -> dict[str, Limit]:
    """The table of a record, by field."""
    fields: Mapping[str, Numbers] = {**common_fields(rules), **rules.fields}
    return {name: Limit(numbers.low, numbers.high) for name, numbers in fields.items()}
