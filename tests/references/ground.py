"""The board as the 1st edition's rulebook reads it: who holds what, and who can go where.

Everything here is computed from a position (JSON data) and the printed facts (JSON files), by the
text of the rulebook alone. Nothing of the engine is imported.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

FACTS = Path(__file__).parents[2] / "got_env" / "westeros" / "data"
SHIPS = ("ship",)
Json = Mapping[str, Any]


@cache
def facts(folder: str, name: str) -> Any:
    """One file of printed facts."""
    return json.loads((FACTS / folder / f"{name}.json").read_text(encoding="utf-8"))


class Ground:
    """The board of one position of the 1st edition."""

    def __init__(self, position: Json) -> None:
        self.position = position
        self.options: Json = position["options"]
        board = facts("agot1e", "board")
        self.printed = {area["id"]: area for area in board["areas"]}
        self.near = {a: set(near) for a, near in board["neighbours"].items()}
        for border in board["switchable_borders"]:
            joined = self.chosen(border["option"], "true" if border["default"] else "false")
            for a, b in ((border["a"], border["b"]), (border["b"], border["a"])):
                (self.near[a].add if joined == "true" else self.near[a].discard)(b)
        self.setup = facts("agot1e", "setup")
        self.table = self.setup["setups"][str(position["players"])]
        self.houses = list(position["houses"])

    def chosen(self, option: str, default: str) -> str:
        """Value of an option of the game."""
        return str(self.options.get(option, default))

    def entry(self, area: str) -> Json:
        """Content of an area."""
        found: Json = self.position["areas"].get(area, {})
        return found

    def units(self, area: str, routed: bool | None = None) -> Counter[str]:
        """Units of an area by type: all, the defeated ones, or the others."""
        here = self.entry(area).get("units", ())
        return Counter(u["type"] for u in here if routed in (None, bool(u.get("routed"))))

    def owner(self, area: str) -> str | None:
        """Whose units stand in an area."""
        return next((u["house"] for u in self.entry(area).get("units", ())), None)

    def holder(self, area: str) -> str | None:
        """House that holds a land area: by units, else the token, else the printed shield."""
        entry = self.entry(area)
        home = self.printed[area]["home_of"]
        shield = home if home in self.houses and not entry.get("shield_lost") else None
        return self.owner(area) or entry.get("token") or shield

    def neutral(self, area: str) -> int:
        """Strength of the Neutral Force of an area; it is gone once anybody has been there."""
        entry = self.entry(area)
        printed = self.table["neutral_forces"].get(area, 0)
        gone = self.owner(area) or entry.get("token")
        return int(entry.get("neutral", 0 if gone else printed))

    def is_sea(self, area: str) -> bool:
        """True if only Ships go there."""
        return bool(self.printed[area]["kind"] == "sea")

    def reach(self, house: str, area: str) -> set[str]:
        """Areas next to one for marches and retreats of land units: over own Ships too."""
        found, seas = set(self.near[area]), []
        seen = {a for a in self.near[area] if self.is_sea(a) and self.carries(house, a)}
        seas = list(seen)
        while seas:
            for a in self.near[seas.pop()]:
                found.add(a)
                if self.is_sea(a) and a not in seen and self.carries(house, a):
                    seen.add(a)
                    seas.append(a)
        return {a for a in found if not self.is_sea(a) and a != area}

    def carries(self, house: str, sea: str) -> bool:
        """True if Ships of a house in a sea area carry its land units."""
        if self.owner(sea) != house:
            return False
        defeated_too = self.chosen("defeated_ships_carry", "true") == "true"
        return bool(self.units(sea, None if defeated_too else False))

    def armies(self, house: str, but: tuple[str, ...] = ()) -> Iterator[int]:
        """Sizes of the units of a house by area, without some areas."""
        for area, entry in self.position["areas"].items():
            if area not in but and self.owner(area) == house:
                yield len(entry["units"])

    def supplied(self, house: str, sizes: list[int]) -> bool:
        """True if armies (two units or more) fit the flags of the Supply track."""
        level = str(self.position["houses"][house]["supply"])
        flags = sorted(self.setup["supply_track"][level], reverse=True)
        large = sorted((n for n in sizes if n > 1), reverse=True)
        return len(large) <= len(flags) and all(n <= f for n, f in zip(large, flags, strict=False))

    def unused(self, house: str, unit: str) -> int:
        """Pieces of a type that are not on the board."""
        limit = self.setup["component_limits"]["unit_pool_per_house"][unit]
        there = sum(self.units(a)[unit] for a in self.position["areas"] if self.owner(a) == house)
        return int(limit - there)
