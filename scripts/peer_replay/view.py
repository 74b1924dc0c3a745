"""Our record in the peer's words, and the comparison of the two public states."""

from __future__ import annotations

from functools import cache
from typing import Any

from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    HAND_SIZE,
    IMPASSABLE,
    NONE,
    NUM_TRACKS,
    Order,
    Phase,
    Side,
    Terrain,
    WesterosCard,
    WildlingCard,
)

from .names import AREAS, BANS, CARDS, FACTS, ORDERS, TIDES, TRACKS, UNITS, dashed
from .recordings import Json

State = Any
"""One record of STATE."""

LAND, SEA, PORT = (int(kind) for kind in (Terrain.LAND, Terrain.SEA, Terrain.PORT))


def house_of(s: State, seat: int) -> str | None:
    """Name of the house of a seat."""
    if seat == NONE:
        return None
    return FACTS.houses[int(RULES[int(s["ruleset"])]["house"][seat])]


def seats_by_house(s: State) -> dict[str, int]:
    """Seat of each house in play."""
    return {str(house_of(s, seat)): seat for seat in range(int(s["num_players"]))}


def list_units(counts: Any) -> list[str]:
    """Unit names of a row of counts, sorted as the peer sorts them."""
    return [name for unit, name in UNITS.items() for _ in range(int(counts[unit]))]


def _owner(s: State, area: int) -> int:
    """Seat whose units stand there; the peer leaves attackers in their origin until the end."""
    if s["fight"] and s["fight_from"] == area and s["attackers"].any():
        return int(s["fighter"][Side.ATTACKER])
    return int(s["owner"][area])


@cache
def _board(ruleset: int) -> dict[str, list[int]]:
    """Constants of the board, as lists."""
    rules = RULES[ruleset]
    fields = ("kind", "port_land", "home_seat", "muster_points")
    return {field: rules[field].tolist() for field in fields}


def controllers(s: State) -> list[int]:
    """Seat that controls each area; a port without Ships belongs to its land area."""
    board = _board(int(s["ruleset"]))
    tokens, owners = s["token"].tolist(), s["owner"].tolist()
    origin = int(s["fight_from"])
    if origin != NONE:
        owners[origin] = _owner(s, origin)
    found = []
    for area in range(len(AREAS)):
        if board["kind"][area] == PORT and owners[area] == NONE:
            area = board["port_land"][area]
        holder = owners[area]
        if holder == NONE and board["kind"][area] != SEA:
            holder = tokens[area] if tokens[area] != NONE else board["home_seat"][area]
        found.append(holder)
    return found


def view_area(s: State, area: int, controller: int) -> Json:
    """One area as the peer writes it: only what is there."""
    board = _board(int(s["ruleset"]))
    land = board["port_land"][area] if board["kind"][area] == PORT else area
    if s["neutral"][land] == IMPASSABLE:
        return {"blocked": True}
    units = s["units"][area].copy()
    if s["fight"] and s["fight_from"] == area:
        units += s["attackers"]
    found: Json = {
        "control": house_of(s, controller),
        "owner": house_of(s, _owner(s, area)),
        "units": list_units(units),
        "routed": list_units(s["routed"][area]),
        "token": house_of(s, int(s["token"][area])),
        "garrison": int(s["garrison"][area]) or int(s["neutral"][area]),
    }
    if s["order"][area] != NONE and s["orders_open"]:
        found["order"] = ORDERS[Order(int(s["order"][area]))]
    return {key: value for key, value in found.items() if value}


def cards_of(s: State, seat: int, mask: int) -> list[str]:
    """Names of the cards of a bit mask, sorted."""
    cards = CARDS[str(house_of(s, seat))]
    return sorted(cards[slot] for slot in range(HAND_SIZE) if mask >> slot & 1)


def view_house(s: State, seat: int, holders: list[int]) -> Json:
    """One house as the peer writes it."""
    hand, discards = int(s["hand"][seat]), int(s["discards"][seat])
    if s["fight"]:
        side = s["fighter"].tolist().index(seat) if seat in s["fighter"] else NONE
        if side != NONE and s["cards_open"] and s["card"][side] != NONE:
            # A card in play is in the hand until the winner is known, then on the discard pile.
            card = 1 << int(s["card"][side])
            if s["victor"] == NONE:
                hand |= card
            elif not s["card_kept"][side]:
                discards |= card
    board = _board(int(s["ruleset"]))
    land = [a for a, p in enumerate(holders) if p == seat and board["kind"][a] == LAND]
    return {
        "power": int(s["power"][seat]),
        "power_on_board": int(s["tokens_out"][seat]),
        "supply": int(s["supply"][seat]),
        "castles": sum(board["muster_points"][area] > 0 for area in land),
        "land_areas": len(land),
        "hand": cards_of(s, seat, hand),
        "discard": cards_of(s, seat, discards),
        "knows_wildling_top": bool(s["wild_known"][0] >> seat & 1),
    }


def view_deck(s: State, d: int) -> list[str]:
    """A Westeros deck, next card first, drawn cards at the end."""
    deck, first = s["deck"][d].tolist(), int(s["deck_pos"][d])
    return [dashed(WesterosCard(card).name) for card in deck[first:] + deck[:first]]


def _army(units: list[str], routed: list[str]) -> Json:
    return {k: v for k, v in (("units", sorted(units)), ("routed", sorted(routed))) if v}


