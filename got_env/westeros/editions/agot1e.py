"""A Game of Thrones: The Board Game, first edition (2003)."""

from __future__ import annotations

from dataclasses import replace

from got_env.westeros.decision_row import DecisionRow
from got_env.westeros.decisions import DECISIONS, in_maeges_words
from got_env.westeros.editions.edition import Edition, StarRaid
from got_env.westeros.editions.options_agot1e import OPTIONS
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
    Phase.WILDLING_TIE,
    Phase.CLIMB_TRACK,
    Phase.DROP_TRACK,
    Phase.PROMOTE,
    Phase.DEMOTE,
    Phase.DISCARD_CARD,
    Phase.RECOVER_CARD,
    Phase.LOSE_AREA,
    Phase.LOSE_UNIT,
    Phase.ORDER,
    Phase.RAVEN,
    Phase.RAVEN_AREA,
    Phase.RAVEN_ORDER,
    Phase.PASS_VISIT,
    Phase.RAID_FROM,
    Phase.RAID_TARGET,
    Phase.RAID_SECOND,
    Phase.ASK_SUPPORT,
    Phase.NEUTRAL_SUPPORT,
    Phase.MARCH_FROM,
    Phase.MARCH_TO,
    Phase.MARCH_COUNT,
    Phase.MARCH_TOKEN,
    Phase.SUPPORT,
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
    Phase.LUWIN,
    Phase.RENLY,
    Phase.RENLY_STATUS,
    Phase.CERSEI,
    Phase.MELISANDRE,
    Phase.ASHA,
    Phase.CASUALTY,
    Phase.ROBB,
    Phase.RETREAT,
    Phase.RETREAT_LOSS,
    Phase.BRAN,
    Phase.PLACE_ORDER,
)
"""Decisions of this edition, in the order of a round."""


def _row(phase: Phase) -> DecisionRow:
    """The row of a decision, in the words of this edition."""
    row = DECISIONS[phase]
    if phase is Phase.RECOVER_CARD:
        return replace(row, meaning="the reward of the Night's Watch: the card to take back")
    if phase is Phase.ORDER:
        return replace(row, meaning="the order token of an area, in secret, or none")
    if phase is Phase.RAVEN:
        meaning = "use the Raven to replace an order, or not"
        return replace(row, meaning=meaning, choices=("replace",))
    if phase is Phase.MACE:
        return replace(
            row,
            meaning="Ser Loras Tyrell: destroy a standing or a routed footman",
            texts={"status": "ser_loras_tyrell {x}"},
        )
    if phase is Phase.ROBB:
        return in_maeges_words(row)
    return row


FIRST_EDITION = Edition(
    code="agot1e",
    title="A Game of Thrones: The Board Game, first edition",
    options=OPTIONS,
    decisions={phase: _row(phase) for phase in _TAKEN},
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
    without=frozenset(),
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
