"""As ``scores.py``, in games with claim: the rows that are others there, or that only they have."""

from __future__ import annotations

from collections.abc import Mapping

from got_env.westeros.players.heuristic import (
    claim_choices,
    claim_leaders,
    combat_choices,
    losses,
    plain,
    support,
)
from got_env.westeros.players.heuristic.scores import SCORES, Score
from got_env.westeros.rules.vocabulary import Phase

CLAIM_SCORES: Mapping[Phase, Score] = {
    **SCORES,
    Phase.BID: Score(claim_choices.score_claim_bid),
    Phase.CLAIM_TIE: Score(claim_choices.score_claim_tie),
    Phase.EXECUTE: Score(claim_choices.score_execute),
    Phase.EXECUTE_TRACK: Score(claim_choices.score_change_places),
    Phase.CLAIM_SOURCE: Score(plain.score_no),  # the pool costs nothing
    Phase.TACTIC: Score(claim_choices.score_tactic),
    Phase.CAREFUL: Score(claim_choices.score_careful),
    Phase.SECOND_TACTIC: Score(claim_choices.score_tactic),
    Phase.FORGE: Score(claim_choices.score_forge),
    Phase.PLOT: Score(claim_choices.score_plot),
    Phase.PLOT_VICTIM: Score(claim_choices.score_rival),
    Phase.ACCUSE: Score(claim_choices.score_accuse),
    Phase.ARMY_AREA: Score(claim_choices.score_joining),
    Phase.DROP_ALLY: Score(losses.score_loss_area),
    Phase.LEADER_AREA: Score(claim_choices.score_army_together),
    Phase.MOVE_FROM: Score(plain.score_done),
    Phase.STEAL: Score(plain.score_yes),
    Phase.REPLACE_SUPPORT: Score(plain.score_no),
    Phase.ACTIVATE: Score(claim_leaders.score_activate),
    Phase.MARCH_LEADER: Score(claim_leaders.score_march_leader),
    Phase.DOUBLE_FROM: Score(plain.score_done),
    Phase.NEGOTIATE: Score(claim_choices.score_negotiate),
    Phase.OFFER_REQUEST: Score(plain.score_both),
    Phase.OFFER_HOSTAGE: Score(plain.score_yes),
    Phase.OFFER_POWER: Score(claim_choices.score_offer_power),
    Phase.ANSWER: Score(claim_choices.score_answer),
    Phase.LOOKOUT: Score(claim_leaders.score_lookout),
    Phase.SUPPORT_ALLIES: Score(support.score_support),
    Phase.REFUSE_ALLIES: Score(support.score_refuse_support),
    Phase.MILITARY: Score(claim_leaders.score_military),
    Phase.TAKE_LEADER: Score(claim_leaders.score_taken_leader),
    Phase.CASUALTY: Score(combat_choices.score_retreat_loss),
    Phase.FREE_HOSTAGE: Score(claim_leaders.score_taken_leader),
}
"""They look at the board before every decision."""
