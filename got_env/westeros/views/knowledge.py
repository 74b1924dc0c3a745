"""Knowledge of a player: the only place that hides anything, with claim_knowledge.py.

The ``seen_*`` functions answer what a seat sees of one thing that may be hidden. ``redact`` blanks
by them, in a copy of the record, all that a seat does not know: texts, pictures and agents get
redacted records only, so they cannot leak. Observations ask the same functions and read nothing
else that is secret; a test holds that they are the same for a record and for its redacted copy.
"""

from __future__ import annotations

from got_env.core.jit import kernel, linked
from got_env.core.protocol import EVERYBODY
from got_env.westeros.rules.board import BIT, has
from got_env.westeros.rules.state import DECK_SIZE
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import HIDDEN_ORDER, NONE, NUM_TRACKS, Track

HIDDEN = -2
"""A bid or card that has been chosen in secret, or an unseen card of a deck."""


# --- what a seat sees of things that may be hidden; ``p`` is a seat or EVERYBODY


@kernel
def hides_orders(s, p):
    """True if the orders of other houses lie face down for seat ``p``. Rule: 2E-HIDE-01."""
    return s.orders_open == 0 and p != EVERYBODY


@kernel
def seen_order(s, p, a):
    """Order on area ``a``; face-down ones show only that they lie there. Rule: 2E-HIDE-01, -06."""
    if s.order[a] != NONE and s.order_seat[a] != p and hides_orders(s, p):
        return HIDDEN_ORDER
    return int(s.order[a])


@kernel
def seen_bid(s, p, q):
    """Bid of seat ``q``: NONE, HIDDEN or tokens."""
    if s.bid[q] != NONE and q != p and s.bids_open == 0 and p != EVERYBODY:
        return HIDDEN
    return int(s.bid[q])


@kernel
def seen_card(s, p, side):
    """Card chosen by a side: NONE, HIDDEN until the reveal, or a slot. Rule: 2E-HIDE-05."""
    if s.card[side] != NONE and s.fighter[side] != p and s.cards_open == 0 and p != EVERYBODY:
        return HIDDEN
    return int(s.card[side])


@kernel
def seen_tides(s, p, side):
    """Tides card of a side: NONE, HIDDEN until the reveal, or a kind. Rule: 2E-HIDE-09."""
    if s.tides[side] != NONE and s.fighter[side] != p and s.tides_open == 0 and p != EVERYBODY:
        return HIDDEN
    return int(s.tides[side])


@kernel
def seen_wildling(s, p, i):
    """Card at a place of the Wildling deck, HIDDEN where ``p`` has not looked. Rule: 2E-HIDE-08."""
    if has(s.wild_known[i], p):
        return int(s.wild_deck[i])
    return HIDDEN


# --- the whole record


@linked
def redact(s, p):
    """Hide from record ``s`` everything that seat ``p`` may not know. Rule: 2E-HIDE-01 to -09."""
    s.rng[:] = 0
    hide_decks(s, p)
    if hides_orders(s, p):
        hide_orders(s, p)
    for q in range(s.num_players):
        s.bid[q] = seen_bid(s, p, q)
    if s.fight == 1:
        hide_combat(s, p)


@kernel
def hide_decks(s, p):
    """Blank cards that lie face down, as far as ``p`` has not seen them. Rule: 2E-HIDE-07, -08."""
    for d in range(NUM_TRACKS):
        for i in range(s.deck_pos[d], DECK_SIZE):
            s.deck[d, i] = HIDDEN
    for i in range(RULES[s.ruleset].num_wildlings):
        s.wild_deck[i] = seen_wildling(s, p, i)
        s.wild_known[i] &= BIT[p]
    s.tides_deck[:] = HIDDEN


@kernel
def hide_orders(s, p):
    """Blank the order tokens of others, laid and left. Rule: 2E-HIDE-01, -06."""
    for a in range(RULES[s.ruleset].num_areas):
        s.order[a] = seen_order(s, p, a)
    for q in range(s.num_players):
        if q != p:
            s.placed[q, :] = 0


@kernel
def hide_combat(s, p):
    """Hide the other side's chosen card and Tides card until the reveal. Rule: 2E-HIDE-05, -09."""
    for side in range(2):
        s.card[side] = seen_card(s, p, side)
        s.tides[side] = seen_tides(s, p, side)
    if s.tides_rejected != NONE and s.track[Track.FIEFDOMS, 0] != p:
        s.tides_rejected = HIDDEN  # the Blade holder alone has seen it (AMB-44)
