"""Offers that decisions of many phases make in the same way."""

from __future__ import annotations

from got_env.core.jit import kernel
from got_env.westeros.rules import actions
from got_env.westeros.rules.board import has
from got_env.westeros.rules.vocabulary import HAND_SIZE


@kernel
def offer_yes_no(mask):
    """Allow to do it, or not to."""
    mask[actions.YES] = True
    mask[actions.NO] = True


@kernel
def mark_cards(mask, cards):
    """Allow House cards by their slots in the bit mask ``cards``: a hand, or a discard pile."""
    for slot in range(HAND_SIZE):
        if has(cards, slot):
            mask[actions.CARD + slot] = True
