"""Horizon of the search."""

from __future__ import annotations

from got_env.core.agenda import PHASE, PLAYER, top
from got_env.core.jit import linked
from got_env.core.search.tree import key_of_frame
from got_env.westeros.players.heuristic import expansion
from got_env.westeros.players.heuristic.asked import with_claim
from got_env.westeros.rules.decision_tables import marks_of
from got_env.westeros.rules.vocabulary import Phase

_NEW_MOVES = (Phase.RAID_FROM, Phase.MARCH_FROM, Phase.CONSOLIDATE_FROM, Phase.BID)
_ORDERS_ARE_LAID = (Phase.ORDER, Phase.RAVEN, Phase.RAVEN_AREA, Phase.RAVEN_ORDER)

BEGINS_MOVE = marks_of(_NEW_MOVES)
"""True for decisions that begin a new move of the round, by the number of the phase."""

LAYS_ORDERS = marks_of(_ORDERS_ARE_LAID)
"""True for decisions that lay or replace orders, by the number of the phase."""


@linked
def at_horizon(s, start_round, horizon):
    """True if a rollout may stop: it is over, or at Planning ``horizon`` rounds later.

    With horizon 0 it stops as soon as a new move of the same round begins.
    """
    if with_claim(s):
        return expansion.at_horizon(s, start_round, horizon)
    if s.depth == 0:
        return True
    phase = top(s)[PHASE]
    if s.round_no >= start_round + max(1, horizon) and phase == Phase.ORDER:
        return True
    return horizon == 0 and BEGINS_MOVE[phase]


@linked
def rounds_ahead(root, horizon):
    """Rounds to look ahead; at least one while orders are laid, which do nothing before."""
    if with_claim(root):
        return expansion.rounds_ahead(root, horizon)
    return max(1, horizon) if LAYS_ORDERS[top(root)[PHASE]] else horizon


@linked
def decision_key(s, history):
    """A key of the open decision after the actions that ``history`` stands for."""
    frame = top(s)
    return key_of_frame(frame, frame[PLAYER], history)
