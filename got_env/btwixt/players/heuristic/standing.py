"""Contents of the councils as a seat knows them, and their worth to a leader."""

from __future__ import annotations

import math

import numpy as np

from got_env.btwixt.phases.scoring import allies_power
from got_env.btwixt.pieces.cards import has, only
from got_env.btwixt.pieces.seats import left_of, neighbours, right_of
from got_env.btwixt.players.heuristic.weights import Weight
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import MAX_PLAYERS, MAX_TOKEN, Season
from got_env.core.jit import kernel, linked

UNSEEN = 2.0
"""Power of a token whose number the seat does not know."""

_SIDE, _ENVY, _FIELD = int(Weight.SIDE), int(Weight.ENVY), int(Weight.FIELD)
_CHANCE, _DRIFT = int(Weight.CHANCE), int(Weight.DRIFT)
_INSIGHT, _DISTANCE = int(Weight.INSIGHT), int(Weight.DISTANCE)


_EDGE = 0.05
"""Share of the stronger council that settles a race between equal weaker ones."""

_SHARPNESS = 1.5
"""Steepness with which a lead in the race becomes a sure win, for each point."""

ENDS = np.random.default_rng(1).normal(size=(24, MAX_PLAYERS))
"""Ways in which the councils may go on, in standard deviations."""


@kernel
def saves_beside(t, p):
    """True if a neighbour has saved as many cards as ``p``: a rival for the next rounds."""
    if t.rounds_left + 1 >= RULES[t.ruleset].rounds or t.hand_n[p] < 3:
        return False
    left, right = left_of(t, p), right_of(t, p)
    return max(t.hand_n[left], t.hand_n[right]) >= t.hand_n[p]


@kernel
def race_won(t, p, w):
    """Share of the ways in which the councils may go on that leave ``p`` before its rivals."""
    left = int(t.rounds_left) + int(RULES[t.ruleset].rounds) * (Season.WINTER - int(t.season))
    drift = w.weights[_DRIFT] * math.sqrt(left + 0.5)
    last = t.num_players - 1
    won = 0.0
    for k in range(len(ENDS)):
        mine = 0.0
        best = -1000.0
        right = w.power[last] + drift * ENDS[k, last]
        for q in range(t.num_players):
            own = w.power[q] + drift * ENDS[k, q]
            held = min(own, right) + _EDGE * max(own, right)
            right = own
            if q == p:
                mine = held
            else:
                best = max(best, held - head_start(t, p, q, w))
        lead = _SHARPNESS * (mine - best)
        won += 0.5 + 0.5 * lead / (1.0 + abs(lead))
    return won / len(ENDS)


@kernel
def head_start(t, p, q, w):
    """Points by which a leader counts less who is no neighbour of ``p``."""
    return 0.0 if has(neighbours(t, p), q) else w.weights[_DISTANCE]


@linked
def count_tokens(t, w):
    """Count the tokens of every council; numbers that a redacted record hides are 0."""
    w.tokens[:] = 0.0
    w.on_ally = 0.0
    for i in range(t.token_n):
        at = int(t.token_at[i])
        if at < t.num_players:
            number = int(t.token[i])
            w.tokens[at] += number if 0 < number <= MAX_TOKEN else UNSEEN
        elif w.weights[_INSIGHT] > 0.0:
            w.on_ally += UNSEEN


@kernel
def held_by(t, w, q):
    """Holdings of a leader: the weaker council and a share of the stronger one."""
    a = w.power[q]
    b = w.power[right_of(t, q)]
    return min(a, b) + w.weights[_SIDE] * max(a, b)


@linked
def standing(t, p, w):
    """Worth of the position to ``p``; counts the councils anew."""
    for c in range(t.num_players):
        w.power[c] = w.tokens[c] + allies_power(t, c)
    best = -1000.0
    mean = 0.0
    for q in range(t.num_players):
        if q != p:
            held = held_by(t, w, q)
            best = max(best, held - head_start(t, p, q, w))
            mean += held / (t.num_players - 1)
    worth = held_by(t, w, p) - w.weights[_ENVY] * best - w.weights[_FIELD] * mean
    if w.weights[_CHANCE] > 0.0 and saves_beside(t, p):
        worth += w.weights[_CHANCE] * race_won(t, p, w)
    return worth


@linked
def standing_with(t, p, w, ally, council):
    """Worth of the position to ``p`` once an ally lies in a council; nothing is changed."""
    kept = t.council[council]
    dead = t.dead
    t.council[council] = kept | only(ally)
    t.dead = dead & ~only(ally)
    worth = standing(t, p, w)
    t.council[council] = kept
    t.dead = dead
    return worth


@linked
def standing_without(t, p, w, ally, council, dies):
    """Worth of the position to ``p`` once an ally has left a council; nothing is changed."""
    kept = t.council[council]
    dead = t.dead
    t.council[council] = kept & ~only(ally)
    if dies:
        t.dead = dead | only(ally)
    worth = standing(t, p, w)
    t.council[council] = kept
    t.dead = dead
    return worth


@linked
def standing_with_token(t, p, w, council, amount):
    """Worth of the position to ``p`` once the tokens of a council count more or less."""
    w.tokens[council] += amount
    worth = standing(t, p, w)
    w.tokens[council] -= amount
    return worth


@linked
def best_for_token(t, q, w):
    """The own council in which a leader would lay a token: the weaker one."""
    standing(t, q, w)
    other = int(right_of(t, q))
    return int(q) if w.power[q] <= w.power[other] else other


@linked
def standing_if_won(t, p, q, w, ally):
    """Worth of the position to ``p`` once ``q`` has claimed an ally and gained a token.

    ``q`` places both where they help ``q`` most. Without an ally (NONE) only the token counts.
    """
    council = int(q)
    kept = t.council[council]
    if ally >= 0:
        other = int(right_of(t, q))
        if standing_with(t, q, w, ally, other) > standing_with(t, q, w, ally, council):
            council = other
        kept = t.council[council]
        t.council[council] = kept | only(ally)
        w.tokens[council] += w.on_ally
    worth = standing_with_token(t, p, w, best_for_token(t, q, w), UNSEEN)
    t.council[council] = kept
    if ally >= 0:
        w.tokens[council] -= w.on_ally
    return worth
