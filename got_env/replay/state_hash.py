"""A hash of a position as JSON, independent of how the engine lays it out in memory."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from got_env.core.game import Game, States

DIGEST_BYTES = 8
LEFT_OUT = ("game", "players", "options", "agenda", "history", "rng")
"""Parts of a position that the header of a replay gives, or its other lines: what is pending is
the next decision, what happened are the decisions before."""


def state_hash(game: Game, states: States, row: int = 0) -> str:
    """16 hexadecimal digits that stand for everything on and under the table, decks included.

    It is made from :attr:`got_env.core.game.Game.position` as JSON with sorted keys. Nothing of the
    memory layout enters, no padding and no byte order, so it is the same on every machine; what is
    empty or zero is left out, so a later version may add parts that this game does not use.
    """
    position = game.positions.write(states, row)
    facts = {key: value for key, value in position.items() if key not in LEFT_OUT}
    text = json.dumps(_without_blanks(facts), sort_keys=True, separators=(",", ":"))
    return digest(text)


def digest(text: str) -> str:
    """Hash of a text, as 16 hexadecimal digits."""
    return hashlib.blake2b(text.encode(), digest_size=DIGEST_BYTES).hexdigest()


def _without_blanks(value: Any) -> Any:
    """Plain data without the entries of mappings that are empty, zero, false or missing."""
    if isinstance(value, dict):
        kept = {key: _without_blanks(part) for key, part in value.items()}
        return {key: part for key, part in kept.items() if part}
    if isinstance(value, list):
        return [_without_blanks(part) for part in value]
    return value
