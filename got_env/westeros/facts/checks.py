"""Checks that the files of a game agree, and that rules can be made of them.

Many facts stand in the files twice, as people look them up in different places. They are compared,
so that an edit in one place alone is an error and not an edit without effect.
"""

from __future__ import annotations

from got_env.core.error_values import short_repr
from got_env.westeros.facts.checking import must_be, must_differ, must_name, refuse
from got_env.westeros.facts.checks_claim import check_claim
from got_env.westeros.facts.checks_storm import check_storm
from got_env.westeros.facts.facts import Facts
from got_env.westeros.facts.files import ORDER_KINDS, Area, Setup
from got_env.westeros.rules.state import DECK_SIZE, TIDES_DECK_SIZE
from got_env.westeros.rules.table import (
    MAX_CASTLES,
    MAX_PORTS,
    MAX_SEAS,
    NUM_CHOICES,
    NUM_TIDES_KINDS,
    SUPPLY_LEVELS,
)
from got_env.westeros.rules.vocabulary import (
    MAX_PLAYERS,
    Effect,
    WesterosCard,
    WildlingCard,
)

MAX_THREAT = 12
"""Strength of the Wildlings that observations have room for."""

BOARD, SETUP, CARDS = "board.json", "setup.json", "house_cards.json"
WESTEROS, WILDLINGS, TIDES = "westeros_cards.json", "wildling_cards.json", "tides_of_battle.json"

TRACKS = ("iron_throne", "fiefdoms", "kings_court")
DOMINANCE = ("iron_throne", "valyrian_steel_blade", "messenger_raven")
NUMERALS = ("I", "II", "III")


def check_facts(facts: Facts) -> None:
    """Refuse facts that contradict each other or that the engine has no rules for.

    Raises:
        ValueError: for the first; names file and field.
    """
    _check_areas(facts)
    _check_borders(facts)
    _check_ports(facts)
    _check_numbers(facts)
    _check_houses(facts)
    for players in facts.setup.setups:
        _check_setup(facts, players)
    _check_house_cards(facts, CARDS)
    _check_westeros(facts, WESTEROS)
    if facts.wildlings is not None:
        names = [card.id for card in facts.wildlings.cards]
        expected = [card.name.lower() for card in WildlingCard]
        must_be(WILDLINGS, "cards", names, expected, "in this order")
    if facts.tides is not None:
        _check_tides(facts)
    if facts.alliances is not None:
        check_claim(facts)
    elif facts.storm is not None:
        check_storm(facts)


def check_brought(facts: Facts) -> None:
    """Refuse cards that an option brings if the engine has no rules for them.

    Args:
        facts: of a game with the cards of some of its options, see :meth:`Facts.with_brought`.

    Raises:
        ValueError: for the first; names file and field.
    """
    file = {brought.attribute: brought.file for brought in facts.brought}
    _check_house_cards(facts, file["cards"])
    _check_westeros(facts, file["westeros"])
    if facts.wildlings is not None:
        known = [card.name.lower() for card in WildlingCard]
        names = [card.id for card in facts.wildlings.cards]
        must_differ(file["wildlings"], "cards", names)
        for i, name in enumerate(names):
            must_name(file["wildlings"], f"cards[{i}].id", name, known, "card the engine knows")


# --- the board


def _check_areas(facts: Facts) -> None:
    areas = facts.board.areas
    room = facts.edition.areas
    must_be(BOARD, "areas", len(areas), room, "the areas that observations have room for")
    must_differ(BOARD, "areas", facts.areas)
    for i, area in enumerate(areas):
        place = f"areas[{i}]"
        if area.castle and area.stronghold:
            refuse(BOARD, f"{place}.stronghold", "an area has a castle or a stronghold, not both")
        points = area.castle + 2 * area.stronghold
        why = "as castle and stronghold say"
        must_be(BOARD, f"{place}.mustering_points", area.mustering_points, points, why)
        if area.kind != "land":
            _check_water(area, place)
        if area.home_of is not None:
            must_name(BOARD, f"{place}.home_of", area.home_of, facts.houses, "house")
            home = facts.setup.houses[area.home_of].home_area
            why = f"the home_area of {area.home_of} in {SETUP}"
            must_be(BOARD, f"{place}.id", area.id, home, why)
    for kind, most in (("sea", MAX_SEAS), ("port", MAX_PORTS)):
        number = sum(area.kind == kind for area in areas)
        if number > most:
            refuse(BOARD, "areas", f"{number} {kind} areas: expected at most {most}")
    number = sum(area.mustering_points > 0 for area in areas)
    if number > MAX_CASTLES:
        refuse(BOARD, "areas", f"{number} castle areas: expected at most {MAX_CASTLES}")


