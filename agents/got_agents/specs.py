"""Specifications of agents: a name, or a place in code of the user's own; nothing is imported here.

::

    heuristic                      a name
    ismcts:sims=40,width=4         a name and its options
    policy:runs/first              a name and its argument
    path/to/file.py:Cautious       a class, function or object in a file
    package.module:Cautious        the same in a module that Python can import
    path/to/file.py:Cautious:depth=2   ... and its options or argument
    deep=ismcts:sims=400           any of them under a name of the user's own
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

FILE = re.compile(r"((?:[A-Za-z]:[\\/])?[^:]*\.py)(?::(.*))?", re.DOTALL)
"""A path that ends in ``.py``, perhaps with the drive of Windows in front, and what follows it."""

OWN_NAME = re.compile(r"([A-Za-z0-9][\w.+-]*)=(.+)", re.DOTALL)
"""A name of the user's own and the specification that it stands for."""

Kind = Literal["name", "file", "module", "unknown"]


@dataclass(frozen=True)
class Spec:
    """The parts of a specification."""

    text: str
    """All of it."""
    kind: Kind
    place: str
    """The name of the agent, the path of the file, or the dotted name of the module."""
    attribute: str
    """Attribute of the file or module to take; empty for a name."""
    argument: str | None
    """Text behind the last colon that separates; None if there is no such colon."""

    @property
    def maker(self) -> str:
        """The specification without its argument."""
        return f"{self.place}:{self.attribute}" if self.attribute else self.place


def split_name(text: str) -> tuple[str, str]:
    """A name of the user's own, empty if there is none, and the specification behind it."""
    found = OWN_NAME.fullmatch(text)
    return (found[1], found[2]) if found else ("", text)


def parse_spec(text: str, names: Collection[str]) -> Spec:
    """Take a specification apart.

    Args:
        text: the specification, without a name of the user's own.
        names: names of agents, which go before modules of the same name.

    Returns:
        Its parts; of the kind ``unknown`` if it is neither a known name nor a place in code.
    """
    head, colon, rest = text.partition(":")
    if head in names:
        return Spec(text, "name", head, "", rest if colon else None)
    found = FILE.fullmatch(text)
    if found:
        return _place(text, "file", found[1], found[2] or "")
    attribute = rest.partition(":")[0]
    if all(part.isidentifier() for part in (*head.split("."), *attribute.split("."))):
        return _place(text, "module", head, rest)
    return Spec(text, "unknown", head, "", rest if colon else None)


def _place(text: str, kind: Kind, place: str, rest: str) -> Spec:
    attribute, colon, argument = rest.partition(":")
    return Spec(text, kind, place, attribute, argument if colon else None)
