"""From phase to kernel, in games with claim.

Written by ``scripts/generate_ladders`` from the rows beside the kernels.
"""

from __future__ import annotations

from got_env.core.jit import kernel
from got_env.westeros.claim import (
    alliances,
    battles,
    cards,
    hostages,
    leader_marches,
    losses_and_retreats,
    power,
    raids,
    scoring,
    tactics,
)
from got_env.westeros.phases import (
    bids,
    casualties,
    combat,
    consolidate,
    hands,
    house_cards,
    losses,
    march,
    muster,
    neutral,
    planning,
    raid,
    storm_cards,
    supply,
    victory,
    westeros,
    wildling_cards,
    wildlings,
)
from got_env.westeros.rules import offers
from got_env.westeros.rules.vocabulary import Phase

ROWS_DIGEST = "e9d21eabfb5e4d0d"


@kernel
def enter(s, phase):
    """Do the automatic phase on top of the agenda."""
    match phase:
        case Phase.ROUND:
            scoring.enter_claim_round(s)
        case Phase.WESTEROS:
            cards.enter_claim_westeros(s)
        case Phase.PLANNING:
            tactics.enter_claim_planning(s)
        case Phase.RAVEN_STEP:
            planning.enter_raven_step(s)
        case Phase.RAID_STEP:
            raids.enter_claim_raids(s)
        case Phase.MARCH_STEP:
            leader_marches.enter_host_step(s)
        case Phase.CONSOLIDATE_STEP:
            power.enter_claim_consolidate(s)
        case Phase.CLEAN_UP:
            power.enter_claim_clean_up(s)
        case Phase.SETTLE:
            victory.enter_settle(s)
        case Phase.RECONCILE:
            supply.enter_reconcile(s)
        case Phase.MUSTER_ALL:
            cards.enter_claim_muster(s)
        case Phase.MUSTER_HOUSE:
            muster.enter_muster_house(s)
        case Phase.CLASH:
            bids.enter_clash(s)
        case Phase.WILDLINGS:
            wildlings.enter_wildlings(s)
        case Phase.LOSE_UNITS:
            losses.enter_lose_units(s)
        case Phase.DEMOTE_KNIGHTS:
            losses.enter_demote_knights(s)
        case Phase.MARCH_TURN:
            leader_marches.enter_host_turn(s)
        case Phase.NEUTRAL_CALL:
            leader_marches.enter_lending_call(s)
        case Phase.COMBAT:
            battles.enter_battle(s)
        case Phase.MARCH_END:
            leader_marches.enter_host_end(s)
        case Phase.STAND_UP_STEP:
            consolidate.enter_stand_up_step(s)
        case Phase.ALLIANCE_STEP:
            alliances.enter_alliance_step(s)
        case Phase.TACTICS_STEP:
            tactics.enter_tactics_step(s)
        case Phase.OBJECTIVE_STEP:
            tactics.enter_objective_step(s)
        case Phase.TACTIC_EFFECTS:
            tactics.enter_tactic_effects(s)
        case Phase.GAIN_CLAIM:
            scoring.enter_gain_claim(s)
        case Phase.ARMY:
            alliances.enter_army(s)
        case Phase.PLACE_LEADER:
            alliances.enter_place_leader(s)
        case Phase.SEAL_ALLIANCE:
            alliances.enter_seal_alliance(s)
        case Phase.DROP_ALLIES:
            alliances.enter_drop_allies(s)
        case Phase.RAID_HIT:
            raids.enter_raid_hit(s)
        case Phase.CLAIM_AUCTION:
            cards.enter_claim_auction(s)
        case Phase.EXECUTIONS:
            hostages.enter_executions(s)
        case Phase.NEGOTIATION:
            power.enter_negotiation(s)


