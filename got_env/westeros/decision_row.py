"""What is said of a decision: the columns of the table in ``decisions.py``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum, auto
from types import MappingProxyType

from got_env.westeros.vocabulary import Phase


class Family(IntEnum):
    """Phases that share a ladder of kernels."""

    AUTOMATIC = 0
    WESTEROS = 1
    ACTION = 2
    COMBAT = 3


class Holds(Enum):
    """What an argument of a frame is; whole numbers and words of its own are written out."""

    FLAG = auto()
    AREA = auto()
    AREA_OR_NONE = auto()
    NEXT_AREA = auto()
    UNIT = auto()
    UNIT_AT = auto()
    SIDE = auto()
    SIDE_AND_AREA = auto()
    TRACK = auto()
    TRACK_OR_NONE = auto()
    SEAT = auto()
    SEAT_OR_NONE = auto()
    SEATS = auto()
    SIZES = auto()
    WESTEROS_CARD = auto()
    LEADER = auto()
    LEADER_OR_NONE = auto()
    LEADER_AFTER_NONE = auto()
    """A Leader + 1; 0 for none."""
    AREA_AFTER_NONE = auto()
    """An area + 1; 0 for none."""
    DECK = auto()
    ALLIANCE_CARD = auto()


Held = Holds | range | tuple[str, ...]
"""A kind, the whole numbers an argument can be, or the words of 0, 1, ..."""


class Asks(Enum):
    """Whom a decision asks, as the position tells."""

    UNTOLD = auto()
    """The position does not tell: it depends on what was done before."""
    OWNER = auto()
    HOLDER_OF_ORDER = auto()
    CONTROLLER = auto()
    CONTROLLER_OF_PORT = auto()
    MARCHER = auto()
    FIRST_ON_THRONE = auto()
    RAVEN_HOLDER = auto()
    SIDE = auto()
    OTHER_SIDE = auto()


@dataclass(frozen=True)
class Argument:
    """One argument of a frame of the agenda."""

    name: str
    """As positions and texts call it."""
    holds: Held
    told: str = ""
    """Name under which it says what the decision is about; empty: it says nothing to players."""


@dataclass(frozen=True)
class DecisionRow:
    """Everything that is said of one decision."""

    phase: Phase
    family: Family
    meaning: str
    texts: Mapping[str, str]
    """Text of each kind of action. ``{x}`` is the action's own word, other names are those of
    arguments. An action of a kind that is not listed cannot be legal."""
    arguments: tuple[Argument, ...] = ()
    """Those of its frame, in the order of the columns."""
    asks: Asks = Asks.UNTOLD
    on: tuple[Phase, ...] = ()
    """What its frame can lie on."""
    choices: tuple[str, ...] = ()
    """Words of options a, b, c; those of a Westeros card are the cards it stands for."""
    only: range | None = None
    """Indices that can be legal, where not every action of a kind can."""
    about: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """What it is about, unless an argument tells."""
    about_area: bool = False
    """Whether observations mark the first argument as the area in question."""
    others_cards: bool = False
    """Whether its cards are those of the opponent in the combat."""
    tactics: bool = False
    """Whether its cards are Tactics cards."""
    always_asked: bool = False
    """Whether it is asked though one action alone is legal: that may tell secrets of others."""

    @property
    def name(self) -> str:
        """As texts, positions and agents call the decision: ``"march_to"``."""
        return self.phase.name.lower()
