"""Tides of Battle: the cards the record shows, and the peer's reading of Skulls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from got_env.westeros.rules.options import Option
from got_env.westeros.rules.vocabulary import NONE, Side

from .names import TIDES, UNIT
from .recordings import Json

if TYPE_CHECKING:
    from .replay import Replay

REDRAW = {"use": True, "for_new_tides_card": True}
"""The decision to spend the Blade on another Tides card."""


def set_tides(r: Replay) -> None:
    """Put the Tides cards that the record shows for this combat on top of the deck.

    The attacker draws first in our engine, then the defender, then a redraw.
    """
    if r.s["options"][Option.TIDES] == 0:
        return
    houses = [r.house(int(p)) for p in r.s["fighter"]]
    cards: list[str] = []
    redrawn: list[str] = []
    batches: list[Json] = [{"delta": {"combat": r.peer["combat"]}, "events": r.events}]
    for step in (*batches, *r.game.steps[r.taken :]):
        # The house that redraws is known before its new card is.
        if step.get("kind") == "blade" and step["decision"] == REDRAW:
            redrawn = [step["house"]]
        shown = (step["delta"].get("combat") or {}).get("tides", {})
        if not cards and shown.get("attacker"):
            cards = [shown["attacker"], shown["defender"]]
        result = next((e for e in step.get("events", ()) if e["type"] == "combat-result"), None)
        if result:
            final = {e["house"]: e["tidesOfBattleCard"] for e in result["stats"]}
            cards = cards or [final[house] for house in houses]
            cards += [final[house] for house in redrawn]
            break
    r.set_tides([TIDES.index(card) for card in cards])
    watch_skull(r, result["winner"] if result else "", final)


def watch_skull(r: Replay, winner: str, tides: dict[str, str]) -> None:
    """Deviation ``skull_routed``: a Skull takes a routed unit of a defender that has no other."""
    area = int(r.s["fight_area"])
    loser = next(house for house in tides if house != winner)
    if (
        tides[loser] == "skull"
        and winner == r.house(int(r.s["fighter"][Side.DEFENDER]))
        and not r.s["units"][area].any()
        and r.s["routed"][area].any()
    ):
        r.skull_area = area


def strike_skull(r: Replay) -> None:
    """Carry that deviation out once the winner is known."""
    if r.skull_area == NONE or (r.s["fight"] and r.s["victor"] == NONE):
        return
    area = r.skull_area
    event = r.event("killed-after-combat", house=r.house(int(r.s["owner"][area])))
    if not r.s["fight"]:
        r.skull_area = NONE
    if event:
        unit = UNIT[event["killed"][0]]
        r.s["pool"][r.s["owner"][area], unit] += 1
        r.s["routed"][area, unit] -= 1
        if not r.s["routed"][area].any():
            r.s["owner"][area] = NONE
            if not r.s["fight"]:
                r.s["order"][area] = r.s["order_seat"][area] = NONE
        r.skull_area = NONE
        r.outcome.deviations["skull_routed"] += 1
