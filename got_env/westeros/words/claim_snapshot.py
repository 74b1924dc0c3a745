"""Further parts of a snapshot where there are Leaders, Tactics cards and claim."""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.westeros.claim.constants import DOUBLE, MANAGE, ORDER, OWN, SEATS_TO_WIN
from got_env.westeros.facts.facts import Houses
from got_env.westeros.position.areas import controllers, write_counts
from got_env.westeros.position.decks import deck_words
from got_env.westeros.rules.names import HIDDEN_WORD, MINUS_WORD, order_word
from got_env.westeros.rules.option_values import Goal
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, Order, Track
from got_env.westeros.views.knowledge import HIDDEN

MARCH_WORDS = {ORDER: "order", OWN: "leader", DOUBLE: "double", MANAGE: "move"}
"""Kinds of march: by an order, a Leader's own, the second part of a double march, or the immediate
move of Manage Troops."""

BOARD, CELL, BATTLE, BESIDE, CARD, OUT = (
    "area",
    "cell",
    "battle",
    "beside the board",
    "alliance deck",
    "out of the game",
)
"""Places of a Leader."""


def with_leaders(told: dict[str, Any], s: Any, houses: Houses) -> dict[str, Any]:
    """A snapshot with what Leaders, Tactics cards and, if there is any, claim add to it.

    Args:
        told: what every game on the map of Westeros says.
        s: the record, whole or redacted.
        houses: in play, by seat.
    """
    told["leaders"] = _leaders(s, houses)
    told["negotiation"] = offer(s, houses)
    for a, area in enumerate(told["areas"].values()):
        area["leaders"] = _named(houses, s["leader_at"] == a)
        if s["minus"][a] and s["order"][a] == Order.SUPPORT:
            area["order"]["token"] = MINUS_WORD
    for p, seat in enumerate(told["houses"].values()):
        seat |= _seat(s, p, houses)
    if told["march"]:
        told["march"] |= {"to": _declared(s, houses), **march(s, houses)}
    if told["combat"]:
        _add_leaders_to(told["combat"], s, houses)
    if houses.facts.alliances is not None:
        _add_claim(told, s, houses)
    return told


def _add_claim(told: dict[str, Any], s: Any, houses: Houses) -> None:
    """Add the parts of a board with claim: ``claim``, weather and Alliance cards.

    ``claim`` holds what wins, either claim or castles, the ``track`` from its highest space
    down, and who holds the Iron Throne token. Cards that nobody in question has seen are None.
    """
    told["won_by_claim"] = told.pop("won_by_castles")
    told["claim"] = {
        "to_win": claim_to_win(s),
        "castles_to_win": None if claim_to_win(s) else SEATS_TO_WIN,
        "track": [_house(houses, p) for p in s["claim_track"]],
        "throne_token": houses[throne_seat(s)],
    }
    told["weather"] = {"space": int(s["weather"]) + 1, "stormy": is_stormy(s)}
    told["alliances"] = _alliances(s, houses)
    told["forge_barred"] = bool(s["forge_barred"])
    words = houses.facts.alliance_words
    for p, seat in enumerate(told["houses"].values()):
        held = np.flatnonzero(s["ally_owner"] == p).tolist()
        seat |= {
            "claim": claim_of(s, p),
            "claim_tokens": int((s["claim_track"] == p).sum()),
            "tactics_barred": bool(int(s["tactics_barred"]) >> p & 1),
            "alliance_cards": [words[c] for c in held],
            "alliance_cards_used": [words[c] for c in held if s["ally_used"][c]],
        }


def claim_to_win(s: Any) -> int | None:
    """Claim that wins at once; None when Cities and Strongholds are counted."""
    counted = s["options"][Option.GOAL] == Goal.CLAIM_8
    return int(s["options"][Option.CLAIM_TO_WIN]) if counted else None


def claim_of(s: Any, p: int) -> int:
    """Claim of a seat: of the seats of power that it controls, and its tokens on the track."""
    rules = RULES[s["ruleset"]]
    holders = controllers(s)
    held = [a for a in rules["castles"][: rules["num_castles"]].tolist() if holders[a] == p]
    return int(rules["claim"][held].sum()) + int((s["claim_track"] == p).sum())


def is_stormy(s: Any) -> bool:
    """True if fords are closed."""
    return bool(RULES[s["ruleset"]]["stormy"][s["weather"]])


def throne_seat(s: Any) -> int:
    """Seat that holds the Iron Throne token."""
    return int(s["throne"] if s["throne"] != NONE else s["track"][Track.IRON_THRONE, 0])


def leaders_of(houses: Houses, mask: int) -> list[str]:
    """Leaders of a bit mask."""
    words = houses.facts.leader_words
    return [leader for i, leader in enumerate(words) if int(mask) >> i & 1]


