"""Positions of combats: one house marches from one area into another.

    battle = Battle("stark", "moat_cailin", "2 footman", "greyjoy", "seagard", "knight")
    battle.attack().reveal("eddard_stark", "euron_crows_eye")
    assert battle.result() == ("greyjoy", 0)

A march of an uninvolved house is open afterwards, so that the position stays as the combat left it.
The Blade counts as used and all Supply levels are 6 unless a test says otherwise.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from got_env.core.batch.games import observe, redact_batch
from got_env.westeros.rules.state import JOURNAL_SIZE
from got_env.westeros.rules.vocabulary import MAX_PLAYERS, Event
from got_env.westeros.views import observation
from tests.builder import AREAS, FACTS, UNITS, Board

IDLE_AREA = "the_arbor"
"""Area where the uninvolved house waits with a march."""

MARCH_ENDED = "MARCH_TO"
"""The decision that is open when the combat is over: the march of the uninvolved house."""

_BLOCKS = (
    len(AREAS) * observation.AREA_FEATURES,
    MAX_PLAYERS * observation.HOUSE_FEATURES,
    sum(field.size for field in observation.table_fields(FACTS)),
    observation.HISTORY_ROWS * 4,
)
OBSERVATION_SIZE = sum(_BLOCKS)


def army(text: str) -> dict[str, int]:
    """``"2 footman, knight"`` as keywords of :meth:`Board.units`."""
    counts = {}
    for part in filter(None, text.split(", ")):
        number, _, unit = part.rpartition(" ")
        counts[unit] = int(number or 1)
    return counts


def redacted(board: Board, viewer: str) -> Any:
    """The record of a board as one house knows it."""
    states = board.states.copy()
    redact_batch(states, np.array([board.seat(viewer)]))
    return states[0]


def observed(board: Board, viewer: str) -> Any:
    """The observation vector of one house."""
    out = np.zeros((1, OBSERVATION_SIZE), dtype=np.int8)
    observe(board.states, np.array([board.seat(viewer)]), out)
    return out[0]


def observed_house(board: Board, viewer: str, house: str) -> Any:
    """The numbers about one house in the observation of another."""
    place = (board.seat(house) - board.seat(viewer)) % len(board.houses)
    at = len(AREAS) * observation.AREA_FEATURES + place * observation.HOUSE_FEATURES
    return observed(board, viewer)[at : at + observation.HOUSE_FEATURES]


def observed_area(board: Board, viewer: str, area: str) -> Any:
    """The numbers about one area in an observation."""
    at = AREAS.index(area) * observation.AREA_FEATURES
    return observed(board, viewer)[at : at + observation.AREA_FEATURES]


class Battle(Board):
    """A board with one march that is about to start a combat."""

    def __init__(
        self,
        attacker: str,
        origin: str,
        attackers: str,
        defender: str,
        area: str,
        defenders: str = "",
        march: str = "march+0",
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self.fighters, self.origin, self.area = (attacker, defender), origin, area
        self.clear().units(origin, attacker, **army(attackers)).order(origin, march)
        if defenders:
            self.units(area, defender, **army(defenders))
        self.idle = [house for house in self.houses if house not in self.fighters][-1]
        self.units(IDLE_AREA, self.idle, footman=1).order(IDLE_AREA, "march+0")
        order = [house for house in self.track("iron_throne") if house != self.idle]
        self.set_track("iron_throne", *order)
        self.set_supply(**dict.fromkeys(self.houses, 6)).set(blade_used=1)

    def holding(self, area: str, house: str, units: str, order: str | None = None) -> Self:
        """Put more units of a house on the board, with an order."""
        self.units(area, house, **army(units))
        return self.order(area, order) if order else self

    def attack(self, leave: str = "", token: bool = False) -> Self:
        """March into the embattled area with all units but those in ``leave``."""
        stay = army(leave)
        self.at("march").do(f"area {self.area}")
        while self.phase == "MARCH_COUNT" and self.player == self.fighters[0]:
            unit = int(self.frame[3])
            left = int(self.value("march_left")[unit])
            self.do(f"count {left - stay.get(UNITS[unit], 0)}")
        if self.phase == "MARCH_TO" and self.player == self.fighters[0]:
            self.do("done")
        if self.phase == "MARCH_TOKEN":
            self.do("yes" if token else "no")
        return self

    def reveal(self, attacker_card: str, defender_card: str) -> Self:
        """Choose the House cards of both sides."""
        assert self.phase == "HOUSE_CARD", self.phase
        return self.do(f"card {attacker_card}").do(f"card {defender_card}")

    def fight(self, attacker_card: str, defender_card: str) -> Self:
        """Attack without any question about support, and reveal the cards."""
        return self.attack().reveal(attacker_card, defender_card)

    # --- looking

    @property
    def ended(self) -> bool:
        """True if the combat is over and the uninvolved house is to march."""
        return (self.phase, self.player) == (MARCH_ENDED, self.idle)

    def strengths(self) -> tuple[int, int]:
        """Strengths of attacker and defender as everyone knows them now."""
        viewer = self.idle
        found = [observed_house(self, viewer, h)[observation.H_STRENGTH] for h in self.fighters]
        return int(found[0]), int(found[1])

    def events(self, kind: Event) -> list[tuple[str | None, int, int]]:
        """Public events of a kind, oldest first: house, x, y."""
        number = int(self.value("journal_no"))
        rows = [
            self.value("journal")[i % JOURNAL_SIZE]
            for i in range(max(0, number - JOURNAL_SIZE), number)
        ]
        return [(self._house(row[1]), int(row[2]), int(row[3])) for row in rows if row[0] == kind]

    def result(self) -> tuple[str | None, int]:
        """Winner of the last combat, and by how much."""
        house, _, margin = self.events(Event.COMBAT_WON)[-1]
        return house, margin

    def standing(self, area: str) -> dict[str, int]:
        """Standing units of an area by type."""
        return {unit: n for unit in UNITS if (n := self.count(area, unit))}

    def routed(self, area: str) -> dict[str, int]:
        """Routed units of an area by type."""
        return {unit: n for unit in UNITS if (n := self.count(area, unit, routed=True))}

    def position(self, track: str, house: str) -> int:
        """Place of a house on a track, 1 first."""
        return 1 + self.track(track).index(house)
