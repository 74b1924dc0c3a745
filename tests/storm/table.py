"""Positions of the original board with Leaders and Tactics cards, written as those of claim."""

from __future__ import annotations

from typing import Any, Self

from got_env.core.agenda import PHASE
from got_env.westeros.facts.facts import Facts
from got_env.westeros.facts.rulesets import facts_of, load_facts
from got_env.westeros.rules.vocabulary import NONE, Phase
from tests.builder import Board
from tests.claim.table import Table

STORM = load_facts("agot1e_storm")
OLD_CARDS = {"house_cards": "base", "westeros_decks": "reconstructed"}
"""Without Leaders: the rules allow them only with the new cards."""


class StormTable(Table):
    """One game on the original board whose position a test sets and plays."""

    played = STORM

    def __init__(self, players: int = 5, seed: int = 1, **options: Any) -> None:
        super().__init__(players, seed, **options)
        self.facts: Facts = facts_of(self.states["ruleset"][0])

    def clear(self) -> Self:
        """Empty the board: no units, tokens, orders or Neutral Forces, and no Leaders."""
        Board.clear(self)
        s = self.states
        s["minus"] = 0
        for name in ("leader_at", "leader_cell", "leader_order", "leader_seat"):
            s[name] = NONE
        s["supply"][0, : len(self.houses)] = 6
        return self

    @property
    def phases(self) -> list[str]:
        """Phases on the agenda, from the phase of the round upwards."""
        s = self.states[0]
        return [Phase(int(row[PHASE])).name for row in s["stack"][: int(s["depth"])]]


def board(players: int = 5, **options: Any) -> StormTable:
    """A board at the set-up of a new game."""
    return StormTable(players, **options)


def empty(players: int = 5, **options: Any) -> StormTable:
    """A board with nothing on it but what the test puts there, and room for every army."""
    return StormTable(players, **options).clear()
