"""Legal actions of a decision, effects of an action, and what follows by itself. No rules here."""

from __future__ import annotations

from got_env.core.agenda import PHASE, top
from got_env.core.jit import inlined, kernel, linked
from got_env.westeros.engine.ladders import (
    apply_action,
    apply_combat,
    apply_westeros,
    enter,
    legal_action,
    legal_combat,
    legal_westeros,
)
from got_env.westeros.rules import expansion
from got_env.westeros.rules.decision_row import Family
from got_env.westeros.rules.decision_tables import family_of, is_automatic
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE


@inlined
def _advance(s):
    """Do automatic phases until a house has to decide or the game is over."""
    while s.depth > 0 and is_automatic(top(s)[PHASE]):
        enter(s, top(s)[PHASE])


@kernel
def legal_inside(s, mask):
    """As :func:`legal`, for a loop that runs little else."""
    if s.depth == 0:
        return
    phase = top(s)[PHASE]
    match family_of(phase):
        case Family.WESTEROS:
            legal_westeros(s, phase, mask)
        case Family.ACTION:
            legal_action(s, phase, mask)
        case Family.COMBAT:
            legal_combat(s, phase, mask)


@linked
def legal(s, mask):
    """Mark the legal actions of the open decision; ``mask`` must be all False."""
    if RULES[s.ruleset].with_claim == 1:
        expansion.legal(s, mask)
    else:
        legal_inside(s, mask)


@kernel
def apply_inside(s, action):
    """As :func:`apply`, for a loop that runs little else."""
    if action != NONE:
        phase = top(s)[PHASE]
        match family_of(phase):
            case Family.WESTEROS:
                apply_westeros(s, phase, action)
            case Family.ACTION:
                apply_action(s, phase, action)
            case Family.COMBAT:
                apply_combat(s, phase, action)
    _advance(s)


@linked
def apply(s, action):
    """Carry out a legal action, then everything automatic that follows from it.

    The action NONE does only what is automatic.
    """
    if RULES[s.ruleset].with_claim == 1:
        expansion.apply(s, action)
    else:
        apply_inside(s, action)
