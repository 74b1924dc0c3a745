"""Rulesets: the facts of games made into rows of RULES, and the facts behind each row.

A ruleset is a game with its facts and a number of players. Every record names its row of RULES; so
whoever has a record finds what the pieces of its game are called by :func:`facts_of`. Which rows
the facts of a folder get depends on what a process has loaded before, so rows are for this process
alone; :func:`ruleset_of` gives them.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from got_env.westeros.facts.facts import Facts, Houses
from got_env.westeros.facts.files import ORDER_KINDS
from got_env.westeros.facts.reading import SHIPPED, read_facts
from got_env.westeros.facts.rulesets_claim import fill_claim
from got_env.westeros.rules.table import RULES, RULES_DTYPE, SUPPLY_LEVELS, SUPPLY_SIZES
from got_env.westeros.rules.vocabulary import (
    IMPASSABLE,
    NONE,
    Effect,
    Order,
    Terrain,
    WesterosCard,
    WildlingCard,
)

Rules = np.ndarray[Any, np.dtype[Any]]

_NO_PRICE = 99
"""Of a unit type that the game does not have."""

_facts: list[Facts] = []
"""Behind each row of RULES."""
_first_rows: dict[Facts, int] = {}
_lock = threading.Lock()


def add_rulesets(facts: Facts) -> None:
    """Append a row to RULES for each number of players of a game; those of the same are found.

    Raises:
        ValueError: if RULES has no room for them.
    """
    with _lock:
        if facts not in _first_rows:
            variants, behind = [], []
            for chosen in range(1 << len(facts.brought)):
                one = facts.with_brought(chosen)
                rows = np.concatenate([build_rules(one, n) for n in facts.player_counts])
                variants += [_with_borders(rows, facts, i) for i in range(_num_boards(facts))]
                behind += [one] * len(rows) * _num_boards(facts)
            first = RULES.add(np.concatenate(variants))
            _facts.extend(behind)
            _first_rows[facts] = first


def ruleset_of(facts: Facts, players: int, options: Sequence[int] | None = None) -> int:
    """Row of RULES of a game for a number of players.

    Args:
        facts: of the game.
        players: how many.
        options: what a record keeps of every option; the defaults without.
    """
    table = facts.edition.options
    chosen = table.resolve({}) if options is None else options
    variant = 0
    for i, border in enumerate(facts.board.switchable_borders):
        spec = table.specs[border.option]
        if chosen[spec.slot] != spec.codes[0]:
            variant |= 1 << i
    for i, brought in enumerate(facts.brought, len(facts.board.switchable_borders)):
        spec = table.specs[brought.option]
        if chosen[spec.slot] == spec.codes[spec.values.index(brought.value)]:
            variant |= 1 << i
    counts = facts.player_counts
    return _first_rows[facts] + variant * len(counts) + counts.index(players)


def rulesets_of(facts: Facts) -> range:
    """All rows of RULES of a game."""
    first = _first_rows[facts]
    variants = _num_boards(facts) << len(facts.brought)
    return range(first, first + variants * len(facts.player_counts))


def _num_boards(facts: Facts) -> int:
    """Number of boards: one for each choice of the switchable borders."""
    return 1 << len(facts.board.switchable_borders)


def _with_borders(rows: Rules, facts: Facts, variant: int) -> Rules:
    """Rows with the borders whose bit is in ``variant`` given or taken."""
    changed = rows.copy()
    for i, border in enumerate(facts.board.switchable_borders):
        if variant >> i & 1:
            a, b = facts.areas.index(border.a), facts.areas.index(border.b)
            for row in changed:
                for one, other in ((a, b), (b, a)):
                    near = set(row["neighbours"][one, : row["degree"][one]].tolist()) ^ {other}
                    row["neighbours"][one] = NONE
                    _set_neighbours(row, one, sorted(near))
    return changed


def _set_neighbours(row: Any, area: int, near: list[int]) -> None:
    row["degree"][area] = len(near)
    row["neighbours"][area, : len(near)] = near
    row["adjacent"][area] = sum(1 << j for j in near)


def facts_of(ruleset: Any) -> Facts:
    """Facts of the game behind a row of RULES."""
    return _facts[int(ruleset)]


def has_claim(s: Any) -> bool:
    """True if a record is of a game with claim, or with Leaders and Tactics cards alone."""
    return facts_of(s["ruleset"]).edition.with_claim


def areas_of(s: Any) -> tuple[str, ...]:
    """Ids of the areas of a record by index."""
    return facts_of(s["ruleset"]).areas


def houses_of(s: Any) -> Houses:
    """Houses of a record by seat, and with them its facts."""
    return facts_of(s["ruleset"]).houses_in_play(int(s["num_players"]))


@cache
def load_facts(game: str) -> Facts:
    """Facts shipped with the package for a game code such as ``"agot2e"``; they have rulesets."""
    facts = read_facts(game, SHIPPED / game)
    add_rulesets(facts)
    return facts


_BANS: Mapping[str, tuple[Order, ...]] = {
    "no_raid": (Order.RAID, Order.RAID_STAR),
    "no_march_plus_one": (Order.MARCH_STAR,),
    "no_consolidate_power": (Order.CONSOLIDATE, Order.CONSOLIDATE_STAR),
    "no_support": (Order.SUPPORT, Order.SUPPORT_STAR),
    "no_defense": (Order.DEFENSE, Order.DEFENSE_STAR),
}

_NOTHING = WesterosCard.LAST_DAYS_OF_SUMMER

_OFFERS = {
    WesterosCard.A_THRONE_OF_BLADES: (WesterosCard.SUPPLY, WesterosCard.MUSTERING, _NOTHING),
    WesterosCard.DARK_WINGS_DARK_WORDS: (
        WesterosCard.CLASH_OF_KINGS,
        WesterosCard.GAME_OF_THRONES,
        _NOTHING,
    ),
    WesterosCard.PUNISH_THE_GUILTY: (
        WesterosCard.CLAIM_WESTEROS,
        WesterosCard.SWING_THE_SWORD,
        _NOTHING,
    ),
    WesterosCard.PUT_TO_THE_SWORD: (
        WesterosCard.STORM_OF_SWORDS,
        WesterosCard.RAINS_OF_AUTUMN,
        _NOTHING,
    ),
}

OFFERS = np.array([_OFFERS.get(card, (NONE,) * 3) for card in WesterosCard], dtype=np.int16)
"""Cards that options a, b, c of a choice card stand for, unless the facts say otherwise.

