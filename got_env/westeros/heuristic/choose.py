"""From the open decision to scores and an action."""

from __future__ import annotations

import numpy as np

from got_env.core.agenda import PHASE, top
from got_env.core.batch.turns import count_legal, first_legal
from got_env.core.jit import kernel, linked, thin
from got_env.core.players import Weights
from got_env.westeros import actions
from got_env.westeros.decision_row import Family
from got_env.westeros.decision_tables import family_of
from got_env.westeros.heuristic import (
    cards,
    combat_choices,
    losses,
    moves,
    orders,
    support,
    westeros_choices,
)
from got_env.westeros.heuristic.appraisal import appraise
from got_env.westeros.heuristic.planned import plan_orders
from got_env.westeros.heuristic.weights import style_weights
from got_env.westeros.heuristic.work import NO_PLAN, WORK
from got_env.westeros.vocabulary import MAX_AREAS, MAX_PLAYERS, NONE, Phase

BLOCK = 16
"""Actions of a mask that are looked at together: most blocks hold no legal one."""

_BY_OTHER_FACTS = (
    Phase.BID,
    Phase.BLADE,
    Phase.CASUALTY,
    Phase.CLIMB_TRACK,
    Phase.DISCARD_CARD,
    Phase.DORAN,
    Phase.DROP_TRACK,
    Phase.LOSE_UNIT,
    Phase.MUSTER_STATUS,
    Phase.NEUTRAL_SUPPORT,
    Phase.PASS_VISIT,
    Phase.PORT_CAPTURE,
    Phase.RAVEN_ORDER,
    Phase.RAVEN_PEEK,
    Phase.RECONCILE_UNIT,
    Phase.RECOVER_CARD,
    Phase.REFUSE_SUPPORT,
    Phase.RETREAT_LOSS,
    Phase.TIDES_REDRAW,
)

LOOKS_AT_BOARD = np.array([phase not in _BY_OTHER_FACTS for phase in Phase], dtype=np.bool_)
"""Whether what :func:`appraise` fills counts in a decision, by the number of its phase."""


@thin
def _score_westeros(s, p, phase, seed, w):
    """Decisions of the Westeros phase."""
    match phase:
        case Phase.WESTEROS_CHOICE:
            westeros_choices.score_westeros_choice(s, p, w)
        case Phase.RECONCILE_AREA | Phase.LOSE_AREA | Phase.HORDE_AREA:
            losses.score_loss_area(s, p, w)
        case Phase.RECONCILE_UNIT | Phase.LOSE_UNIT:
            losses.score_loss_unit(s, w)
        case Phase.MUSTER_UPGRADE:
            westeros_choices.score_muster_upgrade(s, p, w)
        case Phase.MUSTER_STATUS:
            combat_choices.score_fresh(w)
        case Phase.MUSTER:
            westeros_choices.score_muster(s, p, w)
        case Phase.BID:
            westeros_choices.score_bid(s, p, seed, w)
        case Phase.TIE:
            westeros_choices.score_tie(s, p, w)
        case Phase.WILDLING_TIE:
            westeros_choices.score_wildling_tie(s, p, w)
        case Phase.CLIMB_TRACK:
            losses.score_climb_track(s, p, w)
        case Phase.DROP_TRACK:
            losses.score_drop_track(s, p, w)
        case Phase.PROMOTE:
            losses.score_knight_area(s, p, w, 1.0)
        case Phase.DEMOTE:
            losses.score_knight_area(s, p, w, -1.0)
        case Phase.RECOVER_CARD:
            losses.score_keep_strong(s, p, w, 1.0)
        case Phase.DISCARD_CARD:
            losses.score_keep_strong(s, p, w, -1.0)
        case Phase.PREEMPTIVE_CHOICE:
            losses.score_preemptive_choice(s, p, w)
        case Phase.PREEMPTIVE_TRACK:
            losses.score_preemptive_track(s, p, w)
        case Phase.HORDE_MUSTER:
            westeros_choices.score_horde_muster(s, p, w)


@thin
def _score_action(s, p, phase, w):
    """Decisions of the Planning and Action phase."""
    match phase:
        case Phase.ORDER:
            orders.score_order(s, w)
        case Phase.RAVEN:
            orders.score_raven(s, p, w)
        case Phase.RAVEN_AREA:
            orders.score_raven_area(s, p, w)
        case Phase.RAVEN_ORDER:
            orders.score_raven_order(s, w)
        case Phase.RAVEN_PEEK:
            orders.score_raven_peek(s, p, w)
        case Phase.RAID_FROM:
            moves.score_raid_from(s, p, w)
        case Phase.RAID_TARGET:
            moves.score_raid_target(s, p, w)
        case Phase.ASK_SUPPORT:
            moves.score_ask_support(s, p, w)
        case Phase.NEUTRAL_SUPPORT:
            moves.score_neutral_support(w)
        case Phase.MARCH_FROM:
            moves.score_march_from(s, p, w)
        case Phase.MARCH_TO:
            moves.score_march_to(w)
        case Phase.MARCH_COUNT:
            moves.score_march_count(s, w)
        case Phase.MARCH_TOKEN:
            moves.score_march_token(s, w)
        case Phase.PORT_CAPTURE:
            moves.score_port_capture(s, w)
        case Phase.CONSOLIDATE_FROM:
            moves.score_consolidate_from(s, p, w)
        case Phase.CONSOLIDATE_CHOICE:
            moves.score_consolidate_choice(s, p, w)
        case Phase.PASS_VISIT:
            moves.score_pass_visit(w)
        case Phase.RAID_SECOND:
            moves.score_raid_second(s, p, w)


