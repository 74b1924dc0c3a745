"""Horizon of the search."""

from __future__ import annotations

from got_env.core.agenda import PHASE, top
from got_env.core.jit import kernel, linked
from got_env.westeros.rules.decision_tables import marks_of
from got_env.westeros.rules.vocabulary import NONE, Phase

_NEW_MOVES = (Phase.RAID_FROM, Phase.MARCH_FROM, Phase.CONSOLIDATE_FROM, Phase.NEGOTIATE)
_LATER = (
    Phase.TACTIC,
    Phase.ORDER,
    Phase.RAVEN,
    Phase.RAVEN_AREA,
    Phase.RAVEN_ORDER,
    Phase.CAREFUL,
    Phase.SECOND_TACTIC,
)

BEGINS_MOVE = marks_of(_NEW_MOVES)
"""True for decisions that begin a new move of the round, by the number of the phase."""

COUNTS_LATER = marks_of(_LATER)
"""True for decisions that lay orders or Tactics cards, by the number of the phase."""


@kernel
def opens_auction(s):
    """True if nobody has bid yet in the auction of the open bid."""
    for q in range(s.num_players):
        if s.bid[q] != NONE:
            return False
    return True


@linked
def at_horizon(s, start_round, horizon):
    """True if a rollout may stop: it is over, or at Planning ``horizon`` rounds later.

    With horizon 0 it stops as soon as a new move or auction of the same round begins.
    """
    if s.depth == 0:
        return True
    phase = top(s)[PHASE]
    planning = phase == Phase.TACTIC or phase == Phase.ORDER
    if planning and s.round_no >= start_round + max(1, horizon):
        return True
    if horizon > 0:
        return False
    return BEGINS_MOVE[phase] or (phase == Phase.BID and opens_auction(s))


@linked
def rounds_ahead(root, horizon):
    """Rounds to look ahead; at least one for orders and Tactics cards, which do nothing before."""
    return max(1, horizon) if COUNTS_LATER[top(root)[PHASE]] else horizon
