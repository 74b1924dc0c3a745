"""Sets of influence cards, and the zones they lie in.

Every change of zone goes through here, so counts, knowledge and the journal stay right.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.btwixt.rules.journal import note
from got_env.btwixt.rules.options import Option, chosen
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import CARD_WORDS, FIRST_EVENT, MAX_PLAYERS, NONE, Event
from got_env.core.jit import PURE_PYTHON, kernel, linked, lowest_bit
from got_env.core.rng import rand_below, shuffle

EMPTY = np.int64(0)
"""The set without members; an int64 in pure Python too."""

_ONE = np.int64(1)
_PAIRS, _FOURS, _EIGHTS = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F
_ALL_BYTES = 0x0101010101010101
"""Bits that are added to their neighbours when those of a word are counted without a branch; put
like this, the compiler knows that processors have an instruction for it."""


@kernel
def only(i):
    """The set of one member, as a word; of NONE one that no set overlaps."""
    return _ONE << (i & 63)


@kernel
def has(mask, i):
    """True if bit ``i`` of a set of allies or seats is set."""
    return mask & only(i) != 0


@kernel
def word_of(card):
    """Word of a set that a card is in; unsigned, for an index that cannot count from the end."""
    return np.uint64(card >> 6)


@kernel
def holds(zone, card):
    """True if a set of cards ``(2,)`` holds one."""
    return zone[word_of(card)] & only(card) != 0


@kernel
def include(zone, card):
    """Put a card into a set."""
    zone[word_of(card)] |= only(card)


@kernel
def exclude(zone, card):
    """Take a card out of a set."""
    zone[word_of(card)] &= ~only(card)


@kernel
def _count_in_word(mask):
    """Number of members of a word, for the compiler: the product may wrap around."""
    mask = np.int64(mask)
    mask -= (mask >> 1) & _PAIRS
    mask = (mask & _FOURS) + ((mask >> 2) & _FOURS)
    mask = (mask + (mask >> 4)) & _EIGHTS
    return int(((mask * _ALL_BYTES) >> 56) & 127)


def _count_plainly(mask: int) -> int:
    return int(mask).bit_count()


count_bits: Any = _count_plainly if PURE_PYTHON else _count_in_word
"""Number of members of a word; its highest bit is never set."""


@kernel
def nth_bit(mask, n):
    """The n-th member of a word, from 0."""
    for _ in range(n):
        mask &= mask - 1
    return lowest_bit(mask)


@kernel
def nth_card(zone, n):
    """The n-th card of a set, from 0."""
    low = count_bits(zone[0])
    if n < low:
        return int(nth_bit(zone[0], n))
    return 64 + int(nth_bit(zone[1], n - low))


@kernel
def nth_of(low, high, ones, n):
    """The n-th card of a set given as two words, the first of which has so many members."""
    w = 0
    rest = low
    if n >= ones:
        w = 64
        rest = high
        n -= ones
    for _ in range(n):
        rest &= rest - 1
    return w + int(lowest_bit(rest))


@kernel
def first_of_kind(s, zone, kind):
    """The first card of a kind in a set, NONE without one."""
    copies = RULES[s.ruleset].kind_cards[kind]
    for w in range(CARD_WORDS):
        both = zone[w] & copies[w]
        if both != 0:
            return 64 * w + int(lowest_bit(both))
    return NONE


@kernel
def one_of_each(s, cards, w):
    """The first card of each kind in one word of a set.

    The lowest bit of ``x`` is ``x & (~x + 1)``. Here the ones are added to all kinds at once; what
    would be carried from the highest copy of a kind into the next kind is left out.
    """
    ones = RULES[s.ruleset].first_copies[w]
    highest = RULES[s.ruleset].last_copies[w]
    negated = (~cards & ~highest) + (ones & ~highest)
    return cards & (negated ^ ((~cards ^ ones) & highest))


@kernel
def is_white(s, card):
    """True if a card is leader-specific."""
    return RULES[s.ruleset].owner[card] != NONE


# --- who knows what


@kernel
def meet(s, seat, card):
    """A seat learns that an event card is in the game."""
    if card >= FIRST_EVENT and holds(RULES[s.ruleset].events, card):
        s.met[seat] |= only(card)


@kernel
def learn_card(s, seat, card):
    """A seat learns that another hand holds a card. Rule: BTW-HID-09, -11."""
    meet(s, seat, card)
    if not chosen(s, Option.OBSERVATION_MEMORY):
        include(s.known[seat], card)


@kernel
def learn_hand(s, seat, owner):
    """A seat sees the hand of another."""
    if seat == owner:
        return
    s.met[seat] |= s.hand[owner, 1] & RULES[s.ruleset].events[1]
    if not chosen(s, Option.OBSERVATION_MEMORY):
        for w in range(CARD_WORDS):
            s.known[seat, w] |= s.hand[owner, w]


@linked
def forget_card(s, owner, card):
    """A card leaves a hand: whoever knew a copy of it there knows of one less.

    Copies are alike, so nobody can tell whether the one that leaves is the one that was seen.
    """
    w = word_of(card)
    copies = RULES[s.ruleset].kind_cards[RULES[s.ruleset].kind[card], w]
    for p in range(s.num_players):
        known = s.known[p, w] & copies & (s.hand[owner, w] | only(card))
        if known != 0:
            s.known[p, w] &= ~(only(card) if known & only(card) != 0 else known & -known)


@kernel
def becomes_public(s, owner, card):
    """Everybody sees a card that leaves a hand."""
    forget_card(s, owner, card)
    if card < FIRST_EVENT:
        return
    owner = RULES[s.ruleset].owner[card]
    for p in range(s.num_players):
        meet(s, p, card)
        if owner != NONE and s.leader[p] == owner:
            s.whites_out &= ~only(p)


@kernel
def lose_track(s, seat, owner):
    """A seat no longer knows any single card of a hand. Rule: BTW-HID-10."""
    for w in range(CARD_WORDS):
        s.known[seat, w] &= ~s.hand[owner, w]


# --- hands


@kernel
def into_hand(s, seat, card):
    """Put a card into a hand; who knows it is up to the caller."""
    include(s.hand[seat], card)
    s.hand_n[seat] += 1
    meet(s, seat, card)


@kernel
def out_of_hand(s, seat, card):
    """Take a card out of a hand."""
    exclude(s.hand[seat], card)
    s.hand_n[seat] -= 1


@linked
def pass_unseen(s, giver, taker, card):
    """A card goes from hand to hand; only the two leaders see it. Rule: BTW-HID-09, -10."""
    note(s, Event.TAKE_UNSEEN, taker, giver, 0)
    for p in range(s.num_players):
        if p != giver and p != taker:
            lose_track(s, p, giver)
    out_of_hand(s, giver, card)
    forget_card(s, giver, card)
    into_hand(s, taker, card)
    learn_card(s, giver, card)


@kernel
def show_to_all(s, owner, card):
    """Everybody knows a card of a hand."""
    for p in range(s.num_players):
        if p != owner:
            learn_card(s, p, card)


@kernel
def any_in_hand(s, seat):
    """A random card of a hand."""
    return nth_card(s.hand[seat], rand_below(s, int(s.hand_n[seat])))


# --- the deck


@kernel
def forget_packs(s, card):
    """A card that lay open is out of sight: nobody remembers its copies from the draft."""
    copies = RULES[s.ruleset].kind_cards[RULES[s.ruleset].kind[card]]
    for w in range(CARD_WORDS):
        rest = copies[w]
        while rest != 0:
            s.pack[64 * w + int(lowest_bit(rest))] = NONE
            rest &= rest - 1


@linked
def refill_deck(s):
    """Shuffle the discard pile into the deck."""
    n = int(s.deck_n)
    for w in range(CARD_WORDS):
        rest = s.discards[w]
        while rest != 0:
            card = 64 * w + int(lowest_bit(rest))
            rest &= rest - 1
            s.deck[n] = card
            forget_packs(s, card)
            n += 1
        s.discards[w] = 0
    s.discards_n = 0
    s.deck_n = n
    shuffle(s, s.deck, 0, n)


@kernel
def can_draw(s):
    """True if a card can be drawn. Rule: BTW-AMB-08."""
    if s.deck_n > 0:
        return True
    return not chosen(s, Option.INFLUENCE_DECK_EMPTY) and s.discards_n > 0


@kernel
def draw(s, seat):
    """A seat draws a card of the deck, unseen by others; :func:`can_draw` holds."""
    if s.deck_n == 0:
        refill_deck(s)
    n = s.deck_n - 1
    card = int(s.deck[n])
    s.deck[n] = NONE
    s.deck_n = n
    into_hand(s, seat, card)


# --- discarding


@linked
def discard(s, seat, card, public):
    """Discard a card that has left its zone; white cards leave the game. Rule: BTW-LEAD-03.

    Args:
        s: the record.
        seat: whose card it was.
        card: the card.
        public: whether everybody sees it.
    """
    owner = RULES[s.ruleset].owner[card]
    clash = chosen(s, Option.CLASH_DRAFT)
    if owner == NONE or (clash and not chosen(s, Option.CLASH_OF_KINGS_LEADER_CARDS_REMOVED)):
        include(s.discards, card)
        s.discards_n += 1
        return
    if not clash and chosen(s, Option.STOLEN_WHITE_CARD) and s.leader[seat] != owner:
        for p in range(s.num_players):
            if s.leader[p] == owner:
                s.pack[card] = NONE
                include(s.own, card)
                s.own_n[p] += 1
                return
    include(s.gone, card)
    if public:
        include(s.gone_open, card)
    else:
        include(s.known[seat], card)


@kernel
def discard_from_hand(s, seat, card):
    """A leader discards a card face up. Rule: BTW-DP-10."""
    note(s, Event.DISCARD, seat, RULES[s.ruleset].kind[card], 0)
    out_of_hand(s, seat, card)
    becomes_public(s, seat, card)
    discard(s, seat, card, True)


# --- piles


@kernel
def into_pile(s, seat, card):
    """A card joins a bid pile as its latest."""
    latest = 0
    for w in range(CARD_WORDS):
        rest = s.pile[seat, w]
        while rest != 0:
            latest = max(latest, int(s.seq[64 * w + int(lowest_bit(rest))]))
            rest &= rest - 1
    s.seq[card] = min(latest + 1, 126)
    include(s.pile[seat], card)
    s.pile_n[seat] += 1


@kernel
def out_of_pile(s, seat, card):
    """Take a card out of a bid pile; what was added to it stays with it."""
    exclude(s.pile[seat], card)
    s.pile_n[seat] -= 1
    s.seq[card] = 0


@kernel
def blank_card(s, card):
    """A card has left the piles: it is as printed again."""
    s.add[card] = 0
    exclude(s.cancelled, card)
    exclude(s.done, card)


@kernel
def pile_owner(s, card):
    """Seat in whose pile a card lies, NONE if in none."""
    for p in range(s.num_players):
        if holds(s.pile[p], card):
            return p
    return NONE


@kernel
def on_table(s, w):
    """One word of the set of cards in all bid piles; those of seats not in play are empty."""
    found = s.pile[0, w]
    for p in range(1, MAX_PLAYERS):
        found |= s.pile[p, w]
    return found


@kernel
def lasting(s, operation):
    """True if any uncancelled card in a pile does something while it lies there."""
    cards = RULES[s.ruleset].lasting[operation]
    for w in range(CARD_WORDS):
        if cards[w] != 0 and on_table(s, w) & cards[w] & ~s.cancelled[w] != 0:
            return True
    return False
