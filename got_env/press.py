"""Press: talk between the players of one game, beside any loop that plays it.

Messages bind nobody and touch no rule: a game with talk is the same record and the same decisions.
See docs/press.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

import msgspec
import numpy as np

from got_env.core.error_values import short_repr
from got_env.core.game import Game, States
from got_env.core.press.channel import Channel, ChannelMark, Talk
from got_env.core.press.messages import NEWEST, Heard, Message, Said, checked_messages
from got_env.core.press.settings import PressSettings, press_settings
from got_env.core.views import Bools

__all__ = ["Heard", "Message", "Press", "PressSettings", "Talk", "press_settings"]

FORMAT = 1
NOBODY = -1


class Press:
    """Talk at a table: who may speak, what was said, and who has heard it.

    ::

        while press.due(states):               # at every decision, before it is taken
            for seat in press.waiting:
                press.say(seat, [("all", "peace?")])
        press.decided(seat)                    # then the decision is played

    Args:
        game: what is played.
        players: how many play.
        settings: as :func:`press_settings` takes them; the defaults of the game if none are given.

    Attributes:
        settings: how much may be said, and when.
        names: of the seats.

    Raises:
        ValueError: for bad settings, or a game without moments to talk.
    """

    def __init__(self, game: Game, players: int, settings: object = True) -> None:
        game.seats.check(players)
        chosen = press_settings(game.moments, settings)
        if chosen is None:
            raise ValueError(f"press={short_repr(settings)}: expected settings")
        self.game, self.settings = game, chosen
        self.names = game.seats.in_play(players)
        self._channel = Channel(players, chosen)
        self._moments = tuple(m for m in game.moments if m.name in chosen.moments)

    # --- moments

    def due(self, states: States, mask: Bools | None = None) -> bool:
        """True if seats may talk before the open decision is taken.

        Ask it at every decision, and again after seats have spoken, until it says no. A decision
        with one legal action is none that talk comes before, unless it is asked all the same.

        Args:
            states: the record ``(1,)``, whole or as the seat that decides knows it.
            mask: legal actions ``(A,)``; worked out if not given.
        """
        game = self.game
        phase = game.words.phase_name(states, 0)
        coming = [moment for moment in self._moments if phase in moment.decisions]
        if self.talk is not None:
            if any(moment.name == self.talk.moment for moment in coming):
                return True
            self.close()  # the game has gone on
        if not coming:
            return False
        round_no, context = int(states["round_no"][0]), game.words.context(states, 0)
        for moment in coming:
            occasion = moment.occasion(round_no, context)
            if not self._channel.comes(moment.name, occasion):
                continue
            if phase not in game.actions.always_asked and self._is_forced(states, mask):
                return False
            self._channel.open(moment.name, occasion, round_no)
            if self.talk is not None:
                return True
        return False

    def _is_forced(self, states: States, mask: Bools | None) -> bool:
        if mask is None:
            masks = np.zeros((1, self.game.actions.size), dtype=np.bool_)
            self.game.kernels.action_mask(states, masks)
            mask = masks[0]
        return int(mask.sum()) <= 1

    def close(self) -> None:
        """End the moment that is open: what was said arrives, and the game goes on."""
        self._channel.close()

    def decided(self, seat: int | str) -> None:
        """A seat takes its decision: an open moment ends, and what it has heard is not new."""
        self.close()
        self._channel.moved(self._seat(seat))

    # --- speaking and hearing

    @property
    def talk(self) -> Talk | None:
        """The round of talk that is open; None if nobody may speak."""
        return self._channel.talk

    @property
    def place(self) -> tuple[str, int]:
        """The moment that is open, and the number of its round of talk; empty and 0 if none is."""
        return (self.talk.moment, self.talk.number) if self.talk is not None else ("", 0)

    @property
    def waiting(self) -> tuple[int, ...]:
        """Seats that have not spoken in this round of talk, ascending."""
        return self._channel.waiting

    @property
    def messages(self) -> Sequence[Message]:
        """All messages that have arrived, oldest first: for whoever may know everything."""
        return self._channel.messages

    def check(self, seat: int | str, said: object) -> list[Said]:
        """Messages that a seat wants to say, held against the rules; nothing changes.

        Args:
            seat: who speaks.
            said: pairs of receivers and text, in a list or tuple. Receivers are ``"all"``, a name,
                or a list of names.

        Raises:
            ValueError: for the first thing that is wrong; names it.
        """
        longest = self.settings.characters
        return checked_messages(said, self._seat(seat), self.names, longest)

    def say(self, seat: int | str, said: Iterable[Any]) -> None:
        """All that a seat wants to say in this round of talk, perhaps nothing.

        The messages arrive when all seats have spoken.

        Args:
            seat: who speaks.
            said: as :meth:`check` takes it.

        Raises:
            ValueError: if the seat may not speak now, or for wrong messages; names the seat and
                what is wrong, and nothing changes.
        """
        try:
            self._channel.say(self._seat(seat), self.check(seat, said))
        except ValueError as error:
            raise ValueError(f"{self.names[self._seat(seat)]}: {error}") from None

    def hear(self, seat: int | str, newest: int = NEWEST) -> Heard:
        """Messages that a seat has heard and said, and limits of what it may say now.

        Args:
            seat: who hears.
            newest: messages at most, the newest.
        """
        number, channel, talk = self._seat(seat), self._channel, self.talk
        known = channel.known_to(number)
        left_out = max(0, len(known) - newest)
        since = max(0, channel.known_before(number) - left_out)
        heard = Heard(number, self.names, tuple(known[left_out:]), since)
        if talk is None:
            return heard
        return Heard(
            seat=number,
            players=self.names,
            messages=heard.messages,
            since=since,
            moment=talk.moment,
            talk=talk.number,
            rounds=self.settings.rounds,
            most=channel.allowed(number),
            longest=self.settings.characters,
        )

    def _seat(self, seat: int | str) -> int:
        if isinstance(seat, str):
            if seat not in self.names:
                expected = ", ".join(self.names)
                raise ValueError(f"player={short_repr(seat)}: expected one of {expected}")
            return self.names.index(seat)
        if not 0 <= seat < len(self.names):
            raise ValueError(f"seat={seat!r}: expected 0 to {len(self.names) - 1}")
        return int(seat)

    # --- states

    def mark(self) -> ChannelMark:
        """This state, to return to."""
        return self._channel.mark()

    def return_to(self, mark: ChannelMark) -> None:
        """Take back all that has happened since a mark."""
        self._channel.return_to(mark)

    def copy(self) -> Self:
        """An independent copy in the same state."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._channel = self._channel.copy()
        return twin

    def get_state(self) -> bytes:
        """All of it as bytes, for :meth:`set_state`."""
        channel = self._channel
        return msgspec.json.encode(
            _State(FORMAT, self.settings.text, list(channel.messages), channel.mark())
        )

    def set_state(self, data: bytes) -> None:
        """Go to a state that :meth:`get_state` has given, of the same game and settings.

        Raises:
            ValueError: if it is no such state; nothing changes.
        """
        try:
            state = msgspec.json.decode(data, type=_State)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise ValueError(f"state of press: {error}") from None
        if state.format != FORMAT or state.settings != self.settings.text:
            raise ValueError(
                f"state of press: format {state.format} with {short_repr(state.settings)}: expected"
                f" {FORMAT} with {self.settings.text!r}"
            )
        try:
            self._channel = Channel.restored(
                len(self.names), self.settings, state.messages, state.mark
            )
        except ValueError as error:
            raise ValueError(f"state of press: {error}") from None


class _State(msgspec.Struct, forbid_unknown_fields=True):
    format: int
    settings: str
    messages: list[Message]
    mark: ChannelMark