@kernel
def legal_westeros(s, phase, mask):
    """Decisions of the Westeros phase, and of where claim comes from."""
    match phase:
        case Phase.WESTEROS_CHOICE:
            westeros.legal_westeros_choice(s, mask)
        case Phase.RECONCILE_AREA:
            supply.legal_reconcile_area(s, mask)
        case Phase.RECONCILE_UNIT:
            cards.legal_claim_reconcile_unit(s, mask)
        case Phase.MUSTER_UPGRADE:
            muster.legal_muster_upgrade(s, mask)
        case Phase.MUSTER_STATUS:
            muster.legal_muster_status(s, mask)
        case Phase.MUSTER:
            muster.legal_muster(s, mask)
        case Phase.BID:
            bids.legal_bid(s, mask)
        case Phase.TIE:
            bids.legal_tie(s, mask)
        case Phase.WILDLING_TIE:
            wildlings.legal_wildling_tie(s, mask)
        case Phase.CLIMB_TRACK:
            wildling_cards.legal_climb_track(s, mask)
        case Phase.DROP_TRACK:
            wildling_cards.legal_drop_track(s, mask)
        case Phase.PROMOTE:
            wildling_cards.legal_promote(s, mask)
        case Phase.DEMOTE:
            losses.legal_demote(s, mask)
        case Phase.RECOVER_CARD:
            hands.legal_recover_card(s, mask)
        case Phase.LOSE_AREA:
            losses.legal_lose_area(s, mask)
        case Phase.LOSE_UNIT:
            losses.legal_lose_unit(s, mask)
        case Phase.DISCARD_CARD:
            hands.legal_discard_card(s, mask)
        case Phase.CLAIM_TIE:
            cards.legal_claim_tie(s, mask)
        case Phase.EXECUTE:
            hostages.legal_execute(s, mask)
        case Phase.EXECUTE_TRACK:
            hostages.legal_execute_track(s, mask)
        case Phase.CLAIM_SOURCE:
            offers.offer_yes_no(mask)


@kernel
def legal_action(s, phase, mask):
    """Decisions of the Planning and Action phases."""
    match phase:
        case Phase.ORDER:
            planning.legal_order(s, mask)
        case Phase.RAVEN:
            planning.legal_raven(s, mask)
        case Phase.RAVEN_AREA:
            planning.legal_raven_area(s, mask)
        case Phase.RAVEN_ORDER:
            planning.legal_raven_order(s, mask)
        case Phase.RAID_FROM:
            raid.legal_raid_from(s, mask)
        case Phase.RAID_TARGET:
            raids.legal_claim_raid(s, mask)
        case Phase.ASK_SUPPORT:
            leader_marches.legal_ask_lending(s, mask)
        case (
            Phase.NEUTRAL_SUPPORT
            | Phase.MARCH_TOKEN
            | Phase.STEAL
            | Phase.REPLACE_SUPPORT
            | Phase.ANSWER
        ):
            offers.offer_yes_no(mask)
        case Phase.MARCH_FROM:
            march.legal_march_from(s, mask)
        case Phase.MARCH_TO:
            leader_marches.legal_host_to(s, mask)
        case Phase.MARCH_COUNT:
            leader_marches.legal_host_count(s, mask)
        case Phase.CONSOLIDATE_FROM:
            consolidate.legal_consolidate_from(s, mask)
        case Phase.RAID_SECOND:
            raids.legal_claim_second(s, mask)
        case Phase.TACTIC:
            tactics.legal_tactic(s, mask)
        case Phase.CAREFUL:
            offers.offer_either(mask)
        case Phase.SECOND_TACTIC:
            tactics.legal_second_tactic(s, mask)
        case Phase.FORGE:
            tactics.legal_forge(s, mask)
        case Phase.MOVE_FROM:
            tactics.legal_move_from(s, mask)
        case Phase.PLOT:
            alliances.legal_plot(s, mask)
        case Phase.PLOT_VICTIM:
            alliances.legal_plot_victim(s, mask)
        case Phase.ACCUSE:
            alliances.legal_accuse(s, mask)
        case Phase.ARMY_AREA:
            alliances.legal_army_area(s, mask)
        case Phase.DROP_ALLY:
            alliances.legal_drop_ally(s, mask)
        case Phase.LEADER_AREA:
            alliances.legal_leader_area(s, mask)
        case Phase.ACTIVATE:
            leader_marches.legal_activate(s, mask)
        case Phase.MARCH_LEADER:
            leader_marches.legal_march_leader(s, mask)
        case Phase.DOUBLE_FROM:
            leader_marches.legal_double_from(s, mask)
        case Phase.NEGOTIATE:
            power.legal_negotiate(s, mask)
        case Phase.OFFER_REQUEST:
            power.legal_offer_request(s, mask)
        case Phase.OFFER_HOSTAGE:
            power.legal_offer_hostage(s, mask)
        case Phase.OFFER_POWER:
            power.legal_offer_power(s, mask)


