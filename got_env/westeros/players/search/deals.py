"""Deals: full games that a seat cannot tell from the real one.

``redeal`` makes all secret choices equally likely. Here each other seat chooses, with some
probability, what the heuristic player would choose from what that seat knows. That is far nearer to
how anyone plays.
"""

from __future__ import annotations

from got_env.core.agenda import A, top
from got_env.core.jit import inlined, linked
from got_env.core.rng import next_word, rand_below
from got_env.westeros.phases.bids import least_bid
from got_env.westeros.phases.planning import can_place, placeable, set_order, takes_order
from got_env.westeros.players.heuristic import expansion
from got_env.westeros.players.heuristic.appraisal import appraise
from got_env.westeros.players.heuristic.asked import with_claim
from got_env.westeros.players.heuristic.cards import fill_payoffs, find_mix, prepare_pairs
from got_env.westeros.players.heuristic.plan_cache import keep_for, plan_orders
from got_env.westeros.players.heuristic.westeros_choices import track_bid, wildling_bid
from got_env.westeros.rules.board import has
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import HAND_SIZE, HIDDEN_ORDER, NONE
from got_env.westeros.views.knowledge import HIDDEN
from got_env.westeros.views.redeal import (
    any_token,
    any_token_for,
    count_unused,
    enough_tokens,
    redeal,
)

PERCENT = 100


@linked
def deal(t, root, p, seed, belief, trials, w):
    """Make ``t`` a full game that seat ``p`` cannot tell from the redacted record ``root``.

    Args:
        t: a copy of ``root``, filled in place.
        root: the redacted record.
        p: the seat.
        seed: random number; the same seed gives the same game.
        belief: percent of the other seats' secret choices that are those of the heuristic player.
        trials: ``(1,) STATE`` scratch.
        w: scratch with the weights of the heuristic player.
    """
    if with_claim(t):
        expansion.deal(t, root, p, seed, belief, trials, w)
        return
    redeal(t, p, seed)
    keep_for(root, w)
    if t.orders_open == 0:
        for q in range(t.num_players):
            if q != p and rand_below(t, PERCENT) < belief:
                believe_orders(t, root, q, w)
    for q in range(t.num_players):
        if root.bid[q] == HIDDEN and rand_below(t, PERCENT) < belief:
            believe_bid(t, q, w)
    if t.fight == 1:
        for side in range(2):
            if root.card[side] == HIDDEN and rand_below(t, PERCENT) < belief:
                believe_card(t, side, trials, w)


@inlined
def believe_orders(t, root, q, w):
    """Lay the tokens of seat ``q`` anew as the heuristic player would."""
    any_laid = False
    for a in range(RULES[t.ruleset].num_areas):
        if root.order[a] != NONE and t.order_seat[a] == q:
            any_laid = True
    if not any_laid:
        return
    plan_orders(root, q, w)
    t.placed[q, :] = 0
    if RULES[t.ruleset].orders_by_area == 1:
        believe_orders_by_area(t, root, q, w)
        return
    for i in range(w.num_own):
        a = w.own[i]
        if root.order[a] != NONE and root.order_seat[a] == q:
            token = w.order_given[i]
            if token == NONE or not can_place(t, q, token):
                token = any_token(t, q, 0 if count_unused(t, q, 0) > 0 else 1)
            set_order(t, q, a, token)


@inlined
def believe_orders_by_area(t, root, q, w):
    """As :func:`believe_orders`, where an area does not take every type of order."""
    for i in range(w.num_own):
        a = w.own[i]
        if root.order[a] != NONE and root.order_seat[a] == q:
            t.order[a] = HIDDEN_ORDER
    for i in range(w.num_own):
        a = w.own[i]
        if root.order[a] != NONE and root.order_seat[a] == q:
            token = w.order_given[i]
            if token == NONE or not has(placeable(t, q) & takes_order(t, a), token):
                token = any_token_for(t, q, a)
            set_order(t, q, a, token)
            if not enough_tokens(t, q):
                t.placed[q, token] -= 1
                t.order[a] = HIDDEN_ORDER
                set_order(t, q, a, any_token_for(t, q, a))


@inlined
def believe_bid(t, q, w):
    """Bid for seat ``q`` as the heuristic player would."""
    track = top(t)[A]
    wanted = 0.0
    if track == NONE:
        wanted = wildling_bid(t, q, next_word(t), w)
    else:
        wanted = track_bid(t, q, track, next_word(t), w)
    t.bid[q] = min(max(int(wanted + 0.5), least_bid(t, q)), int(t.power[q]))


@inlined
def believe_card(t, side, trials, w):
    """Choose a House card for a side as the heuristic player would."""
    appraise(t, t.fighter[side], w)
    prepare_pairs(t, trials, w)
    fill_payoffs(t, trials[0], side, w)
    find_mix(t, side, w)
    total = 0.0
    for slot in range(HAND_SIZE):
        total += w.own_mix[slot]
    draw = next_word(t) / 4294967296.0 * total
    hand = t.hand[t.fighter[side]]
    for slot in range(HAND_SIZE):
        if has(hand, slot) and w.own_mix[slot] > 0.0:
            if draw < w.own_mix[slot]:
                t.card[side] = slot
                return
            draw -= w.own_mix[slot]
