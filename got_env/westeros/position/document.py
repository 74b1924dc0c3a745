"""The whole position: JSON data from a record, and a record from JSON data."""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.core.batch import games
from got_env.core.codec import FLAG, Row, read_part, write_part
from got_env.core.fields import Field
from got_env.westeros.facts.facts import Facts, Houses
from got_env.westeros.facts.rulesets import facts_of, houses_of, ruleset_of
from got_env.westeros.position.areas import read_areas, tokens_out, unused_pieces, write_areas
from got_env.westeros.position.codecs import CODECS, codec_of
from got_env.westeros.position.combat import read_combat
from got_env.westeros.position.decks import (
    read_tides,
    read_westeros,
    read_wildling_deck,
    write_tides,
    write_westeros,
    write_wildling_deck,
)
from got_env.westeros.position.frames import phase_word, read_agenda, round_phases, write_agenda
from got_env.westeros.position.history import read_history, write_history
from got_env.westeros.position.houses import (
    read_houses,
    read_order_of_houses,
    read_tracks,
    read_turn,
    write_houses,
    write_tracks,
    write_turn,
)
from got_env.westeros.position.pending import (
    read_attack,
    read_auction,
    read_granted,
    read_mustering,
    write_attack,
    write_auction,
    write_granted,
    write_mustering,
)
from got_env.westeros.position.soundness import check_position, finish
from got_env.westeros.position.words import DECKS_MASK, ORDERS, SEATS
from got_env.westeros.rules.options import OptionTable
from got_env.westeros.rules.state import STATE
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE

States = np.ndarray[Any, np.dtype[Any]]
Record = Any

FIELDS = (
    "game",
    "data",
    "viewer",
    "players",
    "options",
    "round",
    "phase",
    "agenda",
    "result",
    "tracks",
    "turn",
    "blade_used",
    "raven_used",
    "banned",
    "orders_open",
    "areas",
    "houses",
    "westeros",
    "wildlings",
    "tides",
    "march",
    "support_granted",
    "mustering",
    "auction",
    "combat",
    "history",
    "passed",
    "winter_replaced",
    "rng",
)
_THIS_ROUND = (
    Row("blade_used", "blade_used", FLAG, usual=0, always=True),
    Row("raven_used", "raven_used", FLAG, usual=0, always=True),
    Row("banned", "banned", ORDERS, usual=0, always=True),
)
_PASSING = (
    Row("passed", "passed", SEATS, usual=0),
    Row("winter_replaced", "replaced", DECKS_MASK, usual=0),
)
_WORD = 2**32 - 1


def position(states: States, row: int) -> dict[str, Any]:
    """Record ``row`` of a batch as a position: plain data, ready for JSON.

    Args:
        states: ``(B,) STATE``; redact a copy first to show what one player knows. What is hidden
            is left out, null (cards of a deck) or ``"hidden"`` (orders, bids, chosen cards).
        row: index of the record.
    """
    s = states[row]
    houses = houses_of(s)
    codec = codec_of(houses)
    parts: dict[str, Any] = {
        "game": houses.facts.code,
        "data": None if houses.facts.shipped else houses.facts.data_hash,
        "players": len(houses),
        "options": houses.facts.edition.options.changes_of(s["options"]),
        "round": int(s["round_no"]),
        "phase": phase_word(s),
        "agenda": write_agenda(s, houses) or None,
        "result": _write_result(s, houses),
        "tracks": write_tracks(s, houses),
        "turn": write_turn(s, houses),
        **write_part(_THIS_ROUND, s, houses),
        "orders_open": bool(s["orders_open"]),
        "areas": write_areas(s, houses),
        "houses": write_houses(s, houses),
        **codec.write(s, houses),
        "westeros": write_westeros(s),
        "wildlings": _write_wildlings(s, houses),
        "tides": write_tides(s),
        "march": codec.write_march(s, houses),
        "support_granted": write_granted(s),
        "mustering": write_mustering(s),
        "auction": write_auction(s, houses),
        "combat": codec.write_combat(s, houses),
        "history": write_history(s, houses),
        **write_part(_PASSING, s, houses),
        "rng": [int(word) for word in s["rng"]] if s["rng"].any() else None,
    }
    return {name: part for name, part in parts.items() if part is not None}