def offer(s: Any, houses: Houses) -> dict[str, Any] | None:
    """The offer of a negotiation; nothing is asked for as long as it is secret."""
    if s["offer_to"] == NONE:
        return None
    top = s["stack"][int(s["depth"]) - 1]
    made = int(top[1]) == int(s["offer_to"])
    maker = int(top[2]) if made else int(top[1])
    return {
        "from": houses[maker],
        "to": houses[int(s["offer_to"])],
        "made": made,
        "asks": leaders_of(houses, s["offer_asks"]),
        "gives": leaders_of(houses, s["offer_gives"]),
        "power": int(s["offer_power"]),
    }


def _house(houses: Houses, seat: Any) -> str | None:
    return houses[int(seat)] if seat != NONE else None


def _named(houses: Houses, found: Any) -> list[str]:
    words = houses.facts.leader_words
    return [words[i] for i in np.flatnonzero(found[: len(words)])]


def _leaders(s: Any, houses: Houses) -> dict[str, Any]:
    """All but those of houses that do not play."""
    rules = RULES[s["ruleset"]]
    return {
        leader: _leader(s, i, houses)
        for i, leader in enumerate(houses.facts.leader_words)
        if rules["leader_house"][i] != NONE or rules["leader_alliance"][i] != NONE
    }


def _leader(s: Any, i: int, houses: Houses) -> dict[str, Any]:
    at, order = int(s["leader_at"][i]), int(s["leader_order"][i])
    areas = houses.facts.areas
    return {
        "house": _house(houses, s["leader_seat"][i]),
        "place": _place(s, i),
        "area": None if at == NONE else areas[at],
        "captor": _house(houses, s["leader_cell"][i]),
        "face_down": bool(s["leader_down"][i]),
        "order_of": None if order == NONE else areas[order],
    }


def _place(s: Any, i: int) -> str:
    if s["leader_at"][i] != NONE:
        return BOARD
    if s["leader_cell"][i] != NONE:
        return CELL
    if int(s["fight_leaders"]) >> i & 1:
        return BATTLE
    if s["leader_seat"][i] != NONE:
        return BESIDE
    return CARD if RULES[s["ruleset"]]["leader_alliance"][i] != NONE else OUT


def _alliances(s: Any, houses: Houses) -> dict[str, Any]:
    words = houses.facts.alliance_words
    return {
        deck: {
            "cards": deck_words(s["ally_deck"][d, : int(s["ally_count"][d])], words),
            "face_up": bool(s["ally_face"][d]),
            "permanent": _house(houses, s["permanent"][d]),
        }
        for d, deck in enumerate(houses.facts.deck_words)
    }


def _seat(s: Any, p: int, houses: Houses) -> dict[str, Any]:
    assert houses.facts.tactics is not None
    deck = houses.facts.tactics.decks[houses[p]]

    def picked(slot: int) -> str | None:
        return None if slot == NONE else HIDDEN_WORD if slot == HIDDEN else deck[slot]

    return {
        "tactic": picked(int(s["tactic"][p])),
        "second_tactic": picked(int(s["second_tactic"][p])),
        "tactics": [card for i, card in enumerate(deck) if int(s["tactics_left"][p]) >> i & 1],
        "tactics_removed": [
            card for i, card in enumerate(deck) if not int(s["tactics_left"][p]) >> i & 1
        ],
        "hostages": _named(houses, s["leader_cell"] == p),
    }


def march(s: Any, houses: Houses) -> dict[str, Any]:
    """Kind of the march being declared, its Leader, areas it has entered, and who leads where."""
    leader, done = int(s["march_leader"]), int(s["march_done"])
    areas = houses.facts.areas
    return {
        "kind": MARCH_WORDS[int(s["march_kind"])],
        "leader": None if leader == NONE else houses.facts.leader_words[leader],
        "entered": [areas[int(d)] for d in s["march_to"][:done]],
        "leaders_left": leaders_of(houses, s["leaders_left"]),
        "leaders_to": {
            areas[int(d)]: leaders_of(houses, mask)
            for d, mask in zip(s["march_to"][done:], s["march_leaders"][done:], strict=True)
            if d != NONE and mask
        },
    }


def _declared(s: Any, houses: Houses) -> dict[str, Any]:
    """Units by destination, without those that have arrived before a double march."""
    done = int(s["march_done"])
    return {
        houses.facts.areas[int(d)]: write_counts(units, houses.facts.unit_words)
        for d, units in zip(s["march_to"][done:], s["march_units"][done:], strict=True)
        if d != NONE
    }


def _add_leaders_to(combat: dict[str, Any], s: Any, houses: Houses) -> None:
    own = int(s["fight_leader"])
    combat["order"] = order_word(s["fight_order"])
    combat["march_of"] = None if own == NONE else houses.facts.leader_words[own]
    defending = (s["leader_at"] == s["fight_area"]) & (s["leader_seat"] == s["fighter"][1])
    leaders = {
        "attacker": leaders_of(houses, s["fight_leaders"]),
        "defender": _named(houses, defending),
    }
    for side, name in enumerate(leaders):
        combat["sides"][name]["leaders"] = leaders[name]
        if houses.facts.alliances is not None:
            combat["sides"][name]["military_support"] = int(s["bonus"][side])
