"""Knowledge of a player: the only place that hides anything. Rule: BTW-HID-01 to -16.

``redact`` blanks, in a copy of the record, all that a seat does not know: texts, positions and
agents get redacted records only. Observations ask the ``seen_*`` functions and read nothing else
that is secret; a test holds that they are the same for a record and for its redacted copy.

Of a draft a redacted record keeps what the seat saw: ``s.pack`` of a card that went on in a pack is
``SEEN - PACK * seat - pick``, with the seat where the pack started and the last pick at which the
card was seen in it. Copies are alike (:mod:`got_env.btwixt.pieces.copies`): after the draft such a
number stands for any copy of its card, and those that lie open are counted as seen ones.
"""

from __future__ import annotations

from got_env.btwixt.phases.seasons import PACK, passes_left
from got_env.btwixt.pieces.cards import EMPTY, only
from got_env.btwixt.pieces.copies import renumber
from got_env.btwixt.rules.frames import PHASE, PLAYER, get
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import (
    CARD_PLACES,
    CARD_WORDS,
    HAND_SIZE,
    MAX_TOKEN,
    NONE,
    ON_ALLY,
    Phase,
    Step,
)
from got_env.core.jit import kernel, linked, lowest_bit
from got_env.core.protocol import EVERYBODY

HIDDEN = -2
"""A card or ally that lies face down."""
SEEN = -3
"""``s.pack`` of a card last seen at the first pick in the pack that started at seat 0."""


# --- what a seat knows of things that may be hidden; ``p`` is a seat or EVERYBODY


@kernel
def seen_hand(s, p, q, w):
    """One word of the set of cards that ``p`` knows to be in the hand (or pack) of ``q``."""
    if p == q or p == EVERYBODY:
        return s.hand[q, w]
    return s.hand[q, w] & s.known[p, w]


@kernel
def seen_picks(s, p, q, w):
    """One word of the set of cards that ``p`` knows ``q`` to have picked. Rule: BTW-DRAFT-04."""
    return s.picked[q, w] if p == q or p == EVERYBODY else EMPTY


@kernel
def seen_gone(s, p, w):
    """One word of the set of cards that ``p`` knows to be out of the game."""
    if p == EVERYBODY:
        return s.gone[w]
    return s.gone[w] & (s.gone_open[w] | s.known[p, w])


@kernel
def seen_own(s, p, w):
    """One word of the set of white cards that ``p`` knows to wait beside their leaders."""
    if p == EVERYBODY:
        return s.own[w]
    return s.own[w] & RULES[s.ruleset].leader_whites[max(0, int(s.leader[p])), w]


@kernel
def sees_token(s, p, i):
    """True if ``p`` knows the number of a token. Rule: BTW-HID-02, -13, BTW-END-02."""
    if s.over == 1 or p == EVERYBODY:
        return s.token_at[i] != ON_ALLY or p == EVERYBODY
    return int(s.token_known[i]) & only(p) != 0


@kernel
def seen_deck_ally(s, p, i):
    """The ally at a place of the deck, HIDDEN where ``p`` has not seen it. Rule: BTW-HID-03."""
    if p != EVERYBODY and int(s.ally_known[i]) & only(p) != 0:
        return int(s.ally_deck[i])
    return HIDDEN


@kernel
def looks_at_allies(s, p):
    """True if ``p`` sees the allies that are being looked at."""
    if s.depth == 0:
        return False
    phase = get(s, PHASE)
    return (phase == Phase.BURY or phase == Phase.ARRANGE) and (
        p == EVERYBODY or get(s, PLAYER) == p
    )


@kernel
def events_hidden(s):
    """True if some but not all event cards are in the game, so that nobody knows which."""
    return s.aside[1] != 0 and s.aside[1] != RULES[s.ruleset].events[1]


# --- the draft


@kernel
def turn_of_pack(s, start, p):
    """Number of the first pick at which ``p`` holds the pack that started at a seat."""
    n = s.num_players
    way = p - start if passes_left(s) else start - p
    return int((way + n) % n)


