"""Positions that a viewer cannot tell from another: all that it may not know is different."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from got_env.games import get_game
from tests.claim import scramble as of_claim
from tests.invariants import scramble as of_westeros
from tests.leaks import hidden_cards

Twin = Callable[[Any, int, np.random.Generator], Any]
"""``twin(states, viewer, rng)``: a copy ``(1,)`` for a seat."""


def _redealt(code: str) -> Twin:
    """Twin dealt anew by the engine, as a search does before it thinks."""

    def twin(states: Any, viewer: int, rng: np.random.Generator) -> Any:
        other = states.copy()
        seats, seeds = np.array([viewer], dtype=np.int8), rng.integers(1, 2**62, size=1)
        get_game(code).kernels.redeal(other, seats, seeds)
        return other

    return twin


TWINS: Mapping[str, Mapping[str, Twin]] = {
    "agot2e": {"redealt": _redealt("agot2e"), "scrambled": of_westeros.scrambled},
    "agot1e": {"redealt": _redealt("agot1e"), "scrambled": of_westeros.scrambled},
    "agot1e_storm": {"redealt": _redealt("agot1e_storm"), "scrambled": of_claim.scrambled},
    "asos": {"redealt": _redealt("asos"), "scrambled": of_claim.scrambled},
    "btwixt": {"redealt": _redealt("btwixt"), "scrambled": hidden_cards.scrambled},
}
"""Ways to make a twin, by game: the engine's, and one that shares no code with the engine."""