def _check_water(area: Area, place: str) -> None:
    for field in ("castle", "stronghold", "supply_icons", "power_icons", "garrison_strength"):
        must_be(BOARD, f"{place}.{field}", getattr(area, field), 0, f"in a {area.kind} area")
    must_be(BOARD, f"{place}.home_of", area.home_of, None, f"in a {area.kind} area")


def _check_borders(facts: Facts) -> None:
    board = facts.board
    for name, near in board.neighbours.items():
        must_name(BOARD, f"neighbours.{name}", name, facts.areas, "area")
        must_differ(BOARD, f"neighbours.{name}", near)
    by_arrow = {name for arrow in board.arrows for name in (arrow.a, arrow.b)}
    for name in facts.areas:
        near = board.neighbours.get(name, ())
        if not near and name not in by_arrow:
            refuse(BOARD, f"neighbours.{name}", "the area borders nothing")
        for other in near:
            must_name(BOARD, f"neighbours.{name}", other, facts.areas, "area")
            if other == name:
                refuse(BOARD, f"neighbours.{name}", "the area borders itself")
            if name not in board.neighbours.get(other, ()):
                fault = f"{other} is there, but neighbours.{other} has no {name}"
                refuse(BOARD, f"neighbours.{name}", fault)
    pairs = {frozenset((name, other)) for name, near in board.neighbours.items() for other in near}
    edges = [frozenset((edge.a, edge.b)) for edge in board.edges]
    for i, edge in enumerate(board.edges):
        if edges[i] not in pairs or edges[i] in edges[:i]:
            refuse(
                BOARD, f"edges[{i}]", f"{edge.a} and {edge.b} are not neighbours, or are so twice"
            )
    for pair in sorted(map(sorted, pairs - set(edges))):
        refuse(BOARD, "edges", f"{pair[0]} and {pair[1]} are neighbours, but no edge says so")
    for i, border in enumerate(board.switchable_borders):
        place = f"switchable_borders[{i}]"
        for field in ("a", "b"):
            must_name(BOARD, f"{place}.{field}", getattr(border, field), facts.areas, "area")
        there = frozenset((border.a, border.b)) in pairs
        must_be(BOARD, f"{place}.default", border.default, there, "as neighbours says")
        options = facts.edition.options.specs
        must_name(BOARD, f"{place}.option", border.option, options, "option of the game")


def _check_ports(facts: Facts) -> None:
    kinds = {area.id: area.kind for area in facts.board.areas}
    port_of: dict[str, str] = {}
    for i, area in enumerate(facts.board.areas):
        if area.kind != "port":
            continue
        near = facts.board.neighbours[area.id]
        place = f"neighbours.{area.id}"
        if sorted(kinds[other] for other in near) != ["land", "sea"]:
            refuse(BOARD, place, f"{', '.join(near)}: expected one land and one sea area")
        land, sea = sorted(near, key=lambda other: kinds[other])
        must_be(BOARD, f"areas[{i}].port_land", area.port_land, land, f"as {place} says")
        must_be(BOARD, f"areas[{i}].port_sea", area.port_sea, sea, f"as {place} says")
        if land in port_of:
            refuse(BOARD, f"areas[{i}].port_land", f"{land} has the port {port_of[land]} already")
        port_of[land] = area.id
    for i, area in enumerate(facts.board.areas):
        expected = port_of.get(area.id)
        why = "as port_land of the ports says"
        must_be(BOARD, f"areas[{i}].port", area.port, expected, why)


# --- the set-up


def _check_numbers(facts: Facts) -> None:
    setup = facts.setup
    levels = [str(level) for level in range(SUPPLY_LEVELS)]
    must_be(SETUP, "supply_track", list(setup.supply_track), levels, "the levels of the track")
    _check_threat(facts)
    field = "strength_when_attacking_or_supporting_attack_on_castle_or_stronghold"
    engines, pieces = setup.unit_stats.siege_engine, setup.component_limits.unit_pool_per_house
    if engines is not None and engines.strength_at_castle is None:
        refuse(SETUP, f"unit_stats.siege_engine.{field}", "it is missing")
    for unit in ("siege_engine", "ship"):
        if getattr(setup.unit_stats, unit) is None and getattr(pieces, unit):
            refuse(SETUP, f"unit_stats.{unit}", "null: expected its numbers, as there are some")
    limits = setup.component_limits
    for field, cards, number in (
        ("wildling_cards", facts.wildlings, len(WildlingCard)),
        ("tides_of_battle_cards", facts.tides, TIDES_DECK_SIZE),
    ):
        expected = 0 if cards is None else number
        must_be(SETUP, f"component_limits.{field}", getattr(limits, field), expected, "cards")
    points = {"castle": 1, "stronghold": 2}
    must_be(SETUP, "mustering_points", setup.mustering_points, points, "as the engine knows them")
    _check_tokens(facts)


