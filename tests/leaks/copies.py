"""Games of B'Twixt whose copies of cards have other numbers: nobody can tell them apart."""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.btwixt.rules.frames import ROW, SOURCE
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import NONE
from got_env.btwixt.words.names import members

SETS = ("hand", "picked", "pile", "known", "discards", "cancelled", "done")
NUMBERS = ("add", "seq", "pack")
PLACES = 64
"""Standard cards have smaller numbers than this."""


def shuffled_copies(states: Any, rng: np.random.Generator) -> Any:
    """A copy of a record ``(1,)`` in which the copies of each standard card have changed places."""
    kinds = RULES["kind"][states["ruleset"][0]][:PLACES]
    new = np.arange(PLACES)
    for kind in np.unique(kinds[kinds != NONE]):
        copies = np.flatnonzero(kinds == kind)
        new[copies] = rng.permutation(copies)
    twin = states.copy()
    t = twin[0]
    for name in SETS:
        words = t[name].reshape(-1, 2)
        for i, word in enumerate(words[:, 0]):
            words[i, 0] = sum(1 << int(new[card]) for card in members((word, 0)))
    for name in NUMBERS:
        t[name][new] = t[name][:PLACES].copy()
    low = (t["deck"] >= 0) & (t["deck"] < PLACES)
    t["deck"][low] = new[t["deck"][low]]
    if 0 <= t["flight"] < PLACES:
        t["flight"] = new[int(t["flight"])]
    for frame in t["stack"][: int(t["depth"])]:
        if frame[ROW] != NONE and 0 <= frame[SOURCE] < PLACES:
            frame[SOURCE] = new[int(frame[SOURCE])]
    return twin
