"""Fill the blanks of what a player knows: a full game the player cannot tell from the real one.

``redeal`` first redacts the record and then fills what is hidden from the rules alone, so nothing
of the real hidden state can find its way into the result.

No loop here runs for ever or draws from nothing, whatever a position from outside hides: where
nothing is left to deal, a place stays as it is, and the check of the whole record finds it.
"""

from __future__ import annotations

from got_env.btwixt.phases.seasons import (
    EVENTS_AT_SETUP,
    PACK,
    UNPICKED,
    first_season,
    late_events,
    passes_left,
)
from got_env.btwixt.pieces.cards import EMPTY, count_bits, has, include, nth_bit, only
from got_env.btwixt.pieces.seats import left_of
from got_env.btwixt.rules.frames import PHASE, PREVIOUS, SOURCE, get
from got_env.btwixt.rules.options import Option, advanced, chosen
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import (
    ALLY_SOURCE,
    CARD_PLACES,
    CARD_WORDS,
    EVENT_CARDS,
    FIRST_EVENT,
    FIRST_WHITE,
    HAND_SIZE,
    MAX_TOKEN,
    NONE,
    NUM_ALLIES,
    Phase,
    Step,
)
from got_env.btwixt.views.knowledge import (
    HIDDEN,
    SEEN,
    last_seen,
    lies_open,
    picks_made,
    redact,
    turn_of_pack,
)
from got_env.core.jit import kernel, linked, lowest_bit
from got_env.core.rng import rand_below, seed_rng


@linked
def redeal(s, p, seed):
    """Resample everything that seat ``p`` does not know. Rule: BTW-HID-01 to -16."""
    redact(s, p)
    seed_rng(s, seed)
    deal_hidden(s, p)


@linked
def deal_hidden(s, p):
    """Fill the blanks of a record that was redacted for ``p``."""
    deal_cards(s, p)
    for q in range(s.num_players):
        if q != p:
            s.met[q] |= (s.hand[q, 1] | s.picked[q, 1]) & RULES[s.ruleset].events[1]
            s.met[q] |= public_events(s) | events_seen(s, q)
    deal_allies(s, p)
    deal_tokens(s)


@kernel
def public_events(s):
    """Second word of the set of event cards that lie open."""
    found = s.discards[1]
    for q in range(s.num_players):
        found |= s.pile[q, 1]
    return found & RULES[s.ruleset].events[1]


@kernel
def events_seen(s, q):
    """Second word of the set of event cards that a seat has held in a pack of the season."""
    found = EMPTY
    for card in range(FIRST_EVENT, FIRST_WHITE):
        if s.pack[card] >= 0 and last_seen(s, q, card) != NONE:
            found |= only(card)
    return found


# --- influence cards


@kernel
def in_game(s, w):
    """One word of the set of cards that take part, those aside included."""
    rules = RULES[s.ruleset]
    cards = rules.standard[w] | rules.events[w]
    if chosen(s, Option.CLASH_DRAFT):
        return cards | rules.whites[w]
    if advanced(s):
        for q in range(s.num_players):
            if s.leader[q] != NONE:
                cards |= rules.leader_whites[s.leader[q], w]
    return cards


@kernel
def placed_cards(s, w):
    """One word of the set of cards whose place is known or already drawn."""
    cards = s.discards[w] | s.gone[w] | s.own[w] | s.aside[w]
    for q in range(s.num_players):
        cards |= s.pile[q, w] | s.hand[q, w] | s.picked[q, w]
    if s.flight != NONE and s.flight >> 6 == w:
        cards |= only(s.flight & 63)
    for i in range(s.deck_n):
        if s.deck[i] != HIDDEN and s.deck[i] >> 6 == w:
            cards |= only(int(s.deck[i]) & 63)
    return cards


@kernel
def room_in_hand(s, q):
    """Cards of a hand that are not known."""
    return s.hand_n[q] - count_bits(s.hand[q, 0]) - count_bits(s.hand[q, 1])


