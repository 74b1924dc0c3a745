"""Messages between a page and the server: JSON, held against these records."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from got_env.core.narrator import CardFace

LONGEST_MESSAGE = 4096
"""Bytes of a message from a page."""

LONGEST_ORDER = 16_384
"""Bytes of what is asked for in the lobby."""

MOST_TOGETHER = 64
"""Answers that are sent together."""

LONGEST_CLOCK = 10_000
"""Minutes of a person for a game at most."""

Count = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Word = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Play(msgspec.Struct, tag="play", frozen=True, forbid_unknown_fields=True):
    """Answer the open question."""

    turn: Count
    """:attr:`View.turn` of the question that is answered."""
    action: Count


class PlayAll(msgspec.Struct, tag="play_all", frozen=True, forbid_unknown_fields=True):
    """Answer the open question and those that follow it, all that was planned together."""

    turn: Count
    """:attr:`View.turn` of the first question."""
    actions: Annotated[list[Count], msgspec.Meta(min_length=1, max_length=MOST_TOGETHER)]


class Plan(msgspec.Struct, tag="plan", frozen=True, forbid_unknown_fields=True):
    """Ask what can be planned, and whether some wishes can stand together; nothing is played."""

    turn: Count
    wishes: Annotated[dict[Word, Count], msgspec.Meta(max_length=64)] = {}
    """Actions by the place that they are about."""


class Draft(msgspec.Struct, tag="draft", frozen=True, forbid_unknown_fields=True):
    """Ask what follows answers to the open question and those after it; nothing is played."""

    turn: Count
    actions: Annotated[list[Count], msgspec.Meta(min_length=1, max_length=MOST_TOGETHER)]


class Look(msgspec.Struct, tag="look", frozen=True, forbid_unknown_fields=True):
    """Ask how the table looked after a public event."""

    event: Count
    """Its number, from 0."""


class Hint(msgspec.Struct, tag="hint", frozen=True, forbid_unknown_fields=True):
    """Ask what the search of the game thinks of the open question."""

    turn: Count


class SaidTo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message to others."""

    to: Annotated[list[Word], msgspec.Meta(min_length=1, max_length=16)]
    """Names of seats, or ``all`` alone."""
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]


class Say(msgspec.Struct, tag="say", frozen=True, forbid_unknown_fields=True):
    """All that a person says in a round of talk."""

    place: Annotated[str, msgspec.Meta(max_length=200)]
    """:attr:`TalkView.place` of the round of talk."""
    messages: Annotated[list[SaidTo], msgspec.Meta(max_length=16)] = []


