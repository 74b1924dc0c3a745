"""RULES: everything that differs between rulesets, one record per game and number of players.

The only reader of the JSON facts in ``data/``. Kernels index it as ``RULES[s.ruleset]`` and never
ask which game they play.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from got_env.core.jit import record_dtype
from got_env.westeros.vocabulary import (
    HAND_SIZE,
    IMPASSABLE,
    MAX_AREAS,
    MAX_NEIGHBOURS,
    MAX_PLAYERS,
    NONE,
    NUM_ORDERS,
    NUM_PHASES,
    NUM_TRACKS,
    NUM_UNITS,
    Effect,
    Kind,
    Order,
    Phase,
    WesterosCard,
    WildlingCard,
)

DATA = Path(__file__).parent / "data"
LARGEST_FACTS = 1 << 20
"""Bytes of a file of facts; the longest has a twentieth of that."""
MAX_SEAS = 12
MAX_PORTS = 8
MAX_CASTLES = 20
SUPPLY_LEVELS = 7
SUPPLY_SIZES = 8
NUM_TIDES_KINDS = 6

_I = np.int16
_A = MAX_AREAS

RULES_DTYPE: np.dtype[Any] = record_dtype(
    [
        # --- board
        ("num_areas", _I),
        ("kind", _I, (_A,)),
        ("adjacent", np.int64, (_A,)),  # bit per adjacent area
        ("neighbours", _I, (_A, MAX_NEIGHBOURS)),  # the same as a list
        ("degree", _I, (_A,)),
        ("land_mask", np.int64),
        ("sea_mask", np.int64),
        ("port_mask", np.int64),
        ("seas", _I, (MAX_SEAS,)),
        ("num_seas", _I),
        ("ports", _I, (MAX_PORTS,)),
        ("num_ports", _I),
        ("port_land", _I, (_A,)),  # of a port: its land area
        ("port_sea", _I, (_A,)),  # of a port: its sea area
        ("port_of", _I, (_A,)),  # of a land area: its port
        ("castles", _I, (MAX_CASTLES,)),  # castle areas
        ("num_castles", _I),
        ("muster_points", _I, (_A,)),  # 2 Stronghold, 1 Castle, 0 neither
        ("supply_icons", _I, (_A,)),
        ("power_icons", _I, (_A,)),
        ("home_seat", _I, (_A,)),  # seat of the house whose home area this is
        ("home_mask", np.int64),  # bit per home area of a house in play
        # --- houses in play
        ("num_players", _I),
        ("house", _I, (MAX_PLAYERS,)),  # house of each seat
        ("start_units", _I, (_A, NUM_UNITS)),
        ("start_owner", _I, (_A,)),
        ("start_garrison", _I, (_A,)),
        ("start_neutral", _I, (_A,)),
        ("start_supply", _I, (MAX_PLAYERS,)),
        ("start_power", _I),
        ("start_threat", _I),
        ("start_track", _I, (NUM_TRACKS, MAX_PLAYERS)),
        ("optional_ship", _I),  # port whose start Ship lannister_port_ship_3p=no leaves out
        ("pool", _I, (NUM_UNITS,)),  # pieces of each unit type
        # --- numbers
        ("max_rounds", _I),
        ("castles_to_win", _I),
        ("stars", _I, (MAX_PLAYERS,)),  # special orders by King's Court position
        ("order_tokens", _I, (NUM_ORDERS,)),
        ("order_special", _I, (NUM_ORDERS,)),
        ("order_bonus", _I, (NUM_ORDERS,)),  # strength of March, Defense and Support orders
        ("unit_strength", _I, (NUM_UNITS,)),
        ("siege_strength", _I),  # against a castle area
        ("muster_cost", _I, (NUM_UNITS,)),
        ("supply_limit", _I, (SUPPLY_LEVELS, SUPPLY_SIZES)),  # [level, n]: armies of n or more
        ("threat_max", _I),
        ("threat_step", _I),
        # --- cards
        ("card_strength", _I, (MAX_PLAYERS, HAND_SIZE)),
        ("card_swords", _I, (MAX_PLAYERS, HAND_SIZE)),
        ("card_forts", _I, (MAX_PLAYERS, HAND_SIZE)),
        ("card_effect", _I, (MAX_PLAYERS, HAND_SIZE)),
        ("westeros_deck", _I, (NUM_TRACKS, 10)),
        ("wildling_icon", _I, (len(WesterosCard),)),
        ("westeros_ban", _I, (len(WesterosCard),)),  # bit per order type
        ("tides_strength", _I, (NUM_TIDES_KINDS,)),
        ("tides_swords", _I, (NUM_TIDES_KINDS,)),
        ("tides_forts", _I, (NUM_TIDES_KINDS,)),
        ("tides_skulls", _I, (NUM_TIDES_KINDS,)),
        ("tides_deck", _I, (24,)),
        # --- the round: which phase follows which
        ("after", _I, (NUM_PHASES,)),
    ]
)

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


class Facts:
    """The parsed JSON of one game and the ids that name its pieces.

    Args:
        folder: a folder with board, setup and card files as in ``data/agot2e``.

    Raises:
        ValueError: if a file is missing, is not JSON, or lacks something the rules need; names
            the file and the field. So it does if a file is longer than :data:`LARGEST_FACTS`, or
            nested too deeply.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.board = self._read("board.json")
        self.setup = self._read("setup.json")
        self.cards = self._read("house_cards.json")
        self.westeros = self._read("westeros_cards.json")
        self.wildlings = self._read("wildling_cards.json")
        self.tides = self._read("tides_of_battle.json")
        try:
            self.areas: tuple[str, ...] = tuple(a["id"] for a in self.board["areas"])
            self.houses: tuple[str, ...] = tuple(sorted(self.setup["houses"]))
            self.card_ids: dict[str, tuple[str, ...]] = {
                house: tuple(c["id"] for c in self.cards["houses"][house]) for house in self.houses
            }
        except (KeyError, TypeError) as error:
            raise ValueError(f"{folder}: field {error} is missing or has the wrong type") from error

    def _read(self, name: str) -> Any:
        path = self.folder / name
        try:
            with path.open("rb") as file:
                content = file.read(LARGEST_FACTS + 1)
            if len(content) > LARGEST_FACTS:
                raise ValueError(f"{path}: expected at most {LARGEST_FACTS} bytes")
            return _json(path, content)
        except OSError as error:
            raise ValueError(f"{path}: cannot be read ({error.strerror})") from error

    def houses_in_play(self, players: int) -> tuple[str, ...]:
        """Houses by seat for a number of players."""
        return tuple(sorted(self.setup["setups"][str(players)]["houses_in_play"]))


