"""Rules for every position. Read from records, without the engine's own functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    ALL_CARDS,
    NONE,
    PORT_CAPACITY,
    POWER_TOKENS,
    Phase,
    Terrain,
    Unit,
)

OVER_SUPPLY_WHILE = {
    Phase.RECONCILE,
    Phase.RECONCILE_AREA,
    Phase.RECONCILE_UNIT,
}
"""Frames under which armies may be larger than supply allows: they are being cut."""


def broken(states: Any) -> list[str]:
    """Invariants that the records ``(B,)`` break, in words with row and house."""
    faults: list[str] = []
    for row, s in enumerate(states):
        rules = RULES[s["ruleset"]]
        for check in (_units, _power, _cards, _tracks, _orders, _areas, _decks, _supply, _agenda):
            faults += [f"row {row}: {fault}" for fault in check(s, rules)]
    return faults


def _all_units(s: Any) -> Any:
    return s["units"] + s["routed"]


def _units(s: Any, rules: Any) -> list[str]:
    """Pieces are conserved: pool, board and attackers hold all of a house's units."""
    faults = []
    for p in range(s["num_players"]):
        count = s["pool"][p] + _all_units(s)[s["owner"] == p].sum(axis=0)
        if s["fight"] and s["fighter"][0] == p:
            count = count + s["attackers"]
        if not np.array_equal(count, rules["pool"]):
            faults.append(f"seat {p} has units {count}, not {rules['pool']}")
    if (s["pool"] < 0).any() or (s["units"] < 0).any() or (s["routed"] < 0).any():
        faults.append("a number of units is negative")
    return faults


def _power(s: Any, rules: Any) -> list[str]:
    """No house has more than its Power tokens, and those on the board are counted."""
    faults = []
    for p in range(s["num_players"]):
        out = int((s["token"] == p).sum())
        if out != s["tokens_out"][p]:
            faults.append(f"seat {p} has {out} tokens on the board, not {s['tokens_out'][p]}")
        if not 0 <= s["power"][p] <= POWER_TOKENS - out:
            faults.append(f"seat {p} has {s['power'][p]} Power and {out} tokens on the board")
    return faults


def _cards(s: Any, rules: Any) -> list[str]:
    """A House card is in hand, on the discard pile, or in play."""
    faults = []
    for p in range(s["num_players"]):
        hand, discards = int(s["hand"][p]), int(s["discards"][p])
        in_play = 0
        if s["fight"] and s["cards_open"]:
            for side in range(2):
                if s["fighter"][side] == p and s["card"][side] != NONE:
                    in_play = 1 << int(s["card"][side])
        if hand & discards or (hand | discards | in_play) != ALL_CARDS:
            faults.append(f"seat {p} has hand {hand:b}, discards {discards:b}, play {in_play:b}")
        if hand == 0 and not s["fight"]:
            faults.append(f"seat {p} has no card in hand")
    return faults


def _tracks(s: Any, rules: Any) -> list[str]:
    n = int(s["num_players"])
    faults = [
        f"track {t} is {track}"
        for t, track in enumerate(s["track"])
        if sorted(track[:n]) != list(range(n)) or (track[n:] != NONE).any()
    ]
    if not 0 <= s["threat"] <= rules["threat_max"]:
        faults.append(f"threat is {s['threat']}")
    if not ((s["supply"][:n] >= 0) & (s["supply"][:n] <= 6)).all():
        faults.append(f"supply is {s['supply']}")
    return faults


def _orders(s: Any, rules: Any) -> list[str]:
    """Orders lie where their house has units, and no token is used twice."""
    faults = []
    laid = s["order"] != NONE
    if ((s["order_seat"] != NONE) != laid).any():
        faults.append("an order has no house, or a house no order")
    n = int(rules["num_areas"])
    fighting = np.zeros(len(laid), dtype=bool)
    if s["fight"]:
        fighting[[int(s["fight_area"]), int(s["fight_from"])]] = True
    faults += [
        f"order of seat {s['order_seat'][a]} in area {a} of {s['owner'][a]}"
        for a in np.flatnonzero(laid[:n] & ~fighting[:n])
        if s["owner"][a] != s["order_seat"][a]
    ]
    for p in range(s["num_players"]):
        tokens = np.bincount(s["order"][laid & (s["order_seat"] == p)], minlength=11)
        if (tokens > rules["order_tokens"]).any():
            faults.append(f"seat {p} has laid {tokens}")
        if (s["placed"][p] > rules["order_tokens"]).any():
            faults.append(f"seat {p} has placed {s['placed'][p]}")
    return faults


