"""Messages between players, what a text must be, and what a seat hears."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from got_env.core.error_values import short_repr
from got_env.core.suggest import suggest

ALL = "all"
"""In place of names: everybody else."""

NEWEST = 60
"""Messages that an agent is handed with a question, the newest; a channel keeps all."""

OVERHEAD = 64
"""Bytes that a message counts beside those of its text."""


@dataclass(frozen=True)
class Message:
    """Something that one player has said to others."""

    round: int
    """Of the game."""
    moment: str
    """Name of the moment at which it was said."""
    talk: int
    """Round of talk within the moment, 1 first."""
    sender: int
    """Seat."""
    to: tuple[int, ...]
    """Other seats, ascending."""
    text: str

    def known_to(self, seat: int) -> bool:
        """True if a seat knows of it: it has sent or got it."""
        return seat == self.sender or seat in self.to

    def to_all(self, players: int) -> bool:
        """True if everybody at a table of so many has heard it."""
        return len(self.to) == players - 1

    def receivers(self, names: Sequence[str]) -> str:
        """Names of those who got it, separated by commas; ``all`` for everybody else."""
        return ALL if self.to_all(len(names)) else ",".join(names[seat] for seat in self.to)

    def line(self, names: Sequence[str]) -> str:
        """It on a line: ``stark to lannister,tyrell: I come in peace.``."""
        return f"{names[self.sender]} to {self.receivers(names)}: {self.text}"


Said = tuple[tuple[int, ...], str]
"""Message to say: seats, ascending, and text."""


@dataclass(frozen=True)
class Heard:
    """Messages that a seat has heard, and limits of what it may say now.

    Attributes:
        seat: who hears.
        players: names by seat.
        messages: from and to the seat, oldest first; an agent gets the :data:`NEWEST` ones.
        since: how many of them it knew when it last moved.
        moment: at which it may talk now; empty if it may not.
        talk: number of this round of talk, 1 first; 0 if it may not talk.
        rounds: rounds of talk that the moment has at most.
        most: messages that the seat may send in this round of talk.
        longest: characters of a message at most.
    """

    seat: int
    players: tuple[str, ...]
    messages: tuple[Message, ...] = ()
    since: int = 0
    moment: str = ""
    talk: int = 0
    rounds: int = 0
    most: int = 0
    longest: int = 0

    def lines(self, newest: int | None = None) -> list[str]:
        """The messages as lines, the newest ones if a number is given."""
        told = self.messages if newest is None else self.messages[len(self.messages) - newest :]
        return [message.line(self.players) for message in told]

    @property
    def new(self) -> tuple[Message, ...]:
        """Messages since the seat last moved."""
        return self.messages[self.since :]


def told_message(message: Message, names: Sequence[str]) -> str:
    """A message as a line of a story, which tells it from what happens."""
    return f"  - {message.line(names)}"


def cost(text: str) -> int:
    """Bytes that a message takes of what its sender may say in a game."""
    return len(text.encode()) + OVERHEAD


def checked_text(text: object, longest: int) -> str:
    """The text of a message.

    Raises:
        ValueError: unless it is one line of 1 to ``longest`` characters that can all be shown,
            without blanks around it; says what is wrong.
    """
    if not isinstance(text, str):
        raise ValueError(f"text={short_repr(text)}: expected a text")
    if not 1 <= len(text) <= longest:
        raise ValueError(
            f"text={short_repr(text)}: {len(text)} characters, expected 1 to {longest} characters"
        )
    wrong = next((character for character in text if not character.isprintable()), None)
    if wrong is not None:
        raise ValueError(
            f"text={short_repr(text)}: holds {wrong!a}, expected characters that can be shown, on"
            " one line"
        )
    if text != text.strip():
        raise ValueError(f"text={short_repr(text)}: expected no blanks at its ends")
    return text


def checked_receivers(to: object, sender: int, names: Sequence[str]) -> tuple[int, ...]:
    """Seats that a message goes to, ascending.

    Args:
        to: ``"all"``, a name, or several names.
        sender: seat of who speaks.
        names: names by seat.

    Raises:
        ValueError: for an unknown name, the sender's own, one given twice, or none.
    """
    if to == ALL:
        return tuple(seat for seat in range(len(names)) if seat != sender)
    listed = [to] if isinstance(to, str) else to
    others = [name for seat, name in enumerate(names) if seat != sender]
    if not isinstance(listed, list | tuple):
        raise ValueError(f"to={short_repr(to)}: expected {ALL!r} or some of {', '.join(others)}")
    seats: list[int] = []
    for name in listed:
        if not isinstance(name, str) or name not in others:
            raise ValueError(f"to={short_repr(name)}: {_why_not(name, names[sender], others)}")
        if names.index(name) in seats:
            raise ValueError(f"to={short_repr(name)}: named twice")
        seats.append(names.index(name))
    if not seats:
        raise ValueError(f"to={short_repr(to)}: expected {ALL!r} or some of {', '.join(others)}")
    return tuple(sorted(seats))


def checked_messages(said: object, sender: int, names: Sequence[str], longest: int) -> list[Said]:
    """Messages that somebody wants to say, held against the rules of receivers and texts.

    Args:
        said: pairs of receivers and text, in a list or tuple. Receivers are ``"all"``, a name, or
            a list of names.
        sender: seat of who speaks.
        names: names by seat.
        longest: characters of a text at most.

    Raises:
        ValueError: for the first thing that is wrong; names it.
    """
    if not isinstance(said, list | tuple):
        raise ValueError(f"messages={short_repr(said)}: expected a list of receivers and texts")
    found: list[Said] = []
    for place, message in enumerate(said):
        try:
            if not isinstance(message, list | tuple) or len(message) != 2:
                raise ValueError(f"{short_repr(message)}: expected receivers and a text")
            to = checked_receivers(message[0], sender, names)
            found.append((to, checked_text(message[1], longest)))
        except ValueError as error:
            raise ValueError(f"messages[{place}]: {error}") from None
    return found


def _why_not(name: object, speaker: str, others: Sequence[str]) -> str:
    """Why a message cannot go to a name."""
    if name == speaker:
        return "that is the speaker"
    if name == ALL:
        return f"expected it alone, without names, or some of {', '.join(others)}"
    return suggest(name, [ALL, *others]) if isinstance(name, str) else "expected a name"


@dataclass
class Ledger:
    """All messages of a game, oldest first, and how much each seat has said.

    Attributes:
        messages: what was said.
        spent: bytes by seat, counted as :func:`cost` does.
    """

    seats: int
    messages: list[Message] = field(default_factory=list)
    spent: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.spent = [0] * self.seats
        for message in self.messages:
            self.spent[message.sender] += cost(message.text)

    def add(self, message: Message) -> None:
        """Keep a message."""
        self.messages.append(message)
        self.spent[message.sender] += cost(message.text)

    def cut(self, count: int) -> None:
        """Forget all but the first ``count`` messages."""
        for message in self.messages[count:]:
            self.spent[message.sender] -= cost(message.text)
        del self.messages[count:]

    def known_to(self, seat: int) -> list[Message]:
        """Messages that a seat has sent or got."""
        return [message for message in self.messages if message.known_to(seat)]
