"""Look-ahead of the search: ranking, deals, and where a rollout may stop."""

from __future__ import annotations

from got_env.btwixt.players.heuristic import choose
from got_env.btwixt.rules.frames import PLAYER, get
from got_env.btwixt.views.redeal import deal_hidden
from got_env.core.jit import linked
from got_env.core.rng import seed_rng
from got_env.core.search.tree import key_of_frame

_rank = choose.score


@linked
def score(s, p, seed, trials, w):
    """Rank the actions of the open decision as the scripted player does, without luck."""
    trials[0] = s
    _rank(trials[0], p, w)


@linked
def deal(t, root, p, seed, belief, trials, w):
    """Deal what ``p`` does not know.

    ``belief`` counts for nothing: what others hold follows from draws, not from choices that the
    scripted player could make in their place.
    """
    seed_rng(t, seed)
    deal_hidden(t, p)


@linked
def at_horizon(s, start_round, horizon):
    """True if a rollout may stop: it is over, or in a later round, so many rounds ahead.

    A bid counts once the round is over, so the next round is the nearest horizon.
    """
    return s.depth == 0 or s.round_no >= start_round + max(1, horizon)


@linked
def rounds_ahead(root, horizon):
    """Rounds to look ahead from a decision."""
    return max(1, horizon)


@linked
def decision_key(s, history):
    """A key of the open decision after the actions that ``history`` stands for."""
    return key_of_frame(s.stack[s.depth - 1], get(s, PLAYER), history)


@linked
def follow_deal(w):
    """Nothing is kept from one decision to the next."""


@linked
def follow_game(w):
    """Nothing is kept from one decision to the next."""
