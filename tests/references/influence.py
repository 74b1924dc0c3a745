"""Turns, totals, bids and claims of B'Twixt, by the text.

Chapters Play Influence Cards, Claim the Ally, Priority of Rules, Pulling the Strings.
A leader plays a card of the hand or kneels. The highest total wins the bid, of equal ones the
leader nearest to the first player. The winner places the ally in a council at the left or right;
a neighbour with more copies of Pulling the Strings decides it. Abilities in force, read from the
card data, change this; an ally's ability prevails over a card's. Nothing of the engine is imported.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

FACTS = Path(__file__).parents[2] / "got_env" / "btwixt" / "data" / "btwixt"
FILES = ("influence_standard", "influence_event", "influence_leader", "allies")
STEERS = ("place_ally", "shared_with_you")
Json = Mapping[str, Any]


@cache
def printed() -> dict[str, Json]:
    """Influence cards and allies by id."""
    read = (json.loads((FACTS / f"{name}.json").read_text(encoding="utf-8")) for name in FILES)
    return {card["id"]: card for file in read for card in file["cards"]}


def kind(copy: str) -> str:
    """Id of a card without the number of its copy."""
    return copy.split("#")[0]


class Table:
    """One position."""

    def __init__(self, position: Json) -> None:
        self.position = position
        self.seats = [f"player_{i + 1}" for i in range(position["players"])]
        first = self.seats.index(position["first"])
        self.order = self.seats[first:] + self.seats[:first]

    def chosen(self, option: str, default: str) -> str:
        """Value of an option."""
        return str(self.position["options"].get(option, default))

    def pile(self, seat: str) -> list[str]:
        """Cards before a leader."""
        found: list[str] = self.position["pile"][self.seats.index(seat)]
        return found

    def number(self, field: str, seat: str) -> int:
        """A number that every leader has."""
        return int(self.position[field][self.seats.index(seat)])

    def neighbours(self, seat: str) -> tuple[str, str]:
        """At the left, which is clockwise, and at the right."""
        at = self.seats.index(seat)
        return self.seats[(at + 1) % len(self.seats)], self.seats[at - 1]

    def councils(self, seat: str) -> tuple[str, str]:
        """Ids of the left council and of the right one."""
        left, right = (name.split("_")[1] for name in self.neighbours(seat))
        own = seat.split("_")[1]
        return f"council_{own}_{left}", f"council_{right}_{own}"

    def live(self, seat: str) -> Iterator[Json]:
        """Abilities of cards before a leader that were not cancelled."""
        for copy in self.pile(seat):
            if copy not in self.position["cancelled"]:
                yield from printed()[kind(copy)]["effects"]

    def in_force(self, operation: str, seat: str | None = None) -> Iterator[tuple[Json, bool]]:
        """Abilities that hold now and concern a leader, and whether they are an ally's."""
        for ally in self.position["acting"]:
            for effect in printed()[ally]["effects"]:
                if (effect["trigger"], effect["operation"]) == ("during_round", operation):
                    yield effect, True
        for owner in self.seats:
            for effect in self.live(owner):
                held = (effect["trigger"], effect["operation"]) == ("while_in_pile", operation)
                meant = effect["target"] == "each_leader" or seat in (None, owner)
                if held and meant:
                    yield effect, False


# --- turns


def legal_turns(position: Json, seat: str) -> set[str]:
    """Turns open to the leader whose turn it is."""
    table = Table(position)
    hand = {kind(copy) for copy in position["hand"][table.seats.index(seat)]}
    if (
        table.chosen("stolen_white_played", "no") == "no"
        and table.chosen("advanced", "false") == "true"
        and table.chosen("clash_draft", "false") == "false"
    ):
        leader = position["leaders"][table.seats.index(seat)]
        hand = {c for c in hand if printed()[c].get("leader_id") in (None, leader)}
    limits = [table.number("limit", seat)] if table.number("limit", seat) >= 0 else []
    has_to_play = seat in position["oath"]
    for effect, _ in table.in_force("restrict_action", seat):
        if effect["params"]["restriction"] == "max_cards_in_bid_pile":
            limits.append(effect["amount"])
        elif effect["params"]["restriction"] == "must_play_before_kneeling":
            has_to_play = True
    if not hand or len(table.pile(seat)) >= min(limits, default=999):
        return {"kneel"}
    plays = {f"play {card}" for card in hand}
    waits = has_to_play and table.number("played", seat) == 0
    return plays if waits or seat in position["must"] else plays | {"kneel"}


# --- the bid


def fits(card: Json, wanted: Json | None) -> bool:
    """True if what is printed on a card is what an ability speaks of."""
    low, high = ((wanted or {}).get(key) for key in ("min_value", "max_value"))
    colour = (wanted or {}).get("color")
    return (
        (low is None or card["value"] >= low)
        and (high is None or card["value"] <= high)
        and colour in (None, card["color"])
    )


def totals(position: Json) -> dict[str, int]:
    """Influence before each leader."""
    table = Table(position)
    least = -(10**6) if table.chosen("negative_influence", "floor_zero") == "allow" else 0
    added = position.get("add") or {}
    found = {}
    for seat in table.seats:
        rules = [effect for effect, _ in table.in_force("modify_influence", seat)]
        values = []
        for copy in table.pile(seat):
            card = printed()[kind(copy)]
            said = [e for e in rules if fits(card, e["params"].get("filter"))]
            said = [e for e in said if e["params"]["pick"] == "all"]
            fixed = [e["amount"] for e in said if e["params"]["mode"] == "set"]
            more = sum(e["amount"] for e in said if e["params"]["mode"] == "add")
            base = fixed[-1] if fixed else card["value"] + int(added.get(copy, 0))
            values.append(max(least, base + more))
        if values and any(e["params"]["pick"] == "highest" for e in rules):
            values.remove(max(values))
        found[seat] = max(least, sum(values) + table.number("total_add", seat))
    return found


def winner(position: Json, bids: dict[str, int]) -> str:
    """Winner of the bid: the highest total, then the nearest to the first player."""
    table = Table(position)
    rules = [e["params"]["rule"] for e, ally in table.in_force("change_bid_rule") if ally]
    lucky = {
        seat
        for seat in table.seats
        for effect in table.live(seat)
        if effect["trigger"] == "while_in_pile" and effect["operation"] == "change_bid_rule"
    }
    order = list(table.order)
    if "farthest_wins_ties" in rules:
        order.reverse()
    else:
        order.sort(key=lambda seat: seat not in lucky)
    ranked = sorted(order, key=lambda seat: -bids[seat])
    if "second_highest_wins" not in rules:
        return ranked[0]
    others = [seat for seat in ranked if seat != ranked[0]]
    return others[0]


# --- the claim


def has_own_placement(ally: str) -> bool:
    """True if an ally says itself where it goes."""
    return any(effect["trigger"] == "on_placement" for effect in printed()[ally]["effects"])


def legal_councils(position: Json, seat: str) -> set[str]:
    """Councils open to the winner of the bid for a current ally that has no own word on it."""
    table = Table(position)
    strings = [
        sum((e["operation"], e["params"].get("rule")) == STEERS for e in table.live(neighbour))
        for neighbour in table.neighbours(seat)
    ]
    if strings[0] == strings[1]:
        return set(table.councils(seat))
    return {table.councils(seat)[strings[1] > strings[0]]}
