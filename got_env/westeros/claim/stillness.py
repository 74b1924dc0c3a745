"""Phases that leave the board as it is, so that nothing on it has to be looked at afterwards."""

from __future__ import annotations

import numpy as np

from got_env.core.agenda import PHASE, top
from got_env.core.jit import kernel
from got_env.westeros.vocabulary import Phase

_QUIET = {
    Phase.BID,
    Phase.TIE,
    Phase.CLAIM_TIE,
    Phase.TACTIC,
    Phase.ORDER,
    Phase.RAVEN,
    Phase.RAVEN_AREA,
    Phase.RAVEN_ORDER,
    Phase.SUPPORT,
    Phase.HOUSE_CARD,
    Phase.PLANNING,
    Phase.CLASH,
}
"""They settle a number, a seat, a card or the order of an area with units, or ask for one."""

_DECLARING = {Phase.MARCH_TO, Phase.MARCH_COUNT, Phase.MARCH_LEADER}
"""Units move when a march has been declared, and then none of these is asked at once."""

NEVER_MOVES = np.array([phase in _QUIET for phase in Phase], dtype=np.bool_)
DECLARES = np.array([phase in _DECLARING for phase in Phase], dtype=np.bool_)


@kernel
def is_still(s, phase):
    """Whether units, tokens, control and Leaders are where they were before a phase.

    Args:
        s: the record after it; what follows from it by itself has not been done.
        phase: the decision, or the automatic phase.
    """
    if NEVER_MOVES[phase]:
        return True
    return DECLARES[phase] and s.depth > 0 and DECLARES[top(s)[PHASE]]
