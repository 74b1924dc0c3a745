"""Compilation of kernels: the only module that imports numba.

``entry`` and ``kernel`` are ``njit(cache=True, nogil=True)`` with one correction. numba decides
whether a cached kernel is still valid from the time stamp of the one file that defines it, so an
edit in a called function of another file, or in a rules file, silently keeps the old machine code.
Here the stamp is a hash of every source and data file of the engine, so a stale kernel cannot be
loaded.

With ``NUMBA_DISABLE_JIT=1`` kernels stay plain Python (slow, for debugging and as the reference the
compiled code is compared with); :func:`record_dtype` then makes record fields readable as
attributes, as they are in compiled code.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numba import njit, types
from numba.core import config

PURE_PYTHON = bool(getattr(config, "DISABLE_JIT", 0))
"""True when kernels run as plain Python (``NUMBA_DISABLE_JIT=1``)."""

_ENGINE_SOURCES = (
    "_agenda.py",
    "_jit.py",
    "_rng.py",
    "westeros/**/*.py",
    "westeros/data/**/*.json",
)
_NOT_COMPILED = frozenset({"__init__.py", "notation.py", "snapshot.py"})
"""Modules of words for people: no kernel is in them or reads them."""

_PLAYERS = "heuristic"
"""Package of players: the engine never calls them, so their sources count for themselves alone."""

F = TypeVar("F", bound=Callable[..., Any])


@cache
def source_stamp(players: bool = False) -> tuple[float, int]:
    """Hash of all engine sources and data, shaped like numba's own (mtime, size) stamp.

    With ``players`` the kernels of players count too: they call the engine, never the reverse.
    """
    digest = hashlib.sha256(os.environ.get("NUMBA_BOUNDSCHECK", "").encode())
    root = Path(__file__).parent
    for pattern in _ENGINE_SOURCES:
        for path in sorted(root.glob(pattern)):
            if path.name not in _NOT_COMPILED and (players or path.parent.name != _PLAYERS):
                digest.update(path.name.encode())
                digest.update(path.read_bytes())
    value = int.from_bytes(digest.digest()[:6], "big")
    return float(value), value


def kernel(function: F) -> F:
    """Compile a function that other kernels call; it cannot be called from Python.

    Without the wrappers for calls from Python, and with one compiled version whatever the widths
    of its integer arguments, the engine compiles in about half the time.
    """
    if PURE_PYTHON:
        return function
    dispatcher = _compile(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)
    find_template = dispatcher.get_call_template

    def with_wide_integers(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return find_template(tuple(_widen(arg) for arg in args), kws)

    dispatcher.get_call_template = with_wide_integers
    return dispatcher  # type: ignore[no-any-return]


def entry(function: F) -> F:
    """Compile a function that Python calls: arrays in, nothing allocated, nothing returned."""
    return function if PURE_PYTHON else _compile(function)


def _compile(function: Callable[..., Any], **flags: bool) -> Any:
    decorator: Any = njit
    dispatcher = decorator(cache=True, nogil=True, error_model="numpy", **flags)(function)
    is_player = _PLAYERS in function.__module__.split(".")
    dispatcher._cache._cache_file._source_stamp = source_stamp(is_player)
    return dispatcher


def _widen(arg: Any) -> Any:
    """The int64 type for integers and enum members, any other type unchanged."""
    return types.int64 if isinstance(arg, types.Integer | types.IntEnumMember) else arg


def record_dtype(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """Aligned structured dtype whose scalars have attributes in pure Python too."""
    dtype = np.dtype(fields, align=True)
    return np.dtype((np.record, dtype)) if PURE_PYTHON else dtype
