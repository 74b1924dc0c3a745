"""Targets of actions: the parts of a picture that they point at, found by their names alone.

The id of an element is the name of what it shows, or a word and the name: ``council-1-2``,
``pieces-the-twins``; hyphens stand for underscores. The text of an action holds such names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_SHAPES = re.compile(r"<(defs|symbol)\b.*?</\1>", re.DOTALL)
_ID = re.compile(r'\bid="([^"]+)"')
_NAME = re.compile(r"[a-z]\w*")


def without_style(picture: str) -> tuple[str, str]:
    """A picture without its style sheet, and the style sheet."""
    return _STYLE.sub("", picture, count=1), "\n".join(_STYLE.findall(picture))


def names_in(texts: Sequence[str]) -> list[list[str]]:
    """Names that each action points at, apart from those that all of several point at."""
    found = [list(dict.fromkeys(_NAME.findall(text))) for text in texts]
    if len(found) > 1:
        common = set.intersection(*map(set, found))
        found = [[name for name in names if name not in common] for names in found]
    return found


def elements(picture: str) -> dict[str, list[str]]:
    """Ids of the elements that show something, by its name."""
    places: dict[str, list[str]] = {}
    for id_ in dict.fromkeys(_ID.findall(_SHAPES.sub("", picture))):
        _, _, rest = id_.partition("-")
        for name in (id_, rest):
            if _NAME.fullmatch(spelt := name.replace("-", "_")):
                places.setdefault(spelt, []).append(id_)
    return places


def places_of_all(texts: Sequence[str], places: Mapping[str, list[str]]) -> list[str]:
    """Names in a picture that all of several actions point at."""
    common = set.intersection(*(set(_NAME.findall(text)) for text in texts))
    return [name for name in dict.fromkeys(_NAME.findall(texts[0])) if name in common & set(places)]


def action_targets(
    texts: Sequence[str], places: Mapping[str, list[str]]
) -> tuple[list[list[str]], dict[str, list[str]]]:
    """Targets of actions in a picture.

    Args:
        texts: of the legal actions.
        places: as :func:`elements` gives them.

    Returns:
        For each action the names that the picture shows; and the elements of all of these.
    """
    at = [[name for name in names if name in places] for names in names_in(texts)]
    if not any(at):  # all are about one thing, which is what they are about
        at = [[name for name in _NAME.findall(text) if name in places] for text in texts]
    used = dict.fromkeys(name for names in at for name in names)
    return at, {name: places[name] for name in used}