def view_combat(s: State) -> Json | None:
    """The combat as the peer writes it, as far as it is compared."""
    if not s["fight"]:
        return None
    area, slots = int(s["fight_area"]), [int(slot) for slot in s["card"]]
    seats = [int(seat) for seat in s["fighter"]]
    found: Json = {
        "attacker": house_of(s, seats[0]),
        "defender": house_of(s, seats[1]),
        "from": AREAS[int(s["fight_from"])],
        "area": AREAS[area],
        "march_order": ORDERS[Order(int(s["fight_order"]))],
        "blade_user": house_of(s, seats[s["blade_side"]]) if s["blade_side"] != NONE else None,
    }
    if s["cards_open"]:
        for side, key in enumerate(("attacker_card", "defender_card")):
            card = CARDS[str(house_of(s, seats[side]))][slots[side]]
            found[key] = card if slots[side] != NONE else None
    if s["victor"] == NONE:
        standing, lying = list_units(s["units"][area]), list_units(s["routed"][area])
        found["attacking"] = _army(list_units(s["attackers"]), [])
        found["defending"] = _army(standing, lying)
    else:
        found["winner"] = house_of(s, seats[int(s["victor"])])
    return found


def view_attack(s: State) -> Json | None:
    """The Wildling attack going on: strength, bidders, card once it is turned up."""
    if Phase.WILDLINGS not in s["stack"][: int(s["depth"]), 0]:
        return None
    card = int(s["wild_card"])
    bidders = (seat for seat in range(int(s["num_players"])) if s["bidders"] >> seat & 1)
    return {
        "strength": int(s["wild_strength"]),
        "participants": sorted(str(house_of(s, seat)) for seat in bidders),
        "card": dashed(WildlingCard(card).name) if card != NONE else None,
    }


def view_revealed(s: State) -> list[str] | None:
    """The Westeros cards face up while they are carried out."""
    if s["stack"][0, 0] != Phase.WESTEROS or not s["depth"]:
        return None
    return [dashed(WesterosCard(int(card)).name) for card in s["revealed"]]


def view_supporters(s: State) -> Json:
    """The side each house with a Support order gave it to, None for neither."""
    found: Json = {}
    for area in range(len(AREAS)):
        if s["backing"][area] != NONE and s["order_seat"][area] != NONE:
            side, giver = int(s["backing"][area]), str(house_of(s, int(s["order_seat"][area])))
            helped = house_of(s, int(s["fighter"][side])) if side != Side.NOBODY else None
            found[giver] = found.get(giver) or helped
    return found


def view(s: State) -> Json:
    """The public state in the peer's words."""
    n = int(s["num_players"])
    holders = controllers(s)
    found: Json = {
        "round": int(s["round_no"]),
        "wildling_threat": int(s["threat"]),
        "blade_used": bool(s["blade_used"]),
        "winner": house_of(s, int(s["winner"])),
        "wildling_deck": [dashed(WildlingCard(int(card)).name) for card in s["wild_deck"]],
        "order_restrictions": [
            name for name, orders in BANS.items() if all(s["banned"] >> o & 1 for o in orders)
        ],
        "combat": view_combat(s),
        "wildling_attack": view_attack(s),
        "westeros_revealed": view_revealed(s),
        "houses": {str(house_of(s, seat)): view_house(s, seat, holders) for seat in range(n)},
        "areas": {AREAS[area]: view_area(s, area, p) for area, p in enumerate(holders)},
    }
    for t, track in enumerate(TRACKS):
        found[track] = [house_of(s, int(seat)) for seat in s["track"][t][:n]]
    for d in range(NUM_TRACKS):
        found[f"westeros_{d + 1}"] = view_deck(s, d)
    return found


def view_tides(s: State) -> list[str | None]:
    """Tides card of each side."""
    return [TIDES[int(card)] if card != NONE else None for card in s["tides"]]


# --- comparison


def compare(ours: Json, theirs: Json, skip: frozenset[str] = frozenset()) -> list[str]:
    """Differences of the public states in words; ``skip`` names paths left out."""
    found: list[str] = []
    for key, value in ours.items():
        if key in skip or (key == "combat" and value is None and theirs.get(key) is None):
            continue
        if key in ("houses", "areas"):
            for name, part in value.items():
                _compare_parts(f"{key[:-1]} {name}", part, theirs[key][name], skip, found)
        elif key == "combat":
            _compare_parts(key, value or {}, theirs[key] or {}, skip, found, bool(value))
        elif key == "wildling_attack" and theirs[key]:
            attack = {**theirs[key], "participants": sorted(theirs[key]["participants"])}
            _note(key, value, attack, found)
        elif key == "order_restrictions":
            _note(key, value, theirs[key] or [], found)
        else:
            _note(key, value, theirs[key], found)
    return found


def _compare_parts(
    name: str, ours: Json, theirs: Json, skip: frozenset[str], found: list[str], only: bool = False
) -> None:
    for key in ours if only else ours.keys() | theirs.keys():
        if key in skip or f"{name} {key}" in skip:
            continue
        mine, other = ours.get(key), theirs.get(key)
        if key == "knows_wildling_top" and not other:
            continue  # we also remember where turned up cards were buried
        if key in ("hand", "discard", "units", "routed"):
            mine, other = sorted(mine or []), sorted(other or [])
        _note(f"{name} {key}", mine, other, found)


def _note(name: str, ours: Any, theirs: Any, found: list[str]) -> None:
    if ours != theirs:
        found.append(f"{name}: ours {ours}, peer {theirs}")
