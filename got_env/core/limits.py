"""Limits of the numbers of records, and the refusal of records from outside that break them.

A game declares one table: for each field of its record a :class:`Limit`, which says how low and
how high its numbers go and which other field bounds them. Kernels look up nothing twice: they take
indexes, counts and sets as they find them. So a record that no kernel made is held against the
table before anything reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Records = npt.NDArray[Any]
Bools = npt.NDArray[np.bool_]

ANY_SEAT = 1 << 62
"""As a bound: the last seat of the game."""
ANY_SEATS = ANY_SEAT + 1
"""As a bound: a bit for each seat of the game."""
SEAT_COUNT = ANY_SEAT + 2
"""As a bound: the number of players."""

PLAYERS = "num_players"
"""The field that says how many play."""

NONE = -1


class Limit(NamedTuple):
    """Limits of the numbers of a field.

    Attributes:
        low: lowest number, or one for each place of the field.
        high: highest number, likewise.
        used: how many places, counted from the first, are in use: a number, or the field that
            says it; empty for all.
        blank: what places hold that are not in use.
        members: field of sets; the number is how many members each of them has.
        most: field that the number does not exceed.
        once: whether no number but NONE occurs twice.
        by_kind: the field is a list of rows, and the first number of each says which row of ``low``
            and ``high`` its numbers keep to. One that has no such row is refused itself.
    """

    low: Any
    high: Any
    used: str | int = ""
    blank: int = 0
    members: str = ""
    most: str = ""
    once: bool = False
    by_kind: bool = False


Limits = Mapping[str, Limit]
"""The table of a record, by field."""


def named(records: Records, row: int) -> str:
    """Name of a record in errors."""
    return "state" if len(records) == 1 else f"state of game {row}"


def check_fields(records: Records, limits: Limits, players: int, rows: Any = None) -> None:
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
        looked_at = records if rows is None else records[rows]
        values = looked_at[name]
        low, high = _bounds(looked_at, values, limit, players)
        inside = (values >= low) & (values <= high)
        if inside.all():
            _check_once(records, looked_at, name, limit, rows)
            continue
        row, *index = (int(i) for i in np.argwhere(~inside)[0])
        least, most = (np.broadcast_to(bound, values.shape)[(row, *index)] for bound in (low, high))
        wanted = f"{least} to {most}" if least < most else str(least)
        raise ValueError(
            f"{_named(records, row, rows)}: {name}{_place(index)}={values[(row, *index)]}: "
            f"expected {wanted}{_because(looked_at[row], limit, index)}"
        )


def check_each(records: Records, limits: Limits, players: npt.NDArray[Any]) -> None:
    """As :func:`check_fields`, with the number of ``players (B,)`` of each record."""
    for count, rows in _by_players(players):
        check_fields(records, limits, count, rows)


def within_limits(records: Records, limits: Limits, players: npt.NDArray[Any]) -> Bools:
    """True for the records ``(B,)`` that :func:`check_each` would not refuse, ``(B,) bool``."""
    sound = np.ones(len(records), dtype=np.bool_)
    for count, rows in _by_players(players):
        looked_at = records if rows is None else records[rows]
        kept = np.ones(len(looked_at), dtype=np.bool_)
        for name, limit in limits.items():
            values = looked_at[name]
            low, high = _bounds(looked_at, values, limit, count)
            inside = (values >= low) & (values <= high)
            kept &= inside.reshape(len(looked_at), -1).all(axis=1)
            if limit.once:
                kept &= ~_twice(values).any(axis=1)
        sound[rows if rows is not None else slice(None)] = kept
    return sound


def _by_players(players: npt.NDArray[Any]) -> list[tuple[int, npt.NDArray[np.intp] | None]]:
    """The numbers of players there are, each with the records that have it; None for all."""
    counts = np.unique(players).tolist()
    if len(counts) == 1:
        return [(int(counts[0]), None)]
    return [(int(count), np.flatnonzero(players == count)) for count in counts]


def _bounds(
    records: Records, values: npt.NDArray[Any], limit: Limit, players: int
) -> tuple[Any, Any]:
    """Lowest and highest value of each place of a field, which spread to its shape."""
    low, high = _resolved(limit.low, players), _resolved(limit.high, players)
    if limit.by_kind:
        low, high = _of_kinds(values, low, high)
    if limit.members:
        low = high = _members(records[limit.members])
    if limit.most:
        high = np.minimum(high, records[limit.most])
    if limit.used:
        unused = ~_in_use(records, values, limit, players)
        low, high = np.where(unused, limit.blank, low), np.where(unused, limit.blank, high)
    return low, high


def _in_use(records: Records, values: npt.NDArray[Any], limit: Limit, players: int) -> Bools:
    """True for the places of a field in use, spread over its further axes."""
    places = np.arange(values.shape[1])
    if isinstance(limit.used, int):
        counts: Any = limit.used
    else:
        counts = players if limit.used == PLAYERS else records[limit.used][:, None]
    used: Bools = np.broadcast_to(places < counts, values.shape[:2])
    return used.reshape(*values.shape[:2], *[1] * (values.ndim - 2))


def _of_kinds(
    values: npt.NDArray[Any], low: npt.NDArray[Any], high: npt.NDArray[Any]
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Bounds of rows, as their first numbers say."""
    kinds = values[..., 0]
    known = (kinds >= 0) & (kinds < len(low))
    row = np.where(known, kinds, 0)
    lows, highs = low[row], high[row]
    lows[..., 0] = np.where(known, kinds, 0)
    highs[..., 0] = np.where(known, kinds, len(low) - 1)
    return lows, highs


