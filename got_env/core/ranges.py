"""Fields of plain data and the values they take, written as types.

A dataclass whose fields are annotated with :data:`Whole`, :data:`Number` and their like is a table
of what is allowed; :func:`checked_fields` holds plain data against it.
"""

from __future__ import annotations

import collections.abc
from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from got_env.core.error_values import short_repr
from got_env.core.suggest import suggest

_WORDS: dict[object, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "text",
    NoneType: "null",
}


def bounds(kind: Any) -> tuple[float | None, float | None, int | None]:
    """Lowest and highest value and greatest length of an annotated type; None where it has none."""
    for extra in get_args(kind)[1:] if get_origin(kind) is Annotated else ():
        if isinstance(extra, Meta):
            return extra.ge, extra.le, extra.max_length
    return None, None, None


def described(kind: Any) -> str:
    """Values that a type takes, in words: ``a whole number from 1 to 64``."""
    base = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    origin, parts = get_origin(base), get_args(base)
    if origin is tuple:
        most = bounds(kind)[2]
        at_most = "" if most is None else f" of at most {most}"
        return f"a list{at_most}, each {described(parts[0])}"
    if origin in (dict, collections.abc.Mapping):
        values = "" if parts[1] in (Any, object) else f" whose values are {described(parts[1])}"
        return f"an object{values}"
    if origin is Literal:
        return f"one of {', '.join(map(str, parts))}"
    if origin is UnionType:
        return " or ".join(described(part) for part in parts)
    return f"{_WORDS[base]} {range_of(kind)}".rstrip()


def range_of(kind: Any) -> str:
    """The bounds of a type in words: ``from 1 to 64``, or its pattern; empty if it has none."""
    low, high, longest = bounds(kind)
    if longest is not None:
        return f"of at most {longest} characters"
    for meta in kind.__metadata__ if get_origin(kind) is Annotated else ():
        if meta.pattern is not None:
            return f"that matches {meta.pattern}"
    parts = [f"from {_text(low)}" if low is not None else ""]
    parts.append(f"to {_text(high)}" if high is not None else "")
    return " ".join(part for part in parts if part)


def _text(number: float) -> str:
    return str(number) if isinstance(number, int) else f"{number:g}"


def checked_field(name: str, value: object, kind: Any) -> Any:
    """A value as its type wants it: lists become tuples, whole numbers become fractions.

    Raises:
        ValueError: for another type or a value out of bounds; names field, value and bounds.
    """
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, RecursionError, OverflowError):
        raise ValueError(f"{name}={short_repr(value)}: expected {described(kind)}") from None


def checked_fields(
    table: type | Mapping[str, Any], value: object, where: str = "", more: bool = False
) -> dict[str, Any]:
    """The fields of an object, each as its type wants it.

    Args:
        table: a dataclass, or types by name; every one must be there.
        value: the object, of anything.
        where: what stands before the names in errors, such as ``network.``.
        more: ignore unknown fields.

    Raises:
        ValueError: if it is no object, or a field is missing, unknown or wrong; names it.
    """
    wanted = kinds_of(table) if isinstance(table, type) else table
    if not isinstance(value, Mapping):
        name = f"{where.rstrip('.')}={short_repr(value)}: " if where else ""
        raise ValueError(f"{name}expected a JSON object")
    for name in value:
        if name not in wanted and not more:
            raise ValueError(f"{where}{short_repr(name)}: unknown; expected {', '.join(wanted)}")
    for name in wanted:
        if name not in value:
            raise ValueError(f"{where}{name} is missing")
    return {
        name: checked_field(f"{where}{name}", value[name], kind) for name, kind in wanted.items()
    }


def merged_fields(table: type, *layers: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of a dataclass from plain data; later layers go before earlier ones.

    Raises:
        ValueError: for a name that is no field; names it.
    """
    names = kinds_of(table)
    values: dict[str, Any] = {}
    for layer in layers:
        for name in layer:
            if name not in names:
                raise ValueError(f"{short_repr(name)}: unknown; {suggest(str(name), names)}")
        values |= layer
    return values


@cache
def kinds_of(table: type) -> Mapping[str, Any]:
    """The annotated types of a dataclass by field."""
    return get_type_hints(table, include_extras=True)
