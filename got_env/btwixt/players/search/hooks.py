"""Hands what the search asks to :mod:`got_env.core.search`."""

from __future__ import annotations

from got_env.btwixt.players.search.horizon import (
    at_horizon,
    deal,
    decision_key,
    follow_deal,
    follow_game,
    rounds_ahead,
    score,
)
from got_env.btwixt.players.search.value import fill_features
from got_env.core.search.hooks import SearchHooks


def load_hooks() -> SearchHooks:
    """The kernels of B'Twixt."""
    return SearchHooks(
        score=score,
        deal=deal,
        at_horizon=at_horizon,
        rounds_ahead=rounds_ahead,
        decision_key=decision_key,
        follow_game=follow_game,
        follow_deal=follow_deal,
        fill_features=fill_features,
    )
