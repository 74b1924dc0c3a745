"""Offers that decisions of many phases make in the same way."""

from __future__ import annotations

from got_env.core.jit import kernel
from got_env.westeros.rules import actions
from got_env.westeros.rules.board import has
from got_env.westeros.rules.vocabulary import HAND_SIZE, NUM_UNITS


@kernel
def offer_yes_no(mask):
    """Allow to do it, or not to."""
    mask[actions.YES] = True
    mask[actions.NO] = True


@kernel
def offer_either(mask):
    """Allow both ways of a decision between two."""
    mask[actions.CHOICE] = True
    mask[actions.CHOICE + 1] = True


@kernel
def mark_types(mask, types):
    """Allow types of units by the bit mask ``types``."""
    for u in range(NUM_UNITS):
        if has(types, u):
            mask[actions.UNIT + u] = True


@kernel
def mark_cards(mask, cards):
    """Allow House cards by their slots in the bit mask ``cards``: a hand, or a discard pile."""
    for slot in range(HAND_SIZE):
        if has(cards, slot):
            mask[actions.CARD + slot] = True
