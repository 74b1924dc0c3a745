"""The search as the game value offers it."""

from __future__ import annotations

from got_env.btwixt.players.heuristic.choose import new_work
from got_env.btwixt.players.heuristic.weights import style_weights
from got_env.btwixt.players.search.value import Feature, value_coefficients
from got_env.btwixt.rules.actions import NUM_ACTIONS
from got_env.btwixt.rules.state import STATE
from got_env.btwixt.rules.vocabulary import MAX_PLAYERS
from got_env.core.players import Scratch, Searcher, Weights
from got_env.core.search.searcher import make_searcher
from got_env.core.search.simulate import new_scratch


def _new_scratch(capacity: int, weights: Weights) -> Scratch:
    work = new_work(weights)
    return new_scratch(STATE, MAX_PLAYERS, NUM_ACTIONS, len(Feature), work, capacity)


def searcher() -> Searcher:
    """The search: what it can be told, and its kernel."""
    return make_searcher(STATE, Feature, style_weights, value_coefficients, _new_scratch)