Rule: 2E-CARD-14 to -19.
"""

_STANDS_AT = {
    WesterosCard.CLAIM_WESTEROS: 0,
    WesterosCard.PUNISH_THE_GUILTY: WesterosCard.PUT_TO_THE_SWORD,
    WesterosCard.SWING_THE_SWORD: WesterosCard.WEB_OF_LIES,
    WesterosCard.HIDDEN_SCHEMES: 0,
}
"""Places in observations of kinds that have none of their own where boards have no claim: those
of cards that are never in the same decks, or 0 if none of these boards has the card."""

_UNITS = ("footman", "knight", "siege_engine", "ship")
_TRACKS = ("iron_throne", "fiefdoms", "kings_court")
_ALL_ORDERS = sum(1 << order for order in Order)
_POWER_ORDERS = 1 << Order.CONSOLIDATE | 1 << Order.CONSOLIDATE_STAR


def build_rules(facts: Facts, players: int) -> Rules:
    """One RULES record ``(1,)`` for a game's facts and a number of players."""
    rules = np.zeros(1, dtype=RULES_DTYPE)
    row = rules[0]
    _fill_board(row, facts, players)
    _fill_houses(row, facts, players)
    _fill_numbers(row, facts, players)
    _fill_edition(row, facts)
    _fill_house_cards(row, facts, players)
    _fill_westeros(row, facts)
    _fill_wildlings(row, facts)
    _fill_tides(row, facts)
    fill_claim(row, facts, players)
    return rules


