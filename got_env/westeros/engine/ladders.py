"""From phase to kernel, in games without claim.

Written by ``scripts/generate_ladders`` from the rows beside the kernels.
"""

from __future__ import annotations

from got_env.core.jit import inlined, kernel
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
    retreat,
    storm_cards,
    supply,
    victory,
    visits,
    westeros,
    wildling_cards,
    wildlings,
)
from got_env.westeros.rules import offers
from got_env.westeros.rules.vocabulary import Phase

ROWS_DIGEST = "1ecd772f096b3252"


@inlined
def enter(s, phase):
    """Do the automatic phase on top of the agenda."""
    match phase:
        case Phase.ROUND:
            victory.enter_round(s)
        case Phase.WESTEROS:
            westeros.enter_westeros(s)
        case Phase.PLANNING:
            planning.enter_planning(s)
        case Phase.RAVEN_STEP:
            planning.enter_raven_step(s)
        case Phase.RAID_STEP:
            raid.enter_raid_step(s)
        case Phase.MARCH_STEP:
            march.enter_march_step(s)
        case Phase.CONSOLIDATE_STEP:
            consolidate.enter_consolidate_step(s)
        case Phase.CLEAN_UP:
            consolidate.enter_clean_up(s)
        case Phase.SETTLE:
            victory.enter_settle(s)
        case Phase.RECONCILE:
            supply.enter_reconcile(s)
        case Phase.MUSTER_ALL:
            muster.enter_muster_all(s)
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
            march.enter_march_turn(s)
        case Phase.NEUTRAL_CALL:
            neutral.enter_neutral_call(s)
        case Phase.COMBAT:
            combat.enter_combat(s)
        case Phase.MARCH_END:
            march.enter_march_end(s)
        case Phase.STAND_UP_STEP:
            consolidate.enter_stand_up_step(s)
        case Phase.COLLECT_STEP:
            consolidate.enter_collect_step(s)
        case Phase.NEUTRAL_ENTRY:
            march.enter_neutral_entry(s)


@inlined
def legal_westeros(s, phase, mask):
    """Decisions of the Westeros phase, and of where claim comes from."""
    match phase:
        case Phase.WESTEROS_CHOICE:
            westeros.legal_westeros_choice(s, mask)
        case Phase.RECONCILE_AREA:
            supply.legal_reconcile_area(s, mask)
        case Phase.RECONCILE_UNIT:
            supply.legal_reconcile_unit(s, mask)
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
        case Phase.PREEMPTIVE_CHOICE:
            offers.offer_either(mask)
        case Phase.PREEMPTIVE_TRACK:
            wildling_cards.legal_preemptive_track(s, mask)
        case Phase.HORDE_MUSTER:
            wildling_cards.legal_horde_muster(s, mask)
        case Phase.HORDE_AREA:
            wildling_cards.legal_horde_area(s, mask)


@inlined
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
        case Phase.RAVEN_PEEK | Phase.CONSOLIDATE_CHOICE:
            offers.offer_either(mask)
        case Phase.RAID_FROM:
            raid.legal_raid_from(s, mask)
        case Phase.RAID_TARGET:
            raid.legal_raid_target(s, mask)
        case Phase.ASK_SUPPORT:
            neutral.legal_ask_support(s, mask)
        case Phase.NEUTRAL_SUPPORT | Phase.MARCH_TOKEN | Phase.PASS_VISIT:
            offers.offer_yes_no(mask)
        case Phase.MARCH_FROM:
            march.legal_march_from(s, mask)
        case Phase.MARCH_TO:
            march.legal_march_to(s, mask)
        case Phase.MARCH_COUNT:
            march.legal_march_count(s, mask)
        case Phase.PORT_CAPTURE:
            victory.legal_port_capture(s, mask)
        case Phase.CONSOLIDATE_FROM:
            consolidate.legal_consolidate_from(s, mask)
        case Phase.RAID_SECOND:
            raid.legal_raid_second(s, mask)


