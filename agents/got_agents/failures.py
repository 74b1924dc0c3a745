"""Failures of agents as texts that are safe to store and show, whatever the agent wrote."""

from __future__ import annotations

import os
import sys
import sysconfig
import traceback
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import got_env
from got_env.core.views import Agent, AgentError, Ints, Views, WrongAnswerError, choose

TRACEBACKS = "GOT_DEBUG"
"""Environment variable of ``got --debug``: processes of agents show whole tracebacks on stderr."""

LONGEST_ERROR = 1000
"""Characters kept of what an agent says when it fails."""

LONGEST_NAME = 100
"""Characters kept of the name of an exception."""

LONGEST_PLACE = 200
"""Characters kept of the file and line where it failed, the last ones."""

LONGEST_FAILURE = LONGEST_NAME + LONGEST_ERROR + LONGEST_PLACE + 5
"""Characters of all three with what stands between them."""

_OURS = tuple(Path(file).absolute().parent for file in (got_env.__file__, __file__))


def answers_of(name: str, agent: Agent, views: Views) -> Ints:
    """Actions of an agent for every row.

    Raises:
        AgentError: if it fails; names it. Other processes can read this error, unlike its cause.
    """
    try:
        return choose(agent, views)
    except WrongAnswerError as error:
        raise AgentError(str(error)) from error
    except (Exception, SystemExit) as error:
        raise AgentError(f"agent {name!r}: {how_it_failed(error)}") from error


def printable(text: str, longest: int = LONGEST_ERROR) -> str:
    """One line of characters that can be shown and stored; all others are written as escapes.

    Args:
        text: anything.
        longest: characters to keep.
    """
    shown = (c if c.isprintable() else _escaped(c) for c in text[:longest])
    return "".join(shown)


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def how_it_failed(problem: BaseException) -> str:
    """Exception of an agent as text: its name, its text if any, and where; all printable.

    An :class:`AgentError` of this package has no need of its name.

    Where: file and line in brackets, of the innermost frame of the agent's own code; see
    :func:`where_it_failed`.
    """
    kind, text, place = _kind(problem), _text(problem), where_it_failed(problem)
    ours = type(problem) is AgentError and text  # what it says is for people
    told = text if ours else f"{kind}: {text}" if text else kind
    return f"{told} ({place})" if place else told


def where_it_failed(problem: BaseException) -> str:
    """File and line, ``bots.py:12``, of the innermost frame of code of the agent's own.

    The agent's own code begins where a file is called that belongs neither to this package nor to
    Python, and is all that lies in the folder of that file. Libraries that it calls do not count.

    Args:
        problem: what was raised; its traceback begins where it was caught.

    Returns:
        The place, printable; empty if no code of the agent's own was running.
    """
    try:
        caught: TracebackType | None = BaseException.__dict__["__traceback__"].__get__(problem)
        frames = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(caught)][1:]
    except BaseException:
        return ""
    folder, found = None, ""
    for file, line in frames:
        if file.startswith("<") or not file:
            continue
        path = Path(file).absolute()
        if folder is None and not _is_of_others(path):
            folder = path.parent
        if folder is not None and path.is_relative_to(folder):
            inside = path.relative_to(folder).parts
            if "site-packages" not in inside:  # an environment in the folder
                found = f"{file}:{line}"
    return printable(found[-LONGEST_PLACE:], LONGEST_PLACE)


def _is_of_others(path: Path) -> bool:
    """True if a file belongs to this package or comes with Python."""
    if any(path.is_relative_to(folder) for folder in _OURS):
        return True
    standard = Path(sysconfig.get_path("stdlib"))
    return path.is_relative_to(standard) and "site-packages" not in path.parts


def show_traceback(problem: BaseException) -> None:
    """Print the whole traceback of a failure on stderr, if ``got --debug`` asks for it."""
    if os.environ.get(TRACEBACKS):
        with suppress(BaseException):  # the exception may answer anything
            traceback.print_exception(problem, file=sys.stderr)


def _kind(problem: BaseException) -> str:
    """The name of the class as the interpreter holds it; the class itself may answer anything."""
    return printable(type.__dict__["__name__"].__get__(type(problem)), LONGEST_NAME)


def _text(problem: BaseException) -> str:
    try:
        return printable(str(problem))
    except BaseException:
        return "its text cannot be read"


def too_slow(limit: float) -> str:
    """Failure of an agent that did not decide in time."""
    return f"TimeLimit: no decision within {limit:g} s"


def not_loaded(limit: float) -> str:
    """Failure of an agent that was not there in time."""
    return f"TimeLimit: it did not finish loading within {limit:g} s"


def ended(code: int) -> str:
    """End of a process: ``exit code 3`` or ``signal 9``."""
    return f"signal {-code}" if code < 0 else f"exit code {code}"
