"""An agent that plays in a process of its own, as the referee deals with it.

The process gets redacted views and answers numbers. This module checks everything that it sends. If
it dies, falls silent or sends a message that is not as agreed, this agent fails and nobody else
does; the agent then gets a new process for its next decision.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

import msgspec
import numpy as np
import numpy.typing as npt

from got_agents.base import Ints, View, Views, choose
from got_agents.failures import LONGEST_FAILURE, how_it_failed, not_loaded, printable, too_slow
from got_agents.isolated.fork_server import DYING_SECONDS, ForkServer, ForkServerLostError, Process
from got_agents.isolated.frames import TooLongError
from got_agents.isolated.messages import (
    LONGEST_ANSWER,
    Answer,
    Ask,
    Chosen,
    Failed,
    Made,
    Make,
    Question,
    Refused,
    Speak,
    Spoken,
)
from got_env.core.game import Game
from got_env.core.portable import to_portable

WARM_UP_SECONDS = 60.0
"""Time an agent may take to be made, and again to load what its first decision needs."""

SEATS = "got_agents.isolated.seat:serve_seats"
"""The function that a fork server of such processes runs."""

LOST = "Crash: the process that starts its processes was ended or stopped"
"""Failure of an agent whose fork server is gone; the fork server has no other agents."""

NONE = -1
"""Stands for the action where the agent failed."""


class CannotPlayError(RuntimeError):
    """The agent cannot be made at all, so there is nothing to score."""


class _FaultError(Exception):
    """The process of the agent failed; the text says how."""


class _LateError(_FaultError):
    """It took too long."""


class _FailedError(Exception):
    """The agent failed, and its process said so."""


@dataclass(frozen=True)
class Speech:
    """Messages of an agent."""

    said: list[tuple[list[str], str]]
    """Names of receivers, and text."""
    seconds: float
    error: str = ""
    """Its failure; empty if there is none."""


@dataclass
class Decisions:
    """Answers of an agent, row by row."""

    actions: Ints
    """Legal actions ``(B,)``; NONE where it failed."""
    seconds: npt.NDArray[np.float64]
    """Time each of them took ``(B,)``."""
    errors: dict[int, str] = field(default_factory=dict)
    """Its failures, by row."""

    @classmethod
    def none(cls, count: int) -> Decisions:
        """No answers yet."""
        return cls(np.full(count, NONE, dtype=np.int64), np.zeros(count))


@dataclass
class _Said:
    """An agent that says what the process has answered: it is checked like that of any other."""

    name: str
    action: int

    def act(self, view: object) -> int:
        return self.action


class IsolatedAgent:
    """An agent in a process of its own.

    Args:
        spec: what the process makes the agent of.
        game: what it is going to play.
        room: starts the fork server of the process. Each agent has one of its own, so that it is
            known whose it was if it is ended or stopped.
        first: makes a decision in which nothing is at stake, for the agent to load what it needs.
        patience: seconds it may take to be made, and again for that decision.
    """

    def __init__(
        self,
        spec: str,
        game: Game,
        room: ForkServer,
        first: Callable[[], Views] | None = None,
        patience: float = WARM_UP_SECONDS,
    ) -> None:
        self.name = spec
        self._game = game
        self._room = room
        self._fork_server: ForkServer | None = None
        self._first = first
        self._patience = patience
        self._process: Process | None = None
        self._made: Made | None = None
        self._together = True
        """It is asked about many games at once; no more when that has taken too long."""
        self._encode = msgspec.msgpack.Encoder().encode
        self._decode = msgspec.msgpack.Decoder(Answer).decode

    def decide(self, views: Views, limit: float = 0.0) -> Decisions:
        """Ask the agent about some games.

        If it fails in several games at once, it is asked about each of them alone, so that it
        loses none but those in which it fails.

        Args:
            views: what it may know of them.
            limit: seconds for one decision; 0: no limit.

        Raises:
            CannotPlayError: if the agent cannot be made.
        """
        found = Decisions.none(len(views))
        row, together = 0, self._together
        while row < len(views):
            began = time.monotonic()
            try:
                self._check_silence()
                self._get_ready(limit)
            except _FaultError as fault:
                self._end()
                row = _fail(found, row, fault, began)
                continue
            row, failure = self._ask(views, row, limit, together, found)
            if failure is None:
                continue
            self._end()
            if together and self._batches and row < len(views) - 1:
                together = False  # in which game it failed shows when it is asked one by one
                self._together = not isinstance(failure, _LateError)
            else:
                row = _fail(found, row, failure, began)
        return found

    def speak(self, view: View, limit: float = 0.0) -> Speech:
        """Ask the agent what it wants to say.

        Args:
            view: what it may know, with what it has heard.
            limit: seconds for it; 0: no limit.

        Raises:
            CannotPlayError: if the agent cannot be made.
        """
        began = time.monotonic()
        try:
            self._check_silence()
            self._get_ready(limit)
            assert self._made is not None
            said = self._ask_to_speak(view, limit) if self._made.talks else []
        except _FailedError as failure:  # its process is sound: it stays
            return Speech([], time.monotonic() - began, str(failure))
        except _FaultError as fault:
            self._end()
            return Speech([], time.monotonic() - began, str(fault))
        return Speech(said, time.monotonic() - began)

    def _ask_to_speak(self, view: View, limit: float) -> list[tuple[list[str], str]]:
        """Messages of the agent, not checked yet: the channel does that.

        Raises:
            _FaultError: if it fails, or gives no answer to the question.
        """
        assert view.heard is not None
        number = int.from_bytes(os.urandom(8), "little") >> 1
        state = to_portable(view.game, view.states.tobytes())
        until = time.monotonic() + limit if limit else None
        self._send(Speak(number, view.game.reference, state, view.seed, view.heard), until, limit)
        answer = self._receive(until, limit)
        if isinstance(answer, Failed) and answer.number == number:
            raise _FailedError(printable(answer.error, LONGEST_FAILURE))
        if not isinstance(answer, Spoken) or answer.number != number:
            raise _FaultError("BadAnswer: it answered something else than it was asked")
        return answer.messages

    def describe(self) -> Made:
        """Facts the agent gives of itself.

        Raises:
            CannotPlayError: if it cannot be made.
        """
        try:
            self._get_ready(0.0)
        except _FaultError as fault:
            raise CannotPlayError(f"agent {self.name!r}: {fault}") from fault
        assert self._made is not None
        return self._made

    def close(self) -> None:
        """End the process and everything it has started."""
        self._end()
        self._end_fork_server()

    # --- the process

    @property
    def _batches(self) -> bool:
        return self._made is not None and self._made.batches

    def _check_silence(self) -> None:
        """Check that the process lives and has said nothing that nobody asked for.

        Raises:
            _FaultError: if not.
        """
        if self._process is not None and self._process.connection.has_input():
            with suppress(_LateError):
                self._receive(time.monotonic() + DYING_SECONDS, DYING_SECONDS)
            raise _FaultError("BadAnswer: it answered before it was asked")

    def _get_ready(self, limit: float) -> None:
        """Start the process and make the agent, if it is not there.

        Raises:
            _FaultError: if the process fails, or does not make again what it has made before.
            CannotPlayError: if it cannot make the agent at all.
        """
        if self._process is not None:
            return
        self._start()
        if self._first is not None:
            views = self._first()
            patience = max(self._patience, limit)
            _, failure = self._ask(views, 0, patience, False, Decisions.none(len(views)))
            if failure is not None:  # it fails in its games too, where that is put on record
                self._first = None
                self._end()
                self._start()

    def _start(self) -> None:
        if self._fork_server is None:
            self._fork_server = self._room.fork_server(SEATS)
        try:
            self._process = self._fork_server.start(self.name, longest=LONGEST_ANSWER)
        except ForkServerLostError:
            self._end_fork_server()
            raise _FaultError(LOST) from None
        until = time.monotonic() + self._patience
        try:
            self._send(Make(self.name, self._game.reference), until, self._patience)
            answer = self._receive(until, self._patience)
        except _LateError:
            self._end()
            raise _LateError(not_loaded(self._patience)) from None
        except _FaultError:
            self._end()
            raise
        if isinstance(answer, Made):
            self._made = answer
            return
        self._end()
        if not isinstance(answer, Refused):
            raise _FaultError("BadAnswer: it decided before it was made")
        error = printable(answer.error)
        if self._made is None:
            raise CannotPlayError(error)
        raise _FaultError(error)

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            try:
                process.end()
            except ForkServerLostError:  # this comes after a failure that is on record
                self._end_fork_server()

    def _end_fork_server(self) -> None:
        """End the fork server, and with it everything that the agent has started."""
        fork_server, self._fork_server = self._fork_server, None
        if fork_server is not None:
            fork_server.close()

    # --- questions and answers

    def _ask(
        self, views: Views, base: int, limit: float, together: bool, found: Decisions
    ) -> tuple[int, _FaultError | None]:
        """Ask about the games from row ``base`` on.

        Returns:
            The first row without an answer, and why there is none.
        """
        number = int.from_bytes(os.urandom(8), "little") >> 1
        question = Ask(
            number,
            views.game.reference,
            to_portable(views.game, views.states[base:].tobytes()),
            views.seats[base:].tobytes(),
            views.masks[base:].tobytes(),
            views.seeds[base:].astype("<i8").tobytes(),
            together,
            views.heard[base:],
        )
        row = base
        try:
            began = time.monotonic()
            until = began + limit if limit else None
            self._send(question, until, limit)
            while row < len(views):
                answer = self._receive(until, limit)
                now = time.monotonic()
                done = _take(answer, number, base, row, together, views, found, self.name)
                found.seconds[row : row + done] = (now - began) / done
                row += done
                began = now
                until = began + limit if limit else None
        except _FaultError as fault:
            return row, fault
        return row, None

    def _send(self, question: Question, until: float | None, limit: float) -> None:
        assert self._process is not None
        try:
            self._process.connection.send(self._encode(question), until)
        except TimeoutError:
            raise _LateError(too_slow(limit)) from None
        except EOFError:
            raise self._gone() from None

    def _receive(self, until: float | None, limit: float) -> Answer:
        assert self._process is not None
        try:
            answer: Answer = self._decode(self._process.connection.receive(until))
        except TimeoutError:
            raise _LateError(too_slow(limit)) from None
        except EOFError:
            raise self._gone() from None
        except (TooLongError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise _FaultError(f"BadAnswer: {printable(str(error))}") from None
        return answer

    def _gone(self) -> _FaultError:
        """The process has closed its connection: end it, and say how it ended."""
        process, self._process = self._process, None
        assert process is not None
        try:
            return _FaultError(f"Crash: {process.end_dying()}")
        except ForkServerLostError:
            self._end_fork_server()
            return _FaultError(LOST)


def _fail(found: Decisions, row: int, fault: _FaultError, began: float) -> int:
    """Put a failure on record; the next row."""
    found.errors[row] = str(fault)
    found.seconds[row] = time.monotonic() - began
    return row + 1


def _take(
    answer: Answer,
    number: int,
    base: int,
    row: int,
    together: bool,
    views: Views,
    found: Decisions,
    name: str,
) -> int:
    """Check an answer about the rows from ``row`` on and write down what it says.

    Returns:
        How many rows it settles.

    Raises:
        _FaultError: if it is no answer to the question.
    """
    if isinstance(answer, Failed) and (answer.number, answer.row + base) == (number, row):
        found.errors[row] = printable(answer.error, LONGEST_FAILURE)
        return 1
    if not isinstance(answer, Chosen) or (answer.number, answer.first + base) != (number, row):
        raise _FaultError("BadAnswer: it answered something else than it was asked")
    count = len(answer.actions)
    if not (count == 1 or (together and count == len(views) - row)):
        raise _FaultError(f"BadAnswer: {count} actions: expected one for each decision")
    for at, action in enumerate(answer.actions, row):
        if 0 <= action < views.masks.shape[1] and views.masks[at, action]:
            found.actions[at] = action
        else:
            try:
                choose(_Said(name, action), views.part(slice(at, at + 1)))
            except ValueError as problem:
                found.errors[at] = how_it_failed(problem)
    return count
