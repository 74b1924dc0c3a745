"""A Game of Thrones: The Board Game, first edition, for 3 to 5 players."""

from __future__ import annotations

from got_env.westeros.games.game import shipped

GAME = shipped("agot1e")
