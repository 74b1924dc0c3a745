"""Weights: the numbers that make one scripted player another; all styles share the same code."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import IntEnum
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from got_env.core.shown import shown


class Weight(IntEnum):
    """Places in a vector of weights. Worths are in points of power."""

    SIDE = 0  # share of the stronger council that counts beside the weaker one
    ENVY = 1  # share of what the best rival has that counts against the own standing
    FIELD = 2  # the same for the mean of all rivals
    ABILITY = 3  # factor on what abilities are worth
    THRIFT = 4  # price of influence spent, as a factor on what it is worth later
    TYPICAL = 5  # what a win in a later round is expected to be worth
    PRESS = 6  # chance that a leader who may still play outbids a lead of nothing
    PACE = 7  # lead in influence that halves that chance, for each card in the hand of that leader
    AGAIN = 8  # share of lost leads that can be won back by a leader who does not kneel
    HARM = 9  # how much the standing of a leader counts in the choice of a victim
    THREAT = 10  # the same for the bid of the round


NUM_WEIGHTS = len(Weight)

Weights = npt.NDArray[np.float64]

BASE = "heuristic"
"""The style that names every weight; the others differ from it."""

MOST = 100.0
"""No weight may be greater."""


def weight_names() -> tuple[str, ...]:
    """Names of all weights, as in options of agents."""
    return tuple(weight.name.lower() for weight in Weight)


@cache
def style_names() -> tuple[str, ...]:
    """Names of the styles that come with the package."""
    return tuple(_styles())


@cache
def _styles() -> dict[str, dict[str, float]]:
    # In a folder of their own: kernels do not read them, so they need not be compiled anew.
    found = sorted(files(__package__).joinpath("styles").iterdir(), key=lambda file: file.name)
    return {file.name.removesuffix(".json"): json.loads(file.read_text("utf-8")) for file in found}


def style_weights(style: str = BASE, changes: Mapping[str, Any] | None = None) -> Weights:
    """The weights ``(NUM_WEIGHTS,)`` of a style.

    Args:
        style: its name.
        changes: weights by name that replace those of the style.

    Raises:
        ValueError: for an unknown name or a number out of range; names it.
    """
    if style not in _styles():
        raise ValueError(f"style {shown(style)}: expected one of {', '.join(style_names())}")
    chosen = _styles()[BASE] | _styles()[style] | dict(changes or {})
    for name, value in chosen.items():
        if name not in weight_names():
            raise ValueError(f"weight {shown(name)}: expected one of {', '.join(weight_names())}")
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MOST:
            raise ValueError(f"{name}={shown(value)}: expected a number from 0 to {MOST:g}")
    return np.array([chosen[name] for name in weight_names()], dtype=np.float64)
