"""From the open decision to scores and an action."""

from __future__ import annotations

import numpy as np

from got_env.core.agenda import PHASE, top
from got_env.core.batch.masks import count_legal, first_legal
from got_env.core.jit import kernel, linked
from got_env.core.players import Weights
from got_env.westeros.players.heuristic import expansion, moves
from got_env.westeros.players.heuristic.appraisal import appraise
from got_env.westeros.players.heuristic.asked import with_claim
from got_env.westeros.players.heuristic.ladders import score_action, score_combat, score_westeros
from got_env.westeros.players.heuristic.plan_cache import plan_orders
from got_env.westeros.players.heuristic.quick import quick_score
from got_env.westeros.players.heuristic.scores import SCORES
from got_env.westeros.players.heuristic.scratch import NO_PLAN, WORK
from got_env.westeros.players.heuristic.weights import Weight, style_weights
from got_env.westeros.rules.decision_row import Family
from got_env.westeros.rules.decision_tables import family_of, marks_of
from got_env.westeros.rules.vocabulary import MAX_AREAS, MAX_PLAYERS, NONE, Phase

BLOCK = 16
"""Actions of a mask that are looked at together: most blocks hold no legal one."""

LOOKS_AT_BOARD = marks_of(phase for phase, score in SCORES.items() if score.looks)
"""True for decisions whose scores use what :func:`appraise` fills, by the number of the phase."""


@kernel
def plan_subject(s, p, phase):
    """Subject of the plan of a decision, as one number; NO_PLAN where none is made.

    The plan of a house for its orders, and that of a march, hold for all the small decisions that
    carry them out. Until those are made nothing on the board changes, and no event is public.
    """
    if phase == Phase.ORDER:
        area = MAX_AREAS
    elif phase == Phase.MARCH_TO or phase == Phase.MARCH_COUNT:
        area = int(s.march_from)
    else:
        return NO_PLAN
    return (int(s.journal_no) * (MAX_AREAS + 1) + area) * MAX_PLAYERS + int(p) + 1


@linked
def follow_game(w):
    """From here on all decisions are of one game until this is called again: plans can be kept."""
    w.keeps_plans = 1
    w.known_moods = 0
    w.hand_of[:] = 0
    w.plan_of = NO_PLAN
    w.root_no = 0
    w.kept = 0


@linked
def follow_deal(w):
    """From here on decisions follow another deal of the same root."""
    w.plan_of = NO_PLAN


@linked
def score(s, p, seed, trials, w):
    """Fill ``w.score`` for the open decision of seat ``p``; scores of illegal actions mean nothing.

    Args:
        s: a record redacted for ``p``, with an open decision of ``p``.
        p: the seat.
        seed: random number of the decision.
        trials: ``(1,) STATE``, overwritten.
        w: scratch; see :func:`follow_game`.
    """
    if with_claim(s):
        expansion.score(s, p, seed, trials, w)
        return
    w.score[:] = 0.0
    phase = top(s)[PHASE]
    subject = plan_subject(s, p, phase)
    if subject == NO_PLAN or subject != w.plan_of or w.keeps_plans == 0:
        if phase == Phase.ORDER:
            plan_orders(s, p, w)
        elif LOOKS_AT_BOARD[phase]:
            appraise(s, p, w)
            if subject != NO_PLAN:
                moves.plan_open_march(s, p, w)
        w.plan_of = subject
    match family_of(phase):
        case Family.WESTEROS:
            score_westeros(s, p, phase, seed, trials, w)
        case Family.ACTION:
            score_action(s, p, phase, seed, trials, w)
        case Family.COMBAT:
            score_combat(s, p, phase, seed, trials, w)


@kernel
def list_legal(mask, first, end, count, w):
    """Add the legal actions of a range to a list of so many; returns how many there are then."""
    for action in range(first, end):
        w.legal[count] = action
        count += mask[action] != 0
    return count


@kernel
def best_legal(mask, w):
    """The legal action with the best score, the first of equals."""
    # A list of them first: branches on each action of the mask would often be mispredicted.
    count = 0
    blocks = len(mask) // BLOCK
    for block in range(blocks):
        any_legal = False
        for i in range(BLOCK):
            any_legal |= mask[BLOCK * block + i]
        if any_legal:
            count = list_legal(mask, BLOCK * block, BLOCK * (block + 1), count, w)
    count = list_legal(mask, BLOCK * blocks, len(mask), count, w)
    if count == 0:
        return NONE
    best = w.legal[0]
    for i in range(1, count):
        if w.score[w.legal[i]] > w.score[best]:
            best = w.legal[i]
    return best


@linked
def choose(s, p, mask, seed, trials, w):
    """The legal action with the best score, the first of equals."""
    if count_legal(mask) == 1:
        return first_legal(mask)
    if w.weights[Weight.QUICK] > 0.0:
        quick_score(s, p, mask, seed, w)
    else:
        score(s, p, seed, trials, w)
    return best_legal(mask, w)


def new_work(*styles: Weights) -> np.ndarray:
    """Scratch ``(len(styles),) WORK`` for players of some weights; the default style by itself."""
    works = np.zeros(max(1, len(styles)), dtype=WORK)
    works["weights"] = styles or style_weights()
    return works
