"""Patches of numba that make it compile many kernels faster, with the same results.

Each of these was found by profiling the compilation of an engine. They replace parts of numba that
it does not document, for as long as :func:`faster_compiler` lasts; ``tests/core/test_bitcode.py``
says what of it a new version changed.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

from numba.core import types
from numba.core.targetconfig import TargetConfig

# What numba's types say of these does not allow to replace them.
_Record: Any = types.Record
_Settings: Any = TargetConfig


@cache
def _hash_of_names(kind: Any) -> int:
    return hash(tuple(sorted(kind.options)))


def _hash(settings: Any) -> int:
    """The hash that numba computes each time: of the names of all settings there are."""
    kind: Any = type(settings)
    return _hash_of_names(kind)


@contextmanager
def faster_compiler() -> Iterator[None]:
    """Compile faster within a ``with`` statement; not for several threads at a time."""
    described, hashed, compared = _Record.__repr__, _Settings.__hash__, _Settings.__eq__
    usual = gc.get_threshold()
    known: WeakKeyDictionary[Any, str] = WeakKeyDictionary()

    def description(record: Any) -> str:
        """Of the type of a record: numba asks for it at each step, and it lists all fields."""
        if record not in known:
            known[record] = described(record)
        return known[record]

    def equal(settings: Any, others: Any) -> Any:
        """True if settings are the same: of most that are, what was set is the same too."""
        same_sets = type(settings) is type(others) and settings._values == others._values
        return same_sets or compared(settings, others)

    # The compiler makes millions of objects, and few of them go: at the usual pace, a tenth of the
    # time goes into looking for garbage. What others have frozen stays so, and nothing is added to
    # it, as all of it is let go at once.
    freeze = gc.get_freeze_count() == 0
    if freeze:
        gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    _Record.__repr__ = description
    _Settings.__hash__, _Settings.__eq__ = _hash, equal
    try:
        yield
    finally:
        _Record.__repr__ = described
        _Settings.__hash__, _Settings.__eq__ = hashed, compared
        gc.set_threshold(*usual)
        if freeze:
            gc.unfreeze()
