"""The original board of the 1st edition with Leaders and Tactics cards, for 3 to 5 players."""

from __future__ import annotations

from got_env.westeros.games.game import shipped

GAME = shipped("agot1e_storm")
