"""Agents in other programs: one JSON object a line to their stdin, one answer a line back.

A decision is sent as ``{"cmd": "choose", "game", "seed", "player", "phase", "text", "position",
"legal"}``: the text and the position are the game as the player knows it, ``legal`` holds the texts
of all legal actions. The answer is ``{"action": TEXT}``, one of them. ``{"cmd": "quit"}`` asks the
program to end.
"""

from __future__ import annotations

import contextlib
import json
import queue
import shlex
import shutil
import subprocess
import threading
import weakref
from typing import IO, Any

from got_agents.base import AgentError, View
from got_env.render.text import render_text

LIMIT = 60.0
"""Seconds a program may take for an answer."""
LONGEST = 1 << 16
"""Characters of an answer at most."""
PATIENCE = 2.0
"""Seconds a program gets to end by itself."""
UNREAD = 16
"""Answers that may wait to be read; a program that writes more has to wait itself."""
SHOWN = 3
"""Legal actions named in an error."""


class RefereeAgent:
    """Asks an external program.

    Args:
        command: the program with its arguments as on a command line; no shell reads it. In front
            may stand ``limit=SECONDS``, the time for an answer.

    Raises:
        ValueError: for an empty command, a wrong limit, or a program that cannot be found.
    """

    def __init__(self, command: str) -> None:
        self.name = f"referee:{command}"
        words = shlex.split(command)
        self.limit = LIMIT
        if words and words[0].startswith("limit="):
            self.limit = _seconds(words.pop(0).removeprefix("limit="))
        if not words:
            raise ValueError("expected a program, as in referee:python my_bot.py")
        if shutil.which(words[0]) is None:
            raise ValueError(f"there is no program {words[0]!r}")
        self.words = words
        self._program: Program | None = None

    def act(self, view: View) -> int:
        """Choose a legal action.

        Raises:
            AgentError: if the program ends, takes too long, or answers no legal action; it is
                started anew for the next decision.
        """
        game, states = view.game, view.states
        texts = {game.action_text(states, 0, int(action)): int(action) for action in view.legal}
        snapshot = game.snapshot(states, 0)
        houses = game.houses_in_play(int(states["num_players"][0]))
        question = {
            "cmd": "choose",
            "game": game.code,
            "seed": view.seed,
            "player": houses[view.seat],
            "phase": game.phase_name(states, 0),
            "text": render_text(snapshot),
            "position": snapshot,
            "legal": list(texts),
        }
        if self._program is None:
            self._program = Program(self.words)
        try:
            return texts[_action_in(self._program.ask(question, self.limit), texts)]
        except AgentError as error:
            self.close()
            raise AgentError(f"{self.name}: {error}") from error

    def close(self) -> None:
        """End the program."""
        if self._program is not None:
            self._program.close()
            self._program = None


class Program:
    """A running program that answers lines."""

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
        assert self._process.stdout is not None
        self._answers: queue.Queue[str] = queue.Queue(UNREAD)
        self._over = threading.Event()
        arguments = (self._process.stdout, self._answers, self._over)
        self._reader = threading.Thread(target=_read_lines, args=arguments, daemon=True)
        self._reader.start()
        left = (self._process, self._reader, self._answers, self._over)
        self.close = weakref.finalize(self, _end, *left)

    def ask(self, question: dict[str, Any], limit: float) -> str:
        """Send an object and wait for the next line.

        Raises:
            AgentError: if the program has ended or takes longer than ``limit`` seconds.
        """
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
        except OSError:
            raise self._ended() from None
        try:
            answer = self._answers.get(timeout=limit)
        except queue.Empty:
            raise AgentError(f"no answer within {limit:g} seconds") from None
        if not answer:
            raise self._ended()
        return answer

    def _ended(self) -> AgentError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(PATIENCE)
        return AgentError(f"the program ended with exit code {self._process.poll()}")


def _read_lines(stream: IO[str], answers: queue.Queue[str], over: threading.Event) -> None:
    """Put lines into the queue until the stream ends; then an empty one."""
    with stream:
        while (line := stream.readline(LONGEST)) and not over.is_set():
            answers.put(line)
    answers.put("")


def _end(
    process: subprocess.Popen[str],
    reader: threading.Thread,
    answers: queue.Queue[str],
    over: threading.Event,
) -> None:
    """Ask a program to end, and end it if it does not."""
    assert process.stdin is not None
    with contextlib.suppress(OSError):
        process.stdin.write('{"cmd": "quit"}\n')
        process.stdin.close()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    over.set()
    with contextlib.suppress(queue.Empty):
        while True:  # the reader may wait for room
            answers.get_nowait()
    # A program that this one started may hold the output open for ever: the reader closes it.
    reader.join(PATIENCE)


def _seconds(text: str) -> float:
    try:
        limit = float(text)
    except ValueError:
        limit = 0.0
    if not 0.0 < limit <= 86400.0:
        raise ValueError(f"limit={text}: expected seconds, more than 0")
    return limit


def _action_in(line: str, legal: dict[str, int]) -> str:
    """The action of an answer.

    Raises:
        AgentError: if the line is no answer or its action is not legal.
    """
    shown = line.strip()[:80]
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise AgentError(f"answered {shown!r}: expected a JSON object") from None
    if not isinstance(answer, dict) or not isinstance(answer.get("action"), str):
        raise AgentError(f'answered {shown!r}: expected {{"action": TEXT}}')
    action: str = answer["action"]
    if action not in legal:
        some = ", ".join(repr(text) for text in list(legal)[:SHOWN])
        raise AgentError(f"chose {action[:80]!r}, which is not legal; legal are {some}, ...")
    return action
