"""Words that every text of the board games shares: units, orders, sides, tracks, kinds of cards.

Ids of areas, Houses and cards are those of the facts.
"""

from __future__ import annotations

from typing import Any

from got_env.westeros.rules.vocabulary import NONE, WesterosCard, WildlingCard

UNIT_WORDS = ("footman", "knight", "siege_engine", "ship")
ORDER_WORDS = (
    "march-1",
    "march+0",
    "march+1",
    "defense+1",
    "defense+2",
    "support",
    "support+1",
    "raid",
    "raid*",
    "consolidate",
    "consolidate*",
)
MINUS_WORD = "support-1"
"""A Support order that was laid in place of one that a Raid removed."""


def order_word(order: Any) -> str | None:
    """The March order of a combat; None for a Leader's own march."""
    return None if order == NONE else ORDER_WORDS[int(order)]


SIDE_WORDS = ("attacker", "defender", "nobody")
TRACK_WORDS = ("iron_throne", "fiefdoms", "kings_court")
AUCTION_WORDS = (*TRACK_WORDS, "claim")
"""Prizes of auctions, beside victory over the Wildlings."""
STATUS_WORDS = ("fresh", "routed")

WESTEROS_WORDS = tuple(card.name.lower() for card in WesterosCard)
WILDLING_WORDS = tuple(card.name.lower() for card in WildlingCard)

HIDDEN_WORD = "hidden"
"""Stands for a choice made in secret that the viewer does not know."""