@cache
def load_facts(game: str) -> Facts:
    """Facts shipped with the package for a game code such as ``"agot2e"``."""
    return Facts(DATA / game)


def _json(path: Path, content: bytes) -> Any:
    try:
        return json.loads(content.decode("utf-8"))
    except RecursionError:
        raise ValueError(f"{path}: nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"{path}: not valid JSON ({error})") from error


def build_rules(facts: Facts, players: int) -> np.ndarray[Any, np.dtype[Any]]:
    """One RULES record ``(1,)`` for a game's facts and a number of players.

    Raises:
        ValueError: if the facts lack something or name an unknown area, house or card.
    """
    rules = np.zeros(1, dtype=RULES_DTYPE)
    row = rules[0]
    try:
        _fill_board(row, facts, players)
        _fill_houses(row, facts, players)
        _fill_numbers(row, facts, players)
        _fill_house_cards(row, facts, players)
        _fill_decks(row, facts)
    except (KeyError, IndexError, TypeError) as error:
        raise ValueError(
            f"{facts.folder}: the facts for {players} players are incomplete or inconsistent "
            f"({type(error).__name__}: {error})"
        ) from error
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
    for i, area in enumerate(facts.board["areas"]):
        kind = Kind[area["kind"].upper()]
        row["kind"][i] = kind
        near = sorted(index[name] for name in facts.board["neighbours"][area["id"]])
        row["degree"][i] = len(near)
        row["neighbours"][i, : len(near)] = near
        row["adjacent"][i] = sum(1 << j for j in near)
        if kind is Kind.LAND:
            row["land_mask"] |= 1 << i
            row["muster_points"][i] = area["mustering_points"]
            row["supply_icons"][i] = area["supply_icons"]
            row["power_icons"][i] = area["power_icons"]
            row["home_seat"][i] = seats.get(area["home_of"], NONE)
            if row["home_seat"][i] != NONE:
                row["home_mask"] |= 1 << i
            if area["mustering_points"]:
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
    setup, chosen = facts.setup, facts.setup["setups"][str(players)]
    houses = facts.houses_in_play(players)
    row["num_players"] = players
    row["house"][:] = NONE
    row["start_owner"][:] = NONE
    row["start_track"][:] = NONE
    row["optional_ship"] = NONE
    for seat, house in enumerate(houses):
        row["house"][seat] = facts.houses.index(house)
        sheet = setup["houses"][house]
        row["start_supply"][seat] = sheet["initial_supply"]
        for stack in sheet["starting_units"]:
            area = index[stack["area"]]
            row["start_units"][area, _UNITS.index(stack["unit"])] += stack["count"]
            row["start_owner"][area] = seat
        garrison = sheet["garrison"]
        row["start_garrison"][index[garrison["area"]]] = garrison["strength"]
    for option in setup["options"]:
        if option["applies_to_players"] == players:
            row["optional_ship"] = index[option["effect_of_alternative"][0]["area"]]
    for area, force in chosen["neutral_forces"].items():
        row["start_neutral"][index[area]] = IMPASSABLE if force == "impassable" else force
    for t, track in enumerate(("iron_throne", "fiefdoms", "kings_court")):
        # 2E-SETUP-14: missing houses are skipped, the others slide up in their printed order.
        order = [h for h in setup["influence_tracks_6p"][track] if h in houses]
        row["start_track"][t, :players] = [houses.index(h) for h in order]
    row["stars"][:players] = chosen["special_orders_by_kings_court_position"][:players]


def _fill_numbers(row: Any, facts: Facts, players: int) -> None:
    del players
    setup = facts.setup
    row["start_power"] = setup["initial_power_per_house"]
    row["start_threat"] = setup["wildling_track"]["start"]
    row["threat_max"] = setup["wildling_track"]["attack_at"]
    row["threat_step"] = setup["wildling_track"]["step_per_icon"]
    row["max_rounds"] = setup["game_length"]["max_rounds"]
    row["castles_to_win"] = setup["game_length"]["castles_and_strongholds_for_immediate_win"]
    stats = setup["unit_stats"]
    for u, unit in enumerate(_UNITS):
        row["pool"][u] = setup["component_limits"]["unit_pool_per_house"][unit]
        row["unit_strength"][u] = stats[unit]["strength"]
        row["muster_cost"][u] = stats[unit]["muster_cost"]
    row["siege_strength"] = stats["siege_engine"][
        "strength_when_attacking_or_supporting_attack_on_castle_or_stronghold"
    ]
    for level in range(SUPPLY_LEVELS):
        sizes = setup["supply_track"][str(level)]
        row["supply_limit"][level, :2] = len(sizes)
        for n in range(2, SUPPLY_SIZES):
            row["supply_limit"][level, n] = sum(size >= n for size in sizes)
    tokens = {(t["type"], t["modifier"], t["special"]): t["count"] for t in setup["order_tokens"]}
    for order, key in {
        Order.MARCH_MINUS: ("march", -1, False),
        Order.MARCH: ("march", 0, False),
        Order.MARCH_STAR: ("march", 1, True),
        Order.DEFENSE: ("defense", 1, False),
        Order.DEFENSE_STAR: ("defense", 2, True),
        Order.SUPPORT: ("support", 0, False),
        Order.SUPPORT_STAR: ("support", 1, True),
        Order.RAID: ("raid", None, False),
        Order.RAID_STAR: ("raid", None, True),
        Order.CONSOLIDATE: ("consolidate_power", None, False),
        Order.CONSOLIDATE_STAR: ("consolidate_power", None, True),
    }.items():
        row["order_tokens"][order] = tokens[key]
        row["order_special"][order] = key[2]
        row["order_bonus"][order] = key[1] or 0


def _fill_house_cards(row: Any, facts: Facts, players: int) -> None:
    for seat, house in enumerate(facts.houses_in_play(players)):
        for slot, card in enumerate(facts.cards["houses"][house]):
            row["card_strength"][seat, slot] = card["strength"]
            row["card_swords"][seat, slot] = card["swords"]
            row["card_forts"][seat, slot] = card["fortifications"]
            if card["ability"] is not None:
                row["card_effect"][seat, slot] = Effect[card["id"].upper()]


def _fill_decks(row: Any, facts: Facts) -> None:
    for d, numeral in enumerate(("I", "II", "III")):
        deck: list[int] = []
        for card in facts.westeros["decks"][numeral]:
            kind = WesterosCard[card["id"].upper()]
            deck += [kind] * card["count"]
            row["wildling_icon"][kind] = card["wildling_icon"]
            if card["planning_restriction"]:
                bans = _BANS[card["planning_restriction"]]
                row["westeros_ban"][kind] = sum(1 << order for order in bans)
        row["westeros_deck"][d] = deck
    if [c["id"].upper() for c in facts.wildlings["cards"]] != [c.name for c in WildlingCard]:
        raise ValueError(f"{facts.folder}/wildling_cards.json: unknown or missing cards")
    tides: list[int] = []
    for i, card in enumerate(facts.tides["cards"]):
        tides += [i] * card["count"]
        row["tides_strength"][i] = card["strength"]
        row["tides_swords"][i] = card["swords"]
        row["tides_forts"][i] = card["fortifications"]
        row["tides_skulls"][i] = card["skulls"]
    row["tides_deck"][:] = tides


PLAYER_COUNTS = (3, 4, 5, 6)


class _Named(np.ndarray[Any, Any]):
    """An array that is written as its name, not as all of its numbers.

    The compiler puts a text of each global into notes it does not even keep, for every mention of
    it in a kernel. That took a third of the time to compile a rule.
    """

    def __str__(self) -> str:
        return "RULES"


RULES = np.concatenate(
    [build_rules(load_facts("agot2e"), players) for players in PLAYER_COUNTS]
).view(_Named)
"""Rows of :data:`RULES_DTYPE`: agot2e for 3, 4, 5 and 6 players. A frozen global of the kernels."""
RULES.setflags(write=False)


def ruleset_of(players: int) -> int:
    """Row of :data:`RULES` for a number of players of agot2e."""
    return PLAYER_COUNTS.index(players)
