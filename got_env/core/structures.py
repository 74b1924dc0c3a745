"""Plain data held against msgspec types, with errors that name the whole path of what is wrong."""

from __future__ import annotations

import re
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin

import msgspec

from got_env.core.error_values import short_repr

T = TypeVar("T")

LONGEST_REASON = 200
"""Characters of what an error says beside the value."""

_AT = re.compile(r" - at `[^`]*`$")


def converted(kind: type[T], value: object, name: str) -> T:
    """A value as a type wants it.

    Args:
        kind: a :class:`msgspec.Struct`, or any type that msgspec knows.
        value: plain data, as JSON gives it.
        name: what the value is, for errors: a file.

    Raises:
        ValueError: for the first part that does not fit; names file, path, value and what was
            expected: ``cards.json: hands[3].strength: 7: ...``.
    """
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        path, part, fault = _first_fault(kind, value, "", error)
        wrong = f"{path}: " if path else ""
        held = "" if isinstance(part, dict | list) else f"{short_repr(part)}: "
        raise ValueError(f"{name}: {wrong}{held}{_plain(fault)}") from None


def _plain(error: msgspec.ValidationError) -> str:
    """An error of msgspec without its own path, which leaves out the keys of objects."""
    text = _AT.sub("", str(error)).replace("`", "'")
    if len(text) > LONGEST_REASON:  # msgspec repeats the value, however long it is
        text = f"{text[:LONGEST_REASON]}..."
    return text[0].lower() + text[1:]


def _first_fault(
    kind: Any, value: object, path: str, error: msgspec.ValidationError
) -> tuple[str, object, msgspec.ValidationError]:
    """Path and value of the innermost part that does not fit, and what msgspec says to it."""
    for key, part, wanted in _parts(kind, value):
        try:
            msgspec.convert(part, wanted)
        except msgspec.ValidationError as inner:
            return _first_fault(wanted, part, f"{path}{key}" if path else key.lstrip("."), inner)
    return path, value, error


def _parts(kind: Any, value: object) -> list[tuple[str, object, Any]]:
    """Key, value and type of each member of a value; none if it is not what the type says."""
    base = get_origin(kind) or kind
    if hasattr(kind, "__metadata__"):
        return _parts(get_args(kind)[0], value)
    if base is UnionType:
        inner = [part for part in get_args(kind) if _is_struct(part)]
        return _parts(inner[0], value) if inner and isinstance(value, dict) else []
    if isinstance(value, dict) and base is dict:
        return [(f".{key}", part, get_args(kind)[1]) for key, part in value.items()]
    if isinstance(value, list) and base in (list, tuple):
        return [(f"[{i}]", part, get_args(kind)[0]) for i, part in enumerate(value)]
    if isinstance(value, dict) and _is_struct(base):
        wanted = {field.encode_name: field.type for field in msgspec.structs.fields(base)}
        return [(f".{key}", value[key], wanted[key]) for key in wanted if key in value]
    return []


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)