def _areas(s: Any, rules: Any) -> list[str]:
    faults = []
    n = int(rules["num_areas"])
    counts = _all_units(s)
    total = counts.sum(axis=1)
    if ((s["owner"] != NONE) != (total > 0))[:n].any():
        faults.append(f"owner without units or units without owner: {s['owner']}, {total}")
    land = rules["kind"][:n] == Terrain.LAND
    if (counts[:n][land][:, Unit.SHIP] > 0).any() or (counts[:n][~land][:, : Unit.SHIP] > 0).any():
        faults.append("a unit is where it cannot be")
    if (total[:n][rules["kind"][:n] == Terrain.PORT] > PORT_CAPACITY).any():
        faults.append("a port holds too many ships")
    if ((s["token"][:n] != NONE) & ~land).any():
        faults.append("a Power token lies on water")
    if ((s["neutral"][:n] > 0) & (s["owner"][:n] != NONE)).any():
        faults.append("units stand where a Neutral Force is")
    homes = (s["garrison"][:n] > 0) & (rules["home_seat"][:n] == NONE)
    if homes.any():
        faults.append("a Garrison is in an area that is no home")
    return faults


def _decks(s: Any, rules: Any) -> list[str]:
    faults = [
        f"Westeros deck {d} is {deck}"
        for d, deck in enumerate(s["deck"])
        if sorted(deck) != sorted(rules["westeros_deck"][d])
    ]
    if sorted(s["wild_deck"]) != list(range(9)):
        faults.append(f"Wildling deck is {s['wild_deck']}")
    if sorted(s["tides_deck"]) != sorted(rules["tides_deck"]):
        faults.append(f"Tides deck is {s['tides_deck']}")
    return faults


def _frames(s: Any) -> list[int]:
    return [int(phase) for phase in s["stack"][: int(s["depth"]), 0]]


def _supply(s: Any, rules: Any) -> list[str]:
    """Armies fit the Supply limits at every decision, except while they are being cut."""
    if not OVER_SUPPLY_WHILE.isdisjoint(_frames(s)):
        return []
    faults = []
    sizes = _all_units(s).sum(axis=1)
    for p in range(s["num_players"]):
        armies = sizes[s["owner"] == p].tolist()
        if s["fight"] and s["fighter"][0] == p:
            armies.append(int(s["attackers"].sum()))
        limit = rules["supply_limit"][s["supply"][p]]
        for size in range(2, len(limit)):
            if sum(army >= size for army in armies) > limit[size]:
                faults.append(f"seat {p} with supply {s['supply'][p]} has armies {armies}")
                break
    return faults


def _agenda(s: Any, rules: Any) -> list[str]:
    """The game is over exactly when nothing is left to do; unused frames are blank."""
    faults = []
    depth = int(s["depth"])
    if bool(s["over"]) != (depth == 0):
        faults.append(f"over is {s['over']} with {depth} frames")
    if s["stack"][depth:].any():
        faults.append("an unused frame is not blank")
    if depth and not 0 <= s["stack"][depth - 1, 1] < s["num_players"]:
        faults.append(f"player {s['stack'][depth - 1, 1]} has to decide")
    if s["over"]:
        n = int(s["num_players"])
        if sorted(s["place"][:n]) != list(range(n)) or s["place"][s["winner"]] != 0:
            faults.append(f"places {s['place']}, winner {s['winner']}")
    if not s["fight"] and (s["attackers"].any() or (s["backing"] != NONE).any()):
        faults.append("something is left of a combat")
    return faults
