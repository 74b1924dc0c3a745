"""Compilation of kernels: the only module that imports numba.

``kernel`` is ``njit(cache=True, nogil=True)`` with one correction. numba decides whether a cached
kernel is still valid from the time stamp of the one file that defines it, so an edit in a called
function of another file, or in a rules file, silently keeps the old machine code. Here the stamp is
a hash of every source and data file of the engine, so a stale kernel cannot be loaded.

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
from numba import njit
from numba.core import config

PURE_PYTHON = bool(config.DISABLE_JIT)
"""True when kernels run as plain Python (``NUMBA_DISABLE_JIT=1``)."""

_ENGINE_SOURCES = ("_*.py", "westeros/**/*.py", "westeros/data/**/*.json")

F = TypeVar("F", bound=Callable[..., Any])


@cache
def source_stamp() -> tuple[float, int]:
    """Hash of all engine sources and data, shaped like numba's own (mtime, size) stamp."""
    digest = hashlib.sha256(os.environ.get("NUMBA_BOUNDSCHECK", "").encode())
    root = Path(__file__).parent
    for pattern in _ENGINE_SOURCES:
        for path in sorted(root.glob(pattern)):
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    value = int.from_bytes(digest.digest()[:6], "big")
    return float(value), value


def kernel(function: F) -> F:
    """Compile ``function`` on first use; cache it on disk under the stamp of the whole engine."""
    if PURE_PYTHON:
        return function
    dispatcher = njit(cache=True, nogil=True)(function)
    dispatcher._cache._cache_file._source_stamp = source_stamp()
    return dispatcher  # type: ignore[no-any-return]


def record_dtype(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """Aligned structured dtype whose scalars have attributes in pure Python too."""
    dtype = np.dtype(fields, align=True)
    return np.dtype((np.record, dtype)) if PURE_PYTHON else dtype
