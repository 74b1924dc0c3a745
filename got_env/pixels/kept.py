"""Values under keys, of which those that were not used for longest are forgotten."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """Computed values that may be asked for again.

    Args:
        most: values that :meth:`forget` leaves.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()

    def __contains__(self, key: K) -> bool:
        return key in self._values

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, key: K) -> V:
        self._values.move_to_end(key)
        return self._values[key]

    def __setitem__(self, key: K, value: V) -> None:
        self._values[key] = value

    def forget(self) -> None:
        """Drop what is too much; never while a picture is made, which needs all of its own."""
        while len(self._values) > self._most:
            self._values.popitem(last=False)
