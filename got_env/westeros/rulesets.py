"""Rulesets: the facts of games made into rows of RULES, and the facts behind each row.

A ruleset is a game with its facts and a number of players. Every record names its row of RULES; so
whoever has a record finds what the pieces of its game are called by :func:`facts_of`. Which rows
the facts of a folder get depends on what a process has loaded before, so rows are for this process
alone; :func:`ruleset_of` gives them.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from got_env.westeros.facts.facts import Facts, Houses
from got_env.westeros.facts.files import ORDER_KINDS
from got_env.westeros.facts.reading import SHIPPED, read_facts
from got_env.westeros.rules import RULES, RULES_DTYPE, SUPPLY_LEVELS, SUPPLY_SIZES
from got_env.westeros.vocabulary import (
    IMPASSABLE,
    NONE,
    Effect,
    Kind,
    Order,
    Phase,
    WesterosCard,
)

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
            rows = np.concatenate([build_rules(facts, n) for n in facts.player_counts])
            first = RULES.add(rows)
            _facts.extend([facts] * len(rows))
            _first_rows[facts] = first


def ruleset_of(facts: Facts, players: int) -> int:
    """Row of RULES of a game for a number of players."""
    return _first_rows[facts] + facts.player_counts.index(players)


def facts_of(ruleset: Any) -> Facts:
    """Facts of the game behind a row of RULES."""
    return _facts[int(ruleset)]


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

_UNITS = ("footman", "knight", "siege_engine", "ship")

_ROUND_GRAPH: Mapping[Phase, Phase] = {
    Phase.ROUND: Phase.WESTEROS,
    Phase.WESTEROS: Phase.PLANNING,
    Phase.PLANNING: Phase.RAVEN_STEP,
    Phase.RAVEN_STEP: Phase.RAID_STEP,
    Phase.RAID_STEP: Phase.MARCH_STEP,
    Phase.MARCH_STEP: Phase.CONSOLIDATE_STEP,
    Phase.CONSOLIDATE_STEP: Phase.CLEAN_UP,
    Phase.CLEAN_UP: Phase.ROUND,
}


def build_rules(facts: Facts, players: int) -> np.ndarray[Any, np.dtype[Any]]:
    """One RULES record ``(1,)`` for a game's facts and a number of players."""
    rules = np.zeros(1, dtype=RULES_DTYPE)
    row = rules[0]
    _fill_board(row, facts, players)
    _fill_houses(row, facts, players)
    _fill_numbers(row, facts)
    _fill_house_cards(row, facts, players)
    _fill_westeros(row, facts)
    _fill_tides(row, facts)
    row["after"][:] = NONE
    for phase, following in _ROUND_GRAPH.items():
        row["after"][phase] = following
    return rules


def _fill_board(row: Any, facts: Facts, players: int) -> None:
    index = {area: i for i, area in enumerate(facts.areas)}
    seats = {house: seat for seat, house in enumerate(facts.houses_in_play(players))}
    row["num_areas"] = len(facts.areas)
    for field in ("port_land", "port_sea", "port_of", "home_seat", "neighbours"):
        row[field][:] = NONE
    seas, ports, castles = [], [], []
    for i, area in enumerate(facts.board.areas):
        kind = Kind[area.kind.upper()]
        row["kind"][i] = kind
        near = sorted(index[name] for name in facts.board.neighbours[area.id])
        row["degree"][i] = len(near)
        row["neighbours"][i, : len(near)] = near
        row["adjacent"][i] = sum(1 << j for j in near)
        if kind is Kind.LAND:
            row["land_mask"] |= 1 << i
            row["muster_points"][i] = area.mustering_points
            row["supply_icons"][i] = area.supply_icons
            row["power_icons"][i] = area.power_icons
            row["home_seat"][i] = seats.get(area.home_of, NONE) if area.home_of else NONE
            if row["home_seat"][i] != NONE:
                row["home_mask"] |= 1 << i
            if area.mustering_points:
                castles.append(i)
        elif kind is Kind.SEA:
            row["sea_mask"] |= 1 << i
            seas.append(i)
        else:
            row["port_mask"] |= 1 << i
            ports.append(i)
    for port in ports:
        for near in row["neighbours"][port, : row["degree"][port]]:
            row["port_land" if row["kind"][near] == Kind.LAND else "port_sea"][port] = near
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
    for t, track in enumerate(("iron_throne", "fiefdoms", "kings_court")):
        # 2E-SETUP-14: missing houses are skipped, the others slide up in their printed order.
        order = [h for h in getattr(setup.influence_tracks_6p, track) if h in houses]
        row["start_track"][t, :players] = [houses.index(h) for h in order]
    row["stars"][:players] = chosen.special_orders_by_kings_court_position[:players]


def _fill_numbers(row: Any, facts: Facts) -> None:
    setup = facts.setup
    row["start_power"] = setup.initial_power_per_house
    row["start_threat"] = setup.wildling_track.start
    row["threat_max"] = setup.wildling_track.attack_at
    row["threat_step"] = setup.wildling_track.step_per_icon
    row["max_rounds"] = setup.game_length.max_rounds
    row["castles_to_win"] = setup.game_length.castles_and_strongholds_for_immediate_win
    stats = setup.unit_stats
    for u, unit in enumerate(_UNITS):
        row["pool"][u] = getattr(setup.component_limits.unit_pool_per_house, unit)
        row["unit_strength"][u] = getattr(stats, unit).strength
        row["muster_cost"][u] = getattr(stats, unit).muster_cost
    row["siege_strength"] = stats.siege_engine.strength_at_castle
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


def _fill_house_cards(row: Any, facts: Facts, players: int) -> None:
    for seat, house in enumerate(facts.houses_in_play(players)):
        for slot, card in enumerate(facts.cards.houses[house]):
            row["card_strength"][seat, slot] = card.strength
            row["card_swords"][seat, slot] = card.swords
            row["card_forts"][seat, slot] = card.fortifications
            if card.ability is not None:
                row["card_effect"][seat, slot] = Effect[card.id.upper()]


def _fill_westeros(row: Any, facts: Facts) -> None:
    for d, numeral in enumerate(("I", "II", "III")):
        deck: list[int] = []
        for card in facts.westeros.decks[numeral]:
            kind = WesterosCard[card.id.upper()]
            deck += [kind] * card.count
            row["wildling_icon"][kind] = card.wildling_icon
            if card.planning_restriction:
                bans = _BANS[card.planning_restriction]
                row["westeros_ban"][kind] = sum(1 << order for order in bans)
        row["westeros_deck"][d] = deck


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