@kernel
def room_in_picks(s, q):
    """Cards that a seat has set aside in the draft and that are not known."""
    return s.picked_n[q] - count_bits(s.picked[q, 0]) - count_bits(s.picked[q, 1])


@kernel
def any_of(s, cards):
    """A random member of a word."""
    return int(nth_bit(cards, rand_below(s, count_bits(cards))))


@kernel
def events_aside(s):
    """Number of event cards that are not in the game, where it is not known which; else 0."""
    if s.aside[1] != 0 or not advanced(s):
        return 0
    added = 0
    if late_events(s):
        added = EVENTS_AT_SETUP[s.num_players]
    else:
        for season in range(first_season(s), s.season):
            added += RULES[s.ruleset].events_added[season]
    return max(0, EVENT_CARDS - added)


@kernel
def deal_cards(s, p):
    """Give every unknown place an influence card that may be there."""
    rules = RULES[s.ruleset]
    for _ in range(events_aside(s)):
        free = in_game(s, 1) & rules.events[1] & ~placed_cards(s, 1) & ~s.met[p]
        if free != 0:
            s.aside[1] |= only(any_of(s, free))
    deal_draft(s, p)
    if advanced(s):
        deal_whites(s)
    elif chosen(s, Option.CLASH_DRAFT):
        deal_gone(s)
    free = (in_game(s, 0) & ~placed_cards(s, 0), in_game(s, 1) & ~placed_cards(s, 1))
    for q in range(s.num_players):
        for _ in range(room_in_hand(s, q)):
            free = deal_one(s, s.hand[q], free)
        for _ in range(room_in_picks(s, q)):
            free = deal_one(s, s.picked[q], free)
    for i in range(s.deck_n):
        if s.deck[i] == HIDDEN and free[0] | free[1] != 0:
            card = any_card(s, free)
            s.deck[i] = card
            free = without(free, card)
    mark_unseen(s)


@kernel
def any_card(s, free):
    """A random card of a set given as two words."""
    low = count_bits(free[0])
    n = rand_below(s, low + count_bits(free[1]))
    if n < low:
        return int(nth_bit(free[0], n))
    return 64 + int(nth_bit(free[1], n - low))


@kernel
def without(free, card):
    """A set given as two words, without a card."""
    if card < 64:
        return free[0] & ~only(card), free[1]
    return free[0], free[1] & ~only(card - 64)


@kernel
def deal_one(s, zone, free):
    """Put a random free card into a zone; the free ones that are left."""
    if free[0] | free[1] == 0:
        return free
    card = any_card(s, free)
    include(zone, card)
    return without(free, card)


@kernel
def deal_whites(s):
    """White cards that are not seen wait, are removed, or lie in hands. Rule: BTW-HID-16."""
    rules = RULES[s.ruleset]
    for q in range(s.num_players):
        if s.leader[q] == NONE:
            continue
        whites = rules.leader_whites[s.leader[q], 1]
        for _ in range(s.own_n[q] - count_bits(s.own[1] & whites)):
            free = whites & ~placed_cards(s, 1)
            if free != 0:
                s.own[1] |= only(any_of(s, free))
        free = whites & ~placed_cards(s, 1)
        seen = EMPTY
        for r in range(s.num_players):
            seen |= (s.hand[r, 1] | s.picked[r, 1]) & whites
        if has(s.whites_out, q) and seen == 0 and free != 0:
            hide_white(s, q, only(any_of(s, free)))
        s.gone[1] |= whites & ~placed_cards(s, 1)


@kernel
def hide_white(s, q, bit):
    """Put a white card of the leader of ``q`` where it may lie unseen: in that hand, if it can."""
    for i in range(s.num_players):
        r = (q + i) % s.num_players
        if room_in_hand(s, r) > 0:
            s.hand[r, 1] |= bit
            return
        if room_in_picks(s, r) > 0:
            s.picked[r, 1] |= bit
            return


