"""The search of a game as its :class:`got_env.core.game.Game` value offers it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from functools import partial
from typing import Any

import numpy as np

from got_env.core.players import Scratch, Searcher, Weights
from got_env.core.search.rollout import BY_HEURISTIC, BY_RANDOM, TO_THE_END
from got_env.core.search.simulate import search
from got_env.core.search.tree import MAX_WIDTH, Setting
from got_env.core.search.values import values_batch
from got_env.core.styles import BASE


def make_searcher(
    state: np.dtype[Any],
    features: type[IntEnum],
    weights: Callable[[str, Mapping[str, Any]], Weights],
    values: Callable[[], Weights],
    new_scratch: Callable[[int, Weights], Scratch],
) -> Searcher:
    """The search of the game that the records belong to, with what else the game has to say."""
    return Searcher(
        state=state,
        rollouts={"random": BY_RANDOM, "heuristic": BY_HEURISTIC},
        farthest=TO_THE_END,
        widest=MAX_WIDTH,
        settings=tuple(setting.name.lower() for setting in Setting),
        features=tuple(feature.name.lower() for feature in features),
        weights=weights,
        values=values,
        new_scratch=new_scratch,
        chances=partial(_chances, weights, values, new_scratch),
        search=search,
    )


def _chances(
    weights: Callable[[str, Mapping[str, Any]], Weights],
    values: Callable[[], Weights],
    new_scratch: Callable[[int, Weights], Scratch],
    states: np.ndarray[Any, np.dtype[Any]],
) -> Weights:
    *_, works, features, one = new_scratch(1, weights(BASE, {}))
    chances = np.zeros((len(states), len(one)))
    values_batch(states, works, values(), features, chances)
    return chances
