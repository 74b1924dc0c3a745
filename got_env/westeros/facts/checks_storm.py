"""Further checks that files agree: Leaders and Tactics cards of the original board."""

from __future__ import annotations

from got_env.westeros.facts.checking import must_be, must_differ, must_name, refuse
from got_env.westeros.facts.checks_claim import LEADERS, check_tactics
from got_env.westeros.facts.facts import Facts
from got_env.westeros.facts.files import HouseCards

STORM = "storm_setup.json"

LEADERS_OF_A_HOUSE = 2
CARDS_OF_A_DECK = 6


def check_storm(facts: Facts) -> None:
    """Refuse Leaders and Tactics cards that the board and the House cards do not bear out.

    Rule: ASOS-OPT3-01, ASOS-OPT4-01, -02, -05.

    Raises:
        ValueError: for the first; names file and field.
    """
    _check_leaders(facts)
    check_tactics(facts, CARDS_OF_A_DECK)
    _check_forces(facts)


def _check_leaders(facts: Facts) -> None:
    assert facts.leaders is not None
    must_differ(LEADERS, "leaders", [leader.id for leader in facts.leaders.leaders])
    hands = [facts.cards, *(b.cards for b in facts.brought if isinstance(b.cards, HouseCards))]
    for i, leader in enumerate(facts.leaders.leaders):
        place = f"leaders[{i}]"
        if leader.house is None or leader.alliance_card is not None:
            refuse(LEADERS, f"{place}.house", "there are no allied Leaders on this board")
        must_name(LEADERS, f"{place}.house", leader.house, facts.houses, "house")
        known = {card.id for hand in hands for card in hand.houses[leader.house]}
        must_name(LEADERS, f"{place}.house_card", str(leader.house_card), known, "card of it")
    for house in facts.houses:
        number = sum(leader.house == house for leader in facts.leaders.leaders)
        must_be(LEADERS, f"leaders of {house}", number, LEADERS_OF_A_HOUSE, "a house has two")


def _check_forces(facts: Facts) -> None:
    assert facts.storm is not None
    for area, strength in facts.storm.neutral_forces_with_leaders.items():
        field = f"neutral_forces_with_leaders.{area}"
        must_name(STORM, field, area, facts.areas, "area")
        for players, setup in facts.setup.setups.items():
            printed = setup.neutral_forces.get(area)
            if not isinstance(printed, int) or printed > strength:
                refuse(STORM, field, f"{strength}: setup.json has {printed} for {players} players")
