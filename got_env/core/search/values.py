"""The chance to win of every seat: a softmax over weighted features of what it has."""

from __future__ import annotations

import json
import math
from enum import IntEnum
from functools import cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from got_env.core.jit import entry, kernel
from got_env.core.search.hooks import fill_features, follow_game


@kernel
def fill_values(s, w, coefficients, features, values):
    """Fill the chance to win of every seat: certain when the game is over, shared in a draw."""
    n = s.num_players
    if s.over == 1:
        firsts = 0
        for q in range(n):
            firsts += s.place[q] == 0
        for q in range(n):
            values[q] = 1.0 / firsts if s.place[q] == 0 else 0.0
        return
    highest = 0.0
    for q in range(n):
        fill_features(s, q, w, features)
        total = 0.0
        for k in range(len(coefficients)):
            total += coefficients[k] * features[k]
        values[q] = total
        highest = total if q == 0 else max(highest, total)
    total = 0.0
    for q in range(n):
        values[q] = math.exp(values[q] - highest)
        total += values[q]
    for q in range(n):
        values[q] /= total


@entry
def features_batch(states, works, out):
    """Write the features of every seat ``(B, P, F)``."""
    for i in range(len(states)):
        follow_game(states[i], works[0])
        for q in range(states[i].num_players):
            fill_features(states[i], q, works[0], out[i, q])


@entry
def values_batch(states, works, coefficients, features, out):
    """Write the chance to win of every seat ``(B, P)``; 0 beyond the players."""
    out[:, :] = 0.0
    for i in range(len(states)):
        follow_game(states[i], works[0])
        fill_values(states[i], works[0], coefficients, features, out[i])


@cache
def fitted(package: str, places: type[IntEnum]) -> npt.NDArray[np.float64]:
    """Coefficients ``(F,)`` from ``fitted/value.json`` of a package, by the names of features.

    Args:
        package: name of the package.
        places: names of the features, in capitals, and their places in the vector.
    """
    text = files(package).joinpath("fitted", "value.json").read_text(encoding="utf-8")
    table = json.loads(text)
    return np.array([table[place.name.lower()] for place in places], dtype=np.float64)
