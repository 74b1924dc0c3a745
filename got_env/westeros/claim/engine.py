"""As ``engine.py``, in games with claim, where claim and Leaders are looked at in between."""

from __future__ import annotations

from got_env.core.agenda import PHASE, top
from got_env.core.jit import kernel, linked
from got_env.westeros.claim import (
    alliances,
    scoring,
)
from got_env.westeros.claim.ladders import (
    apply_action,
    apply_combat,
    apply_westeros,
    enter,
    legal_action,
    legal_combat,
    legal_westeros,
)
from got_env.westeros.rules.decision_row import Family
from got_env.westeros.rules.decision_tables import family_of, is_automatic, is_still
from got_env.westeros.rules.vocabulary import NONE, Side


@kernel
def _settled(s):
    """True if the board is as everybody may look at it: no battle is half resolved."""
    moved_in = s.fight == 1 and s.owner[s.fight_area] == s.fighter[Side.ATTACKER]
    return s.fight == 0 or s.victor != Side.ATTACKER or moved_in


@kernel
def _advance(s, still):
    """Do automatic phases until a house has to decide or the game is over.

    Claim is looked at after every change, and nobody stays alone; ``still`` says that nothing has
    changed on the board since both were done. Rule: ASOS-WIN-06, ASOS-ALLY-07.
    """
    while s.depth > 0:
        if not still:
            if s.fight == 0 and alliances.tidy(s):
                continue
            if _settled(s) and s.round_no > 0 and scoring.check_claim(s):
                return
        phase = top(s)[PHASE]
        if not is_automatic(phase):
            return
        enter(s, phase)
        still = is_still(s, phase)


@linked
def legal(s, mask):
    """Mark the legal actions of the open decision; ``mask`` must be all False."""
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
def apply(s, action):
    """Carry out a legal action, then everything automatic that follows from it.

    The action NONE does only what is automatic.
    """
    still = False
    if action != NONE:
        phase = top(s)[PHASE]
        match family_of(phase):
            case Family.WESTEROS:
                apply_westeros(s, phase, action)
            case Family.ACTION:
                apply_action(s, phase, action)
            case Family.COMBAT:
                apply_combat(s, phase, action)
        still = is_still(s, phase)
    _advance(s, still)
