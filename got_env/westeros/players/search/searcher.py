"""The search as the game value offers it."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import partial

import numpy as np
import numpy.typing as npt

from got_env.core.players import Scratch, Searcher, Weights
from got_env.core.search.searcher import make_searcher
from got_env.core.search.simulate import new_scratch
from got_env.westeros.players.heuristic.choose import new_work
from got_env.westeros.players.heuristic.scratch import MOST_ACTIONS
from got_env.westeros.players.heuristic.weights import style_weights
from got_env.westeros.rules.state import STATE
from got_env.westeros.rules.vocabulary import MAX_PLAYERS


def _new_scratch(features: int, capacity: int, weights: Weights) -> Scratch:
    work = new_work(weights)
    return new_scratch(STATE, MAX_PLAYERS, MOST_ACTIONS, features, work, capacity)


def searcher(
    features: type[IntEnum], coefficients: Callable[[], npt.NDArray[np.float64]]
) -> Searcher:
    """The search: what it can be told, and its kernel.

    Args:
        features: of a seat, which tell its chance to win.
        coefficients: what they are worth ``(len(features),)``.
    """
    scratch = partial(_new_scratch, len(features))
    return make_searcher(STATE, features, style_weights, coefficients, scratch)
