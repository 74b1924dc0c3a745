"""Texts broken into lines of a given width."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

FURTHER_IN = 4
"""Columns."""


def hanging(head: str, parts: Sequence[str], width: int, separator: str = ", ") -> list[str]:
    """Lines of at most ``width`` columns: a head, and parts that are wrapped beside it.

    A part is broken only if it fits no line. Beside a head that takes more than half of the width
    there is no room for a column: what follows it stands a little further in than the head.
    """
    indent = len(head)
    if 2 * indent > width:
        indent = len(head) - len(head.lstrip()) + FURTHER_IN
    room = width - indent - len(separator.rstrip())
    # Blanks within a part are kept together until the text is broken into lines.
    text = separator.join(part.replace(" ", "\0") if len(part) <= room else part for part in parts)
    lines = wrap(
        text,
        width,
        initial_indent=head,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace("\0", " ") for line in lines or [head.rstrip()]]


def fitted(line: str, width: int) -> list[str]:
    """A line broken between words, what follows two columns further in; short ones as they are."""
    if len(line) <= width:
        return [line]
    indent = line[: len(line) - len(line.lstrip())]
    return wrap(
        line,
        width,
        drop_whitespace=True,
        subsequent_indent=f"{indent}  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
