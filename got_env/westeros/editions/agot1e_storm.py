"""The original board of the 1st edition with Leaders and Tactics cards of A Storm of Swords."""

from __future__ import annotations

from dataclasses import replace

from got_env.westeros.editions.agot1e import FIRST_EDITION
from got_env.westeros.editions.options_agot1e_storm import OPTIONS
from got_env.westeros.rules.vocabulary import Phase

STORM_ON_THE_BOARD = replace(
    FIRST_EDITION,
    code="agot1e_storm",
    title="A Game of Thrones, first edition, with A Storm of Swords on the original board",
    gist=("The first edition with Leaders who can be caught, and Tactics chosen each round."),
    minutes=40,
    options=OPTIONS,
    round_graph={
        Phase.ROUND: Phase.WESTEROS,
        Phase.WESTEROS: Phase.PLANNING,  # Rule: ASOS-OPT3-03, ASOS-OPT4-07
        Phase.PLANNING: Phase.RAVEN_STEP,
        Phase.RAVEN_STEP: Phase.TACTICS_STEP,
        Phase.TACTICS_STEP: Phase.RAID_STEP,
        Phase.RAID_STEP: Phase.MARCH_STEP,
        Phase.MARCH_STEP: Phase.CONSOLIDATE_STEP,
        Phase.CONSOLIDATE_STEP: Phase.STAND_UP_STEP,  # Rule: ASOS-TURN-05
        Phase.STAND_UP_STEP: Phase.CLEAN_UP,
        Phase.CLEAN_UP: Phase.ROUND,
    },
    board_of=FIRST_EDITION.code,
    decision_places=80,
    with_claim=True,
    provenance="reconstructed",  # beside the decks of the 1st edition: Leaders' numbers
)
