"""A record as plain data: what texts and pictures are made from.

A snapshot says the same as a position, in full: empty areas, defaults, and what follows from the
rest (who controls what, unused units, the open decision). It cannot be read back. Who took the Iron
Throne token from the first place has it under ``throne_token``. Ids are those of
the data files. A game without Wildlings has None in their place. A redacted record gives
``"hidden"`` for what was chosen in secret and ``None`` for cards nobody in question has seen.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.core.agenda import PLAYER
from got_env.westeros.facts.facts import Houses
from got_env.westeros.facts.rulesets import has_claim
from got_env.westeros.position.areas import controllers, force_word, write_counts, write_order
from got_env.westeros.position.combat import write_combat
from got_env.westeros.position.decks import deck_words, write_westeros_cards
from got_env.westeros.position.frames import phase_word
from got_env.westeros.position.houses import write_cards, write_tracks
from got_env.westeros.position.pending import write_march
from got_env.westeros.position.words import ORDERS
from got_env.westeros.rules.names import HIDDEN_WORD, WILDLING_WORDS
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, Terrain
from got_env.westeros.views.knowledge import HIDDEN
from got_env.westeros.words.claim_snapshot import with_leaders
from got_env.westeros.words.notation import houses_of, phase_name, top_frame

_TERRAIN = tuple(kind.name.lower() for kind in Terrain)

States = np.ndarray[Any, np.dtype[Any]]

_BOOKKEEPING = {"cards_open", "tides_open", "margin", "card_kept", "condition"}
"""Parts of a combat that only the engine needs; hashes of replays are made without them."""


def snapshot(states: States, row: int) -> dict[str, Any]:
    """Record ``row`` of a batch as plain data, ready for JSON.

    Args:
        states: ``(B,) STATE``; redact a copy first to show what one player knows.
        row: index of the record.
    """
    s = states[row]
    houses = houses_of(states, row)
    told = _told_of(states, row, houses)
    if has_claim(s):
        told = with_leaders(told, s, houses)
    if s["throne"] == NONE or "claim" in told:
        return told
    return told | {"throne_token": houses[int(s["throne"])]}


def _told_of(states: States, row: int, houses: Houses) -> dict[str, Any]:
    """Parts of a snapshot in every game on the map of Westeros."""
    s = states[row]
    held = controllers(s)
    return {
        "game": houses.facts.code,
        "players": len(houses),
        "options": houses.facts.edition.options.values_of(s["options"]),
        "round": int(s["round_no"]),
        "phase": phase_word(s),
        "decision": _decision(states, row, houses),
        "over": bool(s["over"]),
        "winner": _house(houses, s["winner"]),
        "won_by_castles": bool(s["won_by_castles"]),
        "ranking": _ranking(s, houses),
        "tracks": write_tracks(s, houses),
        "blade_used": bool(s["blade_used"]),
        "raven_used": bool(s["raven_used"]),
        "banned": ORDERS.write(int(s["banned"]), houses),
        "orders_open": bool(s["orders_open"]),
        "areas": _areas(s, held, houses),
        "houses": {house: _seat(s, p, held, houses) for p, house in enumerate(houses)},
        "westeros": write_westeros_cards(s),
        "wildlings": _wildlings(s, houses) if houses.facts.setup.wildling_track else None,
        "march": _march(s, houses),
        "combat": _combat(s, houses),
    }


def _house(houses: Houses, seat: Any) -> str | None:
    return houses[int(seat)] if 0 <= int(seat) < len(houses) else None


def _decision(states: States, row: int, houses: Houses) -> dict[str, Any] | None:
    frame = top_frame(states, row)
    if frame is None:
        return None
    return {
        "phase": phase_name(states, row),
        "player": _house(houses, frame[PLAYER]),
        "arguments": frame[PLAYER + 1 :],
    }


def _ranking(s: Any, houses: Houses) -> list[str]:
    if not s["over"]:
        return []
    return sorted(houses, key=lambda house: int(s["place"][houses.index(house)]))


def _areas(s: Any, held: list[int], houses: Houses) -> dict[str, dict[str, Any]]:
    """Every area in words; the columns of the record are made lists once, not area by area."""
    rules, words = RULES[s["ruleset"]], houses.facts.unit_words
    kinds = rules["kind"].tolist()
    owner, units, routed, token, garrison, neutral = (
        s[field].tolist() for field in ("owner", "units", "routed", "token", "garrison", "neutral")
    )
    return {
        area: {
            "kind": _TERRAIN[kinds[a]],
            "owner": _house(houses, owner[a]),
            "controller": _house(houses, held[a]),
            "units": write_counts(units[a], words),
            "routed": write_counts(routed[a], words),
            "token": _house(houses, token[a]),
            "garrison": garrison[a],
            "neutral": force_word(neutral[a]),
            "order": write_order(s, a, houses),
        }
        for a, area in enumerate(houses.facts.areas)
    }


def _seat(s: Any, p: int, held: list[int], houses: Houses) -> dict[str, Any]:
    rules = RULES[s["ruleset"]]
    castles = [a for a in rules["castles"][: rules["num_castles"]].tolist() if held[a] == p]
    bid = int(s["bid"][p])
    return {
        "power": int(s["power"][p]),
        "tokens_on_board": int(s["tokens_out"][p]),
        "supply": int(s["supply"][p]),
        "castles": len(castles),
        "strongholds": sum(int(rules["muster_points"][a]) == 2 for a in castles),
        "pool": {
            word: int(n) for word, n in zip(houses.facts.unit_words, s["pool"][p], strict=True)
        },
        "hand": write_cards(houses, p, s["hand"][p]),
        "discards": write_cards(houses, p, s["discards"][p]),
        "bid": None if bid == NONE else HIDDEN_WORD if bid == HIDDEN else bid,
    }


def _wildlings(s: Any, houses: Houses) -> dict[str, Any]:
    won, card = int(s["wild_won"]), int(s["wild_card"])
    cards = int(RULES[s["ruleset"]]["num_wildlings"])
    return {
        "threat": int(s["threat"]),
        "deck": deck_words(s["wild_deck"][:cards], WILDLING_WORDS),
        "known_by": [
            [house for p, house in enumerate(houses) if int(mask) >> p & 1]
            for mask in s["wild_known"][:cards]
        ],
        "card": None if card == NONE else WILDLING_WORDS[card],
        "strength": int(s["wild_strength"]),
        "nights_watch_won": None if won == NONE else bool(won),
        "target": _house(houses, s["wild_target"]),
    }


def _march(s: Any, houses: Houses) -> dict[str, Any] | None:
    march = write_march(s)
    if march is None:
        return None
    return {
        "from": march["from"],
        "left": write_counts(s["march_left"], houses.facts.unit_words),
        "to": {target["area"]: target["units"] for target in march["to"]},
    }


def _combat(s: Any, houses: Houses) -> dict[str, Any] | None:
    combat = write_combat(s, houses)
    if combat is None:
        return None
    combat["sides"] = {side: _told(data) for side, data in combat["sides"].items()}
    return _told(combat)


def _told(part: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in part.items() if key not in _BOOKKEEPING}