@kernel
def deal_gone(s):
    """Without leaders of their own, removed white cards are as many as there are too many."""
    free = count_bits(in_game(s, 0) & ~placed_cards(s, 0))
    free += count_bits(in_game(s, 1) & ~placed_cards(s, 1))
    for q in range(s.num_players):
        free -= room_in_hand(s, q) + room_in_picks(s, q)
    whites = RULES[s.ruleset].whites[1]
    for _ in range(free - s.deck_n):
        left = whites & ~placed_cards(s, 1)
        if left != 0:
            s.gone[1] |= only(any_of(s, left))


# --- the draft


@kernel
def picker(s, start, pick):
    """Seat that picked from the pack of a seat at a pick."""
    n = s.num_players
    step = pick if passes_left(s) else -pick
    return int((start + step) % n)


@kernel
def has_picked(s, start, pick):
    """True if a pick of a pack has been made."""
    if s.step != Step.DRAFT:
        return True
    if pick < s.pick_no:
        return True
    q = picker(s, start, pick)
    return pick == s.pick_no and s.picked_n[q] > pick


@kernel
def known_at(s, start, pick):
    """True if it is known which card was picked from a pack at a pick."""
    for card in range(CARD_PLACES):
        if s.pack[card] == PACK * start + pick:
            return True
    return False


@kernel
def deal_draft(s, p):
    """Give the cards that ``p`` saw in packs to those who can have taken them. BTW-HID-08."""
    if s.pick_no == 0 and s.step != Step.DRAFT:
        return
    n = s.num_players
    for start in range(n):
        seen = turn_of_pack(s, start, p)
        while seen <= picks_made(s):
            deal_seen(s, p, start, seen)
            seen += n


@kernel
def deal_seen(s, p, start, seen):
    """Deal the cards last seen in a pack at a pick: to later pickers, or they are in it still.

    After the draft those that were picked at that pick are among them, and some lie open.
    """
    code = SEEN - PACK * start - seen
    drafting = s.step == Step.DRAFT
    takers = EMPTY
    for pick in range(seen + int(drafting), min(seen + s.num_players, HAND_SIZE)):
        if has_picked(s, start, pick) and not known_at(s, start, pick):
            takers |= only(pick)
    if not drafting:
        takers = without_open(s, p, code, takers)
    holder = picker(s, start, int(s.pick_no))
    in_pack = drafting and seen + s.num_players > s.pick_no
    for card in range(CARD_PLACES):
        if s.pack[card] != code:
            continue
        room = room_in_hand(s, holder) if in_pack else 0
        n = rand_below(s, max(1, count_bits(takers) + room))
        if n < count_bits(takers):
            pick = int(nth_bit(takers, n))
            takers &= ~only(pick)
            give_pick(s, card, start, pick)
        elif room > 0:
            include(s.hand[holder], card)
            s.pack[card] = PACK * start + UNPICKED
        else:
            s.pack[card] = NONE


@kernel
def without_open(s, p, code, takers):
    """Let the cards of a pack that lie open have been picked; the picks that are left.

    The first of them stands for the own pick of ``p``, others for any.
    """
    start, seen = (SEEN - code) // PACK, (SEEN - code) % PACK
    for card in range(CARD_PLACES):
        if s.pack[card] != code or not lies_open(s, p, card):
            continue
        pick = seen
        if not has(takers, seen) and takers != 0:
            pick = any_of(s, takers)
        s.pack[card] = PACK * start + pick if has(takers, pick) else NONE
        takers &= ~only(pick)
    return takers