def _check_threat(facts: Facts) -> None:
    track = facts.setup.wildling_track
    if track is None:
        return
    by_itself = facts.edition.threat_attacks
    if by_itself != (track.attack_at is not None):
        expected = "a space of the track" if by_itself else "null, as they never attack so"
        refuse(
            SETUP, "wildling_track.attack_at", f"{short_repr(track.attack_at)}: expected {expected}"
        )
    if not track.positions:
        refuse(SETUP, "wildling_track.positions", "it is empty")
    last = track.positions[-1] if track.attack_at is None else track.attack_at
    for field, value in (("start", track.start), ("attack_at", last)):
        if value % track.step_per_icon:
            step = track.step_per_icon
            refuse(SETUP, f"wildling_track.{field}", f"{value}: expected a multiple of {step}")
    if track.start >= last:
        refuse(SETUP, "wildling_track.start", f"{track.start}: expected less than attack_at")
    if last > MAX_THREAT:
        refuse(SETUP, "wildling_track.positions", f"{last}: expected at most {MAX_THREAT}")
    places = list(range(0, last + 1, track.step_per_icon))
    must_be(SETUP, "wildling_track.positions", track.positions, places, "from 0 to attack_at")


def _check_tokens(facts: Facts) -> None:
    tokens = facts.setup.order_tokens
    kinds = set(ORDER_KINDS.values())
    for i, token in enumerate(tokens):
        kind = (token.type, token.modifier, token.special)
        if kind not in kinds:
            fault = f"no token is of type, modifier and special {kind}, or it occurs twice"
            refuse(SETUP, f"order_tokens[{i}]", fault)
        kinds.remove(kind)
    for kind in kinds:
        refuse(SETUP, "order_tokens", f"none is of type, modifier and special {kind}")
    total = sum(token.count for token in tokens)
    why = "the sum of order_tokens"
    field = "component_limits.order_tokens_per_house"
    must_be(SETUP, field, facts.setup.component_limits.order_tokens_per_house, total, why)


def _check_houses(facts: Facts) -> None:
    setup = facts.setup
    if not 2 <= len(facts.houses) <= MAX_PLAYERS:
        refuse(SETUP, "houses", f"{len(facts.houses)} houses: expected 2 to {MAX_PLAYERS}")
    kinds = {area.id: area for area in facts.board.areas}
    for track in TRACKS:
        field = f"influence_tracks_6p.{track}"
        order = getattr(setup.influence_tracks_6p, track)
        must_be(SETUP, field, sorted(order), list(facts.houses), "every house once")
    taken: dict[str, str] = {}
    for house, sheet in setup.houses.items():
        place = f"houses.{house}"
        must_name(SETUP, f"{place}.home_area", sheet.home_area, facts.areas, "area")
        home = kinds[sheet.home_area].home_of
        why = f"as home_of of {sheet.home_area} in {BOARD} says"
        must_be(SETUP, f"{place}.home_area", house, home, why)
        must_be(SETUP, f"{place}.garrison.area", sheet.garrison.area, sheet.home_area, "the home")
        strength = kinds[sheet.home_area].garrison_strength
        why = f"as garrison_strength of {sheet.home_area} in {BOARD} says"
        must_be(SETUP, f"{place}.garrison.strength", sheet.garrison.strength, strength, why)
        power = setup.initial_power_per_house
        why = "as initial_power_per_house says"
        must_be(SETUP, f"{place}.initial_power", sheet.initial_power, power, why)
        for track in TRACKS:
            position = getattr(setup.influence_tracks_6p, track).index(house) + 1
            given = sheet.track_positions_6p.get(track)
            why = "as influence_tracks_6p says"
            must_be(SETUP, f"{place}.track_positions_6p.{track}", given, position, why)
        _check_units(facts, house, taken)
    for i, area in enumerate(facts.board.areas):
        if area.garrison_strength and area.home_of is None:
            refuse(BOARD, f"areas[{i}].garrison_strength", "only home areas have a garrison")


