"""From the open decision of a game with claim to scores and an action."""

from __future__ import annotations

from got_env.core.agenda import PHASE, top
from got_env.core.batch.turns import count_legal, first_legal
from got_env.core.jit import linked, thin
from got_env.westeros import actions
from got_env.westeros.decision_row import Family
from got_env.westeros.decision_tables import family_of
from got_env.westeros.heuristic import (
    cards,
    claim_choices,
    claim_leaders,
    combat_choices,
    losses,
    moves,
    orders,
    support,
    westeros_choices,
)
from got_env.westeros.heuristic.appraisal import appraise
from got_env.westeros.heuristic.choose import best_legal, plan_subject
from got_env.westeros.heuristic.work import NO_PLAN
from got_env.westeros.vocabulary import Phase


@thin
def _score_westeros(s, p, phase, seed, w):
    """Decisions of the Westeros phase, and where claim comes from."""
    match phase:
        case Phase.WESTEROS_CHOICE:
            westeros_choices.score_westeros_choice(s, p, w)
        case Phase.RECONCILE_AREA | Phase.LOSE_AREA:
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
            claim_choices.score_claim_bid(s, p, seed, w)
        case Phase.TIE:
            westeros_choices.score_tie(s, p, w)
        case Phase.CLAIM_TIE:
            claim_choices.score_claim_tie(s, p, w)
        case Phase.EXECUTE:
            claim_choices.score_execute(s, p, w)
        case Phase.EXECUTE_TRACK:
            claim_choices.score_change_places(s, p, w)
        case Phase.CLAIM_SOURCE:
            w.score[actions.NO] = 1.0  # the pool costs nothing
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


@thin
def _score_planning(s, p, phase, seed, w):
    """Decisions of the Planning phase and of the Tactics step."""
    match phase:
        case Phase.TACTIC | Phase.SECOND_TACTIC:
            claim_choices.score_tactic(s, p, seed, w)
        case Phase.ORDER:
            orders.score_order(s, w)
        case Phase.RAVEN:
            orders.score_raven(s, p, w)
        case Phase.RAVEN_AREA:
            orders.score_raven_area(s, p, w)
        case Phase.RAVEN_ORDER:
            orders.score_raven_order(s, w)
        case Phase.CAREFUL:
            claim_choices.score_careful(s, p, w)
        case Phase.FORGE:
            claim_choices.score_forge(s, p, w)
        case Phase.MOVE_FROM:
            w.score[actions.DONE] = 1.0
        case Phase.STEAL:
            w.score[actions.YES] = 1.0
        case Phase.PLOT:
            claim_choices.score_plot(s, p, w)
        case Phase.PLOT_VICTIM:
            claim_choices.score_rival(s, p, w)
        case Phase.ACCUSE:
            claim_choices.score_accuse(s, p, w)
        case Phase.ARMY_AREA:
            claim_choices.score_joining(s, p, w)
        case Phase.DROP_ALLY:
            losses.score_loss_area(s, p, w)
        case Phase.LEADER_AREA:
            claim_choices.score_army_together(s, p, w)


@thin
def _score_action(s, p, phase, w):
    """Decisions of the steps in which orders are resolved."""
    match phase:
        case Phase.ACTIVATE:
            claim_leaders.score_activate(s, p, w)
        case Phase.RAID_FROM:
            moves.score_raid_from(s, p, w)
        case Phase.RAID_TARGET:
            moves.score_raid_target(s, p, w)
        case Phase.RAID_SECOND:
            moves.score_raid_second(s, p, w)
        case Phase.REPLACE_SUPPORT:
            w.score[actions.NO] = 1.0
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
        case Phase.MARCH_LEADER:
            claim_leaders.score_march_leader(s, w)
        case Phase.MARCH_TOKEN:
            moves.score_march_token(s, w)
        case Phase.DOUBLE_FROM:
            w.score[actions.DONE] = 1.0
        case Phase.CONSOLIDATE_FROM:
            moves.score_consolidate_from(s, p, w)
        case Phase.NEGOTIATE:
            claim_choices.score_negotiate(s, p, w)
        case Phase.OFFER_REQUEST:
            w.score[actions.CHOICE + 2] = 1.0
        case Phase.OFFER_HOSTAGE:
            w.score[actions.YES] = 1.0
        case Phase.OFFER_POWER:
            claim_choices.score_offer_power(s, p, w)
        case Phase.ANSWER:
            claim_choices.score_answer(s, p, w)


@thin
def _score_combat(s, p, phase, seed, trials, w):
    """Decisions of the battle."""
    match phase:
        case Phase.LOOKOUT:
            claim_leaders.score_lookout(s, p, w)
        case Phase.SUPPORT | Phase.SUPPORT_ALLIES:
            support.score_support(s, p, w)
        case Phase.REFUSE_SUPPORT | Phase.REFUSE_ALLIES:
            support.score_refuse_support(w)
        case Phase.MILITARY:
            claim_leaders.score_military(s, p, w)
        case Phase.HOUSE_CARD:
            cards.score_house_card(s, trials, seed, w)
        case Phase.TYRION:
            combat_choices.score_tyrion(s, trials, w)
        case Phase.TYRION_CARD:
            combat_choices.score_open_card(s, trials, w)
        case Phase.AERON:
            combat_choices.score_aeron(s, trials, w)
        case Phase.STANNIS:
            w.score[actions.YES] = 1.0
        case Phase.DAVOS:
            combat_choices.score_davos(s, p, w)
        case Phase.BLADE:
            combat_choices.score_blade(s, trials, w)
        case Phase.TAKE_LEADER | Phase.FREE_HOSTAGE:
            claim_leaders.score_taken_leader(s, p, w)
        case Phase.CASUALTY | Phase.RETREAT_LOSS:
            combat_choices.score_retreat_loss(s, w)
        case Phase.ROBB:
            combat_choices.score_robb(s, w)
        case Phase.RETREAT:
            combat_choices.score_retreat(s, p, w)
        case Phase.LUWIN:
            losses.score_keep_strong(s, p, w, 1.0)
        case Phase.QUEEN_OF_THORNS | Phase.CERSEI:
            support.score_order_removal(s, w)
        case Phase.MACE | Phase.RENLY_STATUS:
            combat_choices.score_fresh(w)
        case Phase.RENLY:
            combat_choices.score_renly(s, w)
        case Phase.MELISANDRE:
            combat_choices.score_melisandre(s, w)
        case Phase.ASHA:
            support.score_near_removal(s, p, w)
        case Phase.PLACE_ORDER:
            combat_choices.score_place_order(s, p, w)


@linked
def score_with_claim(s, p, seed, trials, w):
    """As :func:`got_env.westeros.heuristic.choose.score`, for records of games with claim."""
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
            _score_westeros(s, p, phase, seed, w)
        case Family.ACTION:
            _score_planning(s, p, phase, seed, w)
            _score_action(s, p, phase, w)
        case Family.COMBAT:
            _score_combat(s, p, phase, seed, trials, w)


@linked
def choose(s, p, mask, seed, trials, w):
    """The legal action with the best score, the first of equals."""
    if count_legal(mask) == 1:
        return first_legal(mask)
    score_with_claim(s, p, seed, trials, w)
    return best_legal(mask, w)
