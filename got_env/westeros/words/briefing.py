"""Briefing of a house before it decides: its own means, the areas, the combat."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from got_env.westeros.facts.facts import Facts, Houses
from got_env.westeros.facts.rulesets import facts_of, has_claim
from got_env.westeros.rules.names import ORDER_WORDS
from got_env.westeros.rules.option_values import RenlyDavos
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES, SUPPLY_SIZES
from got_env.westeros.rules.vocabulary import Track
from got_env.westeros.words import claim_briefing
from got_env.westeros.words.combat import is_open, strengths
from got_env.westeros.words.notation import houses_of

States = np.ndarray[Any, np.dtype[Any]]

REVEALING = (
    "rng",
    "orders_open",
    "bids_open",
    "cards_open",
    "tides_open",
    "deck_pos",
    "tides_pos",
    "wild_card",
    "wild_known",
)
"""Fields that change whenever something is drawn, looked at or turned up."""

_CASTLES = (None, "castle", "stronghold")


def reveals(before: States, after: States, row: int) -> bool:
    """True if a step from one record to the other has shown somebody what was hidden.

    Args:
        before: ``(B,) STATE``, nothing redacted.
        after: the same games some decisions later.
        row: index of the record.
    """
    fields = [*REVEALING]
    if has_claim(before[row]):
        fields += claim_briefing.REVEALING
        if claim_briefing.shows_offer(before[row], after[row], houses_of(before, row)):
            return True
    return any((before[name][row] != after[name][row]).any() for name in fields)


def briefing(states: States, row: int, seat: int) -> dict[str, Any]:
    """Briefing of ``seat`` in record ``row``, as plain data.

    ``house``, ``power``, ``supply`` with the ``armies`` it allows and its ``own_armies`` (sizes of
    two or more, the largest first), ``stars`` and ``stars_used``, ``orders_left`` by token,
    ``cards`` of all houses by id (strength, swords, fortifications and text), ``areas`` by id
    (``castle``, ``supply`` and ``power`` icons, ``neighbours``), and ``combat``: for each side the
    parts of its strength that lie open, None unless a combat is still to be decided.

    Args:
        states: ``(B,) STATE``; redact a copy first to show what one player knows.
        row: index of the record.
        seat: whose means to tell.
    """
    houses = houses_of(states, row)
    told = _at_hand(states, row, seat, houses)
    if has_claim(states[row]):
        return claim_briefing.with_claim_at_hand(told, states, row, seat, houses)
    return told


def _at_hand(states: States, row: int, seat: int, houses: Houses) -> dict[str, Any]:
    """Parts of a briefing in every game on the map of Westeros."""
    s = states[row]
    rules = RULES[s["ruleset"]]
    place = s["track"][Track.KINGS_COURT].tolist().index(seat)
    placed = s["placed"][seat]
    banned = int(s["banned"])
    exchanged = bool(s["options"][Option.RENLY_DAVOS] == RenlyDavos.DAVOS)
    return {
        "house": houses[seat],
        "power": int(s["power"][seat]),
        "supply": int(s["supply"][seat]),
        "armies": _allowed_armies(rules["supply_limit"][s["supply"][seat]].tolist()),
        "own_armies": _own_armies(s, seat),
        "stars": int(rules["stars"][place]),
        "stars_used": int(placed[rules["order_special"] == 1].sum()),
        "orders_left": {
            word: int(rules["order_tokens"][t] - placed[t])
            for t, word in enumerate(ORDER_WORDS)
            if not banned >> t & 1
        },
        "cards": {
            card: told
            for house in houses
            for card, told in card_facts(houses.facts, house, exchanged).items()
        },
        "areas": area_facts(int(s["ruleset"])),
        "combat": strengths(states, row, houses) if is_open(s) else None,
    }


@cache
def card_facts(facts: Facts, house: str, exchanged: bool) -> dict[str, dict[str, Any]]:
    """The House cards of a house by id: strength, icons and text.

    Args:
        facts: of the game.
        house: whose cards.
        exchanged: whether Renly and Davos change roles in the first edition (1E-DP-24).
    """
    found = _printed_facts(facts, house)
    roles = {card.text: found[card.id] for card in facts.cards.houses[house]}
    if (instead := roles.get(_INSTEAD)) is not None:
        instead["text"] = ""
        if exchanged and (first := roles.get(_FIRST)) is not None:
            for key in ("text", "fortifications"):
                first[key], instead[key] = instead[key], first[key]
    return found


_FIRST, _INSTEAD = "promotes_fighter", "promotes_instead"
"""Effects of Renly and of Davos, who has the other one's role if an option says so, else none."""


def _printed_facts(facts: Facts, house: str) -> dict[str, dict[str, Any]]:
    return {
        card.id: {
            "strength": card.strength,
            "swords": card.swords,
            "fortifications": card.fortifications,
            "text": card.ability.summary if card.ability else "",
        }
        for card in facts.cards.houses[house]
    }


@cache
def area_facts(ruleset: int) -> dict[str, dict[str, Any]]:
    """Printed facts of every area, and the areas beside it."""
    rules, areas = RULES[ruleset], facts_of(ruleset).areas
    return {
        area: {
            "castle": _CASTLES[int(rules["muster_points"][a])],
            "supply": int(rules["supply_icons"][a]),
            "power": int(rules["power_icons"][a]),
            "neighbours": [areas[b] for b in rules["neighbours"][a][: rules["degree"][a]].tolist()],
        }
        for a, area in enumerate(areas)
    }


def _allowed_armies(limit: list[int]) -> list[int]:
    """Sizes of the armies that Supply allows; ``limit[n]``: so many of n or more units."""
    sizes: list[int] = []
    for size in reversed(range(2, SUPPLY_SIZES)):
        sizes += [size] * (limit[size] - len(sizes))
    return sizes


def _own_armies(s: Any, seat: int) -> list[int]:
    mine = s["owner"] == seat
    sizes = (s["units"] + s["routed"])[mine].sum(axis=1).tolist()
    if s["fight"] and s["fighter"][0] == seat:
        sizes.append(int(s["attackers"].sum()))
    return sorted((size for size in sizes if size > 1), reverse=True)
