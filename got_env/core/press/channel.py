"""The channel of one game: which moment is open, who has spoken, what was said.

At a moment there are some rounds of talk. In each, every seat says what it wants to say, or
nothing, without hearing what the others say in the same round; when all have spoken, all messages
arrive at once. So the order in which seats are asked changes nothing. A moment ends after its last
round, after a round in which nobody said anything, or when it is closed because the game goes on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from got_env.core.error_values import short_repr
from got_env.core.press.messages import Ledger, Message, Said, checked_text
from got_env.core.press.moments import Occasion
from got_env.core.press.settings import MOST_SAID, PressSettings


@dataclass(frozen=True)
class Talk:
    """A round of talk that is open."""

    round: int
    """Of the game."""
    moment: str
    number: int
    """Of this round of talk within the moment, 1 first."""
    said: Mapping[int, tuple[Said, ...]]
    """Messages of the seats that have spoken; nobody has heard them yet."""


@dataclass(frozen=True)
class ChannelMark:
    """A state of a channel, to return to."""

    talk: Talk | None
    messages: int
    last: Mapping[str, Occasion]
    moved: tuple[int, ...]


class Channel:
    """Rules of talk at one table; it knows seats and names of moments, and no game.

    Args:
        seats: how many play.
        settings: how much they may say.

    Attributes:
        talk: the round of talk that is open; None if nobody may speak.
    """

    def __init__(self, seats: int, settings: PressSettings) -> None:
        self.settings = settings
        self.talk: Talk | None = None
        self._ledger = Ledger(seats)
        self._last: dict[str, Occasion] = {}
        self._moved = [0] * seats

    @property
    def messages(self) -> Sequence[Message]:
        """All messages that have arrived, oldest first."""
        return self._ledger.messages

    @classmethod
    def restored(
        cls, seats: int, settings: PressSettings, messages: Sequence[Message], mark: ChannelMark
    ) -> Self:
        """A channel from messages and a state that may come from outside.

        Raises:
            ValueError: for what no channel of these settings comes to; names it.
        """
        channel = cls(seats, settings)
        for place, message in enumerate(messages):
            try:
                _check_message(message, seats, settings)
                channel._ledger.add(message)
                if channel._ledger.spent[message.sender] > MOST_SAID:
                    raise ValueError(f"more than {MOST_SAID} bytes of one seat")
            except ValueError as error:
                raise ValueError(f"messages[{place}]: {error}") from None
        _check_mark(mark, len(messages), seats, settings)
        channel.return_to(mark)
        return channel

    # --- moments

    def comes(self, moment: str, occasion: Occasion) -> bool:
        """True if a moment has come that has not been open on this occasion."""
        return moment in self.settings.moments and self._last.get(moment) != occasion

    def open(self, moment: str, occasion: Occasion, round_no: int) -> None:
        """Begin the first round of talk of a moment; one that is still open is closed."""
        self.close()
        self._last[moment] = occasion
        self._begin(Talk(round_no, moment, 1, {}))

    def close(self) -> None:
        """Let what was said arrive, and end the moment: the game goes on."""
        if self.talk is not None:
            self._arrive(self.talk)
            self.talk = None

    # --- speaking

    @property
    def waiting(self) -> tuple[int, ...]:
        """Seats that have not spoken in this round of talk and may, ascending."""
        if self.talk is None:
            return ()
        return tuple(
            seat
            for seat, spent in enumerate(self._ledger.spent)
            if seat not in self.talk.said and self.settings.allowed(spent)
        )

    def allowed(self, seat: int) -> int:
        """Messages that a seat may send in this round of talk; 0 if it may not speak."""
        return self.settings.allowed(self._ledger.spent[seat]) if seat in self.waiting else 0

    def say(self, seat: int, said: Sequence[tuple[tuple[int, ...], object]]) -> None:
        """All that a seat wants to say in this round of talk, perhaps nothing.

        Args:
            seat: who speaks.
            said: to whom, and the text.

        Raises:
            ValueError: if the seat may not speak now, sends too many messages, or a text is not as
                it must be; nothing changes.
        """
        if self.talk is None:
            raise ValueError("nobody may talk now: expected a moment of the game")
        if seat in self.talk.said:
            raise ValueError(
                f"has spoken already in round of talk {self.talk.number} of {self.talk.moment}"
            )
        most = self.allowed(seat)
        if len(said) > most:
            raise ValueError(f"{len(said)} messages: expected at most {most}")
        longest = self.settings.characters
        checked = tuple((to, checked_text(text, longest)) for to, text in said)
        talk = Talk(
            self.talk.round,
            self.talk.moment,
            self.talk.number,
            {**self.talk.said, seat: checked},
        )
        self.talk = talk
        self._go_on()

    def _begin(self, talk: Talk) -> None:
        self.talk = talk
        if not self.waiting:
            self.talk = None  # everybody has said all that a game has room for

    def _go_on(self) -> None:
        """Begin the next round of talk if all have spoken in this one."""
        talk = self.talk
        if talk is None or self.waiting:
            return
        self.talk = None
        if self._arrive(talk) and talk.number < self.settings.rounds:
            self._begin(Talk(talk.round, talk.moment, talk.number + 1, {}))

    def _arrive(self, talk: Talk) -> bool:
        """Let messages arrive, by seat; whether there were any."""
        before = len(self.messages)
        for seat in sorted(talk.said):
            for to, text in talk.said[seat]:
                message = Message(talk.round, talk.moment, talk.number, seat, to, text)
                self._ledger.add(message)
        return len(self.messages) > before

    # --- hearing

    def known_to(self, seat: int) -> list[Message]:
        """Messages from and to a seat that have arrived, oldest first."""
        return self._ledger.known_to(seat)

    def moved(self, seat: int) -> None:
        """A seat has decided: what it has heard so far is not new any more."""
        self._moved[seat] = len(self.messages)

    def known_before(self, seat: int) -> int:
        """Number of messages that a seat knew when it last moved."""
        earlier = self.messages[: self._moved[seat]]
        return sum(message.known_to(seat) for message in earlier)

    # --- going back

    def mark(self) -> ChannelMark:
        """This state, to return to."""
        return ChannelMark(self.talk, len(self.messages), dict(self._last), tuple(self._moved))

    def return_to(self, mark: ChannelMark) -> None:
        """Take back all that has happened since a mark."""
        self.talk = mark.talk
        self._ledger.cut(mark.messages)
        self._last, self._moved = dict(mark.last), list(mark.moved)

    def copy(self) -> Channel:
        """An independent channel in the same state."""
        twin = Channel(len(self._moved), self.settings)
        twin._ledger = Ledger(len(self._moved), list(self.messages))
        twin.return_to(self.mark())
        return twin


def _check_message(message: Message, seats: int, settings: PressSettings) -> None:
    """Refuse a message that no channel holds: ValueError names the field."""
    if message.round < 0:
        raise ValueError(f"round={short_repr(message.round)}: expected 0 or more")
    _check_place(message.moment, message.talk, settings)
    _check_seat("sender", message.sender, seats)
    _check_said(message.sender, (message.to, message.text), seats, settings)


def _check_mark(mark: ChannelMark, messages: int, seats: int, settings: PressSettings) -> None:
    if mark.messages != messages:
        raise ValueError(f"messages={short_repr(mark.messages)}: expected {messages}")
    if len(mark.moved) != seats or not all(0 <= count <= messages for count in mark.moved):
        raise ValueError(
            f"moved={short_repr(mark.moved)}: expected {seats} numbers up to {messages}"
        )
    for moment in mark.last:
        _check_place(moment, 1, settings)
    if mark.talk is not None:
        talk = mark.talk
        _check_place(talk.moment, talk.number, settings)
        for seat, said in talk.said.items():
            _check_seat("said", seat, seats)
            if len(said) > settings.messages:
                raise ValueError(f"said: {len(said)} messages: expected {settings.messages}")
            for one in said:
                _check_said(seat, one, seats, settings)


def _check_place(moment: str, talk: int, settings: PressSettings) -> None:
    if moment not in settings.moments:
        expected = ", ".join(settings.moments)
        raise ValueError(f"moment={short_repr(moment)}: expected one of {expected}")
    if not 1 <= talk <= settings.rounds:
        raise ValueError(f"talk={short_repr(talk)}: expected 1 to {settings.rounds}")


def _check_seat(name: str, seat: int, seats: int) -> None:
    if not 0 <= seat < seats:
        raise ValueError(f"{name}={short_repr(seat)}: expected a seat from 0 to {seats - 1}")


def _check_said(sender: int, said: Said, seats: int, settings: PressSettings) -> None:
    to, text = said
    others = [seat for seat in range(seats) if seat != sender]
    if not to or list(to) != [seat for seat in others if seat in to]:
        raise ValueError(f"to={short_repr(to)}: expected some of the seats {others}, ascending")
    checked_text(text, settings.characters)
