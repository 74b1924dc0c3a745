"""Comparison of facts: each refusal names file and field."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NoReturn

from got_env.core.error_values import short_repr


def refuse(file: str, field: str, fault: str) -> NoReturn:
    """Raise the error of a field."""
    raise ValueError(f"{file}: {field}: {fault}")


def must_be(file: str, field: str, value: object, expected: object, why: str) -> None:
    """Refuse a field that contradicts another."""
    if value != expected:
        refuse(file, field, f"{short_repr(value)}: expected {short_repr(expected)}, {why}")


def must_name(file: str, field: str, value: str, known: Collection[str], what: str) -> None:
    """Refuse a field that names nothing."""
    if value not in known:
        names = ", ".join(sorted(known))
        refuse(file, field, f"{short_repr(value)} names no {what}: expected one of {names}")


def must_differ(file: str, field: str, values: Iterable[str]) -> None:
    """Refuse names of which one occurs twice."""
    seen: set[str] = set()
    for value in values:
        if value in seen:
            refuse(file, field, f"{short_repr(value)} occurs twice")
        seen.add(value)
