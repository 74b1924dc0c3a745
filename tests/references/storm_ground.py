"""The board of A Storm of Swords as its rulebook reads it, where the 1st edition's differs."""

from __future__ import annotations

from tests.references import storm
from tests.references.ground import Ground, Json, facts

CLOSED = 99


class StormGround(Ground):
    """The board of one position of A Storm of Swords: land alone, with ways of its own."""

    def __init__(self, position: Json) -> None:
        self.position = position
        self.options = position["options"]
        self.printed = {area["id"]: area for area in facts("asos", "board")["areas"]}
        self.near = {area: set() for area in self.printed}
        self.setup = facts("asos", "setup")
        self.table = self.setup["setups"][str(position["players"])]
        self.houses = list(position["houses"])

    def holder(self, area: str) -> str | None:
        """A Garrison holds King's Landing for Lannister; no shield is printed there.

        A position leaves the Garrison out while nobody has been there.
        """
        held = super().holder(area)
        if held is None and area == "kings_landing" and self.entry(area).get("garrison", True):
            return "lannister"
        return held

    def neutral(self, area: str) -> int:
        """Strength of the Neutral Force; nobody enters areas that are closed for three players."""
        closed = self.table["neutral_forces"].get(area) == "impassable"
        return CLOSED if closed else super().neutral(area)

    def reach(self, house: str, area: str) -> set[str]:
        """Areas one march or retreat away."""
        stormy = self.setup["weather"][self.position["weather"] - 1] == "storm"
        cards = self.position["alliances"].get("held", {}).get(house, [])
        return storm.marches(area, house, stormy, cards)


def ground_of(position: Json) -> Ground:
    """The board of a position."""
    return StormGround(position) if position["game"] == "asos" else Ground(position)
