"""A game from a class of a few plain functions over one record: a first version, and slow.

Every environment, replays, positions and the referee take it as they take a compiled game. What it
plays is what a compiled version must play later, so it stays as the reference of that.
"""

from __future__ import annotations

from got_env.core.plain.game import plain_game
from got_env.core.plain.rules import HIDDEN, Numbers, PlainRules

__all__ = ["HIDDEN", "Numbers", "PlainRules", "plain_game"]
