"""Scores of the scripted player for each decision, in one row.

A row is optional. Where a decision has none, all scores are 0, and the player takes the first
legal action in the order of :mod:`got_env.westeros.rules.actions`: a unit, card, seat or track
before yes, yes before no and done, and these before an area.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from got_env.westeros.players.heuristic import (
    cards,
    combat_choices,
    losses,
    moves,
    orders,
    plain,
    support,
    westeros_choices,
)
from got_env.westeros.rules.vocabulary import Phase


class Score(NamedTuple):
    """Scoring of the actions of a decision."""

    kernel: Callable[..., None]
    """Fills ``w.score``. It takes what it needs of ``s, p, seed, trials, w``, as
    :func:`~got_env.westeros.players.heuristic.choose.score` explains them, and then ``more``."""
    more: tuple[Any, ...] = ()
    looks: bool = True
    """True if it uses what ``appraise`` of ``appraisal.py`` fills."""


SCORES: Mapping[Phase, Score] = {
    Phase.WESTEROS_CHOICE: Score(westeros_choices.score_westeros_choice),
    Phase.RECONCILE_AREA: Score(losses.score_loss_area),
    Phase.RECONCILE_UNIT: Score(losses.score_loss_unit, looks=False),
    Phase.MUSTER_UPGRADE: Score(westeros_choices.score_muster_upgrade),
    Phase.MUSTER_STATUS: Score(combat_choices.score_fresh, looks=False),
    Phase.MUSTER: Score(westeros_choices.score_muster),
    Phase.BID: Score(westeros_choices.score_bid, looks=False),
    Phase.TIE: Score(westeros_choices.score_tie),
    Phase.WILDLING_TIE: Score(westeros_choices.score_wildling_tie),
    Phase.CLIMB_TRACK: Score(losses.score_climb_track, looks=False),
    Phase.DROP_TRACK: Score(losses.score_drop_track, looks=False),
    Phase.PROMOTE: Score(losses.score_knight_area, more=(1.0,)),
    Phase.DEMOTE: Score(losses.score_knight_area, more=(-1.0,)),
    Phase.RECOVER_CARD: Score(losses.score_keep_strong, more=(1.0,), looks=False),
    Phase.LOSE_AREA: Score(losses.score_loss_area),
    Phase.LOSE_UNIT: Score(losses.score_loss_unit, looks=False),
    Phase.DISCARD_CARD: Score(losses.score_keep_strong, more=(-1.0,), looks=False),
    Phase.PREEMPTIVE_CHOICE: Score(losses.score_preemptive_choice),
    Phase.PREEMPTIVE_TRACK: Score(losses.score_preemptive_track),
    Phase.HORDE_MUSTER: Score(westeros_choices.score_horde_muster),
    Phase.HORDE_AREA: Score(losses.score_loss_area),
    Phase.ORDER: Score(orders.score_order),
    Phase.RAVEN: Score(orders.score_raven),
    Phase.RAVEN_AREA: Score(orders.score_raven_area),
    Phase.RAVEN_ORDER: Score(orders.score_raven_order, looks=False),
    Phase.RAVEN_PEEK: Score(orders.score_raven_peek, looks=False),
    Phase.PASS_VISIT: Score(moves.score_pass_visit, looks=False),
    Phase.RAID_FROM: Score(moves.score_raid_from),
    Phase.RAID_TARGET: Score(moves.score_raid_target),
    Phase.RAID_SECOND: Score(moves.score_raid_second),
    Phase.ASK_SUPPORT: Score(moves.score_ask_support),
    Phase.NEUTRAL_SUPPORT: Score(moves.score_neutral_support, looks=False),
    Phase.MARCH_FROM: Score(moves.score_march_from),
    Phase.MARCH_TO: Score(moves.score_march_to),
    Phase.MARCH_COUNT: Score(moves.score_march_count),
    Phase.MARCH_TOKEN: Score(moves.score_march_token),
    Phase.PORT_CAPTURE: Score(moves.score_port_capture, looks=False),
    Phase.CONSOLIDATE_FROM: Score(moves.score_consolidate_from),
    Phase.CONSOLIDATE_CHOICE: Score(moves.score_consolidate_choice),
    Phase.SUPPORT: Score(support.score_support),
    Phase.REFUSE_SUPPORT: Score(support.score_refuse_support, looks=False),
    Phase.HOUSE_CARD: Score(cards.score_house_card),
    Phase.TYRION: Score(combat_choices.score_tyrion),
    Phase.TYRION_CARD: Score(combat_choices.score_open_card),
    Phase.AERON: Score(combat_choices.score_aeron),
    Phase.DORAN: Score(combat_choices.score_doran, looks=False),
    Phase.STANNIS: Score(plain.score_yes),
    Phase.QUEEN_OF_THORNS: Score(support.score_order_removal),
    Phase.MACE: Score(combat_choices.score_fresh),
    Phase.TIDES_REDRAW: Score(combat_choices.score_tides_redraw, looks=False),
    Phase.BLADE: Score(combat_choices.score_blade, looks=False),
    Phase.DAVOS: Score(combat_choices.score_davos),
    Phase.RENLY: Score(combat_choices.score_renly),
    Phase.RENLY_STATUS: Score(combat_choices.score_fresh),
    Phase.CERSEI: Score(support.score_order_removal),
    Phase.MELISANDRE: Score(combat_choices.score_melisandre),
    Phase.ASHA: Score(support.score_near_removal),
    Phase.CASUALTY: Score(combat_choices.score_casualty, looks=False),
    Phase.ROBB: Score(combat_choices.score_robb),
    Phase.RETREAT: Score(combat_choices.score_retreat),
    Phase.RETREAT_LOSS: Score(combat_choices.score_retreat_loss, looks=False),
    Phase.PATCHFACE: Score(combat_choices.score_patchface),
    Phase.LUWIN: Score(losses.score_keep_strong, more=(1.0,)),
    Phase.BRAN: Score(losses.score_keep_strong, more=(1.0,)),
    Phase.PLACE_ORDER: Score(combat_choices.score_place_order),
}
"""In games without claim."""
