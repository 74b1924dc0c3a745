"""One game at a table: plays it and writes it down; knows neither sockets nor threads."""

from __future__ import annotations

import logging
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from got_agents.base import Agent, AgentError, Messages, WrongAnswerError, choose
from got_agents.registry import make_agent
from got_agents.serve.clock import Clock
from got_agents.serve.opponents import SCRIPT, called
from got_agents.serve.planning import rehearsal_of
from got_agents.serve.seating import Seating
from got_agents.serve.table_snapshot import Moment, OpenTalk, TableSnapshot
from got_agents.serve.table_store import GameFile
from got_agents.serve.visibility import known_to
from got_agents.story import decide, open_decision
from got_agents.talking import speak
from got_env.core.proper_names import proper_name
from got_env.core.protocol import NOBODY
from got_env.replay import ReplayWriter

LOG = logging.getLogger(__name__)

MOST_MOMENTS = 64
"""Moments of a game that are kept for pages which show its events one after another."""


class RefusedError(ValueError):
    """An answer that cannot be played; the text is for the person who gave it."""


def place_of(writer: ReplayWriter) -> str:
    """Mark of the open round of talk, unlike all others of a game; empty if none is open."""
    if writer.press is None or writer.press.talk is None:
        return ""
    moment, number = writer.press.place
    return f"{writer.decisions} {moment} {number}"


