"""Reading safetensors files with NumPy alone, so that playing a policy needs no other package.

A file is the length of a header (8 bytes, little-endian), the header as JSON, then the numbers of
all tensors without gaps. Nothing in it can run code. The whole header is checked before any number
is read, so a file takes no more memory than its size allows, and that has a limit too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import numpy as np
import numpy.typing as npt
from msgspec import Meta

from got_env.core.error_values import short_repr
from got_env.core.files import naming, opened
from got_env.core.ranges import checked_field
from got_env.core.strict_json import parse_json

Weights = dict[str, npt.NDArray[np.float32]]
Shapes = Mapping[str, tuple[int, ...]]

MAX_HEADER = 1 << 20
"""Longest header in bytes; that of a policy takes about a thousand."""

MAX_BYTES = 1 << 28
"""Longest file in bytes that is read; a policy of the default sizes takes 2.4 million."""

MAX_TENSORS = 1024
MAX_DIMENSIONS = 8

METADATA = "__metadata__"
"""The entry of a header that holds texts by name instead of a tensor."""

NUMBER_BYTES = 4
"""Bytes of a number where policies are trained and played."""

KINDS: Mapping[str, np.dtype[Any]] = {
    "F32": np.dtype("<f4"),
    "F16": np.dtype("<f2"),
    "I8": np.dtype("i1"),
}
"""Kinds of numbers in files; all are read as 32-bit floats."""

SCALES = ".scales"
"""End of the name of what the rows of a matrix of whole numbers are multiplied by."""

_Size = Annotated[int, Meta(ge=0, le=MAX_BYTES)]
_Sizes = tuple[_Size, ...]


@dataclass(frozen=True)
class TensorFile:
    """An open safetensors file whose header is sound.

    Attributes:
        metadata: texts by name.
        kinds: how the numbers of each tensor are written.
    """

    metadata: Mapping[str, str]
    kinds: Mapping[str, np.dtype[Any]]
    _written: Shapes
    _file: BinaryIO
    _start: int

    @property
    def shapes(self) -> Shapes:
        """Shape of every tensor by name, in the order of the file, without :data:`SCALES`."""
        scales = {scales_of(name) for name, kind in self.kinds.items() if kind.kind == "i"}
        return {name: shape for name, shape in self._written.items() if name not in scales}

    def check(self, expected: Shapes) -> None:
        """Refuse other tensors than those expected, from the header alone.

        Raises:
            ValueError: for a missing, unknown or misshapen tensor; names it.
        """
        check_shapes(self.shapes, expected)

    def read(self) -> Weights:
        """All tensors by name; whole numbers are multiplied by the scales of their rows.

        Raises:
            ValueError: if the file has become shorter, or holds numbers that are not finite.
        """
        self._file.seek(self._start)
        weights: Weights = {}
        for name, shape in self._written.items():
            length = self.kinds[name].itemsize * _product(shape)
            content = self._file.read(length)
            if len(content) != length:
                raise ValueError("cut short")
            table = np.frombuffer(content, self.kinds[name]).reshape(shape).astype(np.float32)
            _check_finite(name, table)
            weights[name] = table
        for name, kind in self.kinds.items():
            if kind.kind == "i":
                with np.errstate(over="ignore"):
                    weights[name] *= weights.pop(scales_of(name))[:, None]
                _check_finite(name, weights[name])
        return weights


def _check_finite(name: str, table: npt.NDArray[np.float32]) -> None:
    if not np.isfinite(table).all():
        raise ValueError(f"tensor {name} holds numbers that are not finite")


def scales_of(name: str) -> str:
    """Name of the tensor ``(rows,)`` that holds the scales of a matrix of whole numbers."""
    return f"{name}{SCALES}"


def in_whole_numbers(name: str, matrix: npt.NDArray[np.float32]) -> dict[str, npt.NDArray[Any]]:
    """A matrix as whole numbers of 8 bits and a scale for each of its rows, as files hold it.

    Args:
        name: of the matrix.
        matrix: ``(rows, columns)``.

    Returns:
        Both tensors by name. A number is off by half of its row's scale at most, which is the
        greatest number of the row, without its sign, divided by 127.
    """
    scales = (np.abs(matrix).max(axis=1) / 127).astype(np.float32)
    rows = np.divide(matrix, scales[:, None], out=np.zeros_like(matrix), where=scales[:, None] > 0)
    return {name: np.rint(rows).astype(np.int8), scales_of(name): scales}


@contextmanager
def open_tensors(path: Path) -> Iterator[TensorFile]:
    """A safetensors file with its header read and checked; its numbers are of :data:`KINDS`.

    What is read from it belongs together, even if another file is put into its place meanwhile.
    Errors that are raised inside the block name the file too.

    Raises:
        ValueError: if it cannot be read, is too long, or is damaged; names the file.
    """
    with naming(path), opened(path, MAX_BYTES) as (file, size):
        start = file.read(8)
        length = int.from_bytes(start, "little")
        if len(start) < 8 or length > MAX_HEADER or 8 + length > size:
            raise ValueError("not a safetensors file, or cut short")
        try:
            header = parse_json(file.read(length))
            metadata, shapes, kinds = _checked_header(header, size - 8 - length)
        except ValueError as error:
            raise ValueError(f"damaged safetensors file: {error}") from error
        yield TensorFile(metadata, kinds, shapes, file, 8 + length)


def read_weights(path: Path, expected: Shapes | None = None) -> Weights:
    """Tensors of a file by name.

    Args:
        path: the file.
        expected: shapes of the tensors it must hold, which are compared before any is read.

    Raises:
        ValueError: for a file that cannot be read, is too long, damaged or holds other tensors;
            names the file and what is wrong.
    """
    with open_tensors(path) as file:
        if expected is not None:
            file.check(expected)
        return file.read()


def check_shapes(found: Shapes, expected: Shapes) -> None:
    """Refuse tensors that are not those expected.

    Raises:
        ValueError: for a missing, unknown or misshapen tensor; names it.
    """
    for name in [*expected, *(name for name in found if name not in expected)]:
        have = found.get(name, "missing")
        want = expected.get(name, "no such tensor")
        if have != want:
            raise ValueError(f"tensor {short_repr(name)[1:-1]}: {have}, expected {want}")


def _checked_header(
    header: Any, size: int
) -> tuple[dict[str, str], Shapes, dict[str, np.dtype[Any]]]:
    """Metadata, shapes and kinds of a header, for ``size`` bytes of numbers behind it."""
    if not isinstance(header, dict):
        raise ValueError("header: expected an object")
    metadata = checked_field(METADATA, header.pop(METADATA, {}), dict[str, str])
    if len(header) > MAX_TENSORS:
        raise ValueError(f"{len(header)} tensors, expected at most {MAX_TENSORS}")
    found = sorted(
        (*_checked_tensor(short_repr(name)[1:-1], spec), index, name)
        for index, (name, spec) in enumerate(header.items())
    )
    at = 0
    for start, end, _, _, name in found:
        if start != at:
            what = "overlaps another" if start < at else "leaves a gap before it"
            raise ValueError(f"tensor {short_repr(name)[1:-1]} {what}: begins at {start}, not {at}")
        at = end
    if at != size:
        raise ValueError(f"{size} bytes of numbers, expected {at}")
    shapes = {name: shape for _, _, shape, _, name in found}
    kinds = {name: KINDS[header[name]["dtype"]] for name in shapes}
    for name, kind in kinds.items():
        if kind.kind == "i":
            _check_scales(name, shapes, kinds)
    return metadata, shapes, kinds


def _check_scales(name: str, shapes: Shapes, kinds: Mapping[str, np.dtype[Any]]) -> None:
    """Refuse a tensor of whole numbers that is no matrix, or whose rows have no scales."""
    told = f"tensor {short_repr(name)[1:-1]}"
    if len(shapes[name]) != 2:
        raise ValueError(f"{told}: shape {shapes[name]} of whole numbers, expected a matrix")
    scales = scales_of(name)
    have = shapes.get(scales, "missing")
    if have != shapes[name][:1] or kinds[scales].kind != "f":
        raise ValueError(
            f"{told}: scales {have}, expected {shapes[name][:1]} of floats in {SCALES[1:]}"
        )


def _checked_tensor(name: str, spec: Any) -> tuple[int, int, tuple[int, ...]]:
    """Start and end of a tensor, and its shape."""
    if not isinstance(spec, dict) or set(spec) != {"dtype", "shape", "data_offsets"}:
        raise ValueError(f"tensor {name}: expected dtype, shape and data_offsets")
    if not isinstance(spec["dtype"], str) or spec["dtype"] not in KINDS:
        raise ValueError(
            f"tensor {name}: dtype {short_repr(spec['dtype'])}, expected {' or '.join(KINDS)}"
        )
    shape = checked_field(f"tensor {name}: shape", spec["shape"], _Sizes)
    offsets = checked_field(f"tensor {name}: data_offsets", spec["data_offsets"], _Sizes)
    if len(shape) > MAX_DIMENSIONS:
        raise ValueError(f"tensor {name}: {len(shape)} dimensions, at most {MAX_DIMENSIONS}")
    if len(offsets) != 2 or offsets[1] - offsets[0] != KINDS[spec["dtype"]].itemsize * _product(
        shape
    ):
        raise ValueError(
            f"tensor {name}: offsets {short_repr(offsets)} do not hold a tensor of shape {shape}"
        )
    return offsets[0], offsets[1], shape


def _product(shape: tuple[int, ...]) -> int:
    """Numbers of a tensor; whole numbers of Python do not overflow."""
    count = 1
    for size in shape:
        count *= size
    return count
