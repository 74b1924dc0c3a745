"""Ways to forge a record, and to forge the JSON data of a position; each a pure function of a seed.

A record is forged by number. Numbers that are multiples of :data:`KINDS` plus 0 to 3 go through all
elements and all the values that their types can hold, in a scattered order; the others take pairs
of fields that bound each other, several things at once, raw bytes, moved members of sets, and whole
fields of other moments.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

from got_env.core.game import Game, States
from got_env.core.limits import Limit, Limits
from scripts.forging.sources import Moment

KINDS = 8
_SYSTEMATIC = 4
_STRIDE = 2_654_435_761
"""Scatters the order in which values are tried; prime, so that none is left out."""


@dataclass(frozen=True)
class Places:
    """Every element of every field of a record, each with the values it is given."""

    fields: tuple[tuple[str, int, np.dtype[Any]], ...]
    """Name, number of elements, type of each."""
    values: tuple[tuple[int, ...], ...]
    """The values of the elements of each field."""
    starts: tuple[int, ...]
    """Number of the first value of each field, and that after the last."""

    @property
    def total(self) -> int:
        """Number of single changes."""
        return self.starts[-1]

    def nth(self, number: int) -> tuple[str, int, int]:
        """Field, element and value of a single change."""
        number %= self.total
        i = int(np.searchsorted(self.starts, number, side="right")) - 1
        name, size, _ = self.fields[i]
        element, value = divmod(number - self.starts[i], len(self.values[i]))
        assert element < size
        return name, element, self.values[i][value]


def places_of(game: Game, limits: Limits) -> Places:
    """Every element: all values of the type for int8, bounds of all kinds for wider ones."""
    edges = {-1, 0, 1, 127, 128, 255, 256}
    for limit in limits.values():
        for bound in (limit.low, limit.high):
            flat = np.unique(np.asarray(bound, dtype=object).astype(np.float64))
            edges |= {int(b) + step for b in flat if abs(b) < 2**60 for step in (-1, 0, 1)}
    fields, values, starts = [], [], [0]
    for name in game.records.state.names or ():
        dtype = game.records.state[name]
        size = int(np.prod(dtype.shape, dtype=np.int64))
        info = np.iinfo(dtype.base)
        if info.bits == 8:
            tried = range(info.min, info.max + 1)
        else:
            wide = {info.min, info.max, info.min + 1, info.max - 1} | edges
            wide |= {1 << bit for bit in range(info.bits - 1)} if info.bits == 64 else set()
            tried = sorted(value for value in wide if info.min <= value <= info.max)
        fields.append((name, size, dtype.base))
        values.append(tuple(tried))
        starts.append(starts[-1] + size * len(values[-1]))
    return Places(tuple(fields), tuple(values), tuple(starts))


_BESIDE = {
    "btwixt": (
        ("no_kill", "kill_by_card"),
        ("no_move", "move_by_card"),
        ("must", "held"),
        ("oath", "held"),
        ("next_first", "first_by_ally"),
    )
}
"""Fields of which one says more about what the other holds, by game."""


def pairs_of(game: Game, limits: Limits) -> list[tuple[str, str]]:
    """Fields of which one bounds the other, or says more about it."""
    found = list(_BESIDE.get(game.code, ()))
    for name, limit in limits.items():
        bounding = (limit.used, limit.members, limit.most)
        found += [(name, other) for other in bounding if isinstance(other, str) and other]
    return found


class Forger:
    """Forges records of a game.

    Args:
        game: whose records.
        limits: the table of its record.
        found: moments of its games.
        seed: of all draws.
    """

    def __init__(self, game: Game, limits: Limits, found: list[Moment], seed: int) -> None:
        self.game, self.limits, self.found, self.seed = game, limits, found, seed
        self.places = places_of(game, limits)
        self.pairs = pairs_of(game, limits)
        self.names = list(game.records.state.names or ())

    def forge(self, number: int) -> tuple[Moment, States, str]:
        """The moment, the forged record ``(1,)`` and what was done to it, by number."""
        rng = np.random.default_rng([self.seed, 1, number])
        moment = self.found[int(rng.integers(len(self.found)))]
        states = moment.states.copy()
        kind = number % KINDS
        if kind < _SYSTEMATIC:
            nth = number // KINDS * _SYSTEMATIC + kind
            told = self._set(states, *self.places.nth(nth * _STRIDE + self.seed))
        elif kind == _SYSTEMATIC:
            told = self._pair(states, rng)
        elif kind == _SYSTEMATIC + 1:
            told = self._several(states, rng)
        elif kind == _SYSTEMATIC + 2:
            told = self._move(states, rng)
        else:
            told = self._part(states, rng)
        return moment, states, told

    def _set(self, states: States, name: str, element: int, value: int) -> str:
        states[name].reshape(-1)[element] = value
        return f"{name}.{element} = {value}"

    def _near(self, name: str, rng: np.random.Generator) -> int:
        """A value that the table may allow, or one beside it."""
        limit = self.limits.get(name, Limit(0, 8))
        low, high = (
            int(np.asarray(b, dtype=object).reshape(-1)[0]) for b in (limit.low, limit.high)
        )
        info = np.iinfo(self.game.records.state[name].base)
        low, high = max(info.min, low - 1), min(info.max, high + 1, low + 128)
        return int(rng.integers(low, high, endpoint=True)) if low <= high else low

    def _element(self, states: States, name: str, rng: np.random.Generator) -> str:
        values = states[name].reshape(-1)
        place = int(rng.integers(values.size))
        info = np.iinfo(values.dtype)
        match int(rng.integers(4)):
            case 0:
                value = int(values[place]) + int(rng.choice([-2, -1, 1, 2, 3]))
            case 1:
                value = self._near(name, rng)
            case 2:
                value = int(values[int(rng.integers(values.size))])
            case _:
                value = int(values[place]) ^ 1 << int(rng.integers(min(info.bits - 1, 50)))
        return self._set(states, name, place, max(info.min, min(info.max, value)))

    def _pair(self, states: States, rng: np.random.Generator) -> str:
        pair = self.pairs[int(rng.integers(len(self.pairs)))]
        return ", ".join(self._element(states, name, rng) for name in pair)

    def _several(self, states: States, rng: np.random.Generator) -> str:
        if rng.random() < 0.3:
            raw = states.view(np.uint8).reshape(-1)
            place, value = int(rng.integers(len(raw))), int(rng.integers(256))
            raw[place] = value
            return f"byte {place} = {value}"
        names = rng.choice(self.names, size=int(rng.integers(2, 4)))
        return ", ".join(self._element(states, str(name), rng) for name in names)

    def _move(self, states: States, rng: np.random.Generator) -> str:
        """Something goes from one place to another: what is counted stays as much as it was."""
        name = str(rng.choice(self.names))
        values = states[name].reshape(-1)
        other_name = name if rng.random() < 0.6 else str(rng.choice(self.names))
        others = states[other_name].reshape(-1)
        a, b = int(rng.integers(values.size)), int(rng.integers(others.size))
        match int(rng.integers(3)):
            case 0 if name == other_name:
                values[a], values[b] = int(values[b]), int(values[a])
                return f"{name}.{a} <-> {name}.{b}"
            case 1 if int(values[a]) > 0:
                bits = [i for i in range(values.dtype.itemsize * 8 - 1) if int(values[a]) >> i & 1]
                bit = int(rng.choice(bits))
                if bit < others.dtype.itemsize * 8 - 1:
                    values[a] ^= values.dtype.type(1 << bit)
                    others[b] |= others.dtype.type(1 << bit)
                return f"bit {bit} of {name}.{a} -> {other_name}.{b}"
            case _:
                step = int(rng.integers(1, 4))
                for array, place, change in ((values, a, -step), (others, b, step)):
                    info = np.iinfo(array.dtype)
                    array[place] = max(info.min, min(info.max, int(array[place]) + change))
                return f"{step} of {name}.{a} -> {other_name}.{b}"

    def _part(self, states: States, rng: np.random.Generator) -> str:
        """Whole fields as at another moment, of another game."""
        other = self.found[int(rng.integers(len(self.found)))].states
        names = rng.choice(self.names, size=int(rng.integers(1, 4)), replace=False)
        for name in names:
            states[str(name)] = other[str(name)]
        return f"{', '.join(map(str, names))} of another moment"


# --- positions

_NUMBERS = (-1, 0, 1, 2, 3, 7, 8, 10, 40, 60, 99, 127, 128, 999, 2**31, 2**63, -(2**31), 1.5)
_STRANGE: tuple[Any, ...] = (None, True, False, "", "hidden", [], {}, [[]], {"": 0}, "x" * 50)


def forge_document(data: Any, other: Any, rng: np.random.Generator) -> tuple[Any, str]:
    """A changed copy of JSON data, and what was done to it.

    Args:
        data: of a position.
        other: of another position, parts of which come into it.
        rng: of the draws.
    """
    changed, told = copy.deepcopy(data), []
    for _ in range(int(rng.integers(1, 3))):
        holder, key = _leaf(changed, rng)
        value = holder[key]
        name = str(key)
        match int(rng.integers(8)):
            case 0 | 1 if isinstance(value, int) and not isinstance(value, bool):
                holder[key] = value + int(rng.choice([-2, -1, 1, 2, 10]))
            case 0 | 1 | 2:
                holder[key] = _NUMBERS[int(rng.integers(len(_NUMBERS)))]
            case 3:
                holder[key] = copy.deepcopy(_STRANGE[int(rng.integers(len(_STRANGE)))])
            case 4:
                del holder[key]
            case 5 if isinstance(holder, list):
                holder.insert(int(rng.integers(len(holder) + 1)), copy.deepcopy(value))
            case 6:
                somewhere, place = _leaf(changed, rng)
                holder[key] = copy.deepcopy(somewhere[place])
            case _:
                name = str(rng.choice(sorted(other)))
                changed[name] = copy.deepcopy(other[name])
        told.append(name)
        if not changed:
            break
    return changed, f"position: {', '.join(told)}"


def _leaf(data: Any, rng: np.random.Generator) -> tuple[Any, Any]:
    """A random place of JSON data: what holds it, and its key there."""
    holder, key = data, str(rng.choice(sorted(data)))
    while isinstance(holder[key], dict | list) and holder[key] and rng.random() < 0.85:
        holder = holder[key]
        keys = sorted(holder) if isinstance(holder, dict) else range(len(holder))
        key = keys[int(rng.integers(len(keys)))]
    return holder, key
