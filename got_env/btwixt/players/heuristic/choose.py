"""From the open decision to scores and an action."""

from __future__ import annotations

import numpy as np

from got_env.btwixt.players.heuristic import bidding, effects, seasons
from got_env.btwixt.players.heuristic.standing import count_tokens
from got_env.btwixt.players.heuristic.weights import style_weights
from got_env.btwixt.players.heuristic.work import WORK
from got_env.btwixt.rules.frames import PHASE, get
from got_env.btwixt.rules.vocabulary import NONE, Phase
from got_env.core.batch.masks import count_legal, first_legal
from got_env.core.jit import linked
from got_env.core.players import Weights


@linked
def score(t, p, w):
    """Fill ``w.score`` for the open decision of seat ``p``; scores of illegal actions mean nothing.

    Args:
        t: a copy of a record redacted for ``p``, with an open decision of ``p``. Positions are
            tried out in it and taken back.
        p: the seat.
        w: scratch.
    """
    w.score[:] = 0.0
    count_tokens(t, w)
    match get(t, PHASE):
        case Phase.TURN:
            bidding.score_turn(t, p, w)
        case Phase.LEADER_CARD:
            seasons.score_leader_card(t, w)
        case Phase.DRAFT:
            seasons.score_draft(t, w)
        case Phase.ABILITY:
            effects.score_ability(t, w)
        case Phase.PLACEMENT:
            effects.score_placement(t, p, w)
        case Phase.TOKEN:
            effects.score_token(t, p, w)
        case Phase.TARGET:
            effects.score_target(t, p, w)
        case Phase.CARD:
            effects.score_card(t, p, w)
        case Phase.ALLY:
            effects.score_ally(t, p, w)
        case Phase.COUNCIL:
            effects.score_council(t, p, w)
        case Phase.AGREE:
            effects.score_agree(t, p, w)
        case Phase.BURY | Phase.ARRANGE:
            effects.score_peeked(t, p, w)


@linked
def choose(s, p, mask, word, trials, work):
    """The legal action with the best score, the first of equals; ``word`` is not needed.

    Args:
        s: a record redacted for ``p``; unchanged.
        p: the seat that has to decide.
        mask: ``(A,) bool``.
        word: random number of the decision.
        trials: ``(1,) STATE``, overwritten.
        work: scratch, with the weights of the player.
    """
    if count_legal(mask) == 1:
        return first_legal(mask)
    trials[0] = s
    score(trials[0], p, work)
    best = NONE
    for action in range(len(mask)):
        if mask[action] and (best == NONE or work.score[action] > work.score[best]):
            best = action
    return best


def new_work(*styles: Weights) -> np.ndarray:
    """Scratch ``(len(styles),) WORK`` for players of some weights; the default style by itself."""
    works = np.zeros(max(1, len(styles)), dtype=WORK)
    works["weights"] = styles or style_weights()
    return works