def _fill_board(row: Any, facts: Facts, players: int) -> None:
    index = {area: i for i, area in enumerate(facts.areas)}
    seats = {house: seat for seat, house in enumerate(facts.houses_in_play(players))}
    row["num_areas"] = len(facts.areas)
    for field in ("port_land", "port_sea", "port_of", "home_seat", "neighbours"):
        row[field][:] = NONE
    seas, ports, castles = [], [], []
    for i, area in enumerate(facts.board.areas):
        kind = Terrain[area.kind.upper()]
        row["kind"][i] = kind
        near = sorted(index[name] for name in facts.board.neighbours[area.id])
        _set_neighbours(row, i, near)
        row["area_orders"][i] = _ALL_ORDERS
        if area.island:
            row["island_mask"] |= 1 << i
        if kind is Terrain.LAND:
            row["land_mask"] |= 1 << i
            row["muster_points"][i] = area.mustering_points
            row["supply_icons"][i] = area.supply_icons
            row["power_icons"][i] = area.power_icons
            row["home_seat"][i] = seats.get(area.home_of, NONE) if area.home_of else NONE
            if row["home_seat"][i] != NONE:
                row["home_mask"] |= 1 << i
            if area.mustering_points:
                castles.append(i)
        elif kind is Terrain.SEA:
            row["sea_mask"] |= 1 << i
            seas.append(i)
            if facts.edition.no_power_at_sea:
                row["area_orders"][i] &= ~_POWER_ORDERS
        else:
            row["port_mask"] |= 1 << i
            ports.append(i)
    for port in ports:
        for near in row["neighbours"][port, : row["degree"][port]]:
            row["port_land" if row["kind"][near] == Terrain.LAND else "port_sea"][port] = near
        row["port_of"][row["port_land"][port]] = port
    for field, count, values in (
        ("seas", "num_seas", seas),
        ("ports", "num_ports", ports),
        ("castles", "num_castles", castles),
    ):
        row[field][:] = NONE
        row[field][: len(values)] = values
        row[count] = len(values)


def _fill_houses(row: Any, facts: Facts, players: int) -> None:
    index = {area: i for i, area in enumerate(facts.areas)}
    setup, chosen = facts.setup, facts.setup.setups[str(players)]
    houses = facts.houses_in_play(players)
    row["num_players"] = players
    row["house"][:] = NONE
    row["start_owner"][:] = NONE
    row["start_track"][:] = NONE
    row["optional_ship"] = NONE
    row["swapped_track"] = NONE
    for swap in setup.swaps:
        if swap.players == players:
            row["swapped_track"] = _TRACKS.index(swap.track)
            row["swapped_seats"] = [houses.index(house) for house in swap.houses]
    for seat, house in enumerate(houses):
        row["house"][seat] = facts.houses.index(house)
        sheet = setup.houses[house]
        row["start_supply"][seat] = sheet.initial_supply
        for stack in sheet.starting_units:
            area = index[stack.area]
            row["start_units"][area, _UNITS.index(stack.unit)] += stack.count
            row["start_owner"][area] = seat
        garrison = sheet.garrison
        row["start_garrison"][index[garrison.area]] = garrison.strength
    for option in setup.options:
        if option.applies_to_players == players:
            row["optional_ship"] = index[option.effect_of_alternative[0].area]
    for name, force in chosen.neutral_forces.items():
        row["start_neutral"][index[name]] = IMPASSABLE if force == "impassable" else force
    for t, track in enumerate(_TRACKS):
        # 2E-SETUP-14: missing houses are skipped, the others slide up in their printed order.
        order = [h for h in getattr(setup.influence_tracks_6p, track) if h in houses]
        row["start_track"][t, :players] = [houses.index(h) for h in order]
    row["stars"][:players] = chosen.special_orders_by_kings_court_position[:players]


def _fill_numbers(row: Any, facts: Facts, players: int) -> None:
    setup = facts.setup
    track = setup.wildling_track
    row["start_power"] = setup.initial_power_per_house
    if track is not None:
        row["start_threat"] = track.start
        row["threat_max"] = track.positions[-1]
        row["threat_step"] = track.step_per_icon
    row["max_rounds"] = setup.game_length.max_rounds
    row["castles_to_win"] = (
        setup.setups[str(players)].castles_to_win
        or setup.game_length.castles_and_strongholds_for_immediate_win
    )
    stats = setup.unit_stats
    for u, unit in enumerate(_UNITS):
        row["pool"][u] = getattr(setup.component_limits.unit_pool_per_house, unit)
        row["loss_price"][u] = facts.edition.loss_prices.get(unit, 1)
        stat = getattr(stats, unit)
        row["unit_strength"][u] = 0 if stat is None else stat.strength
        row["muster_cost"][u] = _NO_PRICE if stat is None else stat.muster_cost
    row["siege_strength"] = (
        0 if stats.siege_engine is None else stats.siege_engine.strength_at_castle
    )
    for level in range(SUPPLY_LEVELS):
        sizes = setup.supply_track[str(level)]
        row["supply_limit"][level, :2] = len(sizes)
        for n in range(2, SUPPLY_SIZES):
            row["supply_limit"][level, n] = sum(size >= n for size in sizes)
    tokens = {(t.type, t.modifier, t.special): t.count for t in setup.order_tokens}
    for order, key in ORDER_KINDS.items():
        row["order_tokens"][order] = tokens[key]
        row["order_special"][order] = key[2]
        row["order_bonus"][order] = key[1] or 0


