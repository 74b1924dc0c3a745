"""Hands what the search asks to :mod:`got_env.core.search`."""

from __future__ import annotations

from got_env.core.search.hooks import SearchHooks
from got_env.westeros.players.heuristic.choose import follow_deal, follow_game, score
from got_env.westeros.players.search.deals import deal
from got_env.westeros.players.search.horizon import at_horizon, decision_key, rounds_ahead
from got_env.westeros.players.search.value import fill_features


def load_hooks() -> SearchHooks:
    """The kernels of the board games."""
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
