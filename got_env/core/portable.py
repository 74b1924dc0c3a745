"""Records on their way to other processes and back.

A record names its ruleset by a row of a table of this process, where facts of a user's own folder
lie in the order in which they were loaded. On its way it counts from the first row of its game.
"""

from __future__ import annotations

import numpy as np

from got_env.core.game import Game


def to_portable(game: Game, records: bytes) -> bytes:
    """Bytes of records as any process can read them that has the same game."""
    return _moved(game, records, -1)


def from_portable(game: Game, records: bytes) -> bytes:
    """Bytes of records from another process as this process knows them; nothing is checked."""
    return _moved(game, records, 1)


def _moved(game: Game, records: bytes, direction: int) -> bytes:
    first = game.options.ruleset_of(game.seats.counts[0], None)
    if not first or "ruleset" not in (game.records.state.names or ()):
        return records
    states = np.frombuffer(bytearray(records), dtype=game.records.state)
    states["ruleset"] += direction * first
    return states.tobytes()
