"""Positions: a record as JSON data that people can write, and the way back.

``document`` puts the whole together; each of the other modules writes and reads one part of it.
"""

from __future__ import annotations

from got_env.westeros.position.decks import decks
from got_env.westeros.position.document import from_position, position
from got_env.westeros.position.validate import check_states

__all__ = ["check_states", "decks", "from_position", "position"]