def _check_units(facts: Facts, house: str, taken: dict[str, str]) -> None:
    """Units of the start: where they can stand, no more than there are, as Supply allows."""
    sheet = facts.setup.houses[house]
    kinds = {area.id: area.kind for area in facts.board.areas}
    pool = facts.setup.component_limits.unit_pool_per_house
    used: dict[str, int] = {}
    armies: dict[str, int] = {}
    for i, stack in enumerate(sheet.starting_units):
        place = f"houses.{house}.starting_units[{i}]"
        must_name(SETUP, f"{place}.area", stack.area, facts.areas, "area")
        if (stack.unit == "ship") == (kinds[stack.area] == "land"):
            refuse(
                SETUP, f"{place}.unit", f"a {stack.unit} cannot be in a {kinds[stack.area]} area"
            )
        if taken.setdefault(stack.area, house) != house:
            refuse(SETUP, f"{place}.area", f"units of {taken[stack.area]} stand there already")
        used[stack.unit] = used.get(stack.unit, 0) + stack.count
        if used[stack.unit] > getattr(pool, stack.unit):
            refuse(SETUP, f"{place}.count", f"more than the {getattr(pool, stack.unit)} of a house")
        armies[stack.area] = armies.get(stack.area, 0) + stack.count
        if kinds[stack.area] == "port" and armies[stack.area] > 3:
            refuse(SETUP, f"{place}.count", "a port holds at most 3 ships")
    sizes = sorted((size for size in armies.values() if size > 1), reverse=True)
    allowed = sorted(facts.setup.supply_track[str(sheet.initial_supply)], reverse=True)
    if len(sizes) > len(allowed) or any(a > b for a, b in zip(sizes, allowed, strict=False)):
        refuse(
            SETUP,
            f"houses.{house}.starting_units",
            f"armies of {sizes}: supply {sheet.initial_supply} allows {allowed}",
        )


def _check_setup(facts: Facts, players: str) -> None:
    place = f"setups.{players}"
    if players not in [str(count) for count in range(2, MAX_PLAYERS + 1)]:
        refuse(SETUP, place, f"expected a number of players from 2 to {MAX_PLAYERS}")
    chosen = facts.setup.setups[players]
    for field in ("houses_in_play", "houses_not_in_play"):
        for house in getattr(chosen, field):
            must_name(SETUP, f"{place}.{field}", house, facts.houses, "house")
        must_differ(SETUP, f"{place}.{field}", getattr(chosen, field))
    must_be(SETUP, f"{place}.houses_in_play", len(chosen.houses_in_play), int(players), "houses")
    rest = sorted(set(facts.houses) - set(chosen.houses_in_play))
    why = "those not in houses_in_play"
    must_be(SETUP, f"{place}.houses_not_in_play", sorted(chosen.houses_not_in_play), rest, why)
    _check_tracks(facts, chosen, place)
    _check_forces(facts, chosen, place)
    for i, option in enumerate(facts.setup.options):
        if str(option.applies_to_players) == players:
            _check_option(facts, chosen, i)
    for i, swap in enumerate(facts.setup.swaps):
        if str(swap.players) == players:
            for house in swap.houses:
                field = f"swaps[{i}].houses"
                must_name(SETUP, field, house, chosen.houses_in_play, "house in play")


def _check_tracks(facts: Facts, chosen: Setup, place: str) -> None:
    playing = chosen.houses_in_play
    for track, token in zip(TRACKS, DOMINANCE, strict=True):
        printed = getattr(facts.setup.influence_tracks_6p, track)
        order = [house for house in printed if house in playing]
        why = "the houses in play as influence_tracks_6p has them"
        given = list(getattr(chosen.influence_tracks, track))
        must_be(SETUP, f"{place}.influence_tracks.{track}", given, order, why)
        holder = chosen.dominance_tokens.get(token)
        must_be(SETUP, f"{place}.dominance_tokens.{token}", holder, order[0], "the first there")
    stars = chosen.special_orders_by_kings_court_position
    field = f"{place}.special_orders_by_kings_court_position"
    if len(stars) < len(playing):
        refuse(SETUP, field, f"{len(stars)} numbers: expected {len(playing)}")
    court = list(chosen.influence_tracks.kings_court)
    expected = {house: stars[i] for i, house in enumerate(court)}
    why = "as the two fields before say"
    field = f"{place}.special_orders_by_house_at_start"
    must_be(SETUP, field, chosen.special_orders_by_house_at_start, expected, why)