@kernel
def legal_combat(s, phase, mask):
    """Decisions of the combat."""
    match phase:
        case Phase.SUPPORT:
            combat.legal_support(s, mask)
        case (
            Phase.REFUSE_SUPPORT
            | Phase.TYRION
            | Phase.BLADE
            | Phase.STANNIS
            | Phase.DAVOS
            | Phase.MILITARY
            | Phase.REFUSE_ALLIES
        ):
            offers.offer_yes_no(mask)
        case Phase.HOUSE_CARD:
            battles.legal_battle_card(s, mask)
        case Phase.TYRION_CARD:
            battles.legal_instead(s, mask)
        case Phase.AERON:
            battles.legal_change(s, mask)
        case Phase.QUEEN_OF_THORNS:
            house_cards.legal_queen_of_thorns(s, mask)
        case Phase.MACE:
            house_cards.legal_mace(s, mask)
        case Phase.RENLY:
            house_cards.legal_renly(s, mask)
        case Phase.RENLY_STATUS:
            house_cards.legal_renly_status(s, mask)
        case Phase.CERSEI:
            house_cards.legal_cersei(s, mask)
        case Phase.CASUALTY:
            losses_and_retreats.legal_loss(s, mask)
        case Phase.ROBB:
            losses_and_retreats.legal_maege(s, mask)
        case Phase.RETREAT:
            losses_and_retreats.legal_rout(s, mask)
        case Phase.RETREAT_LOSS:
            losses_and_retreats.legal_rout_loss(s, mask)
        case Phase.LUWIN:
            storm_cards.legal_recovery(s, mask)
        case Phase.MELISANDRE:
            house_cards.legal_melisandre(s, mask)
        case Phase.ASHA:
            house_cards.legal_asha(s, mask)
        case Phase.PLACE_ORDER:
            storm_cards.legal_place_order(s, mask)
        case Phase.LOOKOUT:
            battles.legal_lookout(s, mask)
        case Phase.TAKE_LEADER:
            hostages.legal_take_leader(s, mask)
        case Phase.FREE_HOSTAGE:
            hostages.legal_free_hostage(s, mask)
        case Phase.SUPPORT_ALLIES:
            battles.legal_support_allies(s, mask)


@kernel
def apply_westeros(s, phase, action):
    """Decisions of the Westeros phase, and of where claim comes from."""
    match phase:
        case Phase.WESTEROS_CHOICE:
            cards.apply_claim_choice(s, action)
        case Phase.RECONCILE_AREA:
            cards.apply_claim_reconcile_area(s, action)
        case Phase.RECONCILE_UNIT:
            supply.apply_reconcile_unit(s, action)
        case Phase.MUSTER_UPGRADE:
            muster.apply_muster_upgrade(s, action)
        case Phase.MUSTER_STATUS:
            muster.apply_muster_status(s, action)
        case Phase.MUSTER:
            muster.apply_muster(s, action)
        case Phase.BID:
            bids.apply_bid(s, action)
        case Phase.TIE:
            bids.apply_tie(s, action)
        case Phase.WILDLING_TIE:
            wildlings.apply_wildling_tie(s, action)
        case Phase.CLIMB_TRACK:
            wildling_cards.apply_climb_track(s, action)
        case Phase.DROP_TRACK:
            wildling_cards.apply_drop_track(s, action)
        case Phase.PROMOTE:
            wildling_cards.apply_promote(s, action)
        case Phase.DEMOTE:
            losses.apply_demote(s, action)
        case Phase.RECOVER_CARD:
            hands.apply_recover_card(s, action)
        case Phase.LOSE_AREA:
            losses.apply_lose_area(s, action)
        case Phase.LOSE_UNIT:
            losses.apply_lose_unit(s, action)
        case Phase.DISCARD_CARD:
            hands.apply_discard_card(s, action)
        case Phase.CLAIM_TIE:
            cards.apply_claim_tie(s, action)
        case Phase.EXECUTE:
            hostages.apply_execute(s, action)
        case Phase.EXECUTE_TRACK:
            hostages.apply_execute_track(s, action)
        case Phase.CLAIM_SOURCE:
            scoring.apply_claim_source(s, action)


