"""Arrays that leave the package, and those that come in."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A view that shows the array but cannot change it: numpy raises ValueError for a try."""
    view = array.view()
    view.flags.writeable = False
    return view


class Shown:
    """An array as users see it: a copy, so that nothing they do to it changes what kernels read.

    A read-only view alone is not enough: libraries that share memory, such as torch, write to it.

    Args:
        array: what kernels write and read.

    Attributes:
        view: ``array`` as it was at the last :meth:`renew`, read-only.
    """

    def __init__(self, array: npt.NDArray[Any]) -> None:
        self._array = array
        self._copy = array.copy()
        self.view = read_only(self._copy)

    def renew(self) -> None:
        """Show the array as it is now."""
        np.copyto(self._copy, self._array)


def checked_out(out: Any, shape: tuple[int, ...]) -> npt.NDArray[np.int8]:
    """An array of the caller that a kernel can write observations to.

    Raises:
        ValueError: if it has another type or shape, is read-only or has gaps; says which.
    """
    wanted = f"expected a writeable C-contiguous array of int8 of shape {shape}"
    if not isinstance(out, np.ndarray):
        raise ValueError(f"out: {type(out).__name__}: {wanted}")
    if out.dtype != np.int8 or out.shape != shape:
        raise ValueError(f"out: {out.dtype} of shape {out.shape}: {wanted}")
    if not out.flags.writeable:
        raise ValueError(f"out: read-only: {wanted}")
    if not out.flags.c_contiguous:
        raise ValueError(f"out: not contiguous: {wanted}")
    return out.view(np.ndarray)