@thin
def _score_combat(s, p, phase, seed, trials, w):
    """Decisions of the combat."""
    match phase:
        case Phase.SUPPORT:
            support.score_support(s, p, w)
        case Phase.REFUSE_SUPPORT:
            support.score_refuse_support(w)
        case Phase.HOUSE_CARD:
            cards.score_house_card(s, trials, seed, w)
        case Phase.TYRION:
            combat_choices.score_tyrion(s, trials, w)
        case Phase.TYRION_CARD:
            combat_choices.score_open_card(s, trials, w)
        case Phase.AERON:
            combat_choices.score_aeron(s, trials, w)
        case Phase.DORAN:
            combat_choices.score_doran(s, w)
        case Phase.QUEEN_OF_THORNS | Phase.CERSEI:
            support.score_order_removal(s, w)
        case Phase.MACE | Phase.RENLY_STATUS:
            combat_choices.score_fresh(w)
        case Phase.TIDES_REDRAW:
            combat_choices.score_tides_redraw(s, trials, w)
        case Phase.BLADE:
            combat_choices.score_blade(s, trials, w)
        case Phase.RENLY:
            combat_choices.score_renly(s, w)
        case Phase.CASUALTY:
            combat_choices.score_casualty(s, w)
        case Phase.ROBB:
            combat_choices.score_robb(s, w)
        case Phase.RETREAT:
            combat_choices.score_retreat(s, p, w)
        case Phase.RETREAT_LOSS:
            combat_choices.score_retreat_loss(s, w)
        case Phase.PATCHFACE:
            combat_choices.score_patchface(s, w)
        case Phase.LUWIN:
            losses.score_keep_strong(s, p, w, 1.0)
        case Phase.MELISANDRE:
            combat_choices.score_melisandre(s, w)
        case Phase.ASHA:
            support.score_near_removal(s, p, w)
        case Phase.STANNIS:
            w.score[actions.YES] = 1.0
        case Phase.DAVOS:
            combat_choices.score_davos(s, p, w)
        case Phase.BRAN:
            losses.score_keep_strong(s, p, w, 1.0)
        case Phase.PLACE_ORDER:
            combat_choices.score_place_order(s, p, w)


@kernel
def plan_subject(s, p, phase):
    """What the plan of a decision is made for, as one number; NO_PLAN where none is made.

    The plan of a house for its orders, and that of a march, hold for all the small decisions that
    carry them out. Until those are made nothing on the board changes, and no event is public.
    """
    if phase == Phase.ORDER:
        area = MAX_AREAS
    elif phase == Phase.MARCH_TO or phase == Phase.MARCH_COUNT:
        area = int(s.march_from)
    else:
        return NO_PLAN
    return (int(s.journal_no) * (MAX_AREAS + 1) + area) * MAX_PLAYERS + int(p) + 1


@linked
def follow_game(w):
    """From here on all decisions are of one game until this is called again: plans can be kept."""
    w.keeps_plans = 1
    w.known_moods = 0
    w.hand_of[:] = 0
    w.plan_of = NO_PLAN
    w.root_no = 0
    w.kept = 0


@linked
def follow_deal(w):
    """From here on decisions follow another deal of the same root."""
    w.plan_of = NO_PLAN


@linked
def score(s, p, seed, trials, w):
    """Fill ``w.score`` for the open decision of seat ``p``; scores of illegal actions mean nothing.

    Args:
        s: a record redacted for ``p``, with an open decision of ``p``.
        p: the seat.
        seed: random number of the decision.
        trials: ``(1,) STATE``, overwritten.
        w: scratch; see :func:`follow_game`.
    """
    w.score[:] = 0.0
    phase = top(s)[PHASE]
    subject = plan_subject(s, p, phase)
    if subject == NO_PLAN or subject != w.plan_of or w.keeps_plans == 0:
        if phase == Phase.ORDER:
            plan_orders(s, p, w)
        elif LOOKS_AT_BOARD[phase]:
            appraise(s, p, w)
            if subject != NO_PLAN:
                moves.plan_open_march(s, p, w)
        w.plan_of = subject
    match family_of(phase):
        case Family.WESTEROS:
            _score_westeros(s, p, phase, seed, w)
        case Family.ACTION:
            _score_action(s, p, phase, w)
        case Family.COMBAT:
            _score_combat(s, p, phase, seed, trials, w)


@kernel
def list_legal(mask, first, end, count, w):
    """Add the legal actions of a range to a list of so many; returns how many there are then."""
    for action in range(first, end):
        w.legal[count] = action
        count += mask[action] != 0
    return count


@kernel
def best_legal(mask, w):
    """The legal action with the best score, the first of equals."""
    # A list of them first: branches on each action of the mask would often be mispredicted.
    count = 0
    blocks = len(mask) // BLOCK
    for block in range(blocks):
        any_legal = False
        for i in range(BLOCK):
            any_legal |= mask[BLOCK * block + i]
        if any_legal:
            count = list_legal(mask, BLOCK * block, BLOCK * (block + 1), count, w)
    count = list_legal(mask, BLOCK * blocks, len(mask), count, w)
    if count == 0:
        return NONE
    best = w.legal[0]
    for i in range(1, count):
        if w.score[w.legal[i]] > w.score[best]:
            best = w.legal[i]
    return best


@linked
def choose(s, p, mask, seed, trials, w):
    """The legal action with the best score, the first of equals."""
    if count_legal(mask) == 1:
        return first_legal(mask)
    score(s, p, seed, trials, w)
    return best_legal(mask, w)


def new_work(*styles: Weights) -> np.ndarray:
    """Scratch ``(len(styles),) WORK`` for players of some weights; the default style by itself."""
    works = np.zeros(max(1, len(styles)), dtype=WORK)
    works["weights"] = styles or style_weights()
    return works
