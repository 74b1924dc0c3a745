"""Further checks that the files of a game with claim agree: Leaders, cards, ways."""

from __future__ import annotations

from got_env.westeros.facts.checking import must_be, must_differ, must_name, refuse
from got_env.westeros.facts.facts import Facts
from got_env.westeros.rules.vocabulary import ALLIANCE_DECK_SIZE, NUM_TACTICS, Alliance, Tactic

BOARD, SETUP, LEADERS = "board.json", "setup.json", "leaders.json"
TACTICS, ALLIANCES = "tactics_cards.json", "alliance_cards.json"


def check_claim(facts: Facts) -> None:
    """Refuse facts of a game with claim that contradict each other.

    Raises:
        ValueError: for the first; names file and field.
    """
    _check_ways(facts)
    _check_alliances(facts)
    _check_leaders(facts)
    check_tactics(facts, NUM_TACTICS)
    _check_start(facts)


def _check_ways(facts: Facts) -> None:
    board = facts.board
    for name, pairs in (("fords", board.fords), ("river_borders", board.river_borders)):
        for i, pair in enumerate(pairs):
            for field in ("a", "b"):
                must_name(BOARD, f"{name}[{i}].{field}", getattr(pair, field), facts.areas, "area")
            if pair.b in board.neighbours[pair.a]:
                refuse(BOARD, f"{name}[{i}]", f"{pair.a} and {pair.b} are neighbours already")
    for i, arrow in enumerate(board.arrows):
        for field in ("a", "b"):
            must_name(BOARD, f"arrows[{i}].{field}", getattr(arrow, field), facts.areas, "area")
        if arrow.house is not None:
            must_name(BOARD, f"arrows[{i}].house", arrow.house, facts.houses, "house")
    for i, area in enumerate(board.areas):
        if area.town and area.mustering_points:
            refuse(BOARD, f"areas[{i}].town", "an area is a town, or has a castle or a stronghold")
        if area.claim and not area.mustering_points:
            refuse(BOARD, f"areas[{i}].claim", "only castles and strongholds bring claim")
    if not facts.setup.weather:
        refuse(SETUP, "weather", "it is empty")


def _check_alliances(facts: Facts) -> None:
    assert facts.alliances is not None
    file = facts.alliances
    must_differ(ALLIANCES, "decks", file.decks)
    for i, name in enumerate(file.permanent):
        must_name(ALLIANCES, f"permanent[{i}]", name, file.decks, "deck")
    must_differ(ALLIANCES, "cards", [card.id for card in file.cards])
    kinds = [kind.name.lower() for kind in Alliance]
    for i, card in enumerate(file.cards):
        must_name(ALLIANCES, f"cards[{i}].type", card.type, kinds, "kind of card")
        deck = file.decks[i // ALLIANCE_DECK_SIZE]
        why = "cards stand deck by deck, six to a deck"
        must_be(ALLIANCES, f"cards[{i}].deck", card.deck, deck, why)


def _check_leaders(facts: Facts) -> None:
    assert facts.leaders is not None
    assert facts.alliances is not None
    must_differ(LEADERS, "leaders", [leader.id for leader in facts.leaders.leaders])
    cards = {card.id: card for card in facts.alliances.cards}
    for i, leader in enumerate(facts.leaders.leaders):
        place = f"leaders[{i}]"
        if (leader.house is None) == (leader.alliance_card is None):
            refuse(LEADERS, f"{place}.house", "a Leader has a house or an Alliance card")
        if leader.house is not None:
            must_name(LEADERS, f"{place}.house", leader.house, facts.houses, "house")
            own = facts.card_ids[leader.house]
            must_name(LEADERS, f"{place}.house_card", str(leader.house_card), own, "card of it")
        else:
            card = str(leader.alliance_card)
            must_name(LEADERS, f"{place}.alliance_card", card, cards, "Alliance card")
            why = f"the Leader of {card} in {ALLIANCES}"
            must_be(LEADERS, f"{place}.id", leader.id, cards[card].leader, why)


def check_tactics(facts: Facts, size: int) -> None:
    """Refuse Tactics cards that the engine does not know, and decks of another size."""
    assert facts.tactics is not None
    cards = {card.id: card for card in facts.tactics.cards}
    kinds = [kind.name.lower() for kind in Tactic if kind is not Tactic.OBJECTIVE]
    for i, card in enumerate(facts.tactics.cards):
        for area in card.objective:
            must_name(TACTICS, f"cards[{i}].objective", area, facts.areas, "area")
        if not card.objective:
            must_name(TACTICS, f"cards[{i}].id", card.id, kinds, "text that the engine knows")
    must_be(TACTICS, "decks", sorted(facts.tactics.decks), list(facts.houses), "every house once")
    for house, deck in facts.tactics.decks.items():
        must_be(TACTICS, f"decks.{house}", len(deck), size, "as many cards as the rules say")
        must_differ(TACTICS, f"decks.{house}", deck)
        for name in deck:
            must_name(TACTICS, f"decks.{house}", name, cards, "Tactics card")


def _check_start(facts: Facts) -> None:
    assert facts.leaders is not None
    assert facts.alliances is not None
    leaders = {leader.id: leader for leader in facts.leaders.leaders}
    cards = [card.id for card in facts.alliances.cards]
    placed: list[str] = []
    for house, sheet in facts.setup.houses.items():
        stacks = {stack.area for stack in sheet.starting_units}
        for i, start in enumerate(sheet.leaders):
            field = f"houses.{house}.leaders[{i}]"
            must_name(SETUP, f"{field}.leader", start.leader, leaders, "Leader")
            must_name(SETUP, f"{field}.area", start.area, stacks, "area with units of the house")
            card = leaders[start.leader].alliance_card
            if leaders[start.leader].house != house and card not in sheet.alliance_cards:
                refuse(SETUP, f"{field}.leader", f"{start.leader} is no Leader of {house}")
            placed.append(start.leader)
        for i, name in enumerate(sheet.prison):
            must_name(SETUP, f"houses.{house}.prison[{i}]", name, leaders, "Leader")
            placed.append(name)
        for i, name in enumerate(sheet.alliance_cards):
            must_name(SETUP, f"houses.{house}.alliance_cards[{i}]", name, cards, "Alliance card")
        for i, garrison in enumerate(sheet.more_garrisons):
            field = f"houses.{house}.more_garrisons[{i}].area"
            must_name(SETUP, field, garrison.area, facts.areas, "area")
    must_differ(SETUP, "leaders and prison", placed)
