"""Named options of the board games: readings of open points, each with a default.

An option is one int16 in ``s.options``; its row in ``option_rows.py`` names its values. Which
options a game offers, in which words and with which default, is a table of its edition; those that
it does not offer have a fixed value there. So rules that differ between editions and readings of
open points are asked for in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from got_env.core.error_values import short_repr
from got_env.core.suggest import suggest
from got_env.westeros.rules.option_rows import values_of_row
from got_env.westeros.rules.option_values import Option

__all__ = [
    "NUM_OPTIONS",
    "Option",
    "OptionSpec",
    "OptionTable",
    "Preset",
    "Refusal",
    "offered",
    "option",
]


NUM_OPTIONS = len(Option) + -len(Option) % 4
"""Columns of the record: some more than there are options, so that it has no gaps."""


class OptionSpec(NamedTuple):
    """Values of one option, default first, what it decides, and where the question is put."""

    values: tuple[str, ...]
    summary: str
    source: str
    slot: Option
    codes: tuple[int, ...]
    """Numbers that the record keeps for the values."""


def option(key: str, summary: str, source: str, *, values: str = "", words: str = "") -> OptionSpec:
    """Entry of an edition for an option that it offers.

    Args:
        key: of its row.
        summary: what it decides.
        source: where the question is put.
        values: those that the edition offers, the default first; all of the row unless they are
            named.
        words: how the edition calls these values, if otherwise than the row.
    """
    row = values_of_row(key)
    offered = values.split() or [*row]
    named = words.split() or offered
    codes = tuple(row[value] for value in offered)
    return OptionSpec(tuple(named), summary, source, Option[key.upper()], codes)


def offered(*specs: OptionSpec) -> dict[str, OptionSpec]:
    """The options that an edition offers by key, in the order in which they are listed."""
    return {spec.slot.name.lower(): spec for spec in specs}


Preset = Mapping[str, str]


class Refusal(NamedTuple):
    """Why a game refuses an option that its rules name."""

    reason: str
    needs: Mapping[str, str] = MappingProxyType({})
    """Values of other options without which the rules do not have it either."""
    harmless: tuple[str, ...] = ()
    """Values that say that it is not wanted."""


@dataclass(frozen=True, eq=False)
class OptionTable:
    """The options of an edition by key, in the order in which they are listed."""

    specs: Mapping[str, OptionSpec]
    presets: Mapping[str, Preset] = field(default_factory=lambda: {"rulebook": {}})
    """Values of the shortcut ``rulings=``: readings selected together; the first is the default."""
    implied: Mapping[tuple[str, str], Preset] = field(default_factory=dict)
    """Defaults that another value of some option brings along, by key and value."""
    fixed: Mapping[int, int] = field(default_factory=dict)
    """Rules of the edition that another edition leaves open; 0 for those that are not named."""
    refused: Mapping[str, Refusal] = field(default_factory=dict)
    """Options of the rulebooks that the game does not have, by key or by ``key=value``."""
    needs: Mapping[tuple[str, str], Preset] = field(default_factory=dict)
    """Values of other options without which a value is not allowed, by key and value."""

    def resolve(self, given: Mapping[str, object]) -> tuple[int, ...]:
        """Numbers that the record keeps for every :class:`Option`.

        Args:
            given: option key to value; booleans may stand for "true"/"false" and "yes"/"no". The
                key ``rulings`` selects a preset that single keys override.

        Raises:
            ValueError: for an unknown key or value; names the key and what was expected.
        """
        chosen: dict[str, object] = dict(given)
        default = next(iter(self.presets))
        preset = chosen.pop("rulings", default)
        if not isinstance(preset, str) or preset not in self.presets:
            raise ValueError(
                f"rulings={short_repr(preset)}: expected one of {', '.join(self.presets)}"
            )
        self._refuse(chosen)
        for name in list(chosen):
            if name not in self.specs:
                near = suggest(str(name), [*self.specs, "rulings"])
                raise ValueError(f"unknown option {short_repr(name)}: {near}")
        merged: dict[str, object] = {**self.presets[preset], **chosen}
        for (key, value), values in self.implied.items():
            if merged.get(key) == value:
                merged = {**values, **merged}
        self._check_needs(merged)
        codes = [self.fixed.get(slot, 0) for slot in range(NUM_OPTIONS)]
        for key, spec in self.specs.items():
            index = _value_index(key, spec, merged[key]) if key in merged else 0
            codes[spec.slot] = spec.codes[index]
        return tuple(codes)

    def _check_needs(self, chosen: Mapping[str, object]) -> None:
        """Refuse a value that the rules allow only beside others.

        Raises:
            ValueError: for the first; names the values that it needs.
        """
        for (key, value), values in self.needs.items():
            if self._word(key, chosen) != value:
                continue
            missing = [f"{k}={v}" for k, v in values.items() if self._word(k, chosen) != v]
            if missing:
                given = f"option {key}={value}"
                raise ValueError(f"{given}: the rules allow it only with {' and '.join(missing)}")

    def _word(self, key: str, chosen: Mapping[str, object]) -> str:
        spec = self.specs[key]
        return spec.values[_value_index(key, spec, chosen[key]) if key in chosen else 0]

    def _refuse(self, chosen: dict[str, object]) -> None:
        """Refuse what the rulebooks have and the game has not; drop what says that it is unwanted.

        Raises:
            ValueError: for the first; says why, and which options it needs beside.
        """
        for name, value in list(chosen.items()):
            said = ("false" if value is False else "true") if isinstance(value, bool) else value
            if name in self.refused and said in self.refused[name].harmless:
                del chosen[name]
                continue
            for key in (name, f"{name}={short_repr(said) if isinstance(said, int) else said}"):
                if key in self.refused:
                    given = f"option {name}={short_repr(value)}"
                    missing = [
                        f"{other}={wanted}"
                        for other, wanted in self.refused[key].needs.items()
                        if chosen.get(other) != wanted
                    ]
                    if missing:
                        needed = " and ".join(missing)
                        raise ValueError(f"{given}: the rules allow it only with {needed}")
                    raise ValueError(f"{given}: {self.refused[key].reason}")

    def values_of(self, kept: Any) -> dict[str, str]:
        """Value of every option by key, from what a record keeps.

        Raises:
            ValueError: for a value that the edition does not offer; names its place.
        """
        return {key: self._value_of(spec, int(kept[spec.slot])) for key, spec in self.specs.items()}

    def _value_of(self, spec: OptionSpec, code: int) -> str:
        if code not in spec.codes:
            expected = ", ".join(map(str, sorted(spec.codes)))
            raise ValueError(f"options[{int(spec.slot)}]={code}: expected one of {expected}")
        return spec.values[spec.codes.index(code)]

    def changes_of(self, kept: Any) -> dict[str, str]:
        """Options that differ from their default, be it that which another option brings along."""
        values = self.values_of(kept)
        chosen = {key: value for key, value in values.items() if value != self.specs[key].values[0]}
        follow = self.values_of(self.resolve(chosen))
        return chosen | {key: values[key] for key in self.specs if follow[key] != values[key]}


def _value_index(key: str, spec: OptionSpec, value: object) -> int:
    if isinstance(value, bool):
        words = ("true", "yes", "on") if value else ("false", "no", "off")
        text = next((w for w in words if w in spec.values), str(value))
    else:
        # Python does not write numbers of many digits.
        text = short_repr(int(value)) if isinstance(value, int) else str(value)
    if text not in spec.values:
        raise ValueError(
            f"option {key}={short_repr(value)}: expected one of {', '.join(spec.values)}"
        )
    return spec.values.index(text)