class Table:
    """A game between people and agents.

    Args:
        name: of the table.
        writer: the game as far as it was played; its replay tells events.
        seating: who plays.
        file: takes what is played.
        clock: minutes that each person has for the game; 0: as many as they like.
    """

    def __init__(
        self,
        name: str,
        writer: ReplayWriter,
        seating: Seating,
        file: GameFile,
        clock: int = 0,
    ) -> None:
        self.name, self.writer, self.seating, self.file = name, writer, seating, file
        self.failure = ""
        self._story: list[str] = []
        self._moments: deque[Moment] = deque(maxlen=MOST_MOMENTS)
        self._forced: list[list[str]] = [[] for _ in seating.specs]
        body = writer.lines[writer.lines.index("") + 1 :]
        said = Counter(line.partition(" ")[0] for line in body)
        self._turns = [said[house] for house in writer.houses]
        self._has_clock = clock > 0
        self._clock = Clock(60 * clock, seating.people)
        self._stand_in: Agent | None = None
        self._tell()

    @property
    def ended(self) -> bool:
        """True if nothing more will be played."""
        return self.writer.over or bool(self.failure)

    def answer(self, seat: int, turn: int, action: int) -> None:
        """Play the answer of a person.

        Args:
            seat: of the person.
            turn: decisions of the seat when the question was asked.
            action: what the person chose.

        Raises:
            RefusedError: if the question is not open any more, or the action is not legal;
                nothing changes.
            OSError: if it cannot be written down; the table must end.
        """
        self._check_open(seat, turn)
        writer = self.writer
        if not (action < writer.game.actions.size and writer.mask[action]):
            raise RefusedError(f"action {action} is not legal here: expected one of the list")
        self._forced[seat].clear()
        self._play(seat, action)

    def answer_all(self, seat: int, turn: int, actions: Sequence[int]) -> None:
        """Play answers of a person that were planned together: all of them, or none.

        Args:
            seat: of the person.
            turn: decisions of the seat when the first question was asked.
            actions: answers to it and to those that follow it.

        Raises:
            RefusedError: if the first question is not open any more, if the answers are no plan, or
                if one of them is not legal; nothing changes. Also if players may talk in between:
                the answers before that stand.
            OSError: if something cannot be written down; the table must end.
        """
        self._check_open(seat, turn)
        writer = self.writer
        # From what the seat knows: a refusal tells nothing that it does not.
        rehearsal = rehearsal_of(writer.game, writer.states, writer.mask, seat)
        for number, action in enumerate(actions, 1):
            if action not in rehearsal.legal:
                raise RefusedError(f"answer {number} of your plan is not legal: nothing was played")
            if not rehearsal.answer(action) and number < len(actions):
                raise RefusedError(f"only {number} answers can be planned: nothing was played")
        self._forced[seat].clear()
        for action in actions:
            if writer.talking:
                raise RefusedError("players may talk now: the rest of your plan was not played")
            if int(writer.seats[0]) != seat or not writer.mask[action]:
                raise RefusedError("things have changed: the rest of your plan was not played")
            self._play(seat, action)

    def _check_open(self, seat: int, turn: int) -> None:
        if self.ended:
            raise RefusedError(self.failure or "the game is over")
        writer = self.writer
        if writer.talking:
            raise RefusedError("players may talk now: the question waits until all have spoken")
        if turn != self._turns[seat]:
            raise RefusedError("this question has been answered already, perhaps in another tab")
        if int(writer.seats[0]) != seat:
            raise RefusedError(f"it is not your turn: {writer.player} decides")
        if self._clock.is_out(seat):
            raise RefusedError("your time is over: the script plays for you")

    def say(self, seat: int, place: str, messages: Messages) -> None:
        """Let a person say something in the round of talk that is open, or nothing.

        Args:
            seat: of the person.
            place: of the round of talk, as the person was shown it.
            messages: receivers and texts.

        Raises:
            RefusedError: if the person may not speak now, or the messages may not be sent; nothing
                changes.
            OSError: if it cannot be written down; the table must end.
        """
        if self.ended:
            raise RefusedError(self.failure or "the game is over")
        press = self.writer.press
        if press is None or place != place_of(self.writer) or seat not in press.waiting:
            raise RefusedError("you have spoken already, perhaps in another tab, or nobody may now")
        if self._clock.is_out(seat):
            raise RefusedError("your time is over: you say nothing any more")
        with self._kept():
            try:
                self.writer.say(seat, messages)
            except ValueError as error:
                raise RefusedError(str(error)) from None

    def play_on(self, seconds: float) -> bool:
        """Let agents decide until a person must, or for some time; one decision at least.

        Returns:
            Whether agents have more to decide.

        Raises:
            OSError: if something cannot be written down; the table must end.
        """
        until = time.monotonic() + seconds
        while self._step():
            if time.monotonic() >= until:
                return True
        return False

    def _step(self) -> bool:
        """Play one decision that no person takes; False if there is none."""
        if self.ended:
            return False
        writer = self.writer
        if writer.talking:
            return self._talk()
        seat = int(writer.seats[0])
        if self.seating.is_person(seat):
            if self._clock.is_out(seat):
                self._play_for(seat)
                return True
            action = self._only_answer(seat)
            if action is None:
                return False
            known = known_to(writer.game, writer.states, seat)
            label = writer.game.actions.label(known, 0, action)
            self._play(seat, action)
            self._forced[seat].append(label)
        else:
            try:
                action = decide(self.seating.agents, writer)
            except (AgentError, WrongAnswerError) as error:
                self._agent_failed(seat, error)
                return False
            self._play(seat, action)
        return True

    def _play_for(self, seat: int) -> None:
        """Decide for a person whose time is over, as the script would."""
        if self._stand_in is None:
            self._stand_in = make_agent(SCRIPT)
        self._play(seat, int(choose(self._stand_in, open_decision(self.writer))[0]))

    def _run_clock(self) -> None:
        """Count the time of the person who is asked; the first answer of each takes none."""
        writer = self.writer
        seat = NOBODY if self.ended or writer.talking else int(writer.seats[0])
        if seat != NOBODY and not (self.seating.is_person(seat) and self._turns[seat]):
            seat = NOBODY
        self._clock.turn_to(seat)

    def _talk(self) -> bool:
        """Let the next agent speak; False if only people who have time are still to speak."""
        assert self.writer.press is not None
        seat = next((s for s in self.writer.press.waiting if not self._waits_for(s)), NOBODY)
        if seat == NOBODY:
            return False
        try:
            with self._kept():
                if self.seating.is_person(seat):
                    self.writer.say(seat)  # nothing: the time is over
                else:
                    speak(self.seating.agents[seat], self.writer, seat)
        except (AgentError, WrongAnswerError) as error:
            self._agent_failed(seat, error)
            return False
        return True

    def _waits_for(self, seat: int) -> bool:
        """True for a person who has time left."""
        return self.seating.is_person(seat) and not self._clock.is_out(seat)

    def _only_answer(self, seat: int) -> int | None:
        """The one legal answer of a person; None if there are more, or if that is a secret."""
        writer, game = self.writer, self.writer.game
        legal = np.flatnonzero(writer.mask)
        asked = game.words.phase_name(writer.states, 0) in game.actions.always_asked
        return None if len(legal) != 1 or asked else int(legal[0])

    def _play(self, seat: int, action: int) -> None:
        with self._kept():
            self.writer.play(action)
        self._turns[seat] += 1
        self._run_clock()  # at once: what agents think until the next snapshot is nobody's time
        told = len(self._story)
        self._tell()
        if len(self._story) > told:
            events = range(told, len(self._story))
            self._moments.append(Moment(events, self.writer.states.copy()))

    @contextmanager
    def _kept(self) -> Iterator[None]:
        """Write down all that happens within; if that cannot be, it has not happened."""
        before = self.writer.mark()
        yield
        try:
            self.file.add(self.writer.lines)
        except OSError:
            self.writer.return_to(before)
            raise

    def _tell(self) -> None:
        self._story += self.writer.told[len(self._story) :]

    def fail(self, reason: str) -> None:
        """End the table before its game; after a restart it goes on where it was."""
        self.failure = f"the table has ended: {reason}"

    def _agent_failed(self, seat: int, error: Exception) -> None:
        """End the table for all; why is for whoever runs the server: it may tell its secrets."""
        house = self.writer.houses[seat]
        LOG.error("%s: %s (as %s)", self.name, error, house)
        name = called(self.writer.game, self.seating.specs[seat])
        who = f"{name}, who plays {proper_name(house)},"
        self.fail(f"{who} has failed; the log of the server says why")

    def snapshot(self) -> TableSnapshot:
        """Snapshot of the table."""
        writer = self.writer
        self._run_clock()
        seats = range(len(self.seating.specs))
        return TableSnapshot(
            table=self.name,
            game=writer.game,
            players=tuple(called(writer.game, spec) for spec in self.seating.specs),
            states=writer.states.copy(),
            mask=writer.mask.copy(),
            asked=int(writer.seats[0]),
            turns=tuple(self._turns),
            forced=tuple(map(tuple, self._forced)),
            story=self._story,
            told=len(self._story),
            failure=self.failure,
            talk=self._open_talk(),
            messages=self.writer.press.messages if self.writer.press is not None else None,
            said=len(self.writer.press.messages) if self.writer.press is not None else 0,
            clock=tuple(map(self._clock.left, seats)) if self._has_clock else (),
            ticks=self._clock.ticks,
            moments=tuple(self._moments),
        )

    def _open_talk(self) -> OpenTalk | None:
        press = self.writer.press
        if press is None or press.talk is None:
            return None
        moment = next(m for m in press.game.moments if m.name == press.talk.moment)
        return OpenTalk(
            place=place_of(self.writer),
            meaning=moment.meaning,
            number=press.talk.number,
            rounds=press.settings.rounds,
            most={seat: press.hear(seat).most for seat in press.waiting},
            longest=press.settings.characters,
        )

    def close(self) -> None:
        """End agents and close the file."""
        self.seating.close()
        self.file.close()