Message = Play | PlayAll | Plan | Draft | Look | Hint | Say


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ask for a table in the lobby."""

    game: Word
    seats: Annotated[list[Word], msgspec.Meta(min_length=1, max_length=16)]
    """Players by seat: agents, or ``human``."""
    options: Annotated[dict[Word, Word], msgspec.Meta(max_length=100)] = {}
    press: Annotated[str, msgspec.Meta(max_length=200)] = "off"
    """Settings of talk."""
    clock: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_CLOCK)] = 0
    """Minutes that each person has for the game; 0: as many as they like."""


class Choice(msgspec.Struct, frozen=True):
    """A legal action."""

    action: int
    text: str
    """The command, as replays have it."""
    label: str
    """Its effect, as on a button."""
    remark: str
    """Words about its target; may be empty."""
    at: list[str]
    """Names in :attr:`View.places` that it points at."""
    card: CardFace | None = None
    """The card that it is about, if that is shown as one."""


class PlanStep(msgspec.Struct, frozen=True):
    """A question that will be asked."""

    place: str
    """Place that it is about: a name in the picture."""
    name: str
    """That place as people write it."""
    choices: list[Choice]
    """Answers that are possible, given the other wishes or in place of one of them."""
    wish: int | None
    """The action that is wished for and can be answered; None for none."""


class Planned(msgspec.Struct, tag="planned", frozen=True):
    """The questions that a seat may answer together."""

    turn: int
    steps: list[PlanStep]
    """In the order in which they are asked; empty if there is nothing to plan."""
    ready: bool
    """True if all have answers that can stand together."""


class TalkView(msgspec.Struct, frozen=True):
    """The round of talk that is open."""

    place: str
    """Place that an answer must repeat."""
    meaning: str
    """When it is, in words."""
    number: int
    rounds: int
    most: int
    """Messages that this seat may send; 0 if it has spoken, or only watches."""
    longest: int
    """Characters of a message."""
    waiting: list[str]
    """Players who have not spoken yet."""


class View(msgspec.Struct, tag="view", frozen=True):
    """A table as one viewer knows it."""

    table: str
    title: str
    """Of the game."""
    game: str
    """Its code; names the style sheet of its pictures."""
    viewer: str
    """Name of the seat; empty for who only watches."""
    seats: list[str]
    players: list[str]
    """What players of the seats are called, with their levels."""
    round: int
    phase: str
    caption: str
    """The open decision and its player, in words."""
    asked: str
    """Name of the seat that decides; empty when the game has ended."""
    turn: int
    """Decisions of this seat so far, which an answer must repeat."""
    lines: list[str]
    """Facts that the person needs to answer the question, one a line."""
    choices: list[Choice]
    """Legal actions; empty for all but the seat that decides."""
    places: dict[str, list[str]]
    """Ids of the elements of the picture that stand for a name."""
    names: dict[str, str]
    """These names, and those of the seats, as people write them."""
    forced: list[str]
    """Labels of what was answered for this seat since its last decision, because nothing else was
    legal."""
    pages: dict[str, list[str]]
    """Pages that the seat can look up: lines by heading."""
    measures: dict[str, list[int]]
    """Numbers of every seat, by name."""
    picture: str
    """An SVG document without its style."""
    places_taken: list[int]
    """Place of every seat, 1 first; empty while the game runs."""
    end: str
    """End of the game; empty while it runs."""
    failure: str
    """Why the table ended before its game; empty if it did not."""
    replay: bool
    """True if the replay may be had now."""
    plans: bool = False
    """True if the page may ask for a :class:`Plan`."""
    talk: TalkView | None = None
    """None if nobody may talk now."""
    clock: list[int | None] = []
    """Seconds that each seat has left, None for agents; empty at a table without a clock."""
    ticks: bool = False
    """True while the time of the seat that decides is counted."""


class Heard(msgspec.Struct, tag="heard", frozen=True):
    """Talk, as this viewer may know it."""

    first: int
    """Number of the first of these messages; 0 means that a page begins anew."""
    messages: list[tuple[str, str, str]]
    """Sender, receivers, text."""


class Story(msgspec.Struct, tag="story", frozen=True):
    """Public events."""

    first: int
    """Number of the first of them; 0 means that a page begins anew."""
    lines: list[str]


class Drafted(msgspec.Struct, tag="drafted", frozen=True):
    """The question after answers that have not been played."""

    turn: int
    asked: int
    """Number of answers that the page has sent."""
    actions: list[int]
    """These, and those after them that nothing else is possible for."""
    labels: list[str]
    """Their effects, as on buttons."""
    view: View | None
    """The question that the seat will be asked next; None if the move ends."""


class Scene(msgspec.Struct, tag="scene", frozen=True):
    """The table after a public event, as this viewer knew it."""

    event: int
    """Number of the event."""
    until: int
    """Number of the first event after it that changed the picture again."""
    picture: str
    """As :attr:`View.picture`; empty if it is not kept any more."""


class Hints(msgspec.Struct, tag="hints", frozen=True):
    """Values that the search gives the actions it has looked at, the best first."""

    turn: int
    ranking: list[tuple[int, float, float | None]]
    """Action, share of the simulations, estimated chance to win; None if nothing else is legal."""


class Problem(msgspec.Struct, tag="problem", frozen=True):
    """Fault of a message, for the person who sent it."""

    text: str


encode = msgspec.json.Encoder().encode
read_message: Any = msgspec.json.Decoder(Message).decode
read_order: Any = msgspec.json.Decoder(NewTable).decode
