"""Fill the blanks of what a player of a game with claim knows."""

from __future__ import annotations

from got_env.core.agenda import PHASE, PLAYER, A, top
from got_env.core.jit import kernel, linked
from got_env.core.rng import rand_below
from got_env.westeros.claim.power import held_by, must_include, own_hostages
from got_env.westeros.claim.tactics import may_pick
from got_env.westeros.phases.planning import EVERY_ORDER, count_usable
from got_env.westeros.rules.board import BIT, has
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    ALLIANCE_DECK_SIZE,
    NONE,
    NUM_ALLIANCE_DECKS,
    NUM_TACTICS,
    Phase,
)
from got_env.westeros.views import redeal as shared
from got_env.westeros.views.claim_knowledge import redact, sees_offer
from got_env.westeros.views.knowledge import HIDDEN


@linked
def redeal(s, p, seed):
    """Resample everything that seat ``p`` does not know."""
    offer = s.offer_to != NONE and not sees_offer(s, p)
    known = shared.pack_wildling_knowledge(s)
    redact(s, p)
    _deal(s, seed)
    shared.unpack_wildling_knowledge(s, known, p)
    if offer:
        deal_offer(s)


@kernel
def _deal(s, seed):
    """Draw all that is marked as hidden but for what is offered, and the random words."""
    shared.reseed(s, seed)
    deal_tactics(s)
    shared.deal_rest(s)
    deal_ally_decks(s)


@linked
def deal_hidden(s, seed):
    """Draw all that is marked as hidden, and what an offer says so far.

    An offer that is hidden asks for nobody.
    """
    _deal(s, seed)
    if s.offer_to != NONE and s.offer_asks == 0:
        deal_offer(s)


@kernel
def deal_tactics(s):
    """Draw the hidden Tactics cards; the orders are drawn after them, within their stars."""
    for q in range(s.num_players):
        if s.tactic[q] == HIDDEN:
            chosen = NONE
            total = 0
            for slot in range(NUM_TACTICS):
                if may_pick(s, q, slot) and allows_orders(s, q, slot):
                    total += 1
                    if rand_below(s, total) == 0:
                        chosen = slot
            s.tactic[q] = chosen


@kernel
def allows_orders(s, q, slot):
    """True if the orders face down can be laid with a Tactics card. Rule: ASOS-HID-07."""
    before = int(s.tactic[q])
    s.tactic[q] = slot
    fits = count_usable(s, q, EVERY_ORDER, NONE) >= shared.count_face_down(s, q)
    if RULES[s.ruleset].orders_by_area == 1:
        fits = shared.enough_tokens(s, q)
    s.tactic[q] = before
    return fits


@kernel
def deal_ally_decks(s):
    """Put the cards of each Alliance deck that lie nowhere into its unknown places."""
    for d in range(NUM_ALLIANCE_DECKS):
        for i in range(s.ally_count[d]):
            if s.ally_deck[d, i] == HIDDEN:
                chosen = NONE
                total = 0
                for c in range(d * ALLIANCE_DECK_SIZE, (d + 1) * ALLIANCE_DECK_SIZE):
                    if not lies_open(s, d, c):
                        total += 1
                        if rand_below(s, total) == 0:
                            chosen = c
                s.ally_deck[d, i] = chosen


@kernel
def lies_open(s, d, c):
    """True if an Alliance card is known to lie somewhere."""
    if s.ally_owner[c] != NONE:
        return True
    for i in range(s.ally_count[d]):
        if s.ally_deck[d, i] == c:
            return True
    return False


# --- an offer that is not complete: any that leads to the open question


@kernel
def deal_offer(s):
    """Draw what the offer asks for and gives so far, as it could be at the open question."""
    frame = top(s)
    p = int(frame[PLAYER])
    phase = frame[PHASE]
    held = int(held_by(s, p, s.offer_to))
    s.offer_asks = held
    if phase == Phase.OFFER_REQUEST:
        return
    lowest = held & -held
    if held != lowest:
        choice = rand_below(s, 3)
        s.offer_asks = lowest if choice == 0 else (held & ~lowest if choice == 1 else held)
    last = RULES[s.ruleset].num_leaders
    if phase == Phase.OFFER_HOSTAGE:
        last = int(frame[A])
    hostages = own_hostages(s, p)
    for i in range(last):
        if has(hostages, i):
            must = must_include(s, p, i)
            if must or rand_below(s, 2) == 0:
                s.offer_gives = int(s.offer_gives) | int(BIT[i])
