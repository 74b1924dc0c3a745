"""Positions of the 1st edition for tests, written as those of :mod:`tests.builder`."""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.core.agenda import PHASE
from got_env.westeros.facts.rulesets import load_facts
from got_env.westeros.phases.tally import COLUMNS, tally
from got_env.westeros.rules.vocabulary import Phase
from tests.builder import Board
from tests.rules.battles import Battle

FIRST = load_facts("agot1e")
"""Facts of the 1st edition."""

HOUSES = ("baratheon", "greyjoy", "lannister", "stark", "tyrell")


OF_OPTIONS = {
    "westeros_choice",
    "climb_track",
    "drop_track",
    "promote",
    "demote",
    "discard_card",
    "tyrion",
    "tyrion_card",
    "aeron",
    "stannis",
    "davos",
    "queen_of_thorns",
    "robb",
    "bran",
    "place_order",
}
"""Decisions that only the cards of A Storm of Swords bring."""


def board(players: int = 5, seed: int = 1, **options: Any) -> Board:
    """A board at the set-up of a new game."""
    return Board(players, seed, FIRST, **options)


def empty(players: int = 5, **options: Any) -> Board:
    """A board with nothing on it, and room for every army."""
    b = board(players, **options).clear()
    return b.set_supply(**dict.fromkeys(b.houses, 6))


def battle(*arguments: Any, **options: Any) -> Battle:
    """As :class:`tests.rules.battles.Battle`, on the board of the 1st edition."""
    return Battle(*arguments, facts=FIRST, players=options.pop("players", 5), **options)


def strengths(b: Board) -> dict[str, tuple[int, int]]:
    """Parts of the strength of attacker and defender."""
    out = np.zeros((1, 2, len(COLUMNS)), dtype=np.int64)
    tally(b.states, out)
    return {name: (int(out[0, 0, i]), int(out[0, 1, i])) for i, name in enumerate(COLUMNS)}


def step_of(b: Board) -> str:
    """Phase of the round that is going on."""
    return Phase(int(b.states["stack"][0, 0, PHASE])).name


def support_all(b: Board, **sides: str) -> Board:
    """Answer questions for support by area, ``harrenhal="attacker"``, and accept every offer."""
    while b.phase in ("SUPPORT", "REFUSE_SUPPORT"):
        if b.phase == "REFUSE_SUPPORT":
            b.do("yes")
        else:
            b.do(f"side {sides.get(b.asked, 'nobody')}")
    return b