@kernel
def apply_action(s, phase, action):
    """Decisions of the Planning and Action phases."""
    match phase:
        case Phase.ORDER:
            planning.apply_order(s, action)
        case Phase.RAVEN:
            planning.apply_raven(s, action)
        case Phase.RAVEN_AREA:
            planning.apply_raven_area(s, action)
        case Phase.RAVEN_ORDER:
            planning.apply_raven_order(s, action)
        case Phase.RAID_FROM:
            raids.apply_claim_raid_from(s, action)
        case Phase.RAID_TARGET:
            raids.apply_claim_raid(s, action)
        case Phase.ASK_SUPPORT:
            neutral.apply_ask_support(s, action)
        case Phase.NEUTRAL_SUPPORT:
            leader_marches.apply_lending(s, action)
        case Phase.MARCH_FROM:
            leader_marches.apply_host_from(s, action)
        case Phase.MARCH_TO:
            leader_marches.apply_host_to(s, action)
        case Phase.MARCH_COUNT:
            leader_marches.apply_host_count(s, action)
        case Phase.MARCH_TOKEN:
            leader_marches.apply_host_token(s, action)
        case Phase.CONSOLIDATE_FROM:
            power.apply_claim_consolidate_from(s, action)
        case Phase.RAID_SECOND:
            raids.apply_claim_second(s, action)
        case Phase.TACTIC:
            tactics.apply_tactic(s, action)
        case Phase.CAREFUL:
            tactics.apply_careful(s, action)
        case Phase.SECOND_TACTIC:
            tactics.apply_second_tactic(s, action)
        case Phase.FORGE:
            tactics.apply_forge(s, action)
        case Phase.MOVE_FROM:
            tactics.apply_move_from(s, action)
        case Phase.STEAL:
            tactics.apply_steal(s, action)
        case Phase.PLOT:
            alliances.apply_plot(s, action)
        case Phase.PLOT_VICTIM:
            alliances.apply_plot_victim(s, action)
        case Phase.ACCUSE:
            alliances.apply_accuse(s, action)
        case Phase.ARMY_AREA:
            alliances.apply_army_area(s, action)
        case Phase.DROP_ALLY:
            alliances.apply_drop_ally(s, action)
        case Phase.LEADER_AREA:
            alliances.apply_leader_area(s, action)
        case Phase.ACTIVATE:
            power.apply_activate(s, action)
        case Phase.REPLACE_SUPPORT:
            raids.apply_replace_support(s, action)
        case Phase.MARCH_LEADER:
            leader_marches.apply_march_leader(s, action)
        case Phase.DOUBLE_FROM:
            leader_marches.apply_double_from(s, action)
        case Phase.NEGOTIATE:
            power.apply_negotiate(s, action)
        case Phase.OFFER_REQUEST:
            power.apply_offer_request(s, action)
        case Phase.OFFER_HOSTAGE:
            power.apply_offer_hostage(s, action)
        case Phase.OFFER_POWER:
            power.apply_offer_power(s, action)
        case Phase.ANSWER:
            power.apply_answer(s, action)


@kernel
def apply_combat(s, phase, action):
    """Decisions of the combat."""
    match phase:
        case Phase.SUPPORT:
            combat.apply_support(s, action)
        case Phase.REFUSE_SUPPORT:
            combat.apply_refuse_support(s, action)
        case Phase.HOUSE_CARD:
            house_cards.apply_house_card(s, action)
        case Phase.TYRION:
            battles.apply_send_back(s, action)
        case Phase.TYRION_CARD:
            house_cards.apply_tyrion_card(s, action)
        case Phase.AERON:
            battles.apply_change(s, action)
        case Phase.QUEEN_OF_THORNS:
            house_cards.apply_queen_of_thorns(s, action)
        case Phase.MACE:
            house_cards.apply_mace(s, action)
        case Phase.BLADE:
            combat.apply_blade(s, action)
        case Phase.RENLY:
            house_cards.apply_renly(s, action)
        case Phase.RENLY_STATUS:
            house_cards.apply_renly_status(s, action)
        case Phase.CERSEI:
            house_cards.apply_cersei(s, action)
        case Phase.CASUALTY:
            casualties.apply_casualty(s, action)
        case Phase.ROBB:
            losses_and_retreats.apply_maege(s, action)
        case Phase.RETREAT:
            losses_and_retreats.apply_rout(s, action)
        case Phase.RETREAT_LOSS:
            losses_and_retreats.apply_rout_loss(s, action)
        case Phase.LUWIN:
            hands.apply_recover_card(s, action)
        case Phase.MELISANDRE:
            house_cards.apply_melisandre(s, action)
        case Phase.ASHA:
            house_cards.apply_asha(s, action)
        case Phase.STANNIS:
            storm_cards.apply_stannis(s, action)
        case Phase.DAVOS:
            storm_cards.apply_davos(s, action)
        case Phase.PLACE_ORDER:
            storm_cards.apply_place_order(s, action)
        case Phase.LOOKOUT:
            battles.apply_lookout(s, action)
        case Phase.MILITARY:
            battles.apply_military(s, action)
        case Phase.TAKE_LEADER:
            battles.apply_take_leader(s, action)
        case Phase.FREE_HOSTAGE:
            hostages.apply_free_hostage(s, action)
        case Phase.SUPPORT_ALLIES:
            battles.apply_support_allies(s, action)
        case Phase.REFUSE_ALLIES:
            battles.apply_refuse_allies(s, action)
