"""The seasons: leaders, hands, drafts, and what happens between seasons.

In a draft every card has a number in ``s.pack``: 16 times the seat its pack started from, plus the
number of the pick by which it was taken, or :data:`UNPICKED`. It is kept until the card is seen
again, so that the record says who can know what. Rule: BTW-HID-08.
"""

from __future__ import annotations

import numpy as np

from got_env.btwixt.pieces.allies import lay_row
from got_env.btwixt.pieces.cards import (
    count_bits,
    draw,
    exclude,
    first_of_kind,
    include,
    into_hand,
    meet,
    nth_card,
    only,
    refill_deck,
)
from got_env.btwixt.pieces.seats import in_order, left_of, right_of
from got_env.btwixt.rules.actions import LEADER_CARD, RANDOM_LEADER
from got_env.btwixt.rules.frames import PLAYER, get, pop, push
from got_env.btwixt.rules.journal import note
from got_env.btwixt.rules.options import Option, advanced, chosen
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import (
    CARD_WORDS,
    HAND_SIZE,
    NONE,
    NUM_LEADERS,
    Event,
    Phase,
    Season,
    Step,
)
from got_env.core.jit import kernel, linked, lowest_bit
from got_env.core.rng import rand_below

_SEASONS = len(Season)

EVENTS_AT_SETUP = np.array([0, 0, 0, 3, 3, 6, 6], dtype=np.int64)
"""Event cards that ``short_events=at_setup`` shuffles in, by number of players."""

UNPICKED = 15
PACK = 16
"""``s.pack`` of a card is ``PACK * seat + pick``."""


@kernel
def drafts(s):
    """True if hands are drafted."""
    return chosen(s, Option.DRAFT) or chosen(s, Option.CLASH_DRAFT)


# --- leaders. Rule: BTW-SETUP-06, BTW-DP-01


@kernel
def is_free(s, leader):
    """True if nobody has a leader card."""
    for p in range(s.num_players):
        if s.leader[p] == leader:
            return False
    return True


@kernel
def random_leader(s):
    """A leader card that nobody has."""
    count = 0
    for leader in range(NUM_LEADERS):
        count += is_free(s, leader)
    n = rand_below(s, count)
    for leader in range(NUM_LEADERS):
        if is_free(s, leader):
            if n == 0:
                return leader
            n -= 1
    return NONE


@linked
def become(s, p, leader):
    """A player takes a leader card, and its white cards in the advanced game. BTW-LEAD-01."""
    s.leader[p] = leader
    note(s, Event.LEADER, p, leader, 0)
    if advanced(s):
        for w in range(CARD_WORDS):
            s.own[w] |= RULES[s.ruleset].leader_whites[leader, w]
            s.own_n[p] += count_bits(RULES[s.ruleset].leader_whites[leader, w])


@linked
def choose_leaders(s):
    """Ask the next player for a leader card, or deal them. Rule: BTW-AMB-33."""
    asked = advanced(s) and not chosen(s, Option.LEADER_SELECTION)
    for i in range(s.num_players):
        p = in_order(s, i)
        if s.leader[p] == NONE:
            if asked:
                push(s, Phase.LEADER_CARD, p, NONE, NONE, NONE)
                return
            become(s, p, random_leader(s))
    s.step = Step.SEASON


@linked
def legal_leader(s, mask):
    """DP-01: a leader card that is free, or a random one."""
    for leader in range(NUM_LEADERS):
        if is_free(s, leader):
            mask[LEADER_CARD + leader] = True
    mask[RANDOM_LEADER] = True


@linked
def apply_leader(s, action):
    """The chosen leader card."""
    p = get(s, PLAYER)
    pop(s)
    become(s, p, random_leader(s) if action == RANDOM_LEADER else action - LEADER_CARD)


# --- a season begins


@linked
def begin_season(s):
    """Lay the row and deal the hands. Rule: BTW-SETUP-09, BTW-TRACK-05, BTW-LEAD-02."""
    note(s, Event.SEASON, NONE, s.season, 0)
    s.rounds_left = RULES[s.ruleset].rounds
    revealed = chosen(s, Option.REVEALED)
    late = chosen(s, Option.ROW_LAID)
    if revealed and not late:
        lay_row(s)
    for c in range(len(s.pack)):
        s.pack[c] = NONE
    dealt = HAND_SIZE - 1 if advanced(s) else HAND_SIZE
    white_first = advanced(s) and (
        not drafts(s) or chosen(s, Option.DRAFT_INCLUDES_LEADER_SPECIFIC)
    )
    for i in range(s.num_players):
        p = in_order(s, i)
        for _ in range(dealt):
            draw(s, p)
        if white_first:
            draw_white(s, p)
    s.pick_no = 0
    s.turn = 0
    if drafts(s):
        mark_packs(s)
        s.step = Step.DRAFT
    else:
        s.step = Step.REVEAL
        if revealed and late:
            lay_row(s)


