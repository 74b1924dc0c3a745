"""Lines that a person types, with history and completion where the terminal has them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec

from rich.console import Console

from got_agents.base import AgentError


def read_line(screen: Console, prompt: str, words: Sequence[str]) -> str:
    """A line of the person, its blanks made single.

    Args:
        screen: where the prompt goes when stdout is not a terminal.
        prompt: what stands before the line.
        words: answers and commands that the tab key completes.

    Raises:
        AgentError: if there is nobody: the input has ended.
    """
    try:
        line = _edited(prompt, words) if _can_edit() else _plain(screen, prompt)
    except EOFError:
        raise AgentError("nobody at the terminal: the input has ended") from None
    return " ".join(line.split())


def _can_edit() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty() and find_spec("readline") is not None


def _plain(screen: Console, prompt: str) -> str:
    screen.print(prompt, end="")
    screen.file.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


def _edited(prompt: str, words: Sequence[str]) -> str:
    import readline

    def complete(text: str, state: int) -> str | None:
        fitting = [word for word in words if word.startswith(text.lower())]
        return fitting[state] if state < len(fitting) else None

    # All that was typed is one word: the text of an action has blanks.
    readline.set_completer_delims("")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
    sys.stderr.flush()
    return input(prompt)
