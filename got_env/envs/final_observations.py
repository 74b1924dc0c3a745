"""What every seat knew of games that ended, kept for those games only."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numpy.lib.mixins import NDArrayOperatorsMixin

FIRST = 1
"""Place of the first game that is kept. Place 0 is that of all others, and full of zeros."""

ONE_IN = 32
"""There is always room for one game in so many: memory that is new in each step is slow."""


class FinalObservations(NDArrayOperatorsMixin):
    """To be read like an array ``(B, P, size) int8`` that is 0 for games that have not ended.

    It has room for one game in 32, or for twice as many as have ended, whichever is more, and never
    for more than all of them and one more; each takes ``P * size`` bytes. One game, such as
    ``final[row]``, is a view, to be written to until the next step; ``final[rows, seats]``, slices
    and masks give copies; ``numpy.asarray(final)`` gives all of it, new each time.

    Args:
        games: number of games B.
        seats: the most players of a game, P.
        size: numbers of an observation.
    """

    dtype = np.dtype(np.int8)
    ndim = 3

    def __init__(self, games: int, seats: int, size: int) -> None:
        self.shape = (games, seats, size)
        self._places = np.zeros(games, dtype=np.int64)
        self._least = FIRST + -(-games // ONE_IN) if games else 0
        self._kept = np.zeros((self._least, seats, size), dtype=self.dtype)
        self._count = min(FIRST, games)

    # --- as an array

    @property
    def size(self) -> int:
        """Numbers that the whole array would have."""
        games, seats, size = self.shape
        return games * seats * size

    @property
    def nbytes(self) -> int:
        """Bytes that it holds, however many games there are."""
        return self._kept.nbytes + self._places.nbytes

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, key: Any) -> Any:
        rows, *rest = key if isinstance(key, tuple) else (key,)
        if isinstance(rows, slice):
            return self._kept[self._places[rows]][slice(None), *rest]
        if rows is None or rows is Ellipsis or np.ndim(rows) > 1:
            return np.asarray(self)[key]
        places = self._places[rows]
        if np.ndim(places) or places >= FIRST:
            return self._kept[places, *rest]
        return np.zeros(self.shape[1:], dtype=self.dtype)[tuple(rest)]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        if copy is False:
            raise ValueError("final observations: an array of all games is always a copy")
        return self.copy().astype(dtype or self.dtype, copy=False)

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *given: Any, **options: Any) -> Any:
        arrays = (np.asarray(x) if isinstance(x, FinalObservations) else x for x in given)
        return getattr(ufunc, method)(*arrays, **options)

    def copy(self) -> npt.NDArray[np.int8]:
        """All of it, ``(B, P, size)``."""
        return self._kept[self._places]

    def tobytes(self) -> bytes:
        """The bytes of the whole array."""
        return self.copy().tobytes()

    # --- for the environment that keeps it

    @property
    def kept(self) -> npt.NDArray[np.int8]:
        """What is held: ``(places, P, size)``."""
        return self._kept

    def missing(self, ended: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        """Those of the games ``ended (B,) bool`` that it does not hold."""
        rows: npt.NDArray[np.int64]
        (rows,) = (ended & (self._places < FIRST) if self._count > FIRST else ended).nonzero()
        return rows

    def keep_only(self, ended: npt.NDArray[np.bool_]) -> None:
        """Forget all games but these, ``(B,) bool``."""
        if self._count > FIRST:
            rows = np.flatnonzero(ended & (self._places >= FIRST))
            views = self[rows]
            self.forget()
            self.put(rows, views)

    def put(self, rows: npt.NDArray[np.int64], views: npt.NDArray[np.int8]) -> None:
        """Hold more games, ``rows (n,)`` ascending, and what was seen of them ``(n, P, size)``."""
        places = self.make_room(rows)
        self._kept[places] = views

    def forget(self) -> None:
        """Forget all games."""
        if self._count > FIRST:
            if len(self._kept) > self._least:
                self._kept = np.zeros((self._least, *self.shape[1:]), dtype=self.dtype)
            self._count = FIRST
            self._places[:] = 0

    def make_room(self, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Places in :attr:`kept` for more games, ``rows (n,)`` ascending: ``(n,)``.

        The caller writes all that lies there. Without games to hold (B is 0) they lie beyond what
        is kept.
        """
        first = max(self._count, FIRST)
        stop = first + len(rows)
        places = np.arange(first, stop)
        if not len(self):
            return places
        if stop > len(self._kept):
            room = min(max(stop, 2 * self._count), FIRST + len(self))
            grown = np.zeros((room, *self.shape[1:]), dtype=self.dtype)
            grown[: self._count] = self._kept[: self._count]
            self._kept = grown
        self._places[rows] = places
        self._count = stop
        return places
