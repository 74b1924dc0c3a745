"""Refusal of parts of a position."""

from __future__ import annotations

from typing import NoReturn


def refuse(field: str, fault: str) -> NoReturn:
    """Raise the error of a field of a record."""
    raise ValueError(f"{field}: {fault}")
