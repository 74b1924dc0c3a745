"""What the numbers of records may be, and the refusal of records from outside that have others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

Records = npt.NDArray[Any]
Limits = tuple[Any, Any]
"""Lowest and highest value: a number, or one for each place of the field."""

ANY_SEAT = 1 << 62
"""As a limit: the last seat of the game."""
ANY_SEATS = ANY_SEAT + 1
"""As a limit: a bit for each seat of the game."""


def named(records: Records, row: int) -> str:
    """How an error calls a record."""
    return "state" if len(records) == 1 else f"state of game {row}"


def check_fields(
    records: Records, limits: Mapping[str, Limits], players: int, rows: Any = None
) -> None:
    """Refuse records with a number out of its limits.

    Args:
        records: ``(B,)``; they are not changed.
        limits: of each field.
        players: number of players of these games.
        rows: indices of the records to look at; None for all.

    Raises:
        ValueError: for the first; names the field, its index, the value, and what was expected.
    """
    for name, limit in limits.items():
        _check_field(records, name, limit, players, rows)


def check_each(records: Records, limits: Mapping[str, Limits], players: npt.NDArray[Any]) -> None:
    """As :func:`check_fields`, with the number of ``players (B,)`` of each record."""
    for count in sorted({int(n) for n in players}):
        check_fields(records, limits, count, np.flatnonzero(players == count))


def _check_field(records: Records, name: str, limits: Limits, players: int, rows: Any) -> None:
    values = records[name] if rows is None else records[name][rows]
    least, most = (_resolved(limit, players) for limit in limits)
    inside = (values >= least) & (values <= most)
    if inside.all():
        return
    row, *index = (int(i) for i in np.argwhere(~inside)[0])
    low, high = (np.broadcast_to(limit, values.shape)[(row, *index)] for limit in (least, most))
    place = f"[{', '.join(map(str, index))}]" if index else ""
    raise ValueError(
        f"{named(records, row if rows is None else int(rows[row]))}: "
        f"{name}{place}={values[(row, *index)]}: expected {low} to {high}"
    )


def _resolved(limit: Any, players: int) -> npt.NDArray[Any]:
    """A limit in numbers for a game of so many players."""
    numbers = np.asarray(limit)
    numbers = np.where(numbers == ANY_SEAT, players - 1, numbers)
    return np.where(numbers == ANY_SEATS, (1 << players) - 1, numbers)
