"""Facts: what the files say, and the ids that name the pieces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from got_env.btwixt.facts import files
from got_env.btwixt.rules.vocabulary import (
    FIRST_EVENT,
    FIRST_WHITE,
    FIRST_WHITE_KIND,
    MAX_PLAYERS,
    NUM_KINDS,
    STANDARD_KINDS,
)

SEATS = tuple(f"player_{i + 1}" for i in range(MAX_PLAYERS))
"""Names of all players."""


@dataclass(frozen=True, eq=False)
class Facts:
    """Everything printed on the components. Two are the same if they are one object.

    Attributes:
        data_hash: of the bytes of all files.
        setup: numbers that differ with the number of players.
        standard: the standard influence cards.
        events: the event cards.
        whites: the leader-specific cards.
        allies: the allies.
        leaders: the leader cards.
        tokens: the power tokens.
        shipped: whether they are those of the package.
    """

    data_hash: str
    setup: files.SetupFile
    standard: files.CardFile
    events: files.CardFile
    whites: files.CardFile
    allies: files.AllyFile
    leaders: files.LeaderFile
    tokens: files.TokenFile
    shipped: bool = False

    @cached_property
    def kinds(self) -> Mapping[int, files.Card]:
        """Every different influence card by its action. Rule: BTW-ACT-01.

        Events come after the actions of all standard cards there can be, however many there are.
        """
        found = dict(enumerate(self.standard.cards))
        found |= dict(enumerate(self.events.cards, STANDARD_KINDS))
        return found | dict(enumerate(self.whites.cards, FIRST_WHITE_KIND))

    @cached_property
    def kind_ids(self) -> tuple[str, ...]:
        """Ids of :attr:`kinds` by action; those without a card have one that no card can have."""
        return tuple(
            self.kinds[kind].id if kind in self.kinds else f"unused-{kind + 1}"
            for kind in range(NUM_KINDS)
        )

    @cached_property
    def ally_ids(self) -> tuple[str, ...]:
        """Ids of the allies by index."""
        return tuple(ally.id for ally in self.allies.cards)

    @cached_property
    def leader_ids(self) -> tuple[str, ...]:
        """Ids of the leader cards by index."""
        return tuple(leader.id for leader in self.leaders.leaders)

    @cached_property
    def cards(self) -> Mapping[int, int]:
        """Kind of every influence card, by its place in sets of cards."""
        found: dict[int, int] = {}
        for kind, card in enumerate(self.standard.cards):
            for _ in range(card.copies):
                found[len(found)] = kind
        found |= {FIRST_EVENT + i: STANDARD_KINDS + i for i in range(len(self.events.cards))}
        found |= {FIRST_WHITE + i: FIRST_WHITE_KIND + i for i in range(len(self.whites.cards))}
        return found

    @cached_property
    def player_counts(self) -> tuple[int, ...]:
        """Numbers of players the game is for, ascending."""
        return tuple(sorted(int(players) for players in self.setup.by_player_count))
