"""Positions of the 1st edition at decisions that random play hardly ever comes to."""

from __future__ import annotations

from typing import Any

from tests.first_edition import battle, board, support_all


def rare_positions() -> list[Any]:
    """Records ``(1,)`` at a question of Asha, Loras, Renly, and of mustering with routed units."""
    asha = battle("greyjoy", "greywater_watch", "3 knight", "lannister", "seagard", "footman")
    asha.holding("the_twins", "baratheon", "footman", "support")
    support_all(asha.attack()).reveal("asha_greyjoy", "vargo_hoat")
    loras = battle("tyrell", "the_reach", "3 knight", "lannister", "blackwater", "2 footman")
    loras.units("blackwater", "lannister", True, footman=1)
    loras.fight("ser_loras_tyrell", "vargo_hoat")
    renly = battle("lannister", "the_reach", "footman", "baratheon", "kingswood", "2 footman")
    renly.units("kingswood", "baratheon", True, footman=1)
    renly.fight("vargo_hoat", "renly_baratheon").do("area kingswood")
    musters = board().clear().units("winterfell", "stark", footman=1).set_supply(stark=6)
    musters.units("winterfell", "stark", True, footman=1)
    musters.set_westeros("mustering", "last_days_of_summer", "sea_of_storms").at("westeros")
    musters.do_until("MUSTER_UPGRADE").do("upgrade knight")
    return [each.states for each in (asha, loras, renly, musters)]
