"""The search as the game value offers it."""

from __future__ import annotations

from got_env.core.players import Searcher
from got_env.westeros.heuristic.weights import style_weights
from got_env.westeros.search.rollout import BY_HEURISTIC, BY_RANDOM, TO_THE_END
from got_env.westeros.search.simulate import new_scratch, search
from got_env.westeros.search.tree import MAX_WIDTH, Setting
from got_env.westeros.search.value import value_coefficients
from got_env.westeros.state import STATE


def searcher() -> Searcher:
    """The search: what it can be told, and its kernel."""
    return Searcher(
        state=STATE,
        rollouts={"random": BY_RANDOM, "heuristic": BY_HEURISTIC},
        farthest=TO_THE_END,
        widest=MAX_WIDTH,
        settings=tuple(setting.name.lower() for setting in Setting),
        weights=style_weights,
        values=value_coefficients,
        new_scratch=new_scratch,
        search=search,
    )
