"""The board as text: claim, weather, Alliance cards and Leaders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from got_env.core.lines import hanging
from got_env.westeros.words.claim_snapshot import BATTLE, BOARD, CARD, CELL

Snapshot = Mapping[str, Any]


def _tactic(seat: Mapping[str, Any]) -> str:
    picked = [seat["tactic"], seat["second_tactic"]]
    return " and ".join(card for card in picked if card) or "-"


COLUMNS: Mapping[str, Callable[[Mapping[str, Any]], object]] = {
    "claim": lambda seat: seat["claim"],
    "tactic": _tactic,
}
"""More columns of the table of houses, by the entry that a house has in games with them."""


def ending(snapshot: Snapshot) -> str:
    """Cause of the end before the last round, if there is one."""
    return "by claim" if snapshot["won_by_claim"] else ""


def track(snapshot: Snapshot, width: int) -> list[str]:
    """Tokens on the claim track, what wins, the weather, and a throne token that went elsewhere."""
    claim, weather = snapshot["claim"], snapshot["weather"]
    spaces = len(claim["track"])
    tokens = [f"{spaces - i} {house or 'empty'}" for i, house in enumerate(claim["track"])]
    lines = hanging("Claim track: ", tokens, width)
    castles = f"{claim['castles_to_win']} castles win"
    wins = f"{claim['to_win']} claim wins" if claim["to_win"] else castles
    state = "stormy, fords are closed" if weather["stormy"] else "fair, fords are open"
    lines.append(f"{wins}; the weather is {state} (space {weather['space']})")
    if claim["throne_token"] != snapshot["tracks"]["iron_throne"][0]:
        lines.append(f"the Iron Throne token is with {claim['throne_token']}")
    return lines


def alliances(snapshot: Snapshot, width: int) -> list[str]:
    """Every Alliance deck: cards in it, its top, cards known at its bottom, the permanent ally."""
    lines = []
    for deck, facts in snapshot["alliances"].items():
        parts = [f"{len(facts['cards'])} cards"]
        if facts["face_up"]:
            parts.append(f"top {facts['cards'][0]}")
        hidden = facts["cards"][facts["face_up"] :]
        known = [card for card in hidden if card]
        if known:
            below = "then" if len(known) == len(hidden) else "at the bottom"
            parts += [f"{below} {known[0]}", *known[1:]]
        if facts["permanent"]:
            parts.append(f"ally of {facts['permanent']}")
        lines += hanging(f"{deck} deck: ", parts, width)
    if snapshot["forge_barred"]:
        lines.append("forge_alliances may not be picked")
    return lines


def leaders(snapshot: Snapshot, width: int) -> list[str]:
    """Leaders that stand in no area, and the offer that is being made."""
    told = [
        f"{leader} {where_words(facts)}"
        for leader, facts in snapshot["leaders"].items()
        if facts["place"] != BOARD
    ]
    lines = hanging("Leaders elsewhere: ", told, width) if told else []
    if snapshot["negotiation"]:
        lines += hanging("Offer: ", [offer_words(snapshot["negotiation"])], width)
    return lines


def where_words(facts: Mapping[str, Any]) -> str:
    """Place of a Leader of a snapshot, in words."""
    place = str(facts["place"])
    if place == BOARD:
        return f"in {facts['area']}" + (", face down" if facts["face_down"] else "")
    if place == CELL:
        return f"in the cell of {facts['captor']}"
    return {BATTLE: "in the battle", CARD: "not in play"}.get(place, place)


def offer_words(offer: Mapping[str, Any]) -> str:
    """An offer of a negotiation."""
    head = f"{offer['from']} to {offer['to']}"
    if not offer["asks"]:
        return f"{head}, not yet made"
    gives = [*offer["gives"], *([f"{offer['power']} Power"] if offer["power"] else [])]
    said = "" if offer["made"] else " so far"
    return f"{head}{said}: {' and '.join(gives) or 'nothing'} for {' and '.join(offer['asks'])}"
