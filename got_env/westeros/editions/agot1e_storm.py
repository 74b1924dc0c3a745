"""The original board of the 1st edition with Leaders and Tactics cards of A Storm of Swords."""

from __future__ import annotations

from dataclasses import replace

from got_env.westeros.decision_row import DecisionRow
from got_env.westeros.decisions import DECISIONS
from got_env.westeros.editions.agot1e import FIRST_EDITION
from got_env.westeros.editions.asos import STORM_OF_SWORDS
from got_env.westeros.editions.options_agot1e_storm import OPTIONS
from got_env.westeros.state import CLAIM_STATE
from got_env.westeros.vocabulary import Phase

_TAKEN = (
    Phase.WESTEROS_CHOICE,
    Phase.RECONCILE_AREA,
    Phase.RECONCILE_UNIT,
    Phase.MUSTER_UPGRADE,
    Phase.MUSTER_STATUS,
    Phase.MUSTER,
    Phase.BID,
    Phase.TIE,
    Phase.WILDLING_TIE,
    Phase.CLIMB_TRACK,
    Phase.DROP_TRACK,
    Phase.PROMOTE,
    Phase.DEMOTE,
    Phase.DISCARD_CARD,
    Phase.RECOVER_CARD,
    Phase.LOSE_AREA,
    Phase.LOSE_UNIT,
    Phase.EXECUTE,
    Phase.EXECUTE_TRACK,
    Phase.TACTIC,
    Phase.ORDER,
    Phase.RAVEN,
    Phase.RAVEN_AREA,
    Phase.RAVEN_ORDER,
    Phase.CAREFUL,
    Phase.SECOND_TACTIC,
    Phase.LEADER_AREA,
    Phase.MOVE_FROM,
    Phase.STEAL,
    Phase.RAID_FROM,
    Phase.RAID_TARGET,
    Phase.RAID_SECOND,
    Phase.REPLACE_SUPPORT,
    Phase.ACTIVATE,
    Phase.ASK_SUPPORT,
    Phase.NEUTRAL_SUPPORT,
    Phase.MARCH_FROM,
    Phase.MARCH_TO,
    Phase.MARCH_COUNT,
    Phase.MARCH_LEADER,
    Phase.MARCH_TOKEN,
    Phase.DOUBLE_FROM,
    Phase.CONSOLIDATE_FROM,
    Phase.NEGOTIATE,
    Phase.OFFER_REQUEST,
    Phase.OFFER_HOSTAGE,
    Phase.OFFER_POWER,
    Phase.ANSWER,
    Phase.SUPPORT,
    Phase.SUPPORT_ALLIES,
    Phase.REFUSE_ALLIES,
    Phase.REFUSE_SUPPORT,
    Phase.HOUSE_CARD,
    Phase.TYRION,
    Phase.TYRION_CARD,
    Phase.AERON,
    Phase.STANNIS,
    Phase.QUEEN_OF_THORNS,
    Phase.MACE,
    Phase.BLADE,
    Phase.DAVOS,
    Phase.RENLY,
    Phase.RENLY_STATUS,
    Phase.CERSEI,
    Phase.MELISANDRE,
    Phase.ASHA,
    Phase.TAKE_LEADER,
    Phase.CASUALTY,
    Phase.ROBB,
    Phase.RETREAT,
    Phase.RETREAT_LOSS,
    Phase.LUWIN,
    Phase.PLACE_ORDER,
    Phase.FREE_HOSTAGE,
)
"""Decisions of this edition, in the order of a round."""


_WITHOUT = frozenset(
    {
        Phase.ALLIANCE_STEP,
        Phase.OBJECTIVE_STEP,
        Phase.CLAIM_AUCTION,
        Phase.GAIN_CLAIM,
        Phase.SEAL_ALLIANCE,
        Phase.ARMY,
        Phase.DROP_ALLIES,
        Phase.COLLECT_STEP,
        Phase.NEUTRAL_ENTRY,
    }
)
"""Automatic phases of other games with Leaders or of the 1st edition."""


def _row(phase: Phase) -> DecisionRow:
    """The row of a decision: as on the other board, or else as without Leaders and Tactics."""
    if phase is Phase.LUWIN:
        row = FIRST_EDITION.decisions[phase]
        texts = {"card": "take_back {x}", "done": "take_back none"}
        meaning = "Maester Luwin or Bran Stark: the used house card to take back"
        return replace(row, meaning=meaning, texts=texts)
    if phase is Phase.BID:
        return FIRST_EDITION.decisions[phase]
    if phase in STORM_OF_SWORDS.decisions:
        return STORM_OF_SWORDS.decisions[phase]
    return FIRST_EDITION.decisions.get(phase, DECISIONS[phase])


STORM_ON_THE_BOARD = replace(
    FIRST_EDITION,
    code="agot1e_storm",
    title="A Game of Thrones, first edition, with A Storm of Swords on the original board",
    options=OPTIONS,
    decisions={phase: _row(phase) for phase in _TAKEN},
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
    without=_WITHOUT,
    board_of=FIRST_EDITION.code,
    decision_places=80,
    state=CLAIM_STATE,
    provenance="reconstructed",  # beside the decks of the 1st edition: Leaders' numbers
)
