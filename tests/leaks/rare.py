"""Positions on the original board at decisions that random play hardly ever comes to."""

from __future__ import annotations

from typing import Any

from tests.first_edition import battle, board, support_all
from tests.storm.table import OLD_CARDS, StormTable
from tests.storm.table import empty as empty_storm


def rare_positions(code: str) -> list[Any]:
    """Records ``(1,)``; none for a game whose decisions all come up often."""
    return {"agot1e": _first_edition, "agot1e_storm": _with_tactics}.get(code, list)()


def _first_edition() -> list[Any]:
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


def _with_tactics() -> list[Any]:
    """Records ``(1,)`` at a question of Asha, Loras and Renly: Tactics go with old cards too."""
    asha = _attack("greywater_watch", "greyjoy", "seagard", "lannister", knight=3)
    asha.units("the_twins", "baratheon", footman=1).order("the_twins", "support")
    asha.at("march").march("greywater_watch", "seagard").skip("MARCH_TOKEN")
    asha.fight("asha_greyjoy", "vargo_hoat").skip("BLADE")
    renly = _attack("the_reach", "lannister", "kingswood", "baratheon", footman=1)
    renly.units("kingswood", "baratheon", True, footman=1)
    renly.at("march").march("the_reach", "kingswood").skip("MARCH_TOKEN")
    renly.fight("vargo_hoat", "renly_baratheon").skip("BLADE").do("area kingswood")
    loras = _attack("the_reach", "tyrell", "blackwater", "lannister", knight=3)
    loras.units("blackwater", "lannister", True, footman=1)
    loras.at("march").march("the_reach", "blackwater").skip("MARCH_TOKEN")
    loras.fight("ser_loras_tyrell", "vargo_hoat").skip("BLADE")
    return [asha.states, loras.states, renly.states]


def _attack(origin: str, attacker: str, target: str, defender: str, **units: int) -> StormTable:
    """A March order against two footmen."""
    b: StormTable = empty_storm(**OLD_CARDS)
    b.units(origin, attacker, **units).units(target, defender, footman=2).order(origin, "march+0")
    return b
