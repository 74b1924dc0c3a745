"""What the councils hold as a seat knows it, and what that is worth to a leader."""

from __future__ import annotations

from got_env.btwixt.cards import BIT, has
from got_env.btwixt.heuristic.weights import Weight
from got_env.btwixt.phases.scoring import allies_power
from got_env.btwixt.seats import neighbours, right_of
from got_env.btwixt.vocabulary import MAX_TOKEN
from got_env.core.jit import kernel, linked

UNSEEN = 2.0
"""What a token counts whose number the seat does not know."""

_SIDE, _ENVY, _FIELD = int(Weight.SIDE), int(Weight.ENVY), int(Weight.FIELD)
_INSIGHT, _DISTANCE = int(Weight.INSIGHT), int(Weight.DISTANCE)


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
    """What a leader has: the weaker council and a share of the stronger one."""
    a = w.power[q]
    b = w.power[right_of(t, q)]
    return min(a, b) + w.weights[_SIDE] * max(a, b)


@linked
def standing(t, p, w):
    """What the position is worth to ``p``; counts the councils anew."""
    for c in range(t.num_players):
        w.power[c] = w.tokens[c] + allies_power(t, c)
    best = -1000.0
    mean = 0.0
    for q in range(t.num_players):
        if q != p:
            held = held_by(t, w, q)
            far = 0.0 if has(neighbours(t, p), q) else w.weights[_DISTANCE]
            best = max(best, held - far)
            mean += held / (t.num_players - 1)
    return held_by(t, w, p) - w.weights[_ENVY] * best - w.weights[_FIELD] * mean


@linked
def standing_with(t, p, w, ally, council):
    """What the position is worth to ``p`` once an ally lies in a council; nothing is changed."""
    kept = t.council[council]
    dead = t.dead
    t.council[council] = kept | BIT[ally]
    t.dead = dead & ~BIT[ally]
    worth = standing(t, p, w)
    t.council[council] = kept
    t.dead = dead
    return worth


@linked
def standing_without(t, p, w, ally, council, dies):
    """What the position is worth to ``p`` once an ally has left a council; nothing is changed."""
    kept = t.council[council]
    dead = t.dead
    t.council[council] = kept & ~BIT[ally]
    if dies:
        t.dead = dead | BIT[ally]
    worth = standing(t, p, w)
    t.council[council] = kept
    t.dead = dead
    return worth


@linked
def standing_with_token(t, p, w, council, amount):
    """What the position is worth to ``p`` once the tokens of a council count more or less."""
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
    """What the position is worth to ``p`` once ``q`` has claimed an ally and gained a token.

    ``q`` places both where they help ``q`` most. Without an ally (NONE) only the token counts.
    """
    council = int(q)
    kept = t.council[council]
    if ally >= 0:
        other = int(right_of(t, q))
        if standing_with(t, q, w, ally, other) > standing_with(t, q, w, ally, council):
            council = other
        kept = t.council[council]
        t.council[council] = kept | BIT[ally]
        w.tokens[council] += w.on_ally
    worth = standing_with_token(t, p, w, best_for_token(t, q, w), UNSEEN)
    t.council[council] = kept
    if ally >= 0:
        w.tokens[council] -= w.on_ally
    return worth
