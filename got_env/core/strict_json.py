"""JSON from outside, without the liberties Python's reader takes."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from typing import Any, NoReturn

import msgspec

from got_env.core.error_values import short_repr

MAX_TEXT = 1_000_000
"""Characters of the longest text that is read; positions have about ten thousand."""
_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
MOST_DIGITS = 1000
"""Of a whole number in such a text."""


def parse_json(text: bytes | str) -> Any:
    """Plain data from JSON, which has no NaN and no infinity, and names no key of an object twice.

    Raises:
        ValueError: if it is no JSON, nested too deeply, or a key is repeated; names that key.
    """
    try:
        data = msgspec.json.decode(text)
        # msgspec takes the last of two equal keys in silence.
        whole = text.decode() if isinstance(text, bytes) else text
        json.loads(whole, parse_int=_nothing, parse_float=_nothing, object_pairs_hook=_object)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return data


def read_json(text: str, name: str) -> Any:
    """Data of a JSON text that a person may have written.

    Args:
        text: the text.
        name: what it is, for errors.

    Raises:
        ValueError: if the text is too long, nested too deeply or not JSON, a key is repeated, or a
            string holds half of a character; names it.
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
        data = json.loads(
            text,
            parse_constant=refuse_constant,
            parse_int=integer,
            object_pairs_hook=_object_of(name),
        )
        if _HALF.search(text):
            _check_characters(data, name, "")
        return data
    except RecursionError:
        raise ValueError(f"{name}: nested too deeply") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"{name}: not valid JSON ({error})") from None


def _check_characters(data: object, name: str, path: str) -> None:
    """Refuse halves of characters, which can be escaped in JSON but neither printed nor stored."""
    if isinstance(data, str):
        if _HALF_CHARACTER.search(data):
            where = f"{path.lstrip('.')}: " if path else ""
            raise ValueError(f"{name}: {where}{short_repr(data)}: holds half of a character")
    elif isinstance(data, dict):
        for key, value in data.items():
            _check_characters(key, name, path)
            _check_characters(value, name, f"{path}.{key}")
    elif isinstance(data, list):
        for i, value in enumerate(data):
            _check_characters(value, name, f"{path}[{i}]")


def _object_of(name: str) -> Callable[[list[tuple[str, Any]]], dict[str, Any]]:
    def build(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        try:
            return _object(pairs)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None

    return build


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise ValueError(f"the field {short_repr(twice)} is given twice")
    return found


def _nothing(digits: str) -> None:
    """Stands for a number that has been read already."""
