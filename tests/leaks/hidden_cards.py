"""Change everything a leader of B'Twixt cannot know; shares no code with the engine.

What is secret is said once more, from the section HID of the ledger.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.btwixt.rules.vocabulary import ON_ALLY
from got_env.btwixt.words.names import members
from tests.leaks.copies import PLACES, shuffled_copies

DRAFT = 3
"""The step of a record in which packs go round."""


def scrambled(states: Any, viewer: int, rng: np.random.Generator) -> Any:
    """A copy ``(1,)`` in which all that seat ``viewer`` does not know may be different."""
    other = shuffled_copies(states, rng)
    s = other[0]
    s["rng"] = rng.integers(1, 2**32, size=4)
    deck = s["deck"][: int(s["deck_n"])]
    deck[:] = deck[rng.permutation(len(deck))]
    if s["pick_no"] == 0 and s["step"] != DRAFT:  # who saw a pack knows more
        _hands(s, viewer, rng)
    _allies(s, viewer, rng)
    if not s["over"]:
        _tokens(s, viewer, rng)
    return other


def _hands(s: Any, viewer: int, rng: np.random.Generator) -> None:
    """Standard cards that the viewer has not seen change places between hands and the deck."""
    others = [q for q in range(int(s["num_players"])) if q != viewer]
    held = {q: set(members((s["hand"][q, 0], 0))) for q in others}
    seen = set(members((s["known"][viewer, 0], 0)))
    unseen = {q: sorted(cards - seen) for q, cards in held.items()}
    deck = s["deck"][: int(s["deck_n"])]
    low = np.flatnonzero((deck >= 0) & (deck < PLACES))
    pool = rng.permutation([c for cards in unseen.values() for c in cards] + deck[low].tolist())
    moved = set(pool.tolist())
    for q in others:
        fresh, pool = pool[: len(unseen[q])], pool[len(unseen[q]) :]
        cards = (held[q] & seen) | set(fresh.tolist())
        s["hand"][q, 0] = sum(1 << int(card) for card in cards)
    deck[low] = pool
    for q in others:  # what others know of hands that the viewer does not see is hidden too
        kept = [card for card in members((s["known"][q, 0], 0)) if card not in moved]
        s["known"][q, 0] = sum(1 << card for card in kept)


def _allies(s: Any, viewer: int, rng: np.random.Generator) -> None:
    """Allies of the deck that the viewer has not seen change places."""
    deck = s["ally_deck"][: int(s["ally_deck_n"])]
    unseen = np.flatnonzero(s["ally_known"][: len(deck)] >> viewer & 1 == 0)
    deck[unseen] = deck[unseen[rng.permutation(len(unseen))]]


def _tokens(s: Any, viewer: int, rng: np.random.Generator) -> None:
    """Tokens whose numbers the viewer has not seen change them, with those of the supply too."""
    n = int(s["token_n"])
    unseen = np.flatnonzero(s["token_known"][:n] >> viewer & 1 == 0)
    unseen = unseen[s["token_at"][unseen] <= ON_ALLY]
    supply = np.repeat(np.arange(len(s["supply"])), s["supply"])
    pool = rng.permutation(np.concatenate([s["token"][unseen], supply]))
    s["token"][unseen] = pool[: len(unseen)]
    s["supply"] = np.bincount(pool[len(unseen) :], minlength=len(s["supply"]))
