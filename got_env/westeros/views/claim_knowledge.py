"""Knowledge of a player of a game with claim. Rule: ASOS-HID-01 to -08."""

from __future__ import annotations

from got_env.core.jit import kernel, linked
from got_env.core.protocol import EVERYBODY
from got_env.westeros.rules.vocabulary import NONE, NUM_ALLIANCE_DECKS
from got_env.westeros.views import knowledge
from got_env.westeros.views.knowledge import HIDDEN


@kernel
def seen_tactic(s, p, q):
    """Tactics card picked by seat ``q``: NONE, HIDDEN or a slot. Rule: ASOS-HID-01, -07."""
    if s.tactic[q] != NONE and q != p and s.tactics_open == 0 and p != EVERYBODY:
        return HIDDEN
    return int(s.tactic[q])


@kernel
def seen_ally(s, d, i):
    """Card at a place of an Alliance deck: NONE, HIDDEN or a card. Rule: ASOS-HID-02, -05, -06."""
    if i >= s.ally_count[d]:
        return NONE
    if (i == 0 and s.ally_face[d] == 1) or i >= s.ally_count[d] - s.ally_known[d]:
        return int(s.ally_deck[d, i])
    return HIDDEN


@kernel
def sees_offer(s, p):
    """True if seat ``p`` knows the offer being made. Rule: ASOS-HID-08."""
    return p == EVERYBODY or offer_is_made(s) or p == offering(s)


@kernel
def offering(s):
    """Seat that makes an offer, NONE if nobody does."""
    if s.offer_to == NONE or s.depth == 0:
        return NONE
    return int(s.stack[s.depth - 1, 1])


@kernel
def offer_is_made(s):
    """True if the offer lies open: it is asked for an answer."""
    return s.depth > 0 and s.offer_to != NONE and s.stack[s.depth - 1, 1] == s.offer_to


@linked
def redact(s, p):
    """Hide from record ``s`` everything that seat ``p`` may not know."""
    knowledge.redact(s, p)
    for q in range(s.num_players):
        s.tactic[q] = seen_tactic(s, p, q)
    for d in range(NUM_ALLIANCE_DECKS):
        for i in range(s.ally_count[d]):
            s.ally_deck[d, i] = seen_ally(s, d, i)
    if s.offer_to != NONE and not sees_offer(s, p):
        s.offer_asks = 0
        s.offer_gives = 0
        s.offer_power = 0
