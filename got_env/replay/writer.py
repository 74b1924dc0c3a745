"""Writes replays, decision by decision or a whole game at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from got_env.core.checks import checked_integer
from got_env.core.error_values import short_repr
from got_env.core.errors import illegal_action
from got_env.core.game import Game, States
from got_env.core.press.channel import ChannelMark
from got_env.decks import Decks
from got_env.press import Press
from got_env.replay.header import Header
from got_env.replay.state_hash import digest, state_hash

NOBODY = -1
EVENT = "  > "
SAYS = "say "
"""Begins the line of a message, in games in which players may talk."""
UNFINISHED = "result unfinished"


@dataclass(frozen=True)
class Mark:
    """A moment of a game that is being recorded."""

    states: States
    mask: npt.NDArray[np.bool_]
    seats: npt.NDArray[np.int8]
    lines: int
    events: int
    decisions: int
    round: int
    told: int
    press: ChannelMark | None


class ReplayWriter:
    """Plays a game one decision at a time and keeps its text.

    Args:
        header: how the game starts.

    Attributes:
        states: the record ``(1,)``, everything included.
        mask: ``(A,) bool``, legal actions of the player that decides.
        seats: ``(1,)``, seat of that player; NOBODY when the game is over.
        lines: the text so far, line by line.
        told: the events among them, as people tell them.
        finished: whether the text is complete.
        press: what the players say to each other; None if they may not talk.
        talking: whether players may talk before the open decision is taken.
    """

    def __init__(self, header: Header) -> None:
        self.header = header
        self.game = header.game
        self.houses = header.game.seats.in_play(header.players)
        self.states = header.start()
        self.lines = header.lines()
        self.told: list[str] = []
        self.press = Press(self.game, header.players, header.press) if header.press else None
        self.talking = False
        self._said = 0
        self.finished = False
        self.decisions = 0
        self._round = NOBODY
        self._told = 0
        self._masks = np.zeros((1, self.game.actions.size), dtype=np.bool_)
        self.mask = self._masks[0]
        self.seats = np.zeros(1, dtype=np.int8)
        self._actions = np.full(1, NOBODY, dtype=np.int64)
        self._advance(NOBODY)

    @property
    def player(self) -> str | None:
        """House that decides; None when the game is over."""
        return None if self.over else self.houses[int(self.seats[0])]

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return int(self.seats[0]) == NOBODY

    @property
    def text(self) -> str:
        """The replay as text; complete once :attr:`finished`."""
        return "\n".join([*self.lines, ""])

    def play(self, action: int) -> None:
        """Play a legal action and write it down; the end of the game is written too.

        Raises:
            IllegalAction: if it is not legal; nothing changes.
        """
        if self.finished or not (0 <= action < self.game.actions.size and self.mask[action]):
            legal = [] if self.finished else np.flatnonzero(self.mask).tolist()
            raise illegal_action(self.game, self.states, 0, legal, action)
        if self.press is not None:
            self.press.decided(int(self.seats[0]))
            self._write_messages()
        self.lines.append(f"{self.player} {self.game.actions.text(self.states, 0, action)}")
        self.decisions += 1
        self._advance(action)

    def say(self, seat: int | str, said: Iterable[Any] = ()) -> None:
        """All that a seat wants to say in the round of talk that is open, perhaps nothing.

        Messages are written when they arrive: when all seats have spoken, or the game goes on.

        Args:
            seat: who speaks.
            said: as :meth:`got_env.press.Press.check` takes it.

        Raises:
            ValueError: if the seat may not speak now, or for wrong messages; nothing changes.
        """
        if self.press is None or not self.talking:
            raise ValueError(f"{short_repr(seat)}: nobody may talk now")
        self.press.say(seat, said)
        self._look()

    def _look(self) -> None:
        """Write what has arrived, and find out whether players may talk."""
        if self.press is not None:
            self._write_messages()
            self.talking = not self.over and self.press.due(self.states, self.mask)

    def _write_messages(self) -> None:
        assert self.press is not None
        for message in self.press.messages[self._said :]:
            words = f"{message.moment} {message.talk} {message.line(self.houses)}"
            self.lines.append(SAYS + words)
        self._said = len(self.press.messages)

    def mark(self) -> Mark:
        """This moment, to return to."""
        return Mark(
            self.states.copy(),
            self.mask.copy(),
            self.seats.copy(),
            len(self.lines),
            len(self.told),
            self.decisions,
            self._round,
            self._told,
            self.press.mark() if self.press is not None else None,
        )

    def return_to(self, mark: Mark) -> None:
        """Take back everything since a mark; the arrays stay the same objects.

        Raises:
            ValueError: if the text is complete.
        """
        if self.finished:
            raise ValueError("the replay is finished: nothing of it can be taken back")
        self.states[:] = mark.states
        self.mask[:] = mark.mask
        self.seats[:] = mark.seats
        del self.lines[mark.lines :]
        del self.told[mark.events :]
        self.decisions, self._round, self._told = mark.decisions, mark.round, mark.told
        if self.press is not None and mark.press is not None:
            self.press.return_to(mark.press)
            self._said = len(self.press.messages)
            self.talking = self.press.talk is not None

    def finish(self) -> str:
        """Close the text, of a game that has not ended as ``unfinished``, and give it.

        What was said in a round of talk that is open is written too.
        """
        if not self.finished:
            if self.press is not None:
                self.press.close()
                self._write_messages()
                self.talking = False
            self.lines.append(f"end {state_hash(self.game, self.states)}")
            self.lines.append(self._result() if self.over else UNFINISHED)
            self.lines.append(f"checksum {digest(self.text)}")
            self.finished = True
        return self.text

    def finish_under(self, names: Sequence[str]) -> str:
        """As :meth:`finish`, with other names of those who play.

        Args:
            names: by seat.

        Raises:
            ValueError: if their number is wrong, or one is no name of an agent.
        """
        self.finish()
        header = self.header.under(names).lines()
        body = self.lines[self.lines.index("") + 1 : -1]
        text = "\n".join([*header, *body, ""])
        return f"{text}checksum {digest(text)}\n"

    def _advance(self, action: int) -> None:
        self._actions[0] = action
        self.game.kernels.advance(self.states, self._actions, 0, self._masks, self.seats)
        if self.header.events:
            self._tell_events()
        number = int(self.states["round_no"][0])
        if self.over:
            self.finish()
        elif number != self._round:
            self._round = number
            self.lines.append(f"round {number} {state_hash(self.game, self.states)}")
        self._look()

    def _tell_events(self) -> None:
        words = self.game.words
        events = words.new_events(self.states, 0, self._told)
        told = words.told_events(self.states, 0, self._told)
        for event, saying in zip(events, told, strict=True):
            if event:
                self.lines.append(EVENT + event)
                self.told.append(saying)
        self._told = int(self.states["journal_no"][0])

    def _result(self) -> str:
        places = self.states["place"][0].tolist()
        ranking = sorted(self.houses, key=lambda house: places[self.houses.index(house)])
        return " ".join(["result", self.game.results.end(self.states, 0), *ranking])


def record(
    game: Game,
    players: int | None,
    options: Mapping[str, object] | None,
    seed: int,
    actions: Iterable[Any],
    agents: Sequence[str] = (),
    events: bool = False,
    decks: Decks | None = None,
) -> str:
    """The replay of a game from its actions; ``unfinished`` if they do not lead to its end.

    Args:
        game: what was played.
        players: number of players; None for the most possible.
        options: options as the game got them.
        seed: the seed as the game got it.
        actions: indices of the actions of all players, in order.
        agents: names of who played, by seat.
        events: tell what happened after each decision.
        decks: decks that were given by hand.

    Raises:
        IllegalAction: if the actions are not those of such a game.
        ValueError: for another bad argument.
    """
    writer = ReplayWriter(Header.of(game, players, options, seed, agents, events, decks))
    for number, action in enumerate(actions):
        writer.play(checked_integer(action, f"actions[{number}]"))
    return writer.finish()
