"""Styles of a scripted player: vectors of weights by name, which all share the same code."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from functools import cached_property
from importlib.resources import files
from typing import Any

import numpy as np

from got_env.core.error_values import short_repr
from got_env.core.files import naming
from got_env.core.players import Weights
from got_env.core.strict_json import parse_json

BASE = "heuristic"
"""The style that names every weight; the others differ from it."""

ENDING = ".json"

MOST = 100.0
"""No weight may be greater."""


class Styles:
    """The styles of a game: one JSON file each, in the folder ``styles`` of a package.

    Kernels do not read these files, so an edit of one compiles nothing.

    Args:
        package: name of the package.
        places: names of the weights, in capitals, and their places in a vector of weights.
    """

    def __init__(self, package: str, places: type[IntEnum]) -> None:
        self._package = package
        self._weight_names = tuple(place.name.lower() for place in places)

    def weight_names(self) -> tuple[str, ...]:
        """Names of all weights, as in options of agents."""
        return self._weight_names

    def names(self) -> tuple[str, ...]:
        """Names of the styles that come with the package."""
        return tuple(self._shipped)

    @cached_property
    def _shipped(self) -> dict[str, dict[str, float]]:
        """The styles by name, each with its weights.

        Raises:
            FileError: for a file that is damaged or says what no style has; names file and field.
        """
        found: dict[str, dict[str, float]] = {}
        for file in files(self._package).joinpath("styles").iterdir():
            if not file.name.endswith(ENDING):
                continue
            with naming(file):
                style = parse_json(file.read_text("utf-8"))
                if not isinstance(style, dict):
                    raise ValueError(f"{short_repr(style)}: expected an object of weights by name")
                self._check(style)
                if file.name == BASE + ENDING:
                    missing = [name for name in self._weight_names if name not in style]
                    if missing:
                        raise ValueError(f"{missing[0]} is missing")
                found[file.name.removesuffix(ENDING)] = style
        return dict(sorted(found.items()))

    def _check(self, weights: Mapping[str, Any]) -> None:
        for name, value in weights.items():
            if name not in self._weight_names:
                expected = ", ".join(self._weight_names)
                raise ValueError(f"weight {short_repr(name)}: expected one of {expected}")
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not number or not 0 <= value <= MOST:
                raise ValueError(
                    f"{name}={short_repr(value)}: expected a number from 0 to {MOST:g}"
                )

    def weights(self, style: str = BASE, changes: Mapping[str, Any] | None = None) -> Weights:
        """The weights of a style, a vector with a place for each.

        Args:
            style: its name.
            changes: weights by name that replace those of the style.

        Raises:
            ValueError: for an unknown name or a number out of range; names it.
        """
        if style not in self._shipped:
            raise ValueError(
                f"style {short_repr(style)}: expected one of {', '.join(self._shipped)}"
            )
        self._check(changes or {})
        chosen = self._shipped[BASE] | self._shipped[style] | dict(changes or {})
        return np.array([chosen[name] for name in self._weight_names], dtype=np.float64)
