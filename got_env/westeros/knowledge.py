"""What a player may know: the only place that hides anything.

``redact`` turns a copy of the record into the game as one seat knows it. Observations, texts and
pictures are made from redacted records only, so they cannot leak.
"""

from __future__ import annotations

from got_env._jit import entry, kernel
from got_env.westeros.board import BIT, has
from got_env.westeros.rules import RULES
from got_env.westeros.state import DECK_SIZE, WILDLING_DECK_SIZE
from got_env.westeros.vocabulary import HIDDEN_ORDER, NONE, NUM_TRACKS, Track

HIDDEN = -2
"""A bid or card that has been chosen in secret, or an unseen card of a deck."""


@kernel
def redact(s, p):
    """Hide from record ``s`` everything that seat ``p`` may not know. Rule: 2E-HIDE-01 to -09."""
    s.rng[:] = 0
    hide_decks(s, p)
    if s.orders_open == 0:
        hide_orders(s, p)
    if s.bids_open == 0:
        for q in range(s.num_players):
            if q != p and s.bid[q] != NONE:
                s.bid[q] = HIDDEN
    if s.fight == 1:
        hide_combat(s, p)


@kernel
def hide_decks(s, p):
    """Blank cards that lie face down, as far as ``p`` has not seen them. Rule: 2E-HIDE-07, -08."""
    for d in range(NUM_TRACKS):
        for i in range(s.deck_pos[d], DECK_SIZE):
            s.deck[d, i] = HIDDEN
    for i in range(WILDLING_DECK_SIZE):
        if has(s.wild_known[i], p):
            s.wild_known[i] = BIT[p]
        else:
            s.wild_deck[i] = HIDDEN
            s.wild_known[i] = 0
    s.tides_deck[:] = HIDDEN


@kernel
def hide_orders(s, p):
    """Face-down orders show only where they lie and whose they are. Rule: 2E-HIDE-01, -06."""
    for a in range(RULES[s.ruleset].num_areas):
        if s.order[a] != NONE and s.order_seat[a] != p:
            s.order[a] = HIDDEN_ORDER
    for q in range(s.num_players):
        if q != p:
            s.placed[q, :] = 0


@kernel
def hide_combat(s, p):
    """Hide the other side's chosen card and Tides card until the reveal. Rule: 2E-HIDE-05, -09."""
    for side in range(2):
        if s.fighter[side] != p:
            if s.cards_open == 0 and s.card[side] != NONE:
                s.card[side] = HIDDEN
            if s.tides_open == 0 and s.tides[side] != NONE:
                s.tides[side] = HIDDEN
    if s.tides_rejected != NONE and s.track[Track.FIEFDOMS, 0] != p:
        s.tides_rejected = HIDDEN  # the Blade holder alone has seen it (AMB-44)


@entry
def redact_batch(states, players):
    """Hide in place, in every record, what seat ``players[i]`` may not know."""
    for i in range(len(states)):
        redact(states[i], players[i])
