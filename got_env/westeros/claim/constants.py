"""Numbers of the games with claim that both their rules and their texts use."""

from __future__ import annotations

ORDER, OWN, DOUBLE, MANAGE = range(4)
"""Kinds of march: by an order, a Leader's own, the second part of a double march, and the immediate
move of Manage Troops."""

SEATS_TO_WIN = 8
"""Cities and Strongholds that win with goal=seats_8."""
