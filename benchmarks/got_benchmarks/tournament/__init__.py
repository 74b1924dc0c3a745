"""Tournaments: what they play, their results in a file, ratings and reports.

The function :func:`tournament` is loaded when it is first used, so that the command starts quickly.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from got_benchmarks.tournament.run import tournament as tournament

__all__ = ["tournament"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.run"), name)
