"""The engine: ladders from phases to kernels. No rules here."""

from __future__ import annotations

from got_env.btwixt.operations.on_allies import (
    apply_ally,
    apply_arrange,
    apply_bury,
    legal_ally,
    legal_peeked,
)
from got_env.btwixt.operations.on_cards import apply_card, legal_card
from got_env.btwixt.operations.on_leaders import (
    apply_council,
    apply_token,
    enter_gain,
    legal_council,
    legal_token,
)
from got_env.btwixt.phases.effects import (
    apply_agree,
    apply_target,
    enter_do,
    enter_effect,
    enter_next,
    legal_agree,
    legal_target,
)
from got_env.btwixt.phases.entering import (
    apply_placement,
    enter_council,
    enter_placement,
    legal_placement,
)
from got_env.btwixt.phases.rounds import (
    apply_ability,
    apply_turn,
    join_pile,
    legal_ability,
    legal_turn,
    next_step,
    next_turn,
    open_hands,
)
from got_env.btwixt.phases.seasons import apply_draft, apply_leader, legal_draft, legal_leader
from got_env.btwixt.pieces.influence import in_force
from got_env.btwixt.rules.frames import PHASE, get
from got_env.btwixt.rules.vocabulary import FIRST_DECISION, NONE, Operation, Phase, Step
from got_env.core.jit import kernel, linked


@kernel
def run(s, phase):
    """Do an automatic phase."""
    match phase:
        case Phase.JOIN:
            join_pile(s)
        case Phase.EFFECT:
            enter_effect(s)
        case Phase.EFFECT_NEXT:
            enter_next(s, False)
        case Phase.EFFECT_DO:
            enter_do(s)
        case Phase.ENTER:
            enter_placement(s)
        case Phase.ENTERED:
            enter_council(s)
        case Phase.GAIN:
            enter_gain(s)


@kernel
def advance(s):
    """Do what is automatic until a leader has to decide or the game is over."""
    while s.over == 0:
        if s.depth == 0 and s.step == Step.PLAY:
            next_turn(s)
        elif s.depth == 0:
            next_step(s)
        else:
            phase = get(s, PHASE)
            if phase >= FIRST_DECISION:
                break
            run(s, phase)
    if in_force(s, Operation.LOOK):
        open_hands(s)


@linked
def legal(s, mask):
    """Mark the legal actions of the open decision; ``mask`` must be all False."""
    if s.depth == 0:
        return
    match get(s, PHASE):
        case Phase.TURN:
            legal_turn(s, mask)
        case Phase.LEADER_CARD:
            legal_leader(s, mask)
        case Phase.DRAFT:
            legal_draft(s, mask)
        case Phase.ABILITY:
            legal_ability(s, mask)
        case Phase.PLACEMENT:
            legal_placement(s, mask)
        case Phase.TOKEN:
            legal_token(s, mask)
        case Phase.TARGET:
            legal_target(s, mask)
        case Phase.CARD:
            legal_card(s, mask)
        case Phase.ALLY:
            legal_ally(s, mask)
        case Phase.COUNCIL:
            legal_council(s, mask)
        case Phase.AGREE:
            legal_agree(s, mask)
        case Phase.BURY | Phase.ARRANGE:
            legal_peeked(s, mask)


@kernel
def carry_out(s, action):
    """Carry out a legal action of the open decision."""
    match get(s, PHASE):
        case Phase.TURN:
            apply_turn(s, action)
        case Phase.LEADER_CARD:
            apply_leader(s, action)
        case Phase.DRAFT:
            apply_draft(s, action)
        case Phase.ABILITY:
            apply_ability(s, action)
        case Phase.PLACEMENT:
            apply_placement(s, action)
        case Phase.TOKEN:
            apply_token(s, action)
        case Phase.TARGET:
            apply_target(s, action)
        case Phase.CARD:
            apply_card(s, action)
        case Phase.ALLY:
            apply_ally(s, action)
        case Phase.COUNCIL:
            apply_council(s, action)
        case Phase.AGREE:
            apply_agree(s, action)
        case Phase.BURY:
            apply_bury(s, action)
        case Phase.ARRANGE:
            apply_arrange(s, action)


@linked
def apply(s, action):
    """Carry out a legal action, then everything automatic that follows from it.

    The action NONE does only what is automatic.
    """
    if action != NONE:
        carry_out(s, action)
    advance(s)