@kernel
def give_pick(s, card, start, pick):
    """A card was picked at a pick of a pack; if that hand has no room, it has gone to another.

    If no hand has room, it has left the hands: it stays for the deck.
    """
    q = picker(s, start, pick)
    s.pack[card] = PACK * start + pick
    if s.step == Step.DRAFT:
        include(s.picked[q], card)
        return
    for _ in range(s.num_players):
        if room_in_hand(s, q) > 0:
            include(s.hand[q], card)
            return
        q = int(left_of(s, q))
    s.pack[card] = NONE


@kernel
def mark_unseen(s):
    """Cards dealt to packs and picks of a running draft get the place they were taken from."""
    if s.step != Step.DRAFT:
        return
    for q in range(s.num_players):
        pick = 0
        start = (q - int(s.pick_no)) if passes_left(s) else (q + int(s.pick_no))
        start = int((start + 2 * HAND_SIZE * s.num_players) % s.num_players)
        for w in range(CARD_WORDS):
            rest = s.hand[q, w]
            while rest != 0:
                card = 64 * w + int(lowest_bit(rest))
                rest &= rest - 1
                s.pack[card] = PACK * start + UNPICKED
            rest = s.picked[q, w]
            while rest != 0:
                card = 64 * w + int(lowest_bit(rest))
                rest &= rest - 1
                if s.pack[card] != NONE:
                    continue
                # Each turn of the loop knows another card: it ends before there are no more.
                while known_at(s, origin(s, q, pick), pick):
                    pick += 1
                s.pack[card] = PACK * origin(s, q, pick) + pick


@kernel
def origin(s, q, pick):
    """Seat where the pack started that ``q`` held at a pick."""
    way = q - pick if passes_left(s) else q + pick
    return int((way + 2 * HAND_SIZE * s.num_players) % s.num_players)


# --- allies and tokens


@kernel
def deal_allies(s, p):
    """Put the allies that lie nowhere into the unknown places, in random order."""
    seen = s.dead
    for c in range(s.num_players):
        seen |= s.council[c]
    if s.current != NONE:
        seen |= only(s.current)
    for d in range(s.depth):
        phase = s.stack[d, PHASE]
        if phase == Phase.ENTER or phase == Phase.ENTERED or phase == Phase.PLACEMENT:
            seen |= only(s.stack[d, SOURCE] - ALLY_SOURCE)
    for i in range(s.row_n):
        seen |= only(s.row[i])
    for i in range(s.ally_deck_n):
        if s.ally_deck[i] != HIDDEN:
            seen |= only(s.ally_deck[i])
    for i in range(s.peek_n):
        if s.peek[i] != HIDDEN:
            seen |= only(s.peek[i])
    if s.peek_n > 0 and s.peek[0] == HIDDEN:
        open_ally = get(s, PREVIOUS)
        if open_ally != NONE:
            s.peek[rand_below(s, int(s.peek_n))] = open_ally
            seen |= only(open_ally)
    free = (only(NUM_ALLIES) - 1) & ~seen
    for i in range(s.peek_n):
        if s.peek[i] == HIDDEN and free != 0:
            ally = any_of(s, free)
            free &= ~only(ally)
            s.peek[i] = ally
    for i in range(s.ally_deck_n):
        if s.ally_deck[i] == HIDDEN and free != 0:
            ally = any_of(s, free)
            free &= ~only(ally)
            s.ally_deck[i] = ally


@kernel
def deal_tokens(s):
    """Draw the numbers of tokens that are not known; the others are those of the supply."""
    for number in range(1, MAX_TOKEN + 1):
        left = int(RULES[s.ruleset].token_numbers[number])
        for i in range(s.token_n):
            left -= s.token[i] == number
        s.supply[number] = max(0, left)
    s.supply[0] = 0
    for i in range(s.token_n):
        if s.token[i] == 0:
            total = 0
            for number in range(1, MAX_TOKEN + 1):
                total += int(s.supply[number])
            if total == 0:
                return
            n = rand_below(s, total)
            number = 1
            while n >= s.supply[number]:
                n -= int(s.supply[number])
                number += 1
            s.token[i] = number
            s.supply[number] -= 1