def _check_forces(facts: Facts, chosen: Setup, place: str) -> None:
    areas = {area.id: area for area in facts.board.areas}
    started = {
        stack.area
        for house in chosen.houses_in_play
        for stack in facts.setup.houses[house].starting_units
    }
    for name, force in chosen.neutral_forces.items():
        field = f"{place}.neutral_forces.{name}"
        must_name(SETUP, field, name, facts.areas, "area")
        if areas[name].kind == "port" or (areas[name].kind == "sea" and force == "impassable"):
            refuse(SETUP, field, "neutral forces stand on land; at sea they can be beaten")
        if areas[name].home_of in chosen.houses_in_play or name in started:
            refuse(SETUP, field, "a house in play starts there")
    number = len(chosen.neutral_forces)
    field = f"{place}.neutral_force_token_count"
    must_be(SETUP, field, chosen.neutral_force_token_count, number, "as neutral_forces says")
    closed = sorted(
        area.id
        for area in facts.board.areas
        if area.port_land is not None and chosen.neutral_forces.get(area.port_land) == "impassable"
    )
    why = "the ports of impassable areas"
    must_be(SETUP, f"{place}.closed_ports", sorted(chosen.closed_ports), closed, why)


def _check_option(facts: Facts, chosen: Setup, i: int) -> None:
    (stack,) = facts.setup.options[i].effect_of_alternative
    place = f"options[{i}].effect_of_alternative[0]"
    must_name(SETUP, f"{place}.house", stack.house, chosen.houses_in_play, "house in play")
    started = facts.setup.houses[stack.house].starting_units
    if not any((own.area, own.unit) == (stack.area, stack.unit) for own in started):
        refuse(SETUP, f"{place}.area", f"{stack.house} starts with no {stack.unit} there")


# --- the cards


def _check_house_cards(facts: Facts, file: str) -> None:
    for house in facts.cards.houses:
        must_name(file, f"houses.{house}", house, facts.houses, "house")
    for house in facts.houses:
        if house not in facts.cards.houses:
            refuse(file, f"houses.{house}", f"the cards of a house in {SETUP} are missing")
    effects = [effect.name.lower() for effect in Effect if effect]
    cards = [
        (f"houses.{house}[{i}]", card)
        for house, hand in facts.cards.houses.items()
        for i, card in enumerate(hand)
    ]
    must_differ(file, "houses", [card.id for _, card in cards])
    for place, card in cards:
        if card.text is not None and card.ability is None:
            refuse(file, f"{place}.text", f"{short_repr(card.text)}: the card has no ability")
        if card.ability is not None:
            field, text = ("id", card.id) if card.text is None else ("text", card.text)
            must_name(file, f"{place}.{field}", text, effects, "text that the engine knows")


def _check_westeros(facts: Facts, file: str) -> None:
    decks = facts.westeros.decks
    for numeral in decks:
        must_name(file, f"decks.{numeral}", numeral, NUMERALS, "deck")
    known = [card.name.lower() for card in WesterosCard]
    icons: dict[str, bool] = {}
    for numeral in NUMERALS:
        if numeral not in decks:
            refuse(file, f"decks.{numeral}", "the deck is missing")
        number = sum(card.count for card in decks[numeral])
        must_be(file, f"decks.{numeral}", number, DECK_SIZE, "cards")
        for i, card in enumerate(decks[numeral]):
            place = f"decks.{numeral}[{i}]"
            must_name(file, f"{place}.id", card.id, known, "card that the engine knows")
            icon = icons.setdefault(card.id, card.wildling_icon)
            why = "as on the card of that id before"
            must_be(file, f"{place}.wildling_icon", card.wildling_icon, icon, why)
            for name in card.stands_for:
                must_name(file, f"{place}.stands_for", name, known, "card that the engine knows")
            if len(card.stands_for) not in (0, NUM_CHOICES):
                fault = f"{len(card.stands_for)} cards: expected {NUM_CHOICES}"
                refuse(file, f"{place}.stands_for", fault)
        must_differ(file, f"decks.{numeral}", [card.id for card in decks[numeral]])


def _check_tides(facts: Facts) -> None:
    assert facts.tides is not None
    cards = facts.tides.cards
    must_differ(TIDES, "cards", [card.id for card in cards])
    must_be(TIDES, "cards", len(cards), NUM_TIDES_KINDS, "kinds of cards")
    number = sum(card.count for card in cards)
    must_be(TIDES, "cards", number, TIDES_DECK_SIZE, "cards")
