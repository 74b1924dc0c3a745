"""Names of the pieces of a record."""

from __future__ import annotations

from typing import Any

from got_env.btwixt.facts.facts import SEATS, Facts
from got_env.btwixt.facts.rulesets import facts_of
from got_env.btwixt.rules.vocabulary import ON_ALLY
from got_env.core.proper_names import names_in_words


def facts_behind(s: Any) -> Facts:
    """Facts of the game of a record."""
    return facts_of(s["ruleset"])


def seats_of(s: Any) -> tuple[str, ...]:
    """Names of the players of a record by seat."""
    return SEATS[: int(s["num_players"])]


def seat_name(seat: int) -> str:
    """Name of a player; ``nobody`` for NONE."""
    return SEATS[seat] if 0 <= seat < len(SEATS) else "nobody"


def council_name(players: int, council: int) -> str:
    """Name of a council, from the seats it lies between: ``council_1_2``; or the current ally."""
    if council == ON_ALLY:
        return "current_ally"
    return f"council_{council + 1}_{(council + 1) % players + 1}" if council >= 0 else "supply"


def council_words(players: int, council: int) -> str:
    """A council as people call it: ``the council of Player 1 and Player 2``."""
    if council == ON_ALLY:
        return "the current ally"
    if council < 0:
        return "the supply"
    between = [seat_name(council), seat_name((council + 1) % players)]
    return f"the council of {names_in_words(between)}"


def card_refs(facts: Facts) -> dict[int, str]:
    """Name of every influence card; copies have a number: ``betrayal#2``."""
    names: dict[int, str] = {}
    seen: dict[int, int] = {}
    for place, kind in facts.cards.items():
        seen[kind] = seen.get(kind, 0) + 1
        card = facts.kinds[kind]
        names[place] = card.id if card.copies == 1 else f"{card.id}#{seen[kind]}"
    return names


def members(words: Any) -> list[int]:
    """Cards of a set ``(2,)``."""
    return [
        64 * w + bit for w, word in enumerate(words) for bit in range(63) if int(word) >> bit & 1
    ]


def bits(mask: Any) -> list[int]:
    """Members of a set of allies or seats."""
    return [bit for bit in range(63) if int(mask) >> bit & 1]
