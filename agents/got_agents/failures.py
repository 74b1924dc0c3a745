"""How an agent failed, as a text that is safe to store and show, whatever the agent wrote."""

from __future__ import annotations

LONGEST_ERROR = 1000
"""Characters kept of what an agent says when it fails."""

LONGEST_NAME = 100
"""Characters kept of the name of an exception."""

LONGEST_FAILURE = LONGEST_NAME + LONGEST_ERROR + 2
"""Characters of both with what stands between them."""


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
    """What an agent raised: the name of the exception and its text if any, both printable."""
    kind, text = _kind(problem), _text(problem)
    return f"{kind}: {text}" if text else kind


def _kind(problem: BaseException) -> str:
    """The name of the class as the interpreter holds it; the class itself may answer anything."""
    return printable(type.__dict__["__name__"].__get__(type(problem)), LONGEST_NAME)


def _text(problem: BaseException) -> str:
    try:
        return printable(str(problem))
    except BaseException:
        return "its text cannot be read"


def too_slow(limit: float) -> str:
    """How an agent failed that did not decide in time."""
    return f"TimeLimit: no decision within {limit:g} s"


def not_loaded(limit: float) -> str:
    """How an agent failed that was not there in time."""
    return f"TimeLimit: it did not finish loading within {limit:g} s"


def ended(code: int) -> str:
    """How a process ended: ``exit code 3`` or ``signal 9``."""
    return f"signal {-code}" if code < 0 else f"exit code {code}"
