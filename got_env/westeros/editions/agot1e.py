"""A Game of Thrones: The Board Game, first edition (2003)."""

from __future__ import annotations

from got_env.westeros.editions.edition import Edition
from got_env.westeros.editions.options_agot1e import OPTIONS
from got_env.westeros.rules.vocabulary import Phase, StarRaid, Track

FIRST_EDITION = Edition(
    code="agot1e",
    title="A Game of Thrones: The Board Game, first edition",
    gist=(
        "Houses plan orders in secret and fight for cities and strongholds; the first one with"
        " seven wins at once. No ports, no siege engines."
    ),
    minutes=40,
    options=OPTIONS,
    round_graph={
        Phase.ROUND: Phase.WESTEROS,
        Phase.WESTEROS: Phase.PLANNING,
        Phase.PLANNING: Phase.RAVEN_STEP,
        Phase.RAVEN_STEP: Phase.RAID_STEP,
        Phase.RAID_STEP: Phase.MARCH_STEP,
        Phase.MARCH_STEP: Phase.STAND_UP_STEP,  # Rule: 1E-RET-09
        Phase.STAND_UP_STEP: Phase.COLLECT_STEP,  # Rule: 1E-CP-01
        Phase.COLLECT_STEP: Phase.CLEAN_UP,
        Phase.CLEAN_UP: Phase.ROUND,
    },
    areas=45,
    ends=("last_round", "castles"),
    provenance="reconstructed",  # copies and icons of the Westeros cards, most Wildling cards
    star_raid=StarRaid.TWO_ORDERS,  # Rule: 1E-RAID-03
    victim_pays=False,  # Rule: 1E-RAID-04
    star_musters=False,  # Rule: 1E-CP-03
    raven_looks=False,  # Rule: 1E-RAV-01
    text_order=Track.FIEFDOMS,  # Rule: 1E-HC-03
    whole_hand_returns=True,  # Rule: 1E-HC-05
    threat_steps_back=99,  # Rule: 1E-WILD-12
    threat_attacks=False,  # Rule: 1E-WILD-03
    used_cards_return=True,  # Rule: 1E-WEST-19
    places_can_tie=True,  # Rule: 1E-WIN-03
    no_power_at_sea=True,  # Rule: 1E-PLAN-06
    loss_prices={"knight": 2},  # Rule: 1E-WILD-09
)
