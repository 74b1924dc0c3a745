"""The row of a phase: what stands beside its kernels and says everything of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum, auto
from types import MappingProxyType
from typing import Any

from got_env.westeros.rules.vocabulary import MAX_PLAYERS, Phase

Kernel = Callable[..., None]


class Family(IntEnum):
    """Phases that share a ladder of kernels."""

    AUTOMATIC = 0
    WESTEROS = 1
    ACTION = 2
    COMBAT = 3


class ArgType(Enum):
    """Kind of an argument of a frame; whole numbers and words of its own are written out."""

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


ArgDomain = ArgType | range | tuple[str, ...]
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
    holds: ArgDomain
    told: str = ""
    """Name under which it says what the decision is about; empty: it says nothing to players."""


class Editions:
    """Codes of the games that share a row."""

    SECOND = ("agot2e",)
    FIRST = ("agot1e",)
    STORM = ("asos",)
    BOTH = ("agot1e_storm",)
    CLAIM = (*STORM, *BOTH)
    BOARD = (*SECOND, *FIRST)
    FIRST_BOARD = (*FIRST, *BOTH)
    FIRST_AND_STORM = (*FIRST, *CLAIM)
    CONSOLIDATING = (*SECOND, *CLAIM)
    WILDLINGS = (*SECOND, *FIRST_BOARD)
    ALL = (*BOARD, *CLAIM)


@dataclass(frozen=True)
class Step:
    """An automatic phase: what it does, and its frame."""

    phase: Phase
    enter: Kernel
    """``enter(s)`` does what comes next of it."""
    editions: tuple[str, ...]
    """The games that have it."""
    arguments: tuple[Argument, ...] = ()
    """Those of its frame, in the order of the columns."""
    on: tuple[Phase, ...] = ()
    """Phases on whose frames its own can lie; those of the round lie at the bottom."""
    pending: bool = True
    """True if it can lie on the agenda when somebody is asked."""
    quiet: bool = False
    """True if it leaves the board as it is: units, tokens, control and Leaders."""


@dataclass(frozen=True)
class Decision:
    """A decision: what is legal, what an action does, and everything that is said of it."""

    phase: Phase
    family: Family
    meaning: str
    texts: Mapping[str, str]
    """Text of each kind of action. ``{x}`` is the action's own word, other names are those of
    arguments. An action of a kind that is not listed cannot be legal."""
    question: str
    """As people at the table ask it; :mod:`~got_env.westeros.rules.phrases` has its fields."""
    labels: Mapping[str, str]
    """What a button says: of each kind of action, or of an option by its word
    (``"choice power"``)."""
    legal: Kernel
    """``legal(s, mask)`` marks the legal actions; of ``s`` and ``mask`` it takes what it needs."""
    apply: Kernel
    """``apply(s, action)`` carries one out."""
    editions: tuple[str, ...]
    """The games that have it."""
    arguments: tuple[Argument, ...] = ()
    """Those of its frame, in the order of the columns."""
    asks: Asks = Asks.UNTOLD
    on: tuple[Phase, ...] = ()
    """Phases on whose frames its own can lie."""
    choices: tuple[str, ...] = ()
    """Words of options a, b, c; those of a Westeros card are the cards it stands for."""
    only: range | None = None
    """Indices that can be legal, where not every action of a kind can."""
    about: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Its subject, unless an argument tells."""
    about_area: bool = False
    """True if observations mark the first argument as the area in question."""
    others_cards: bool = False
    """True if its cards are those of the opponent in the combat."""
    tactics: bool = False
    """True if its cards are Tactics cards."""
    always_asked: bool = False
    """True if it is asked though one action alone is legal: that may tell secrets of others."""
    quiet: bool = False
    """True if it leaves the board as it is: it settles a number, a seat, a card or the order of an
    area with units, takes an order away, or asks for one of them."""
    declares: bool = False
    """True if it declares a march: units move when that is done, and then no such decision is asked
    at once."""
    before: Phase | None = None
    """Decision before which lists and observations have it, if not in the order of Phase."""

    def __post_init__(self) -> None:
        options = {f"choice {word}" for word in self.choices}
        for kind in self.texts:
            of_options = kind == "choice" and options and options <= self.labels.keys()
            if kind not in self.labels and not of_options:
                raise ValueError(f"row of {self.phase.name}: labels has none for {kind!r}")

    @property
    def name(self) -> str:
        """As texts, positions and agents call the decision: ``"march_to"``."""
        return self.phase.name.lower()


class Instead:
    """Columns of a row that are others in some of its games.

    Args:
        phase: of the row.
        editions: codes of the games.
        columns: by their names.
    """

    def __init__(self, phase: Phase, editions: tuple[str, ...], **columns: Any) -> None:
        self.phase, self.editions, self.columns = phase, editions, columns


Row = Step | Decision | Instead

THE_AREA = Argument("area", ArgType.AREA, told="area")
THE_SIDE = Argument("side", ArgType.SIDE)
THE_LEADER = Argument("leader", ArgType.LEADER, told="leader")
THE_CARD = Argument("card", ArgType.ALLIANCE_CARD, told="card")
UNITS_LEFT = Argument("left", range(13))
BEGUN = Argument("begun", ArgType.FLAG)
TURN = Argument("turn", range(MAX_PLAYERS + 1))

STEPS_OF_ORDERS = (Phase.RAID_STEP, Phase.MARCH_STEP, Phase.CONSOLIDATE_STEP)
"""Steps in which orders are resolved; in games with claim Leaders march on their own in them."""
