"""Deals: full games that a seat cannot tell from the real one.

As in games without claim, each other seat chooses, with some probability, what the heuristic player
would choose from what that seat knows: its Tactics card first, as its orders depend on that.
"""

from __future__ import annotations

from got_env.core.jit import inlined, linked
from got_env.core.rng import next_word, rand_below
from got_env.westeros.claim.tactics import may_pick
from got_env.westeros.phases.bids import least_bid
from got_env.westeros.players.heuristic.appraisal import appraise
from got_env.westeros.players.heuristic.claim_choices import score_claim_bid, score_tactic
from got_env.westeros.players.search.deals import PERCENT, believe_card, believe_orders
from got_env.westeros.rules import actions
from got_env.westeros.rules.vocabulary import NONE, NUM_TACTICS
from got_env.westeros.views.claim_redeal import allows_orders, deal_ally_decks, deal_tactics
from got_env.westeros.views.knowledge import HIDDEN
from got_env.westeros.views.redeal import deal_rest, reseed


@linked
def deal(t, root, p, seed, belief, trials, w):
    """Make ``t`` a full game that seat ``p`` cannot tell from the redacted record ``root``.

    Args:
        t: a copy of ``root``, filled in place.
        root: the redacted record.
        p: the seat; an offer that it answers or makes is known to it.
        seed: random number; the same seed gives the same game.
        belief: percent of the other seats' secret choices that are those of the heuristic player.
        trials: ``(1,) STATE`` scratch.
        w: scratch with the weights of the heuristic player.
    """
    reseed(t, seed)
    for q in range(t.num_players):
        if root.tactic[q] == HIDDEN and rand_below(t, PERCENT) < belief:
            believe_tactic(t, root, q, w)
    deal_tactics(t)
    deal_rest(t)
    deal_ally_decks(t)
    if t.orders_open == 0:
        trials[0] = root
        known = trials[0]
        for q in range(t.num_players):
            if q != p and rand_below(t, PERCENT) < belief:
                known.tactic[q] = t.tactic[q]  # a seat plans its orders for its own card
                believe_orders(t, known, q, w)
                known.tactic[q] = root.tactic[q]
    for q in range(t.num_players):
        if root.bid[q] == HIDDEN and rand_below(t, PERCENT) < belief:
            believe_bid(t, q, w)
    if t.fight == 1:
        for side in range(2):
            if root.card[side] == HIDDEN and rand_below(t, PERCENT) < belief:
                believe_card(t, side, trials, w)


@inlined
def believe_tactic(t, root, q, w):
    """Pick the Tactics card of seat ``q`` as the heuristic player would."""
    appraise(root, q, w)
    score_tactic(root, q, next_word(t), w)
    best = NONE
    for slot in range(NUM_TACTICS):
        if may_pick(t, q, slot) and allows_orders(t, q, slot):
            if best == NONE or w.score[actions.CARD + slot] > w.score[actions.CARD + best]:
                best = slot
    t.tactic[q] = best


@inlined
def believe_bid(t, q, w):
    """Bid for seat ``q`` as the heuristic player would."""
    appraise(t, q, w)
    score_claim_bid(t, q, next_word(t), w)
    best = least_bid(t, q)
    for n in range(best, t.power[q] + 1):
        if w.score[actions.BID + n] > w.score[actions.BID + best]:
            best = n
    t.bid[q] = best
