"""A Storm of Swords (2006), the expansion of the first edition, on its own board."""

from __future__ import annotations

from dataclasses import replace

from got_env.westeros.decision_row import Argument, DecisionRow, Holds
from got_env.westeros.decisions import DECISIONS, in_maeges_words
from got_env.westeros.editions.edition import Edition, StarRaid
from got_env.westeros.editions.options_asos import OPTIONS
from got_env.westeros.state import CLAIM_STATE
from got_env.westeros.vocabulary import Phase, Track

_TAKEN = (
    Phase.WESTEROS_CHOICE,
    Phase.RECONCILE_AREA,
    Phase.RECONCILE_UNIT,
    Phase.MUSTER_UPGRADE,
    Phase.MUSTER_STATUS,
    Phase.MUSTER,
    Phase.BID,
    Phase.TIE,
    Phase.CLAIM_TIE,
    Phase.EXECUTE,
    Phase.EXECUTE_TRACK,
    Phase.CLAIM_SOURCE,
    Phase.TACTIC,
    Phase.ORDER,
    Phase.RAVEN,
    Phase.RAVEN_AREA,
    Phase.RAVEN_ORDER,
    Phase.CAREFUL,
    Phase.SECOND_TACTIC,
    Phase.FORGE,
    Phase.PLOT,
    Phase.PLOT_VICTIM,
    Phase.ACCUSE,
    Phase.ARMY_AREA,
    Phase.DROP_ALLY,
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
    Phase.LOOKOUT,
    Phase.SUPPORT,
    Phase.REFUSE_SUPPORT,
    Phase.MILITARY,
    Phase.HOUSE_CARD,
    Phase.TYRION,
    Phase.TYRION_CARD,
    Phase.AERON,
    Phase.STANNIS,
    Phase.BLADE,
    Phase.DAVOS,
    Phase.TAKE_LEADER,
    Phase.CASUALTY,
    Phase.ROBB,
    Phase.RETREAT,
    Phase.RETREAT_LOSS,
    Phase.LUWIN,
    Phase.FREE_HOSTAGE,
)
"""Decisions of this edition, in the order of a round."""


_MARCHES = (
    Phase.RAID_STEP,
    Phase.MARCH_STEP,
    Phase.CONSOLIDATE_STEP,
    Phase.TACTICS_STEP,  # Manage Troops
    Phase.MARCH_END,
    Phase.COMBAT,
)
"""What a march being declared lies on: Leaders march in all steps, and some march twice."""

_ON = {
    Phase.BID: (Phase.CLASH, Phase.CLAIM_AUCTION),
    Phase.MARCH_TO: _MARCHES,
    Phase.MARCH_TOKEN: _MARCHES,
}
"""What frames lie on, where it is something else than in other editions."""


def _row(phase: Phase) -> DecisionRow:
    """The row of a decision, in the words of this edition."""
    row = DECISIONS[phase]
    if phase in _ON:
        return replace(row, on=_ON[phase])
    if phase is Phase.ASK_SUPPORT:
        return replace(row, arguments=(*row.arguments, Argument("march", Holds.AREA_AFTER_NONE)))
    if phase is Phase.ORDER:
        return replace(row, meaning="the order token of an area, in secret, or none")
    if phase is Phase.RAVEN:
        meaning = "use the Raven to replace an order, or not"
        return replace(row, meaning=meaning, choices=("replace",))
    if phase is Phase.ROBB:
        return in_maeges_words(row)
    if phase is Phase.LUWIN:
        texts = {"card": "bran_stark {x}", "done": "bran_stark none"}
        return replace(row, meaning="Bran Stark: the used house card to take back", texts=texts)
    return row


STORM_OF_SWORDS = Edition(
    code="asos",
    title="A Storm of Swords, expansion of the first edition",
    options=OPTIONS,
    decisions={phase: _row(phase) for phase in _TAKEN},
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
    without=frozenset(
        {
            Phase.DEMOTE_KNIGHTS,
            Phase.LOSE_UNITS,
            Phase.NEUTRAL_ENTRY,
            Phase.SETTLE,
            Phase.WILDLINGS,
        }
    ),
    areas=40,
    ends=("last_round", "claim"),
    decision_places=72,
    state=CLAIM_STATE,
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