def _members(sets: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Numbers of members of sets, which may be given as several words along the last axis."""
    counts: npt.NDArray[Any] = np.bitwise_count(sets).sum(axis=-1, dtype=np.int64)
    return counts


def _twice(values: npt.NDArray[Any]) -> Bools:
    """For each record, which of its numbers in their order are followed by the same; not NONE."""
    ordered = np.sort(values.reshape(len(values), -1), axis=1)
    same: Bools = (ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] != NONE)
    return same


def _check_once(records: Records, looked_at: Records, name: str, limit: Limit, rows: Any) -> None:
    if not limit.once:
        return
    wrong = np.argwhere(_twice(looked_at[name]))
    if len(wrong):
        row = int(wrong[0][0])
        value = int(np.sort(looked_at[name][row].reshape(-1))[wrong[0][1]])
        index = [int(i) for i in np.argwhere(looked_at[name][row] == value)[1]]
        raise ValueError(
            f"{_named(records, row, rows)}: {name}{_place(index)}={value}: expected every number "
            "once"
        )


def _named(records: Records, row: int, rows: Any) -> str:
    return named(records, row if rows is None else int(rows[row]))


def _place(index: list[int]) -> str:
    return f"[{', '.join(map(str, index))}]" if index else ""


def _because(record: Any, limit: Limit, index: list[int]) -> str:
    """The other field that bounds a number, in words."""
    if limit.members:
        return f", the members of {limit.members}{_place(index)}"
    if limit.most and record[limit.most] <= np.max(limit.high):
        return f", as {limit.most}={record[limit.most]} says"
    if isinstance(limit.used, str) and limit.used and index[0] >= record[limit.used]:
        return f", as {limit.used}={record[limit.used]} says"
    return ""


def _resolved(bound: Any, players: int) -> Any:
    """A bound in numbers for a game of so many players."""
    if isinstance(bound, int | float):
        return _OF_SEATS[bound](players) if bound in _OF_SEATS else bound
    numbers = np.asarray(bound)
    if numbers.max() < ANY_SEAT:
        return numbers
    for stands_for, number in _OF_SEATS.items():
        numbers = np.where(numbers == stands_for, number(players), numbers)
    return numbers


_OF_SEATS: Mapping[float, Callable[[int], int]] = {
    ANY_SEAT: lambda players: players - 1,
    ANY_SEATS: lambda players: (1 << players) - 1,
    SEAT_COUNT: lambda players: players,
}
