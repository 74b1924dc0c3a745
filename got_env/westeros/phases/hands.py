"""House cards gained and lost by Wildling attacks and by texts."""

from __future__ import annotations

from got_env.core.agenda import PLAYER, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.westeros.rules import actions, phrases
from got_env.westeros.rules.board import BIT, has, note
from got_env.westeros.rules.decision_row import Decision, Editions, Family, Instead
from got_env.westeros.rules.offers import mark_cards
from got_env.westeros.rules.option_values import MassingAllEqual, WildlingReward
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import HAND_SIZE, Event, Phase


@kernel
def count_hand(s, p):
    """House cards in hand."""
    n = 0
    for slot in range(HAND_SIZE):
        n += has(s.hand[p], slot)
    return n


@kernel
def recover_card(s, p, slot):
    """Take a card back from the discard pile."""
    s.discards[p] &= ~BIT[slot]
    s.hand[p] |= BIT[slot]
    note(s, Event.CARD, p, slot, 0)


@kernel
def discard_card(s, p, slot):
    """Put a card from the hand on the discard pile."""
    s.hand[p] &= ~BIT[slot]
    s.discards[p] |= BIT[slot]
    note(s, Event.CARD, p, slot, 0)


@kernel
def recover_all(s, p):
    """Take the whole discard pile back. Rule: 2E-WC-09."""
    for slot in range(HAND_SIZE):
        if has(s.discards[p], slot):
            recover_card(s, p, slot)


@linked
def legal_recover_card(s, mask):
    """Own discards, or none. Rule: 2E-WC-07, 1E-WILD-07."""
    p = top(s)[PLAYER]
    mask[actions.DONE] = s.options[Option.WILDLING_REWARD] == WildlingReward.OPTIONAL
    mark_cards(mask, s.discards[p])


@linked
def apply_recover_card(s, action):
    """Take the card back."""
    p = top(s)[PLAYER]
    pop(s)
    if action != actions.DONE:
        recover_card(s, p, action - actions.CARD)


@linked
def legal_discard_card(s, mask):
    """Cards in hand; where everybody loses one card, the strongest. Rule: 2E-WC-11, ASOS-WLD-01."""
    p = top(s)[PLAYER]
    cards = int(s.hand[p])
    mark_cards(mask, strongest_cards(s, p) if RULES[s.ruleset].massing_one == 1 else cards)


@linked
def apply_discard_card(s, action):
    """Discard the card."""
    p = top(s)[PLAYER]
    pop(s)
    discard_card(s, p, action - actions.CARD)


@kernel
def strongest_cards(s, p):
    """Cards of the highest printed strength in hand, as a mask."""
    strength = RULES[s.ruleset].card_strength[p]
    best = -1
    cards = 0
    for slot in range(HAND_SIZE):
        if has(s.hand[p], slot):
            if strength[slot] > best:
                best = int(strength[slot])
                cards = 0
            if strength[slot] == best:
                cards |= int(BIT[slot])
    return cards


@kernel
def discard_one_strongest(s, p):
    """Discard the strongest card if there is another; the owner names it among equal ones.

    Rule: ASOS-WLD-01.
    """
    if count_hand(s, p) < 2:
        return
    cards = strongest_cards(s, p)
    if cards & (cards - 1) != 0:
        push(s, Phase.DISCARD_CARD, p, 0, 0, 0)
        return
    for slot in range(HAND_SIZE):
        if has(cards, slot):
            discard_card(s, p, slot)


@kernel
def discard_strongest(s, p):
    """Discard all cards of the highest printed strength, if two or more are in hand.

    With a hand of equal strengths nothing happens, or with massing_all_equal=discard_all it is
    swapped for the discard pile. Rule: 2E-WC-10 (AMB-83, AMB-40 b).
    """
    strength = RULES[s.ruleset].card_strength[p]
    best = -1
    worst = 99
    for slot in range(HAND_SIZE):
        if has(s.hand[p], slot):
            best = max(best, strength[slot])
            worst = min(worst, strength[slot])
    if count_hand(s, p) < 2:
        return
    if best > worst:
        for slot in range(HAND_SIZE):
            if has(s.hand[p], slot) and strength[slot] == best:
                discard_card(s, p, slot)
    elif s.options[Option.MASSING_ALL_EQUAL] == MassingAllEqual.DISCARD_ALL:
        swap_hand(s, p)


@kernel
def swap_hand(s, p):
    """Exchange hand and discard pile, unless that would empty the hand."""
    if s.discards[p] == 0:
        return
    hand = s.hand[p]
    recover_all(s, p)
    for slot in range(HAND_SIZE):
        if has(hand, slot):
            discard_card(s, p, slot)


ROWS = (
    Decision(
        Phase.RECOVER_CARD,
        Family.WESTEROS,
        "Mammoth Riders: the discarded house card to take back, or none",
        {"card": "recover {x}", "done": "recover done"},
        question="{who}: which House card is taken back?",
        labels=phrases.TAKE_BACK,
        legal=legal_recover_card,
        apply=apply_recover_card,
        editions=Editions.WILDLINGS,
        on=(Phase.WILDLINGS,),
    ),
    Instead(
        Phase.RECOVER_CARD,
        Editions.FIRST_BOARD,
        meaning="the reward of the Night's Watch: the card to take back",
    ),
    Decision(
        Phase.DISCARD_CARD,
        Family.WESTEROS,
        "Massing on the Milkwater: the house card to discard",
        {"card": "discard {x}"},
        question="{who}: which House card is discarded?",
        labels=phrases.DISCARD,
        legal=legal_discard_card,
        apply=apply_discard_card,
        editions=Editions.WILDLINGS,
        on=(Phase.SETTLE,),
    ),
    Instead(Phase.DISCARD_CARD, Editions.FIRST_BOARD, before=Phase.RECOVER_CARD),
)
"""Rows of these decisions and steps."""
