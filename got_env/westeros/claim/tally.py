"""The strength of both sides of a battle, part by part, for whoever has to decide in it."""

from __future__ import annotations

from got_env.core.jit import entry
from got_env.westeros.claim.battle_strength import (
    battle_strength,
    card_total,
    fortification_icons,
    leaders_strength,
    order_bonus,
    support_total,
    sword_icons,
    tactics_bonus,
    units_strength,
)
from got_env.westeros.rules.vocabulary import Side

PARTS = ("units", "leaders", "order", "tactics", "support", "garrison", "card")
COLUMNS = (*PARTS, "total", "swords", "fortifications")
"""Columns of a tally. The total also holds the Blade; icons count once the cards lie open."""


@entry
def tally(states, out):
    """Strengths and icons ``out (B, 2, len(COLUMNS)) int64`` of both sides.

    The attacker comes first; all is 0 without a battle. Only what lies open counts, so a redacted
    record gives the same numbers.
    """
    out[:] = 0
    for i in range(len(states)):
        s = states[i]
        if s.fight == 0:
            continue
        for side in range(2):
            card = s.cards_open == 1
            out[i, side, 0] = units_strength(s, side)
            out[i, side, 1] = leaders_strength(s, side)
            out[i, side, 2] = order_bonus(s, side)
            out[i, side, 3] = tactics_bonus(s, side)
            out[i, side, 4] = support_total(s, side)
            out[i, side, 5] = s.garrison[s.fight_area] if side == Side.DEFENDER else 0
            out[i, side, 6] = card_total(s, side) if card else 0
            out[i, side, 7] = battle_strength(s, side, card)
            if card:
                out[i, side, 8] = sword_icons(s, side)
                out[i, side, 9] = fortification_icons(s, side)
