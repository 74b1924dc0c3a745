"""Players of a game in compiled code: scripted ones in styles, and a search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

Weights = npt.NDArray[np.float64]
"""Numbers that tell styles of a scripted player apart ``(W,)``."""

Scratch = tuple[npt.NDArray[Any], ...]
"""Arrays that kernels may write into; one caller at a time."""


@dataclass(frozen=True)
class ScriptedPlayer:
    """The scripted player of a game: one piece of code, whose weights make its styles."""

    state: np.dtype[Any] = field(repr=False)
    """Of the records it knows."""
    styles: tuple[str, ...]
    weights: Callable[[str, Mapping[str, Any]], Weights]
    """``weights(style, changes)``: of a style, some replaced; ValueError names what is wrong."""
    new_scratch: Callable[[Weights], Scratch]
    choose: Callable[..., None]
    """``choose(states, seats (B,), masks (B, A), seeds (B,), *scratch, actions (B,) int64)``: a
    legal action for each row, redacted for its seat."""
    counting: Callable[[int], Callable[[npt.NDArray[Any], npt.NDArray[np.int64]], None]]
    """``counting(games)``: ``play(states (games,), counts (2,))`` plays records to the end and adds
    up decisions and forced ones."""


@dataclass(frozen=True)
class Searcher:
    """The search of a game: simulations of what may follow, from what a seat may know."""

    state: np.dtype[Any] = field(repr=False)
    """Of the records it knows."""
    rollouts: Mapping[str, int]
    """Players of rollouts, and the number that the setting ``policy`` takes for each."""
    farthest: int
    """Greatest ``horizon``, the end of the game."""
    widest: int
    """Greatest ``width``."""
    settings: tuple[str, ...]
    """Names of the settings in their order."""
    features: tuple[str, ...]
    """Names of what tells the value of a position, in the order of their coefficients."""
    weights: Callable[[str, Mapping[str, Any]], Weights]
    """As those of the scripted player, who ranks actions and plays rollouts."""
    values: Callable[[], npt.NDArray[np.float64]]
    """Coefficients of the value of positions."""
    new_scratch: Callable[[int, Weights], Scratch]
    """``new_scratch(capacity, weights)``: for trees of so many nodes. The first array holds these,
    the root first, with the fields ``edges``, ``action``, ``count``, ``sum`` and ``seat``."""
    chances: Callable[[npt.NDArray[Any]], npt.NDArray[np.float64]]
    """``chances(states (B,))``: the chance to win of every seat ``(B, P)`` by the value of
    positions, from whole records. Certain at the end, 0 beyond the players."""
    search: Callable[..., None]
    """``search(states (1,), seat, mask (A,), seed, first, count, settings, values, *scratch)``:
    simulations ``first`` to ``first + count - 1`` of a redacted record; the first clear the tree"""
