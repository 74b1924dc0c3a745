"""Combats of the 1st edition, by the text (chapter Battle) and the texts of the House cards.

Strength: units, the March or Defense order, support, the House card, the Blade. The greater wins,
of equal ones the House higher on the Fiefdoms track. The loser loses a unit for each sword of the
winner's card beyond the fortifications of its own.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from tests.references.ground import Ground, Json, facts

UNIT = {"footman": 1, "knight": 2, "ship": 1}
ORDERS = {"march-1": -1, "march+0": 0, "march+1": 1, "defense+1": 1, "defense+2": 2}
RAISED = {"robb_stark": "knight", "vargo_hoat": "footman", "victarion_greyjoy": "ship"}
SIDES = ("attacker", "defender")
KILLS_FIRST = "ser_loras_tyrell"
"""Whose text destroys a unit before strengths are compared: other tests look at that."""


class Outcome(NamedTuple):
    """Outcome of a combat."""

    totals: tuple[int, int]
    victor: str
    casualties: int


def card_facts(house: str, card: str) -> Json:
    """Printed strength and icons of a House card."""
    cards = facts("agot1e", "house_cards")["houses"][house]
    found: Json = next(entry for entry in cards if entry["id"] == card)
    return found


def outcome(position: Json, cards: tuple[str, str], blade: str | None) -> Outcome | None:
    """The outcome of a combat whose cards and Blade are settled; None if a text kills before."""
    ground, combat = Ground(position), position["combat"]
    houses = [combat["sides"][side]["house"] for side in SIDES]
    texts = [card if cards[1 - i] != "queen_of_thorns" else "" for i, card in enumerate(cards)]
    if KILLS_FIRST in texts:
        return None
    totals = [0, 0]
    for i, side in enumerate(SIDES):
        printed = card_facts(houses[i], cards[i])["strength"]
        totals[i] += 0 if texts[1 - i] == "balon_greyjoy" else printed
        totals[i] += blade == side
        totals[i] += army(ground, combat, i, texts[i])
        totals[i] += support(ground, combat, side, texts[1 - i])
    totals[0] += ORDERS[combat["order"]]
    if texts[0] != "brienne_of_tarth":
        totals[1] += defense(ground, combat["area"]) * (2 if texts[1] == "catelyn_stark" else 1)
    fiefdoms = position["tracks"]["fiefdoms"]
    ahead = min((0, 1), key=lambda i: (-totals[i], fiefdoms.index(houses[i])))
    swords = card_facts(houses[ahead], cards[ahead])["swords"]
    forts = card_facts(houses[1 - ahead], cards[1 - ahead])["fortifications"]
    return Outcome((totals[0], totals[1]), SIDES[ahead], max(0, swords - forts))


def fighters(ground: Ground, combat: Json, side: int) -> Counter[str]:
    """Units of a side that fight: defeated ones count nothing."""
    if side == 0:
        return Counter(combat["attacking_units"])
    return ground.units(combat["area"], routed=False)


def army(ground: Ground, combat: Json, side: int, text: str) -> int:
    """Strength of the fighting units; some texts raise those of an attacker by one each."""
    units = fighters(ground, combat, side)
    raised = units[RAISED[text]] if side == 0 and text in RAISED else 0
    return sum(UNIT[unit] * n for unit, n in units.items()) + raised


def defense(ground: Ground, area: str) -> int:
    """Strength of a Defense order in the embattled area."""
    token = (ground.entry(area).get("order") or {}).get("token", "")
    return ORDERS[token] if token.startswith("defense") else 0


def support(ground: Ground, combat: Json, side: str, against: str) -> int:
    """Strength of the areas that support a side."""
    rains = "rains_of_autumn" in ground.position["westeros"]["revealed"].values()
    total = 0
    for area, given in combat["support"].items():
        if given != side:
            continue
        total += ground.entry(area)["order"]["token"] == "support+1"
        for unit, n in ground.units(area, routed=False).items():
            silent = (rains and unit == "footman") or (
                against == "salladhor_saan" and unit == "ship"
            )
            total += 0 if silent else UNIT[unit] * n
    return total


def legal_casualties(ground: Ground, combat: Json, side: int, left: int) -> set[str]:
    """Units of which the first of some casualties may be, when types come in the printed order."""
    units = fighters(ground, combat, side)
    types = [unit for unit in UNIT if units[unit]]
    return {
        f"casualty {unit}"
        for i, unit in enumerate(types)
        if sum(units[later] for later in types[i:]) >= left
    }
