"""From decision to score, in games with claim.

Written by ``scripts/generate_ladders`` from the rows beside the kernels.
"""

from __future__ import annotations

from got_env.core.jit import inlined
from got_env.westeros.players.heuristic import (
    cards,
    claim_choices,
    claim_leaders,
    combat_choices,
    losses,
    moves,
    orders,
    plain,
    support,
    westeros_choices,
)
from got_env.westeros.rules.vocabulary import Phase


@inlined
def score_westeros(s, p, phase, seed, trials, w):
    """Decisions of the Westeros phase, and of where claim comes from."""
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
        case Phase.CLAIM_TIE:
            claim_choices.score_claim_tie(s, p, w)
        case Phase.EXECUTE:
            claim_choices.score_execute(s, p, w)
        case Phase.EXECUTE_TRACK:
            claim_choices.score_change_places(s, p, w)
        case Phase.CLAIM_SOURCE:
            plain.score_no(w)


@inlined
def score_action(s, p, phase, seed, trials, w):
    """Decisions of the Planning and Action phases."""
    match phase:
        case Phase.ORDER:
            orders.score_order(s, w)
        case Phase.RAVEN:
            orders.score_raven(s, p, w)
        case Phase.RAVEN_AREA:
            orders.score_raven_area(s, p, w)
        case Phase.RAVEN_ORDER:
            orders.score_raven_order(s, w)
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
        case Phase.CONSOLIDATE_FROM:
            moves.score_consolidate_from(s, p, w)
        case Phase.RAID_SECOND:
            moves.score_raid_second(s, p, w)
        case Phase.TACTIC | Phase.SECOND_TACTIC:
            claim_choices.score_tactic(s, p, seed, w)
        case Phase.CAREFUL:
            claim_choices.score_careful(s, p, w)
        case Phase.FORGE:
            claim_choices.score_forge(s, p, w)
        case Phase.MOVE_FROM | Phase.DOUBLE_FROM:
            plain.score_done(w)
        case Phase.STEAL | Phase.OFFER_HOSTAGE:
            plain.score_yes(w)
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
        case Phase.ACTIVATE:
            claim_leaders.score_activate(s, p, w)
        case Phase.REPLACE_SUPPORT:
            plain.score_no(w)
        case Phase.MARCH_LEADER:
            claim_leaders.score_march_leader(s, w)
        case Phase.NEGOTIATE:
            claim_choices.score_negotiate(s, p, w)
        case Phase.OFFER_REQUEST:
            plain.score_both(w)
        case Phase.OFFER_POWER:
            claim_choices.score_offer_power(s, p, w)
        case Phase.ANSWER:
            claim_choices.score_answer(s, p, w)


@inlined
def score_combat(s, p, phase, seed, trials, w):
    """Decisions of the combat."""
    match phase:
        case Phase.SUPPORT | Phase.SUPPORT_ALLIES:
            support.score_support(s, p, w)
        case Phase.REFUSE_SUPPORT | Phase.REFUSE_ALLIES:
            support.score_refuse_support(w)
        case Phase.HOUSE_CARD:
            cards.score_house_card(s, trials, seed, w)
        case Phase.TYRION:
            combat_choices.score_tyrion(s, trials, w)
        case Phase.TYRION_CARD:
            combat_choices.score_open_card(s, trials, w)
        case Phase.AERON:
            combat_choices.score_aeron(s, trials, w)
        case Phase.QUEEN_OF_THORNS | Phase.CERSEI:
            support.score_order_removal(s, w)
        case Phase.MACE | Phase.RENLY_STATUS:
            combat_choices.score_fresh(w)
        case Phase.BLADE:
            combat_choices.score_blade(s, trials, w)
        case Phase.RENLY:
            combat_choices.score_renly(s, w)
        case Phase.CASUALTY | Phase.RETREAT_LOSS:
            combat_choices.score_retreat_loss(s, w)
        case Phase.ROBB:
            combat_choices.score_robb(s, w)
        case Phase.RETREAT:
            combat_choices.score_retreat(s, p, w)
        case Phase.LUWIN:
            losses.score_keep_strong(s, p, w, 1.0)
        case Phase.MELISANDRE:
            combat_choices.score_melisandre(s, w)
        case Phase.ASHA:
            support.score_near_removal(s, p, w)
        case Phase.STANNIS:
            plain.score_yes(w)
        case Phase.DAVOS:
            combat_choices.score_davos(s, p, w)
        case Phase.PLACE_ORDER:
            combat_choices.score_place_order(s, p, w)
        case Phase.LOOKOUT:
            claim_leaders.score_lookout(s, p, w)
        case Phase.MILITARY:
            claim_leaders.score_military(s, p, w)
        case Phase.TAKE_LEADER | Phase.FREE_HOSTAGE:
            claim_leaders.score_taken_leader(s, p, w)
