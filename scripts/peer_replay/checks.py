"""Comparison of the legal options: what the peer offers against what our masks allow.

A composite decision of the peer, such as a whole march, is legal for us when its parts are legal
one after the other. They are tried on a copy of the record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from got_env.core.batch import games
from got_env.westeros.rules import actions
from got_env.westeros.rules.vocabulary import NUM_ORDERS, NUM_UNITS, Order, Phase

from .march_readings import breaks_on_the_way, supported_by_movers
from .names import AREA, AREAS, ORDER, ORDERS, UNIT, UNITS, Army
from .recordings import Json

if TYPE_CHECKING:
    from .replay import Replay

MARCH_ORDERS = (Order.MARCH_MINUS, Order.MARCH, Order.MARCH_STAR)
RAID_ORDERS = (Order.RAID, Order.RAID_STAR)
CONSOLIDATE_ORDERS = (Order.CONSOLIDATE, Order.CONSOLIDATE_STAR)


class Branch:
    """A copy of the record on which decisions are tried."""

    def __init__(self, states: Any) -> None:
        self.states = states.copy()
        self.s = self.states[0]
        self.masks = np.zeros((1, len(AREAS) + actions.AREA), dtype=np.bool_)

    def fork(self) -> Branch:
        """A copy of the copy."""
        return Branch(self.states)

    def phase(self) -> int:
        """Phase of the open decision, or NONE."""
        depth = int(self.s["depth"])
        return int(self.s["stack"][depth - 1][0]) if depth else -1

    def seat(self) -> int:
        """Seat that decides."""
        return int(self.s["stack"][int(self.s["depth"]) - 1][1])

    def asks(self, phase: Phase, area: int) -> bool:
        """True if the open decision is of this phase and about this area."""
        return self.phase() == phase and area == self.s["stack"][int(self.s["depth"]) - 1][2]

    def legal(self, offset: int, count: int) -> list[int]:
        """Indices of the legal actions of one range."""
        games.action_mask(self.states, self.masks)
        found: list[int] = np.flatnonzero(self.masks[0, offset : offset + count]).tolist()
        return found

    def areas(self) -> list[int]:
        """Areas that may be named."""
        return self.legal(actions.AREA, len(AREAS))

    def allows(self, action: int) -> bool:
        """True if an action is legal."""
        return bool(self.legal(action, 1))

    def act(self, action: int) -> bool:
        """Apply an action if it is legal."""
        if not self.allows(action):
            return False
        games.step(self.states, np.array([action]))
        return True


def own_orders(s: Any, seat: int, kinds: tuple[Order, ...]) -> set[str]:
    """Areas where a seat has an order of these kinds."""
    return {
        AREAS[a]
        for a in range(len(AREAS))
        if s["order_seat"][a] == seat and int(s["order"][a]) in kinds
    }


# --- planning, raids, Consolidate Power


def check_raven(r: Replay, seat: int, replace: dict[str, list[str]]) -> None:
    """Compare which orders may be swapped for which."""
    root = Branch(r.states)
    ours: set[tuple[str, str]] = set()
    if root.act(actions.CHOICE):
        for area in root.areas():
            branch = root.fork()
            branch.act(actions.AREA + area)
            orders = branch.legal(actions.ORDER, NUM_ORDERS)
            ours |= {(AREAS[area], ORDERS[Order(order)]) for order in orders}
    old = {area: ORDERS[Order(int(r.s["order"][AREA[area]]))] for area in replace}
    theirs = {
        (area, name)
        for area, names in replace.items()
        for name in names
        # The peer would also swap an order for its like, and for a banned one (``raven_banned``).
        if name != old[area] and not r.s["banned"] >> ORDER[name] & 1
    }
    r.check_set("raven", ours, theirs)


def check_raids(r: Replay, seat: int, options: list[Json]) -> None:
    """Compare the targets of every Raid order."""
    r.check_set("raid orders", own_orders(r.s, seat, RAID_ORDERS), {o["from"] for o in options})
    for option in options:
        branch = Branch(r.states)
        if branch.phase() == Phase.RAID_FROM:
            branch.act(actions.AREA + AREA[option["from"]])
        r.check_set("raid", {AREAS[a] for a in branch.areas()}, set(option["targets"]))


def check_consolidate(r: Replay, seat: int, options: list[Json]) -> None:
    """Compare the gain of every Consolidate Power order."""
    ours = own_orders(r.s, seat, CONSOLIDATE_ORDERS)
    r.check_set("consolidate orders", ours, {o["area"] for o in options})
    for option in options:
        branch = Branch(r.states)
        before = int(branch.s["power"][seat])
        if branch.phase() == Phase.CONSOLIDATE_FROM:
            branch.act(actions.AREA + AREA[option["area"]])
        if branch.asks(Phase.CONSOLIDATE_CHOICE, AREA[option["area"]]):
            r.check("can muster", option["can_muster"], f"{option['area']}: only ours")
            branch.act(actions.CHOICE)
        gain = int(branch.s["power"][seat]) - before
        left = len(own_orders(branch.s, seat, CONSOLIDATE_ORDERS))
        if left == len(ours) - 1 and branch.s["round_no"] == r.s["round_no"]:
            most = 20 - before - int(branch.s["tokens_out"][seat])
            theirs = min(option["gain"], most)
            r.check("gain", gain == theirs, f"{option['area']}: ours {gain}, peer {theirs}")


# --- marches


def check_marches(r: Replay, seat: int, options: Json) -> None:
    """Compare single moves, moves of the whole force, and the proposals."""
    marches = options["marches"]
    ours = own_orders(r.s, seat, MARCH_ORDERS)
    r.check_set("march orders", ours, {m["from"] for m in marches})
    roots = {}
    for march in marches:
        root = Branch(r.states)
        if root.phase() == Phase.MARCH_FROM:
            root.act(actions.AREA + AREA[march["from"]])
        roots[march["from"]] = root
        areas = root.areas()
        force = root.s["march_left"].tolist()
        for unit, name in UNITS.items():
            if force[unit]:
                single = {AREAS[a] for a in areas if can_march(root, Army({(a, int(unit)): 1}))}
                theirs = set(march["single"].get(name, ()))
                r.check_set("march single", single, theirs, f"{march['from']} {name}")
        if sum(force) > 1:
            whole = {
                AREAS[a]
                for a in areas
                if can_march(root, Army({(a, u): n for u, n in enumerate(force) if n}))
            }
            r.check_set("march all", whole, set(march.get("all", ())), march["from"])
    for probe in options.get("probes", ()):
        moves: Army = Army()
        for move in probe["moves"]:
            for name in move["units"]:
                moves[AREA[move["to"]], int(UNIT[name])] += 1
        root = roots[probe["from"]]
        fine = can_march(root, moves)
        if fine and not probe["valid"] and breaks_on_the_way(root.s, seat, moves):
            r.outcome.deviations["march_supply"] += 1
            fine = False
        elif not fine and probe["valid"] and supported_by_movers(root.s, moves):
            r.outcome.deviations["moved_support"] += 1
            fine = True
        r.check("march probe", fine == probe["valid"], f"ours {fine}: {probe}")


def can_march(root: Branch, moves: Army) -> bool:
    """True if the units can be sent so, the rest staying; ``root`` asks for a destination."""
    branch = root.fork()
    force = branch.s["march_left"].tolist()
    for unit in range(NUM_UNITS):
        if sum(n for (_, u), n in moves.items() if u == unit) > force[unit]:
            return False
    for area in sorted({area for area, _ in moves}):
        if branch.phase() != Phase.MARCH_TO or not branch.act(actions.AREA + area):
            return False
        while branch.phase() == Phase.MARCH_COUNT:
            unit = int(branch.s["stack"][int(branch.s["depth"]) - 1][3])
            if not branch.act(actions.COUNT + moves[area, unit]):
                return False
    return sum(moves.values()) == sum(force) or branch.allows(actions.DONE)
