"""A record as plain data: what texts, pictures and the referee are made from.

Ids are those of the data files. A redacted record gives ``"hidden"`` for what was chosen in secret
and ``None`` for cards nobody in question has seen.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env._agenda import PHASE, PLAYER
from got_env.westeros.knowledge import HIDDEN
from got_env.westeros.notation import (
    AREAS,
    FACTS,
    ORDER_WORDS,
    SIDE_WORDS,
    TIDES_WORDS,
    TRACK_WORDS,
    UNIT_WORDS,
    houses_of,
    phase_name,
    top_frame,
)
from got_env.westeros.options import OPTIONS
from got_env.westeros.rules import RULES
from got_env.westeros.vocabulary import (
    HAND_SIZE,
    HIDDEN_ORDER,
    IMPASSABLE,
    NONE,
    Kind,
    Phase,
    WesterosCard,
    WildlingCard,
)

States = np.ndarray[Any, np.dtype[Any]]

_UNSEEN = "hidden"
_DECKS = ("I", "II", "III")


def snapshot(states: States, row: int) -> dict[str, Any]:
    """Record ``row`` of a batch as plain data, ready for JSON.

    Args:
        states: ``(B,) STATE``; redact a copy first to show what one player knows.
        row: index of the record.
    """
    s = states[row]
    houses = houses_of(states, row)
    return {
        "game": "agot2e",
        "players": len(houses),
        "options": {
            key: spec.values[int(i)]
            for (key, spec), i in zip(OPTIONS.items(), s["options"], strict=True)
        },
        "round": int(s["round_no"]),
        "phase": _round_phase(s),
        "decision": _decision(states, row, houses),
        "over": bool(s["over"]),
        "winner": _house(houses, s["winner"]),
        "won_by_castles": bool(s["won_by_castles"]),
        "ranking": _ranking(s, houses),
        "tracks": {
            word: [_house(houses, p) for p in s["track"][t][: len(houses)]]
            for t, word in enumerate(TRACK_WORDS)
        },
        "blade_used": bool(s["blade_used"]),
        "raven_used": bool(s["raven_used"]),
        "banned": [word for t, word in enumerate(ORDER_WORDS) if int(s["banned"]) >> t & 1],
        "orders_open": bool(s["orders_open"]),
        "areas": {area: _area(s, a, houses) for a, area in enumerate(AREAS)},
        "houses": {house: _seat(s, p, house) for p, house in enumerate(houses)},
        "westeros": _westeros(s),
        "wildlings": _wildlings(s, houses),
        "march": _march(s),
        "combat": _combat(s, houses),
    }


def _house(houses: tuple[str, ...], seat: Any) -> str | None:
    return houses[int(seat)] if 0 <= int(seat) < len(houses) else None


def _counts(values: Any) -> dict[str, int]:
    return {word: int(n) for word, n in zip(UNIT_WORDS, values, strict=True) if n}


def _cards(house: str, mask: Any) -> list[str]:
    return [card for i, card in enumerate(FACTS.card_ids[house]) if int(mask) >> i & 1]


def _round_phase(s: Any) -> str:
    """Phase of the round, from the bottom of the agenda: ``"march"``."""
    if int(s["depth"]) == 0:
        return "over"
    return Phase(int(s["stack"][0][PHASE])).name.lower().removesuffix("_step")


def _decision(states: States, row: int, houses: tuple[str, ...]) -> dict[str, Any] | None:
    frame = top_frame(states, row)
    if frame is None:
        return None
    return {
        "phase": phase_name(states, row),
        "player": _house(houses, frame[PLAYER]),
        "arguments": frame[PLAYER + 1 :],
    }


def _ranking(s: Any, houses: tuple[str, ...]) -> list[str]:
    if not s["over"]:
        return []
    return sorted(houses, key=lambda house: int(s["place"][houses.index(house)]))


def _controller(s: Any, a: int) -> int:
    """Seat that controls an area: its units, its token, else the house whose home it is."""
    rules = RULES[s["ruleset"]]
    if rules["kind"][a] != Kind.LAND or s["owner"][a] != NONE:
        return int(s["owner"][a])
    return int(s["token"][a]) if s["token"][a] != NONE else int(rules["home_seat"][a])


def _area(s: Any, a: int, houses: tuple[str, ...]) -> dict[str, Any]:
    order = None
    if s["order"][a] != NONE:
        hidden = int(s["order"][a]) == HIDDEN_ORDER
        order = {
            "house": _house(houses, s["order_seat"][a]),
            "token": _UNSEEN if hidden else ORDER_WORDS[int(s["order"][a])],
        }
    neutral = int(s["neutral"][a])
    return {
        "kind": Kind(int(RULES[s["ruleset"]]["kind"][a])).name.lower(),
        "owner": _house(houses, s["owner"][a]),
        "controller": _house(houses, _controller(s, a)),
        "units": _counts(s["units"][a]),
        "routed": _counts(s["routed"][a]),
        "token": _house(houses, s["token"][a]),
        "garrison": int(s["garrison"][a]),
        "neutral": "impassable" if neutral == IMPASSABLE else neutral,
        "order": order,
    }


def _seat(s: Any, p: int, house: str) -> dict[str, Any]:
    rules = RULES[s["ruleset"]]
    castles = [int(a) for a in rules["castles"][: rules["num_castles"]] if _controller(s, a) == p]
    bid = int(s["bid"][p])
    return {
        "power": int(s["power"][p]),
        "tokens_on_board": int(s["tokens_out"][p]),
        "supply": int(s["supply"][p]),
        "castles": len(castles),
        "strongholds": sum(int(rules["muster_points"][a]) == 2 for a in castles),
        "pool": {word: int(n) for word, n in zip(UNIT_WORDS, s["pool"][p], strict=True)},
        "hand": _cards(house, s["hand"][p]),
        "discards": _cards(house, s["discards"][p]),
        "bid": None if bid == NONE else _UNSEEN if bid == HIDDEN else bid,
    }


def _westeros(s: Any) -> dict[str, Any]:
    def card(value: Any) -> str | None:
        return None if int(value) < 0 else WesterosCard(int(value)).name.lower()

    return {
        "revealed": {deck: card(s["revealed"][d]) for d, deck in enumerate(_DECKS)},
        "decks": {
            deck: [card(value) for value in s["deck"][d][int(s["deck_pos"][d]) :]]
            for d, deck in enumerate(_DECKS)
        },
        "drawn": {
            deck: [card(value) for value in s["deck"][d][: int(s["deck_pos"][d])]]
            for d, deck in enumerate(_DECKS)
        },
    }


def _wildlings(s: Any, houses: tuple[str, ...]) -> dict[str, Any]:
    def card(value: Any) -> str | None:
        return None if int(value) < 0 else WildlingCard(int(value)).name.lower()

    won = int(s["wild_won"])
    return {
        "threat": int(s["threat"]),
        "deck": [card(value) for value in s["wild_deck"]],
        "known_by": [
            [house for p, house in enumerate(houses) if int(mask) >> p & 1]
            for mask in s["wild_known"]
        ],
        "card": card(s["wild_card"]),
        "strength": int(s["wild_strength"]),
        "nights_watch_won": None if won == NONE else bool(won),
        "target": _house(houses, s["wild_target"]),
    }


def _march(s: Any) -> dict[str, Any] | None:
    if int(s["march_from"]) == NONE:
        return None
    return {
        "from": AREAS[int(s["march_from"])],
        "left": _counts(s["march_left"]),
        "to": {
            AREAS[int(d)]: _counts(units)
            for d, units in zip(s["march_to"], s["march_units"], strict=True)
            if int(d) != NONE
        },
    }


def _combat(s: Any, houses: tuple[str, ...]) -> dict[str, Any] | None:
    if not s["fight"]:
        return None
    return {
        "area": AREAS[int(s["fight_area"])],
        "from": AREAS[int(s["fight_from"])],
        "order": ORDER_WORDS[int(s["fight_order"])],
        "attacking_units": _counts(s["attackers"]),
        "support": {
            AREAS[a]: SIDE_WORDS[int(side)] for a, side in enumerate(s["backing"]) if side != NONE
        },
        "sides": {
            SIDE_WORDS[side]: {
                "house": _house(houses, s["fighter"][side]),
                "card": _chosen(_side_cards(s, side, houses), s["card"][side]),
                "barred": _chosen(_side_cards(s, side, houses), s["barred_card"][side]),
                "tides": _chosen(TIDES_WORDS, s["tides"][side]),
            }
            for side in range(2)
        },
        "tides_rejected": _chosen(TIDES_WORDS, s["tides_rejected"]),
        "blade": _chosen(SIDE_WORDS, s["blade_side"]),
        "victor": _chosen(SIDE_WORDS, s["victor"]),
    }


def _side_cards(s: Any, side: int, houses: tuple[str, ...]) -> tuple[str, ...]:
    return FACTS.card_ids[houses[int(s["fighter"][side])]][:HAND_SIZE]


def _chosen(words: tuple[str, ...], value: Any) -> str | None:
    """Word of a choice: None when not made, ``"hidden"`` when it is secret."""
    index = int(value)
    return None if index == NONE else _UNSEEN if index == HIDDEN else words[index]
