"""Hands what the search asks to :mod:`got_env.core.search`."""

from __future__ import annotations

from got_env.core.jit import linked
from got_env.core.search.hooks import SearchHooks
from got_env.westeros.heuristic.choose import follow_deal, follow_game
from got_env.westeros.heuristic.claim_choose import score_with_claim
from got_env.westeros.search.claim.deals import deal
from got_env.westeros.search.claim.horizon import at_horizon, decision_key, rounds_ahead
from got_env.westeros.search.claim.value import fill_features


@linked
def score(s, p, seed, trials, w):
    """Rank the actions of the open decision as the heuristic player does."""
    score_with_claim(s, p, seed, trials, w)


def load_hooks() -> SearchHooks:
    """The kernels of the games with claim."""
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
