"""Copies of a card are alike: a seat knows how many lie where, and not which. Rule: BTW-ACT-01.

The record numbers every copy, and which of them leaves a hand depends on what else that hand holds.
So a redacted record numbers copies anew, by what its seat sees of them alone: the first lie in the
own hand, the last lie where the seat cannot look.
"""

from __future__ import annotations

from got_env.btwixt.pieces.cards import count_bits, has, holds, only
from got_env.btwixt.rules.frames import ROW, SOURCE
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import MAX_PLAYERS, NONE, NUM_KINDS, Step
from got_env.core.jit import kernel, linked, lowest_bit

_OWN, _PICKED, _HAND = 0, 1, 2
_PILE = _HAND + MAX_PLAYERS
_FLIGHT = _PILE + MAX_PLAYERS
_DISCARDS = _FLIGHT + 1
_UNSEEN = _DISCARDS + 1
"""Zones of a redacted record, in the order in which their copies are numbered."""


@kernel
def zone_of(s, card, p):
    """Zone in which a redacted record shows a standard card to seat ``p``."""
    if holds(s.hand[p], card):
        return _OWN
    if holds(s.picked[p], card):
        return _PICKED
    for q in range(s.num_players):
        if holds(s.hand[q], card):
            return _HAND + q
        if holds(s.pile[q], card):
            return _PILE + q
    if s.flight == card:
        return _FLIGHT
    return _DISCARDS if holds(s.discards, card) else _UNSEEN


@linked
def place_in_order(s, card, p):
    """A number that orders copies by all that a redacted record says of them."""
    key = int(zone_of(s, card, p))
    key = key * 128 + int(s.seq[card])
    key = key * 256 + int(s.add[card]) + 128
    key = key * 2 + int(holds(s.cancelled, card))
    key = key * 2 + int(holds(s.done, card))
    for q in range(s.num_players):
        key = key * 2 + int(q != p and holds(s.known[q], card))
    key *= 256
    if s.step == Step.DRAFT:
        key += int(s.pack[card]) + 128
    for d in range(s.depth):
        key = key * 2 + int(s.stack[d, ROW] != NONE and s.stack[d, SOURCE] == card)
    return key


@kernel
def exchanged(word, a, b):
    """A set with two members exchanged."""
    return word ^ (only(a) | only(b)) if has(word, a) != has(word, b) else word


@linked
def exchange(s, a, b):
    """Let two standard cards of one kind change places in all that the record says."""
    for q in range(s.num_players):
        s.hand[q, 0] = exchanged(s.hand[q, 0], a, b)
        s.picked[q, 0] = exchanged(s.picked[q, 0], a, b)
        s.pile[q, 0] = exchanged(s.pile[q, 0], a, b)
        s.known[q, 0] = exchanged(s.known[q, 0], a, b)
    s.discards[0] = exchanged(s.discards[0], a, b)
    s.cancelled[0] = exchanged(s.cancelled[0], a, b)
    s.done[0] = exchanged(s.done[0], a, b)
    s.add[a], s.add[b] = s.add[b], s.add[a]
    s.seq[a], s.seq[b] = s.seq[b], s.seq[a]
    s.pack[a], s.pack[b] = s.pack[b], s.pack[a]
    if s.flight == a or s.flight == b:
        s.flight = a + b - s.flight
    for d in range(s.depth):
        source = s.stack[d, SOURCE]
        if s.stack[d, ROW] != NONE and (source == a or source == b):
            s.stack[d, SOURCE] = a + b - source


@linked
def renumber(s, p):
    """Number the copies of a record that was redacted for seat ``p`` by what it sees of them."""
    for kind in range(NUM_KINDS):
        copies = RULES[s.ruleset].kind_cards[kind, 0]
        count = count_bits(copies)
        if count < 2:
            continue
        first = int(lowest_bit(copies))
        for a in range(first, first + count - 1):
            best, least = a, place_in_order(s, a, p)
            for b in range(a + 1, first + count):
                key = place_in_order(s, b, p)
                if key < least:
                    best, least = b, key
            if best != a:
                exchange(s, a, best)
        if s.step != Step.DRAFT:
            sort_packs(s, first, first + count)


@kernel
def sort_packs(s, first, end):
    """Let the first copies of a card have what was seen of it in the draft: those in sight."""
    for a in range(first, end):
        for b in range(a + 1, end):
            if s.pack[b] < s.pack[a]:
                s.pack[a], s.pack[b] = s.pack[b], s.pack[a]
