"""A Game of Thrones: The Board Game, second edition."""

from __future__ import annotations

from got_env.westeros.editions.edition import Edition
from got_env.westeros.editions.options_agot2e import OPTIONS
from got_env.westeros.rules.vocabulary import Phase

SECOND_EDITION = Edition(
    code="agot2e",
    title="A Game of Thrones: The Board Game, second edition",
    gist=(
        "Houses plan orders in secret, reveal them together, march, sail and betray each other for"
        " castles. Seven castles win at once."
    ),
    minutes=45,
    options=OPTIONS,
    round_graph={
        Phase.ROUND: Phase.WESTEROS,
        Phase.WESTEROS: Phase.PLANNING,
        Phase.PLANNING: Phase.RAVEN_STEP,
        Phase.RAVEN_STEP: Phase.RAID_STEP,
        Phase.RAID_STEP: Phase.MARCH_STEP,
        Phase.MARCH_STEP: Phase.CONSOLIDATE_STEP,
        Phase.CONSOLIDATE_STEP: Phase.CLEAN_UP,
        Phase.CLEAN_UP: Phase.ROUND,
    },
    areas=58,
    ends=("last_round", "seven_castles"),
)