@inlined
def legal_combat(s, phase, mask):
    """Decisions of the combat."""
    match phase:
        case Phase.SUPPORT:
            combat.legal_support(s, mask)
        case (
            Phase.REFUSE_SUPPORT
            | Phase.TYRION
            | Phase.TIDES_REDRAW
            | Phase.BLADE
            | Phase.STANNIS
            | Phase.DAVOS
        ):
            offers.offer_yes_no(mask)
        case Phase.HOUSE_CARD:
            house_cards.legal_house_card(s, mask)
        case Phase.TYRION_CARD:
            house_cards.legal_tyrion_card(s, mask)
        case Phase.AERON:
            house_cards.legal_aeron(s, mask)
        case Phase.DORAN:
            house_cards.legal_doran(s, mask)
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
            casualties.legal_casualty(s, mask)
        case Phase.ROBB:
            retreat.legal_robb(s, mask)
        case Phase.RETREAT:
            retreat.legal_retreat(s, mask)
        case Phase.RETREAT_LOSS:
            retreat.legal_retreat_loss(s, mask)
        case Phase.PATCHFACE:
            house_cards.legal_patchface(s, mask)
        case Phase.LUWIN | Phase.BRAN:
            storm_cards.legal_recovery(s, mask)
        case Phase.MELISANDRE:
            house_cards.legal_melisandre(s, mask)
        case Phase.ASHA:
            house_cards.legal_asha(s, mask)
        case Phase.PLACE_ORDER:
            storm_cards.legal_place_order(s, mask)


@kernel
def apply_westeros(s, phase, action):
    """Decisions of the Westeros phase, and of where claim comes from."""
    match phase:
        case Phase.WESTEROS_CHOICE:
            westeros.apply_westeros_choice(s, action)
        case Phase.RECONCILE_AREA:
            supply.apply_reconcile_area(s, action)
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
        case Phase.PREEMPTIVE_CHOICE:
            wildling_cards.apply_preemptive_choice(s, action)
        case Phase.PREEMPTIVE_TRACK:
            wildling_cards.apply_preemptive_track(s, action)
        case Phase.HORDE_MUSTER:
            wildling_cards.apply_horde_muster(s, action)
        case Phase.HORDE_AREA:
            wildling_cards.apply_horde_area(s, action)


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
        case Phase.RAVEN_PEEK:
            planning.apply_raven_peek(s, action)
        case Phase.RAID_FROM:
            raid.apply_raid_from(s, action)
        case Phase.RAID_TARGET:
            raid.apply_raid_target(s, action)
        case Phase.ASK_SUPPORT:
            neutral.apply_ask_support(s, action)
        case Phase.NEUTRAL_SUPPORT:
            neutral.apply_neutral_support(s, action)
        case Phase.MARCH_FROM:
            march.apply_march_from(s, action)
        case Phase.MARCH_TO:
            march.apply_march_to(s, action)
        case Phase.MARCH_COUNT:
            march.apply_march_count(s, action)
        case Phase.MARCH_TOKEN:
            march.apply_march_token(s, action)
        case Phase.PORT_CAPTURE:
            victory.apply_port_capture(s, action)
        case Phase.CONSOLIDATE_FROM:
            consolidate.apply_consolidate_from(s, action)
        case Phase.CONSOLIDATE_CHOICE:
            consolidate.apply_consolidate_choice(s, action)
        case Phase.PASS_VISIT:
            visits.apply_pass_visit(s, action)
        case Phase.RAID_SECOND:
            raid.apply_raid_second(s, action)


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
            house_cards.apply_tyrion(s, action)
        case Phase.TYRION_CARD:
            house_cards.apply_tyrion_card(s, action)
        case Phase.AERON:
            house_cards.apply_aeron(s, action)
        case Phase.DORAN:
            house_cards.apply_doran(s, action)
        case Phase.QUEEN_OF_THORNS:
            house_cards.apply_queen_of_thorns(s, action)
        case Phase.MACE:
            house_cards.apply_mace(s, action)
        case Phase.TIDES_REDRAW:
            combat.apply_tides_redraw(s, action)
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
            retreat.apply_robb(s, action)
        case Phase.RETREAT:
            retreat.apply_retreat(s, action)
        case Phase.RETREAT_LOSS:
            retreat.apply_retreat_loss(s, action)
        case Phase.PATCHFACE:
            house_cards.apply_patchface(s, action)
        case Phase.LUWIN | Phase.BRAN:
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
