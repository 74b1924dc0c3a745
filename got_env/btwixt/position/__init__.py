"""A record as a JSON position and back."""

from __future__ import annotations

from got_env.btwixt.position.reading import from_position
from got_env.btwixt.position.soundness import check_states
from got_env.btwixt.position.writing import position

DECKS = {"influence": ("influence_deck",), "allies": ("ally_deck",)}
"""Decks that can be given in order: the path of their cards in a position, the next card first."""

__all__ = ["DECKS", "check_states", "from_position", "position"]