@kernel
def draw_white(s, p):
    """A leader draws one of the own white cards that are left. Rule: BTW-LEAD-02."""
    if s.own_n[p] == 0:
        return
    whites = RULES[s.ruleset].leader_whites[s.leader[p]]
    rest = s.own[1] & whites[1]
    n = rand_below(s, count_bits(rest))
    for _ in range(n):
        rest &= rest - 1
    card = 64 + int(lowest_bit(rest))
    exclude(s.own, card)
    s.own_n[p] -= 1
    s.whites_out |= only(p)
    into_hand(s, p, card)


# --- the draft. Rule: BTW-DRAFT-01 to -06, BTW-DP-02


@kernel
def mark_packs(s):
    """Note which pack each card starts in."""
    for p in range(s.num_players):
        for w in range(CARD_WORDS):
            rest = s.hand[p, w]
            while rest != 0:
                s.pack[64 * w + int(lowest_bit(rest))] = PACK * p + UNPICKED
                rest &= rest - 1


@kernel
def passes_left(s):
    """True if packs go to the left in this season."""
    return (s.season - first_season(s)) % 2 == 0


@kernel
def first_season(s):
    """The season in which the game begins. Rule: BTW-SETUP-02, BTW-SHORT-01."""
    return _SEASONS - RULES[s.ruleset].seasons + int(chosen(s, Option.SHORT))


@linked
def go_on_drafting(s):
    """Ask the next player for a pick; pass the packs; at the end make hands of the picks."""
    if s.turn == s.num_players:
        s.turn = 0
        s.pick_no += 1
        pass_packs(s)
    p = in_order(s, s.turn)
    if s.hand_n[p] > 1:
        push(s, Phase.DRAFT, p, NONE, NONE, NONE)
        return
    for q in range(s.num_players):
        if s.hand_n[q] == 1:
            pick_card(s, q, nth_card(s.hand[q], 0))
    for q in range(s.num_players):
        for w in range(CARD_WORDS):
            s.hand[q, w] = s.picked[q, w]
            s.picked[q, w] = 0
        s.hand_n[q] = s.picked_n[q]
        s.picked_n[q] = 0
        if advanced(s) and not chosen(s, Option.DRAFT_INCLUDES_LEADER_SPECIFIC):
            draw_white(s, q)
    if chosen(s, Option.REVEALED) and chosen(s, Option.ROW_LAID):
        lay_row(s)
    s.step = Step.REVEAL


@kernel
def pass_packs(s):
    """Every pack goes to the neighbour."""
    left = passes_left(s)
    for w in range(CARD_WORDS):
        at = 0
        carried = s.hand[0, w]
        for _ in range(s.num_players):
            at = int(left_of(s, at) if left else right_of(s, at))
            kept = s.hand[at, w]
            s.hand[at, w] = carried
            carried = kept
    for p in range(s.num_players):
        rest = s.hand[p, 1]
        while rest != 0:
            meet(s, p, 64 + int(lowest_bit(rest)))
            rest &= rest - 1


@kernel
def pick_card(s, p, card):
    """A card of the pack is set aside."""
    exclude(s.hand[p], card)
    s.hand_n[p] -= 1
    include(s.picked[p], card)
    s.picked_n[p] += 1
    s.pack[card] += s.pick_no - UNPICKED


@linked
def legal_draft(s, mask):
    """DP-02: a card of the pack."""
    p = get(s, PLAYER)
    for w in range(CARD_WORDS):
        rest = s.hand[p, w]
        while rest != 0:
            mask[RULES[s.ruleset].kind[64 * w + int(lowest_bit(rest))]] = True
            rest &= rest - 1


@linked
def apply_draft(s, action):
    """The picked card."""
    p = get(s, PLAYER)
    pop(s)
    pick_card(s, p, first_of_kind(s, s.hand[p], action))
    s.turn += 1


# --- a season ends. Rule: BTW-TRACK-05, BTW-LEAD-03, BTW-EVT-01, -02


@kernel
def add_events(s, count):
    """Random set-aside event cards join the discard pile, which becomes the deck."""
    for _ in range(count):
        left = count_bits(s.aside[1])
        if left == 0:
            return
        card = nth_card(s.aside, rand_below(s, left))
        exclude(s.aside, card)
        include(s.discards, card)
        s.discards_n += 1
    note(s, Event.EVENTS_ADDED, NONE, count, 0)


@linked
def change_season(s):
    """The season token advances; hands were discarded."""
    added = RULES[s.ruleset].events_added[s.season]
    if advanced(s) and added > 0 and not late_events(s):
        add_events(s, added)
    s.season += 1
    refill_deck(s)
    s.step = Step.SEASON


@kernel
def late_events(s):
    """True if the event cards were shuffled in at the set-up. Rule: BTW-AMB-19."""
    return chosen(s, Option.SHORT) and chosen(s, Option.SHORT_EVENTS)
