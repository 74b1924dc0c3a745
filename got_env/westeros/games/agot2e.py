"""A Game of Thrones: The Board Game, second edition, for 3 to 6 players."""

from __future__ import annotations

from got_env.westeros.games.game import shipped

GAME = shipped("agot2e")
