"""Ids as people write names: ``moat_cailin`` is Moat Cailin, ``kings_court`` is King's Court."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from types import MappingProxyType

_SMALL = frozenset({"a", "and", "at", "for", "from", "has", "his", "in", "of", "on", "the", "to"})
"""Words that begin with a small letter within a name."""

_POSSESSIVE = frozenset(
    {
        *("crows", "flints", "heralds", "highgardens", "ironmans", "kings", "lions", "lords"),
        *("princes", "rattleshirts", "storms", "watchs", "widows"),
    }
)
"""Words of ids that stand for a possessive; ids have no apostrophes."""

_IRREGULAR = {"hghar": "H'ghar"}
"""Words of ids that are written otherwise."""


def proper_name(word: str) -> str:
    """A name with its capitals and apostrophes; a number or a sign stays as it is."""
    *parts, last = word.split("_")
    parts = [*map(_part, parts), _IRREGULAR.get(last, last)]  # nothing is owned behind the last
    name = " ".join(part if part in _SMALL else part[:1].upper() + part[1:] for part in parts)
    return name[:1].upper() + name[1:]


def _part(part: str) -> str:
    if part in _IRREGULAR:
        return _IRREGULAR[part]
    return f"{part[:-1]}'s" if part in _POSSESSIVE else part


_WORD = re.compile(r"(?<!\w)(?<!\w')([a-z]\w*)( {2,})?")

_CARD = re.compile(r"(\bcard(?: [IVX]+)?: )([a-z]\w*)$")
"""The card that a line of a story says was turned up, which may be called like something else."""


def with_names(
    line: str, ids: Collection[str], phrases: Mapping[str, str] = MappingProxyType({})
) -> str:
    """A line of text in which ids are names; columns of tables stay where they are.

    Args:
        line: of a story, a prompt or a board.
        ids: words that are ids though they have no ``_``.
        phrases: what is said for some ids; it begins with a capital where the line does.
    """
    begins = len(line) - len(line.lstrip())

    def written(found: re.Match[str]) -> str:
        word, gap = found.group(1), found.group(2) or ""
        if word in phrases:
            said = phrases[word]
            return (said[:1].upper() + said[1:] if found.start() == begins else said) + gap
        if "_" not in word and word not in ids:
            return found.group()
        name = proper_name(word)
        return name + " " * max(len(word) + len(gap) - len(name), bool(gap))

    named = _WORD.sub(written, line)
    return _CARD.sub(lambda found: found.group(1) + proper_name(found.group(2)), named)


def names_in_words(names: list[str]) -> str:
    """``Arya Stark, Hodor and Varys``; ``nobody`` if there is none."""
    written = [proper_name(name) for name in names]
    if len(written) < 2:
        return written[0] if written else "nobody"
    return f"{', '.join(written[:-1])} and {written[-1]}"
