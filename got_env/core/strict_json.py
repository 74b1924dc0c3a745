"""JSON from outside, without the liberties Python's reader takes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any, NoReturn

from got_env.core.shown import shown

MAX_TEXT = 1_000_000
"""Characters of the longest text that is read; positions have about ten thousand."""
MOST_DIGITS = 1000
"""Of a whole number in such a text."""


def read_json(text: str, name: str) -> Any:
    """Data of a JSON text.

    Args:
        text: the text.
        name: what it is, for errors.

    Raises:
        ValueError: if the text is too long, nested too deeply or not JSON, or a key is repeated.
    """
    if len(text) > MAX_TEXT:
        raise ValueError(f"{name}: {len(text)} characters, expected at most {MAX_TEXT}")

    def refuse_constant(word: str) -> NoReturn:
        raise ValueError(f"{name}: {word} is not a number of JSON")

    def integer(digits: str) -> int:
        # Python itself reads numbers of any size but complains in words of its own.
        if len(digits) > MOST_DIGITS:
            raise ValueError(f"{name}: a number of {len(digits)} digits, expected a smaller one")
        return int(digits)

    try:
        return json.loads(
            text,
            parse_constant=refuse_constant,
            parse_int=integer,
            object_pairs_hook=_object_of(name),
        )
    except RecursionError:
        raise ValueError(f"{name}: nested too deeply") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"{name}: not valid JSON ({error})") from None


def _object_of(name: str) -> Callable[[list[tuple[str, Any]]], dict[str, Any]]:
    def build(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
            raise ValueError(f"{name}: the field {shown(twice)} is given twice")
        return found

    return build
