"""Reading safetensors files with NumPy alone, so that playing a policy needs no other package.

A file is the length of a header (8 bytes, little-endian), the header as JSON, then the numbers of
all tensors without gaps. Nothing in it can run code.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Weights = dict[str, npt.NDArray[np.float32]]

MAX_HEADER = 1 << 20


def read_weights(path: Path) -> Weights:
    """Tensors of a file by name; all must be 32-bit floats.

    Raises:
        ValueError: for a damaged file; names the file and what is wrong.
        OSError: if the file cannot be read.
    """
    content = path.read_bytes()
    length = int.from_bytes(content[:8], "little")
    if len(content) < 8 or length > MAX_HEADER or 8 + length > len(content):
        raise ValueError(f"{path}: not a safetensors file, or cut short")
    try:
        header = json.loads(content[8 : 8 + length])
        tensors = {name: spec for name, spec in header.items() if name != "__metadata__"}
        numbers = memoryview(content)[8 + length :]
        weights = {name: _tensor(spec, numbers) for name, spec in tensors.items()}
        end = max((int(spec["data_offsets"][1]) for spec in tensors.values()), default=0)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise ValueError(f"{path}: damaged safetensors file: {error}") from error
    if end != len(numbers):
        raise ValueError(f"{path}: {len(numbers)} bytes of numbers, expected {end}")
    wrong = next((name for name, tensor in weights.items() if not np.isfinite(tensor).all()), None)
    if wrong is not None:
        raise ValueError(f"{path}: {wrong} holds numbers that are not finite")
    return weights


def _tensor(spec: dict[str, Any], numbers: memoryview) -> npt.NDArray[np.float32]:
    if spec["dtype"] != "F32":
        raise ValueError(f"dtype {spec['dtype']}, expected F32")
    start, end = (int(offset) for offset in spec["data_offsets"])
    if not 0 <= start <= end <= len(numbers):
        raise ValueError(f"offsets {start} to {end} beyond the end")
    return np.frombuffer(numbers[start:end], dtype="<f4").reshape(spec["shape"]).astype(np.float32)