def _by_points(facts: Facts) -> str:
    """Name of the field that says whether enough points ended the game."""
    return f"by_{facts.edition.points}"


def _write_result(s: Record, houses: Houses) -> dict[str, Any] | None:
    if not s["over"]:
        return None
    places = s["place"][: len(houses)].tolist()
    ranking = sorted(houses, key=lambda house: int(places[houses.index(house)]))
    shared = len(set(places)) < len(places)
    return {
        "ranking": ranking,
        **({"places": [int(places[houses.index(house)]) for house in ranking]} if shared else {}),
        _by_points(houses.facts): bool(s["won_by_castles"]),
    }


def _write_wildlings(s: Record, houses: Houses) -> dict[str, Any] | None:
    if houses.facts.setup.wildling_track is None:
        return None
    parts = {
        "threat": int(s["threat"]),
        "deck": write_wildling_deck(s),
        "attack": write_attack(s, houses),
    }
    return {name: part for name, part in parts.items() if part is not None}


def from_position(facts: Facts, document: object, seed: int) -> States:
    """One record ``(1,)`` from a position.

    Args:
        facts: of the game.
        document: a position as :func:`position` gives it or as written by hand. What is left out
            is as at the set-up; decks are shuffled and hidden choices drawn from the seed.
        seed: of the random words too, unless the position has them.

    Raises:
        ValueError: if it is no position of this game; names the path, the value and what was
            expected.
    """
    field = Field(document).known((*FIELDS, *CODECS[facts.edition.with_claim].fields))
    game = field.get("game")
    if game is not None:
        game.word((facts.code,))
    data = field.get("data")
    if data is not None:
        data.word((facts.data_hash,))
    states = _set_up(facts, field, seed)
    s = states[0]
    houses = houses_of(s)
    viewer = field.get("viewer")
    if viewer is not None:
        viewer.word(houses)
    phase = _read_round(field, s)
    _read_table(field, s, houses, phase)
    _read_wildlings(field, s, houses)
    read_westeros(field, s)
    read_tides(field, s, houses)
    read_history(field, s, houses)
    check_position(field, s, houses)
    finish(field, states, seed, _read_rng(field))
    return states


def _set_up(facts: Facts, field: Field, seed: int) -> States:
    """A record of the set-up with nothing on its agenda, no orders and no history."""
    players = field.get("players")
    fewest, most = facts.player_counts[0], facts.player_counts[-1]
    count = most if players is None else players.integer(fewest, most)
    states: States = np.zeros(1, dtype=STATE)
    chosen = _read_options(field, facts.edition.options)
    games.reset(
        states,
        np.array([ruleset_of(facts, count, chosen)], dtype=np.int64),
        np.array([chosen], dtype=np.int16),
        np.array([seed], dtype=np.int64),
    )
    states["stack"] = 0
    states["depth"] = 0
    states["bidders"] = 0
    states["orders_open"] = 0
    return states


def _read_options(field: Field, table: OptionTable) -> tuple[int, ...]:
    options = field.get("options")
    if options is None:
        return table.resolve({})
    for key in ("rulings", *table.specs):
        value = options.known(("rulings", *table.specs)).get(key)
        if value is not None and not isinstance(value.value, str | bool):
            value.refuse("a string, true or false")
    try:
        return table.resolve(options.value)
    except ValueError as error:
        options.complain(str(error))


