"""A Storm of Swords (2006), the expansion of the first edition, on its own board."""

from __future__ import annotations

from got_env.westeros.editions.edition import Edition
from got_env.westeros.editions.options_asos import OPTIONS
from got_env.westeros.rules.vocabulary import Phase, StarRaid, Track

STORM_OF_SWORDS = Edition(
    code="asos",
    title="A Storm of Swords, expansion of the first edition",
    gist=(
        "Houses fight for the Riverlands with Leaders, hostages, alliances and weather. Eight"
        " points of claim win at once."
    ),
    minutes=45,
    options=OPTIONS,
    round_graph={
        Phase.ROUND: Phase.WESTEROS,
        Phase.WESTEROS: Phase.ALLIANCE_STEP,
        Phase.ALLIANCE_STEP: Phase.PLANNING,
        Phase.PLANNING: Phase.RAVEN_STEP,
        Phase.RAVEN_STEP: Phase.TACTICS_STEP,
        Phase.TACTICS_STEP: Phase.RAID_STEP,
        Phase.RAID_STEP: Phase.MARCH_STEP,
        Phase.MARCH_STEP: Phase.CONSOLIDATE_STEP,
        Phase.CONSOLIDATE_STEP: Phase.STAND_UP_STEP,  # Rule: ASOS-TURN-05
        Phase.STAND_UP_STEP: Phase.OBJECTIVE_STEP,  # Rule: ASOS-TURN-09
        Phase.OBJECTIVE_STEP: Phase.CLEAN_UP,
        Phase.CLEAN_UP: Phase.ROUND,
    },
    areas=40,
    ends=("last_round", "claim"),
    decision_places=72,
    with_claim=True,
    points="claim",
    points_to_win=8,  # Rule: ASOS-WIN-01
    provenance="reconstructed",  # most of the board, Leaders' numbers, copies of the cards
    star_raid=StarRaid.TWO_ORDERS,
    victim_pays=False,
    star_musters=False,
    raven_looks=False,
    text_order=Track.FIEFDOMS,
    whole_hand_returns=True,
    threat_steps_back=0,
    threat_attacks=False,
    used_cards_return=True,
    places_can_tie=True,
    rains_on_lending=True,
)
