"""The board of a position: what lies in each area."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from got_env.core.fields import Field
from got_env.westeros.facts.facts import Houses
from got_env.westeros.facts.rulesets import has_claim
from got_env.westeros.rules.names import HIDDEN_WORD, MINUS_WORD, ORDER_WORDS, UNIT_WORDS
from got_env.westeros.rules.option_values import HomeReverts, Leaders
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    HIDDEN_ORDER,
    IMPASSABLE,
    NONE,
    NUM_UNITS,
    PORT_CAPACITY,
    Order,
    Terrain,
    Unit,
)

Record = Any

_ALL_ORDERS = (*ORDER_WORDS, HIDDEN_WORD)
_MOST_UNITS = 30
_LAND = int(Terrain.LAND)


def force_word(value: int) -> int | str:
    """A Neutral Force: its strength, or the word for one that nobody can beat."""
    return "impassable" if value == IMPASSABLE else value


def _start_force(s: Record, a: int) -> int:
    """Strength of the Neutral Force that an area starts with, more where there are Leaders.

    Rule: ASOS-OPT4-06.
    """
    rules = RULES[s["ruleset"]]
    leaders = has_claim(s) and s["options"][Option.LEADERS] == Leaders.ON
    return int(rules["start_neutral"][a]) + (int(rules["leader_neutral"][a]) if leaders else 0)


def _guards(s: Record, a: int) -> tuple[int, int]:
    """Garrison and Neutral Force an area has unless the position says otherwise.

    They are those of the set-up; but a Neutral Force is gone where units stand or a Power token
    lies, and a Garrison where another house has been.
    """
    rules = RULES[s["ruleset"]]
    held = {int(s["owner"][a]), int(s["token"][a])} - {NONE}
    garrison = int(rules["start_garrison"][a])
    neutral = _start_force(s, a)
    return (0 if held - {int(rules["home_seat"][a])} else garrison), (0 if held else neutral)


def controllers(s: Record) -> list[int]:
    """Seat that controls each area: its units, its token, else the house whose home it is."""
    rules = RULES[s["ruleset"]]
    held = np.where(s["token"] != NONE, s["token"], s["home"])
    units_alone = (rules["kind"] != _LAND) | (s["owner"] != NONE)
    found: list[int] = np.where(units_alone, s["owner"], held).tolist()
    return found


def controller(s: Record, a: int) -> int:
    """Seat that controls one area: an entry of :func:`controllers`."""
    return controllers(s)[a]


def falls_with_guard(s: Record, a: int) -> bool:
    """True if an area is held like a home as long as its Garrison stands, and no longer."""
    return bool(int(RULES[s["ruleset"]]["guard_mask"]) >> a & 1)


# --- writing


def write_areas(s: Record, houses: Houses) -> dict[str, Any]:
    """Every area with something on it, or with guards other than one would think."""
    areas = ((area, write_area(s, a, houses)) for a, area in enumerate(houses.facts.areas))
    return {area: entry for area, entry in areas if entry}


def write_area(s: Record, a: int, houses: Houses) -> dict[str, Any]:
    """Contents of one area; empty when it holds nothing that one would not expect."""
    entry: dict[str, Any] = {}
    if s["owner"][a] != NONE:
        entry["units"] = _write_units(s, a, houses[int(s["owner"][a])], houses.facts.unit_words)
    if s["order"][a] != NONE:
        entry["order"] = write_order(s, a, houses)
    if s["token"][a] != NONE:
        entry["token"] = houses[int(s["token"][a])]
    garrison, neutral = _guards(s, a)
    if s["garrison"][a] != garrison or (entry and garrison):
        entry["garrison"] = int(s["garrison"][a])
    # What Leaders add to a force is always written, as it was before it could be left out.
    printed = min(neutral, int(RULES[s["ruleset"]]["start_neutral"][a]))
    if s["neutral"][a] != neutral or neutral != printed:
        entry["neutral"] = force_word(int(s["neutral"][a]))
    lost = s["home"][a] != RULES[s["ruleset"]]["home_seat"][a]
    if lost and not falls_with_guard(s, a):
        entry["shield_lost"] = True
    return entry


def write_order(s: Record, a: int, houses: Houses) -> dict[str, str] | None:
    """The order of an area and whose it is."""
    if s["order"][a] == NONE:
        return None
    token = MINUS_WORD if is_minus(s, a) else _ALL_ORDERS[int(s["order"][a])]
    return {"house": houses[int(s["order_seat"][a])], "token": token}


def is_minus(s: Record, a: int) -> bool:
    """True if a Support -1 lies in an area, which is no token of its house."""
    return has_claim(s) and bool(s["minus"][a])


def own_tokens(s: Record, p: int) -> Any:
    """Areas with an order token of a seat, ``(areas,) bool``: without those of Support -1."""
    mine = s["order_seat"] == p
    return mine & (s["minus"] == 0) if has_claim(s) else mine


def _write_units(s: Record, a: int, house: str, words: Sequence[str]) -> list[dict[str, Any]]:
    units: list[dict[str, Any]] = []
    for u, unit in enumerate(words):
        units += [{"house": house, "type": unit} for _ in range(int(s["units"][a, u]))]
        units += [
            {"house": house, "type": unit, "routed": True} for _ in range(int(s["routed"][a, u]))
        ]
    return units


# --- reading


def read_areas(areas: Field, s: Record, houses: Houses) -> None:
    """Set the whole board; areas that are left out hold nothing but their guards of the set-up.

    The pieces still unused, and the tokens on the board, follow from what lies on it.
    """
    for field in ("owner", "token", "order", "order_seat"):
        s[field] = NONE
    s["units"] = 0
    s["routed"] = 0
    if has_claim(s):
        s["minus"] = 0
    entries = {a: entry for a, entry in areas.entries(houses.facts.areas, "area")}
    for a, entry in entries.items():
        entry.known(("units", "order", "token", "garrison", "neutral", "shield_lost"))
        _read_units(entry, s, a, houses)
        _read_shield(entry, s, a)
        _read_token(entry, s, a, houses)
        _read_order(entry, s, a, houses)
    for a in range(len(houses.facts.areas)):
        s["garrison"][a], s["neutral"][a] = _guards(s, a)
        if a in entries:
            _read_guards(entries[a], s, a)
        if falls_with_guard(s, a):
            _settle_guarded(areas, s, a, houses)


def _read_units(entry: Field, s: Record, a: int, houses: Houses) -> None:
    units = entry.get("units")
    if units is None:
        return
    kind = Terrain(int(RULES[s["ruleset"]]["kind"][a]))
    for unit in units.elements(_MOST_UNITS):
        unit.known(("house", "type", "routed"))
        house = unit.need("house")
        seat = house.word(houses)
        if s["owner"][a] not in (NONE, seat):
            house.complain(
                f"{house.value!r}: units of {houses[int(s['owner'][a])]} already stand there"
            )
        words = houses.facts.unit_words
        u = unit.need("type").word(words)
        if (words[u] == UNIT_WORDS[Unit.SHIP]) == (kind is Terrain.LAND):
            unit.need("type").complain(f"a {words[u]} cannot be in a {kind.name.lower()} area")
        routed = unit.get("routed")
        s["owner"][a] = seat
        s["routed" if routed is not None and routed.flag() else "units"][a, u] += 1
    if kind is Terrain.PORT and len(units.value) > PORT_CAPACITY:
        units.complain(f"{len(units.value)} ships: a port holds at most {PORT_CAPACITY}")


def _read_shield(entry: Field, s: Record, a: int) -> None:
    """A home area may be lost to its house until that returns, with home_reverts=false."""
    lost = entry.get("shield_lost")
    if lost is None or not lost.flag():
        return
    home = int(RULES[s["ruleset"]]["home_seat"][a])
    fixed = s["options"][Option.HOME_REVERTS] == HomeReverts.TRUE or falls_with_guard(s, a)
    if home == NONE or fixed:
        lost.complain("it is no home area that can be lost")
    if s["owner"][a] == home:
        lost.complain("units of its own house stand there")
    s["home"][a] = NONE


def _read_token(entry: Field, s: Record, a: int, houses: Houses) -> None:
    token = entry.get("token")
    if token is None or token.is_null:
        return
    rules = RULES[s["ruleset"]]
    seat = token.word(houses)
    if rules["kind"][a] != Terrain.LAND:
        token.complain("a power token lies on land areas only")
    if rules["home_seat"][a] == seat and not falls_with_guard(s, a):
        token.complain(
            f"{houses.facts.areas[a]} is the home area of {houses[seat]}: it needs no power token"
        )
    if s["owner"][a] not in (NONE, seat):
        token.complain(f"units of {houses[int(s['owner'][a])]} stand there")
    s["token"][a] = seat


def _read_order(entry: Field, s: Record, a: int, houses: Houses) -> None:
    order = entry.get("order")
    if order is None or order.is_null:
        return
    order.known(("house", "token"))
    house = order.get("house")
    seat = int(s["owner"][a]) if house is None else house.word(houses)
    if seat == NONE:
        order.complain("no units stand there, so its house must be named")
    s["order_seat"][a] = seat
    token = order.need("token")
    if has_claim(s) and token.value == MINUS_WORD:
        s["order"][a] = Order.SUPPORT
        s["minus"][a] = 1
    else:
        s["order"][a] = token.word(_ALL_ORDERS)


def _settle_guarded(areas: Field, s: Record, a: int, houses: Houses) -> None:
    """An area that its Garrison alone makes a home belongs to nobody without it."""
    home = int(RULES[s["ruleset"]]["home_seat"][a])
    stands = s["garrison"][a] > 0
    if stands and s["token"][a] == home:
        areas.complain(
            f"{houses.facts.areas[a]}.token: the garrison of {houses[home]} needs no power token"
        )
    s["home"][a] = home if stands else NONE


def _read_guards(entry: Field, s: Record, a: int) -> None:
    rules = RULES[s["ruleset"]]
    garrison = entry.get("garrison")
    if garrison is not None:
        start = int(rules["start_garrison"][a])
        if garrison.integer(0, max(start, 0)) not in (0, start):
            garrison.refuse(f"0 or {start}")
        s["garrison"][a] = garrison.value
        seats = {int(s["owner"][a]), int(s["token"][a])} - {NONE, int(rules["home_seat"][a])}
        if garrison.value and seats:
            garrison.complain("another house holds the area: its garrison is gone")
    neutral = entry.get("neutral")
    if neutral is not None:
        start = _start_force(s, a)
        allowed = (force_word(start),) if start == IMPASSABLE else (0, start)
        if neutral.value not in allowed or isinstance(neutral.value, bool | float):
            neutral.refuse(" or ".join(str(value) for value in sorted(set(allowed), key=str)))
        s["neutral"][a] = start if neutral.value == "impassable" else neutral.value
    if s["neutral"][a] > 0 and (s["owner"][a] != NONE or s["token"][a] != NONE):
        entry.complain("a neutral force and a house cannot be in the same area")


def tokens_out(s: Record, p: int) -> int:
    """Power tokens of a seat on the board and on the claim track."""
    on_track = int((s["claim_track"] == p).sum()) if has_claim(s) else 0
    return int((s["token"] == p).sum()) + on_track


def unused_pieces(s: Record) -> Any:
    """Pieces of each house that are neither on the board nor attacking, ``(6, 4)``."""
    pool = s["pool"] * 0
    for p in range(int(s["num_players"])):
        mine = s["owner"] == p
        pool[p] = RULES[s["ruleset"]]["pool"] - (s["units"] + s["routed"])[mine].sum(axis=0)
        if s["fight"] and s["fighter"][0] == p:
            pool[p] -= s["attackers"]
    return pool


def read_counts(field: Field, words: Sequence[str] = UNIT_WORDS) -> list[int]:
    """Numbers of units by type: ``{"knight": 1}``."""
    counts = [0] * NUM_UNITS
    for u, number in field.entries(words, "unit type"):
        counts[u] = number.integer(0, 10)
    return counts


def write_counts(values: Any, words: Sequence[str] = UNIT_WORDS) -> dict[str, int]:
    """Numbers of units by type, without those that are 0."""
    return {word: int(n) for word, n in zip(words, values, strict=True) if n}


def hidden_orders(s: Record) -> Any:
    """Areas with an order whose token is not known."""
    return (s["order"] == HIDDEN_ORDER).nonzero()[0]
