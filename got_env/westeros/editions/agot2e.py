"""A Game of Thrones: The Board Game, second edition."""

from __future__ import annotations

from got_env.westeros.decisions import DECISIONS
from got_env.westeros.decisions_claim import CLAIM_ROWS
from got_env.westeros.editions.edition import Edition
from got_env.westeros.editions.options_agot2e import OPTIONS
from got_env.westeros.vocabulary import Phase

_OF_OTHERS = {
    Phase.PASS_VISIT,
    Phase.RAID_SECOND,
    Phase.LUWIN,
    Phase.MELISANDRE,
    Phase.ASHA,
    Phase.STANNIS,
    Phase.DAVOS,
    Phase.BRAN,
    Phase.PLACE_ORDER,
    *(row.phase for row in CLAIM_ROWS),
}
"""Decisions of other editions."""

SECOND_EDITION = Edition(
    code="agot2e",
    title="A Game of Thrones: The Board Game, second edition",
    options=OPTIONS,
    decisions={phase: row for phase, row in DECISIONS.items() if phase not in _OF_OTHERS},
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
    without=frozenset({Phase.NEUTRAL_ENTRY}),
    areas=58,
    ends=("last_round", "seven_castles"),
)
