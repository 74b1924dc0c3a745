"""Facts: what the files of a game say, and the ids that name its pieces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from got_env.westeros.editions import EDITIONS
from got_env.westeros.editions.edition import Edition
from got_env.westeros.facts import files
from got_env.westeros.rules.actions import ActionRange, action_ranges, num_actions
from got_env.westeros.rules.vocabulary import MAX_LEADERS, NUM_ALLIANCE_DECKS

UNITS = ("footman", "knight", "siege_engine", "ship")
ALLIED_UNITS = ("footman", "knight", "allied_footman", "allied_knight")
"""Names of the unit types by column, without and with allied units."""


class Houses(tuple[str, ...]):
    """Houses of a game by seat, and the facts that say what else it has."""

    facts: Facts

    @classmethod
    def of(cls, facts: Facts, names: tuple[str, ...]) -> Houses:
        """The houses of a game with these facts."""
        houses = cls(names)
        houses.facts = facts
        return houses


@dataclass(frozen=True, eq=False)
class Brought:
    """Cards that an option of the game brings in place of others, or of none."""

    option: str
    """Its key."""
    value: str
    """The value of it that brings them."""
    attribute: str
    """Of :class:`Facts`, which they become."""
    cards: files.HouseCards | files.WesterosCards | files.WildlingCards
    file: str


@dataclass(frozen=True, eq=False)
class Facts:
    """Everything printed on the components of a game. Two are the same if they are one object.

    Attributes:
        code: of the game.
        data_hash: of the bytes of all files.
        board: the areas and their borders.
        setup: numbers, houses, and what differs with the number of players.
        cards: the House cards.
        westeros: the Westeros decks.
        wildlings: the Wildling cards; None in a game without them.
        tides: the Tides of Battle cards; None in a game without them.
        leaders: the Leaders; None in a game without them.
        tactics: the Tactics cards; None in a game without them.
        alliances: the Alliance cards; None in a game without them.
        storm: what Leaders and Tactics cards change at the set-up of the original board.
        brought: cards that options bring in.
        shipped: whether they are those of the package.
    """

    code: str
    data_hash: str
    board: files.Board
    setup: files.SetupFile
    cards: files.HouseCards
    westeros: files.WesterosCards
    wildlings: files.WildlingCards | None = None
    tides: files.TidesOfBattle | None = None
    leaders: files.Leaders | None = None
    tactics: files.TacticsCards | None = None
    alliances: files.AllianceCards | None = None
    storm: files.StormSetup | None = None
    brought: tuple[Brought, ...] = ()
    shipped: bool = False

    def with_brought(self, chosen: int) -> Facts:
        """The facts of a game with the cards that some of its options bring, the same each time.

        Args:
            chosen: bit per entry of :attr:`brought`.
        """
        return self._by_choice[chosen]

    @cached_property
    def _by_choice(self) -> tuple[Facts, ...]:
        return self, *(
            self._with([b for i, b in enumerate(self.brought) if chosen >> i & 1])
            for chosen in range(1, 1 << len(self.brought))
        )

    def _with(self, brought: list[Brought]) -> Facts:
        changes: dict[str, Any] = {b.attribute: b.cards for b in brought}
        return replace(self, **changes)

    @property
    def edition(self) -> Edition:
        """The game that the facts are of, the facts aside."""
        return EDITIONS[self.code]

    @cached_property
    def areas(self) -> tuple[str, ...]:
        """Ids of the areas by index."""
        return tuple(area.id for area in self.board.areas)

    @cached_property
    def more_actions(self) -> Mapping[str, int]:
        """Sizes of the ranges of actions that follow the areas, by name."""
        if self.leaders is None:
            return {}
        decks = {} if self.alliances is None else {"deck": NUM_ALLIANCE_DECKS}
        return {"leader": MAX_LEADERS, **decks}

    @property
    def num_actions(self) -> int:
        """Size of the action space."""
        return num_actions(len(self.areas), self.more_actions)

    @property
    def action_ranges(self) -> tuple[ActionRange, ...]:
        """The named ranges of the action space, in index order."""
        return action_ranges(len(self.areas), self.more_actions)

    @cached_property
    def leader_words(self) -> tuple[str, ...]:
        """Ids of the Leaders."""
        return () if self.leaders is None else tuple(x.id for x in self.leaders.leaders)

    @cached_property
    def alliance_words(self) -> tuple[str, ...]:
        """Ids of the Alliance cards."""
        return () if self.alliances is None else tuple(card.id for card in self.alliances.cards)

    @cached_property
    def deck_words(self) -> tuple[str, ...]:
        """Names of the Alliance decks."""
        return () if self.alliances is None else self.alliances.decks

    @property
    def unit_words(self) -> tuple[str, ...]:
        """Names of the unit types by column."""
        return UNITS if self.setup.allied_units is None else ALLIED_UNITS

    @cached_property
    def houses(self) -> tuple[str, ...]:
        """All houses, sorted."""
        return tuple(sorted(self.setup.houses))

    @cached_property
    def card_ids(self) -> Mapping[str, tuple[str, ...]]:
        """Ids of the House cards of each house by slot."""
        return {house: tuple(c.id for c in self.cards.houses[house]) for house in self.houses}

    @cached_property
    def tides_words(self) -> tuple[str, ...]:
        """Ids of the kinds of Tides of Battle cards."""
        return tuple(card.id for card in self.tides.cards) if self.tides is not None else ()

    @cached_property
    def player_counts(self) -> tuple[int, ...]:
        """Numbers of players the game is for, ascending."""
        return tuple(sorted(int(players) for players in self.setup.setups))

    @cached_property
    def _in_play(self) -> Mapping[int, Houses]:
        return {
            int(players): Houses.of(self, tuple(sorted(chosen.houses_in_play)))
            for players, chosen in self.setup.setups.items()
        }

    def houses_in_play(self, players: int) -> Houses:
        """Houses by seat for a number of players."""
        return self._in_play[players]