@kernel
def picks_made(s):
    """Number of picks so far, the one under way included; all after the draft."""
    return int(s.pick_no) if s.step == Step.DRAFT else HAND_SIZE - 1


@kernel
def last_seen(s, p, card):
    """The last pick at which ``p`` saw a card in a pack, NONE if never or not in a draft."""
    if s.pack[card] < 0:
        return NONE
    start = int(s.pack[card]) // PACK
    until = min(int(s.pack[card]) % PACK, picks_made(s))
    first = turn_of_pack(s, start, p)
    if first > until:
        return NONE
    return first + (until - first) // s.num_players * s.num_players


@kernel
def lies_open(s, p, card):
    """True if ``p`` knows where an influence card is."""
    w = card >> 6
    bit = only(card & 63)
    if (s.discards[w] | seen_gone(s, p, w)) & bit != 0 or s.flight == card:
        return True
    for q in range(s.num_players):
        if (s.pile[q, w] | seen_hand(s, p, q, w) | seen_picks(s, p, q, w)) & bit != 0:
            return True
    return False


@kernel
def seen_in_packs(s, p, card):
    """True if ``p`` saw a card in the packs of this season's draft."""
    return s.pack[card] <= SEEN or last_seen(s, p, card) != NONE


@linked
def passed_copies(s, p, kind):
    """Copies of a card that ``p`` saw in this season's draft and that now lie out of its sight."""
    seen, in_sight = 0, 0
    for w in range(CARD_WORDS):
        rest = RULES[s.ruleset].kind_cards[kind, w]
        while rest != 0:
            card = 64 * w + int(lowest_bit(rest))
            rest &= rest - 1
            seen += int(seen_in_packs(s, p, card))
            in_sight += int(lies_open(s, p, card))
    return max(0, seen - in_sight)


@kernel
def hide_draft(s, p):
    """Leave of the draft what ``p`` saw. Rule: BTW-HID-08."""
    drafting = s.step == Step.DRAFT
    for card in range(CARD_PLACES):
        if s.pack[card] < 0:
            continue
        seen = last_seen(s, p, card)
        if seen == NONE:
            s.pack[card] = NONE
        elif not drafting or not lies_open(s, p, card):
            s.pack[card] = SEEN - PACK * (int(s.pack[card]) // PACK) - seen


# --- the whole record


@linked
def redact(s, p):
    """Hide from record ``s`` everything that seat ``p`` may not know."""
    s.rng[:] = 0
    if s.pick_no > 0 or s.step == Step.DRAFT:
        hide_draft(s, p)
    for w in range(CARD_WORDS):
        s.gone[w] = seen_gone(s, p, w)
        s.own[w] = seen_own(s, p, w)
        for q in range(s.num_players):
            s.hand[q, w] = seen_hand(s, p, q, w)
            s.picked[q, w] = seen_picks(s, p, q, w)
        for q in range(s.num_players):
            if q != p:
                s.known[q, w] &= s.hand[p, w] if s.step != Step.DRAFT else EMPTY
    for q in range(s.num_players):
        if q != p:
            s.met[q] = 0
    if events_hidden(s):
        s.aside[1] = 0
    for i in range(s.deck_n):
        s.deck[i] = HIDDEN
    hide_allies(s, p)
    hide_tokens(s, p)
    renumber(s, p)


@kernel
def hide_allies(s, p):
    """Blank allies that ``p`` has not seen."""
    for i in range(s.ally_deck_n):
        s.ally_deck[i] = seen_deck_ally(s, p, i)
    if not looks_at_allies(s, p):
        for i in range(s.peek_n):
            s.peek[i] = HIDDEN


@kernel
def hide_tokens(s, p):
    """Blank the numbers of tokens; place 0 of the supply then holds their count."""
    for i in range(s.token_n):
        if not sees_token(s, p, i):
            s.token[i] = 0
    for number in range(1, MAX_TOKEN + 1):
        s.supply[0] += s.supply[number]
        s.supply[number] = 0