def _fill_edition(row: Any, facts: Facts) -> None:
    edition = facts.edition
    row["threat_attacks"] = edition.threat_attacks
    row["threat_back"] = edition.threat_steps_back * int(row["threat_step"])
    row["star_raid"] = edition.star_raid
    row["victim_pays"] = edition.victim_pays
    row["star_musters"] = edition.star_musters
    row["raven_looks"] = edition.raven_looks
    row["text_order"] = edition.text_order
    row["whole_hand"] = edition.whole_hand_returns
    row["used_return"] = edition.used_cards_return
    row["places_tie"] = edition.places_can_tie
    row["mutes_lending"] = edition.rains_on_lending
    row["after"][:] = NONE
    for phase, following in edition.round_graph.items():
        row["after"][phase] = following
    row["decision_place"][:] = NONE
    for place, phase in enumerate(edition.decisions):
        row["decision_place"][phase] = place
    row["num_options"] = len(edition.options.specs)
    for i, spec in enumerate(edition.options.specs.values()):
        row["option_slot"][i] = spec.slot
    row["orders_by_area"] = (row["area_orders"][: row["num_areas"]] != _ALL_ORDERS).any()


def _fill_house_cards(row: Any, facts: Facts, players: int) -> None:
    for seat, house in enumerate(facts.houses_in_play(players)):
        for slot, card in enumerate(facts.cards.houses[house]):
            row["card_strength"][seat, slot] = card.strength
            row["card_swords"][seat, slot] = card.swords
            row["card_forts"][seat, slot] = card.fortifications
            if card.ability is not None:
                row["card_effect"][seat, slot] = Effect[(card.text or card.id).upper()]


def _fill_westeros(row: Any, facts: Facts) -> None:
    row["offers"] = OFFERS
    row["westeros_place"] = [_STANDS_AT.get(kind, kind) for kind in WesterosCard]
    for d, numeral in enumerate(("I", "II", "III")):
        deck: list[int] = []
        for card in facts.westeros.decks[numeral]:
            kind = WesterosCard[card.id.upper()]
            deck += [kind] * card.count
            row["wildling_icon"][kind] = card.wildling_icon
            for i, name in enumerate(card.stands_for):
                row["offers"][kind, i] = WesterosCard[name.upper()]
            if card.planning_restriction:
                bans = _BANS[card.planning_restriction]
                row["westeros_ban"][kind] = sum(1 << order for order in bans)
            for unit in card.muted_support:
                row["westeros_mute"][kind] |= 1 << _UNITS.index(unit)
                row["mutes"] = 1
        row["westeros_deck"][d] = deck


def _fill_wildlings(row: Any, facts: Facts) -> None:
    row["wildlings"] = NONE
    if facts.wildlings is None:
        return
    cards = facts.wildlings.cards
    row["num_wildlings"] = len(cards)
    row["wild_open"] = facts.wildlings.open
    for i, card in enumerate(cards):
        kind = WildlingCard[card.id.upper()]
        row["wildlings"][i] = kind
        if kind is WildlingCard.MAMMOTH_RIDERS:
            row["mammoth_loss"] = card.lowest_loses
        if kind is WildlingCard.MASSING_ON_THE_MILKWATER:
            row["massing_one"] = card.one_card_each


def _fill_tides(row: Any, facts: Facts) -> None:
    if facts.tides is None:
        return
    tides: list[int] = []
    for i, card in enumerate(facts.tides.cards):
        tides += [i] * card.count
        row["tides_strength"][i] = card.strength
        row["tides_swords"][i] = card.swords
        row["tides_forts"][i] = card.fortifications
        row["tides_skulls"][i] = card.skulls
    row["tides_deck"][:] = tides