def _read_round(field: Field, s: Record) -> str:
    words = (*round_phases(facts_of(s["ruleset"])), "over")
    phase = field.get("phase")
    name = "planning" if phase is None else words[phase.word(words)]
    number = field.get("round")
    last = int(RULES[s["ruleset"]]["max_rounds"])
    s["round_no"] = 1 if number is None else number.integer(1, last)
    if name == "westeros" and s["round_no"] == 1:
        field.complain("round 1 has no Westeros phase")
    return name


def _read_table(field: Field, s: Record, houses: Houses, phase: str) -> None:
    """Everything that lies face up, and what is going on with it."""
    codec = codec_of(houses)
    areas = field.get("areas")
    if areas is not None:
        read_areas(areas, s, houses)
    read_tracks(field, s, houses)
    codec.read(field, s, houses)
    read_turn(field, s, houses)
    read_part(_THIS_ROUND, field, s, houses)
    read_part(_PASSING, field, s, houses)
    orders_open = field.get("orders_open")
    _open_orders(s, orders_open, phase)
    if phase == "over":
        _read_result(field.need("result"), s, houses)
        for name in ("agenda", *(() if codec.fields else ("march",)), "mustering"):
            part = field.get(name)
            if part is not None:
                part.complain("the game is over")
    else:
        result = field.get("result")
        if result is not None:
            result.complain("the game is not over")
        read_agenda(field, s, houses, phase)
    read_combat(field, s, houses, codec.in_combats)
    read_mustering(field, s)
    codec.read_march(field, s, houses)
    read_granted(field, s)
    for p in range(len(houses)):
        s["tokens_out"][p] = tokens_out(s, p)
    read_houses(field, s, houses)
    read_auction(field, s, houses)
    s["pool"] = unused_pieces(s)


def _read_result(result: Field, s: Record, houses: Houses) -> None:
    may_tie = bool(RULES[s["ruleset"]]["places_tie"])
    by_points = _by_points(houses.facts)
    result.known(("ranking", by_points, *(("places",) if may_tie else ())))
    ranking = read_order_of_houses(result.need("ranking"), houses)
    places = result.get("places")
    s["over"] = 1
    for place, p in enumerate(ranking):
        s["place"][p] = place
    if places is not None:
        _read_places(places, s, ranking)
    s["winner"] = ranking[0] if s["place"][ranking[1]] > 0 else NONE
    s["won_by_castles"] = result.need(by_points).flag()


def _read_places(places: Field, s: Record, ranking: list[int]) -> None:
    """Places by rank, 0 first; Houses that share one have the number of the first of them."""
    numbers = [place.integer(0, len(ranking) - 1) for place in places.elements(len(ranking))]
    expected = [numbers.index(number) for number in numbers]
    if len(numbers) != len(ranking) or numbers != expected:
        places.complain("expected the place of each House of the ranking, 0 first")
    for p, place in zip(ranking, numbers, strict=True):
        s["place"][p] = place


def _open_orders(s: Record, orders_open: Field | None, phase: str) -> None:
    default = phase not in ("westeros", "alliance", "planning")
    s["orders_open"] = default if orders_open is None else orders_open.flag()


def _read_wildlings(field: Field, s: Record, houses: Houses) -> None:
    wildlings = field.get("wildlings")
    if wildlings is None:
        return
    if houses.facts.setup.wildling_track is None:
        wildlings.complain("the game has no Wildlings")
    wildlings.known(("threat", "deck", "attack"))
    threat = wildlings.get("threat")
    if threat is not None:
        rules = RULES[s["ruleset"]]
        step = int(rules["threat_step"])
        if threat.integer(0, int(rules["threat_max"])) % step:
            threat.refuse(f"a multiple of {step}")
        s["threat"] = threat.value
    read_wildling_deck(wildlings, s)
    read_attack(wildlings, s, houses)


def _read_rng(field: Field) -> list[int] | None:
    rng = field.get("rng")
    if rng is None:
        return None
    words = [word.integer(0, _WORD) for word in rng.elements(4)]
    if len(words) != 4 or not any(words):
        rng.refuse("four integers that are not all 0")
    return words
