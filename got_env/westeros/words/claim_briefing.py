"""Further parts of the briefing of a house before it decides in a game with claim."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from got_env.westeros.facts.facts import Facts, Houses
from got_env.westeros.facts.rulesets import facts_of
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NUM_TACTICS, Tactic
from got_env.westeros.words.claim_snapshot import claim_of, claim_to_win, is_stormy, offer

States = np.ndarray[Any, np.dtype[Any]]

REVEALING = ("tactics_open", "ally_count", "ally_face", "ally_known")
"""Fields that change whenever a Tactics or an Alliance card is drawn, turned up or put away."""

FORD, SHUT, ARROW, RIVER = "ford", "ford, closed", "arrow", "river"
"""Ways between areas that are no border."""


def shows_offer(before: Any, after: Any, houses: Houses) -> bool:
    """True if an offer has become public between two records."""
    told = offer(after, houses)
    return bool(told and told["made"]) and offer(before, houses) != told


def with_claim_at_hand(
    told: dict[str, Any], states: States, row: int, seat: int, houses: Houses
) -> dict[str, Any]:
    """A briefing with what Leaders, Tactics cards and, if there is any, claim add.

    Texts of all ``tactics`` and facts of all ``leaders``; with claim also ``claim`` by house and
    ``claim_to_win``, facts of all ``alliances``, and for each area its ``claim``, whether it is a
    ``town``, and ``ways`` to areas that it has no border with.
    """
    s = states[row]
    told["stars"] += more_stars(s, seat)
    told["tactics"] = tactics_facts(houses.facts)
    told["leaders"] = leader_facts(houses.facts)
    if houses.facts.alliances is None:
        return told
    told["claim"] = {house: claim_of(s, p) for p, house in enumerate(houses)}
    told["claim_to_win"] = claim_to_win(s)
    told["alliances"] = alliance_facts(houses.facts)
    ways = ways_of(int(s["ruleset"]), is_stormy(s))
    told["areas"] = {
        area: printed | ground | {"ways": ways[area]}
        for (area, printed), ground in zip(
            told["areas"].items(), ground_facts(houses.facts), strict=True
        )
    }
    return told


def more_stars(s: Any, seat: int) -> int:
    """Special orders that Careful Planning adds, by the cards that the seat has picked."""
    kinds = RULES[s["ruleset"]]["tactic"][seat]
    picked = {int(s["tactic"][seat]), int(s["second_tactic"][seat])} & {*range(NUM_TACTICS)}
    return int(any(kinds[slot] == Tactic.CAREFUL_PLANNING for slot in picked))


@cache
def tactics_facts(facts: Facts) -> dict[str, str]:
    """Effects of each Tactics card, in words."""
    assert facts.tactics is not None
    return {
        card.id: " ".join(effect.text for effect in card.effects) for card in facts.tactics.cards
    }


@cache
def alliance_facts(facts: Facts) -> dict[str, dict[str, Any]]:
    """Every Alliance card: its deck, its text, and the numbers on it."""
    assert facts.alliances is not None
    return {
        card.id: {
            "deck": card.deck,
            "text": card.text,
            "strength": card.strength,
            "cost": card.cost,
            "units": {
                f"allied_{unit}": count
                for unit, count in (("footman", card.footmen), ("knight", card.knights))
                if count
            },
            "leader": card.leader,
        }
        for card in facts.alliances.cards
    }


@cache
def leader_facts(facts: Facts) -> dict[str, dict[str, Any]]:
    """Every Leader: strength at rest and on its own march, icons, and what activates it."""
    assert facts.leaders is not None
    return {
        leader.id: {
            "idle": leader.idle_strength,
            "march": leader.march_strength,
            "swords": leader.swords,
            "power": leader.power,
            "order": leader.activation_icon,
        }
        for leader in facts.leaders.leaders
    }


@cache
def ground_facts(facts: Facts) -> tuple[dict[str, Any], ...]:
    """Claim and Town of every area."""
    return tuple({"claim": area.claim, "town": area.town} for area in facts.board.areas)


@cache
def ways_of(ruleset: int, stormy: bool) -> dict[str, dict[str, str]]:
    """For every area those at the other side of a ford or a river, or end of an arrow."""
    facts = facts_of(ruleset)
    ways: dict[str, dict[str, str]] = {area: {} for area in facts.areas}
    board = facts.board
    kinds = [(pair.a, pair.b, SHUT if stormy else FORD) for pair in board.fords]
    kinds += [(pair.a, pair.b, RIVER) for pair in board.river_borders]
    kinds += [
        (arrow.a, arrow.b, f"{ARROW} of {arrow.house}" if arrow.house else ARROW)
        for arrow in board.arrows
    ]
    for a, b, kind in kinds:
        ways[a][b] = kind
        ways[b][a] = kind
    return {area: dict(sorted(found.items())) for area, found in ways.items()}
