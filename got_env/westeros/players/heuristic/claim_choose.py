"""From the open decision of a game with claim to scores and an action."""

from __future__ import annotations

from got_env.core.agenda import PHASE, top
from got_env.core.jit import linked
from got_env.westeros.players.heuristic import (
    moves,
    orders,
)
from got_env.westeros.players.heuristic.appraisal import appraise
from got_env.westeros.players.heuristic.choose import plan_subject
from got_env.westeros.players.heuristic.claim_ladders import (
    score_action,
    score_combat,
    score_westeros,
)
from got_env.westeros.players.heuristic.scratch import NO_PLAN
from got_env.westeros.rules.decision_row import Family
from got_env.westeros.rules.decision_tables import family_of
from got_env.westeros.rules.vocabulary import Phase


@linked
def score(s, p, seed, trials, w):
    """As :func:`got_env.westeros.players.heuristic.choose.score`, in games with claim."""
    w.score[:] = 0.0
    phase = top(s)[PHASE]
    subject = plan_subject(s, p, phase)
    if subject == NO_PLAN or subject != w.plan_of or w.keeps_plans == 0:
        appraise(s, p, w)
        if phase == Phase.ORDER:
            orders.plan_house(s, p, w)
        elif subject != NO_PLAN:
            moves.plan_open_march(s, p, w)
        w.plan_of = subject
    match family_of(phase):
        case Family.WESTEROS:
            score_westeros(s, p, phase, seed, trials, w)
        case Family.ACTION:
            score_action(s, p, phase, seed, trials, w)
        case Family.COMBAT:
            score_combat(s, p, phase, seed, trials, w)
