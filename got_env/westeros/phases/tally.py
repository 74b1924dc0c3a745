"""The strength of both sides of a combat, part by part, for whoever has to decide in it."""

from __future__ import annotations

from got_env.core.jit import entry
from got_env.westeros.phases.combat_strength import (
    army_strength,
    card_strength,
    order_strength,
    support_strength,
    total_strength,
)
from got_env.westeros.rules.vocabulary import NONE, Side

COLUMNS = ("units", "order", "support", "garrison", "card", "total")
"""Columns of a tally. The total also holds the Blade and Tides cards that lie open."""


@entry
def tally(states, out):
    """Strengths ``out (B, 2, len(COLUMNS)) int64`` of attacker and defender, 0 without a combat.

    Only what lies open counts, so a redacted record gives the same numbers.
    """
    out[:] = 0
    for i in range(len(states)):
        s = states[i]
        if s.fight == 0:
            continue
        for side in range(2):
            card = s.cards_open == 1
            out[i, side, 0] = army_strength(s, side)
            out[i, side, 1] = order_strength(s, side)
            out[i, side, 2] = support_strength(s, side)
            out[i, side, 3] = s.garrison[s.fight_area] if side == Side.DEFENDER else 0
            out[i, side, 4] = card_strength(s, side) if card else 0
            tides = s.tides[side] if s.tides_open == 1 else NONE
            out[i, side, 5] = total_strength(s, side, card, tides)
