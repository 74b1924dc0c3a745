"""Values in error messages: one short line, whatever they are and whoever gave them."""

from __future__ import annotations

from reprlib import Repr

LONGEST = 60
"""Characters of a value in a message."""

HUGE = 10**20
"""Numbers from here on are not written out: Python refuses to, and nobody needs to see them."""


class _Short(Repr):
    """Looks at no more of a value than a message has room for."""

    def __init__(self, longest: int) -> None:
        super().__init__()
        self.maxlevel = 2
        self.maxstring = self.maxother = longest

    def repr_int(self, x: int, level: int) -> str:
        """Huge numbers in words."""
        return repr(x) if abs(x) < HUGE else "a huge number"

    def repr_bytes(self, x: bytes, level: int) -> str:
        """The beginning of bytes."""
        return repr(x[: self.maxother])


def one_line(text: str) -> str:
    """A text with every character escaped that is no part of one printed line."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def short_repr(value: object, longest: int = LONGEST) -> str:
    """A value as a message shows it: as Python writes it, cut in its middle, on one line.

    Args:
        value: anything.
        longest: characters to keep.
    """
    text = _Short(longest).repr(value)
    line = one_line(text)
    if len(line) <= longest:
        return line
    before = (longest - 3) // 2
    return f"{line[:before]}...{line[len(line) - (longest - 3 - before) :]}"
