"""A Storm of Swords, the expansion of the first edition, for 3 or 4 players."""

from __future__ import annotations

from got_env.westeros.games.game import shipped

GAME = shipped("asos")
