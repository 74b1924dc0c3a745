"""Agents in other programs: one JSON object per line to their stdin, one answer per line back.

A decision is sent as ``{"cmd": "choose", "game", "seed", "player", "phase", "text", "position",
"legal"}``: the text and the position are the game as the player knows it, ``legal`` holds the texts
of all legal actions. The answer is ``{"action": TEXT}``, one of them. ``{"cmd": "quit"}`` asks the
program to end. Programs that talk are those of :mod:`got_agents.talking_referee`.
"""

from __future__ import annotations

import contextlib
import json
import queue
import shutil
import subprocess
import threading
import time
import weakref
from collections.abc import Callable
from typing import IO, Any, TypeVar

from got_agents.base import AgentError, View
from got_env.core.strict_json import parse_json

T = TypeVar("T")

LONGEST = 1 << 16
"""Characters of an answer at most."""
PATIENCE = 2.0
"""Seconds a program gets to end by itself."""
QUIT = '{"cmd": "quit"}'
UNREAD = 16
"""Answers that may wait to be read; a program that writes more has to wait itself."""
SHOWN = 3
"""Legal actions named in an error."""


class RefereeAgent:
    """Asks an external program.

    Args:
        words: the program and its arguments.
        limit: seconds to read a question and to answer it.
        command: the same as somebody has written it, for the name.

    Raises:
        ValueError: for a program that cannot be found.
    """

    def __init__(self, words: list[str], limit: float, command: str) -> None:
        self.name = f"referee:{command}"
        if shutil.which(words[0]) is None:
            raise ValueError(f"there is no program {words[0]!r}")
        self.words, self.limit = words, limit
        self._program: Program | None = None

    def act(self, view: View) -> int:
        """Choose a legal action.

        Raises:
            AgentError: if the program ends, takes too long, or answers no legal action; it is
                started anew for the next decision.
        """
        game, states = view.game, view.states
        texts = {game.actions.text(states, 0, int(action)): int(action) for action in view.legal}
        question = self.question(view, "choose") | {"legal": list(texts)}
        return texts[self.ask(question, lambda line: _action_in(line, texts))]

    def question(self, view: View, cmd: str) -> dict[str, Any]:
        """Question to the program: the game as the player knows it."""
        game, states = view.game, view.states
        return {
            "cmd": cmd,
            "game": game.code,
            "seed": view.seed,
            "player": game.seats.in_play(int(states["num_players"][0]))[view.seat],
            "phase": game.words.phase_name(states, 0),
            "text": game.words.board(states, 0),
            "position": game.words.snapshot(states, 0),
        }

    def ask(self, question: dict[str, Any], read: Callable[[str], T]) -> T:
        """Answer of the program, read by ``read``; the program is started if it does not run.

        Raises:
            AgentError: if the program fails, or ``read`` raises it; the program is ended.
        """
        if self._program is None:
            self._program = Program(self.words)
        try:
            return read(self._program.ask(question, self.limit))
        except AgentError as error:
            self.close()
            raise AgentError(f"{self.name}: {error}") from error

    def close(self) -> None:
        """End the program."""
        if self._program is not None:
            self._program.close()
            self._program = None


class Program:
    """A running program that answers lines.

    Threads of its own write and read, as a program that reads nothing holds up who writes to it.
    """

    def __init__(self, words: list[str]) -> None:
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._questions: queue.Queue[str] = queue.Queue()
        self._answers: queue.Queue[str] = queue.Queue(UNREAD)
        self._sent, self._over = threading.Semaphore(0), threading.Event()
        writing = (self._process.stdin, self._questions, self._sent)
        reading = (self._process.stdout, self._answers, self._over)
        self._writer = threading.Thread(target=_write_lines, args=writing, daemon=True)
        self._reader = threading.Thread(target=_read_lines, args=reading, daemon=True)
        self._writer.start()
        self._reader.start()
        threads, queues = (self._writer, self._reader), (self._questions, self._answers)
        self.close = weakref.finalize(self, _end, self._process, threads, queues, self._over)

    def ask(self, question: dict[str, Any], limit: float) -> str:
        """Send an object and wait for the next line.

        Raises:
            AgentError: if the program has ended, or takes longer than ``limit`` seconds to read
                the question and to answer. It cannot be asked again then.
        """
        deadline = time.monotonic() + limit
        self._questions.put(json.dumps(question))
        if not self._sent.acquire(timeout=limit):
            raise AgentError(f"did not read the question within {limit:g} seconds")
        try:
            answer = self._answers.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise AgentError(f"no answer within {limit:g} seconds") from None
        if not answer:
            raise self._ended()
        return answer

    def _ended(self) -> AgentError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(PATIENCE)
        return AgentError(f"the program ended with exit code {self._process.poll()}")


def _write_lines(stream: IO[str], lines: queue.Queue[str], sent: threading.Semaphore) -> None:
    """Write lines until the last, or until nobody can read them; count those that are through.

    A line that nobody can read counts too: that the program has ended is seen in its answers.
    """
    with contextlib.suppress(OSError), stream:
        while (line := lines.get()) != QUIT:
            with contextlib.suppress(OSError):
                stream.write(line + "\n")
                stream.flush()
            sent.release()
        stream.write(QUIT + "\n")


def _read_lines(stream: IO[str], answers: queue.Queue[str], over: threading.Event) -> None:
    """Put lines into the queue until the stream ends; then an empty one."""
    with stream:
        while (line := stream.readline(LONGEST)) and not over.is_set():
            answers.put(line)
    answers.put("")


def _end(
    process: subprocess.Popen[str],
    threads: tuple[threading.Thread, threading.Thread],
    queues: tuple[queue.Queue[str], queue.Queue[str]],
    over: threading.Event,
) -> None:
    """Ask a program to end, and end it if it does not."""
    questions, answers = queues
    questions.put(QUIT)
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    over.set()
    with contextlib.suppress(queue.Empty):
        while True:  # the reader may wait for room
            answers.get_nowait()
    # A program that this one started may hold the pipes open for ever: the threads close them.
    deadline = time.monotonic() + PATIENCE
    for thread in threads:
        thread.join(max(0.0, deadline - time.monotonic()))


def answer_in(line: str, form: str) -> dict[str, Any]:
    """The object of an answer.

    Raises:
        AgentError: if the line is no object without doubled names; says which form is expected.
    """
    shown = line.strip()[:80]
    try:
        answer = parse_json(line)
    except ValueError as error:
        raise AgentError(f"answered {shown!r}: expected a JSON object ({error})") from None
    if not isinstance(answer, dict):
        raise AgentError(f"answered {shown!r}: expected {form}")
    return answer


def _action_in(line: str, legal: dict[str, int]) -> str:
    """The action of an answer.

    Raises:
        AgentError: if the line is no answer or its action is not legal.
    """
    form = '{"action": TEXT}'
    action = answer_in(line, form).get("action")
    if not isinstance(action, str):
        raise AgentError(f"answered {line.strip()[:80]!r}: expected {form}")
    if action not in legal:
        some = ", ".join(repr(text) for text in list(legal)[:SHOWN])
        raise AgentError(f"chose {action[:80]!r}, which is not legal; legal are {some}, ...")
    return action
