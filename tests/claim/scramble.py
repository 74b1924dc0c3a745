"""Change everything a player of a game with claim cannot know; shares no code with the engine.

What is secret is said once more, from the section HID of the ledger.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.westeros.rules.vocabulary import NONE, NUM_ALLIANCE_DECKS, NUM_TACTICS
from tests.invariants import scramble

SECRETS = ("rng", "deck", "order", "placed", "bid", "card", "tactic", "ally_deck", "offer_asks",
           "offer_gives", "offer_power")  # fmt: skip
"""Fields that are secret at some time for somebody."""


def scrambled(states: Any, viewer: int, rng: np.random.Generator) -> Any:
    """A copy ``(1,)`` in which all that seat ``viewer`` does not know may be different."""
    other = scramble.scrambled(states, viewer, rng)
    s = other[0]
    if not s["tactics_open"]:
        _tactics(s, viewer, rng)
    _alliance_decks(s, rng)
    if s["offer_to"] != NONE:
        _offer(s, viewer, rng)
    return other


def _tactics(s: Any, viewer: int, rng: np.random.Generator) -> None:
    for seat in range(int(s["num_players"])):
        if seat != viewer and s["tactic"][seat] != NONE:
            left = [slot for slot in range(NUM_TACTICS) if int(s["tactics_left"][seat]) >> slot & 1]
            s["tactic"][seat] = rng.choice(left)


def _alliance_decks(s: Any, rng: np.random.Generator) -> None:
    """Cards between an open top and those that were seen put at the bottom change places."""
    for deck in range(NUM_ALLIANCE_DECKS):
        first = int(s["ally_face"][deck])
        last = int(s["ally_count"][deck] - s["ally_known"][deck])
        hidden = s["ally_deck"][deck, first:last]
        s["ally_deck"][deck, first:last] = hidden[rng.permutation(len(hidden))]


def _offer(s: Any, viewer: int, rng: np.random.Generator) -> None:
    """An offer is public once it is put to the other house; before that, one knows it alone."""
    asked = int(s["stack"][int(s["depth"]) - 1, 1])
    if asked in (int(s["offer_to"]), viewer):
        return
    s["offer_asks"] = rng.integers(1, 1 << 12)
    s["offer_gives"] = rng.integers(0, 1 << 12)
    s["offer_power"] = rng.integers(0, 21)
