"""Device a network learns on, the processors of the machine or its GPU, and its precision."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy.typing as npt
import torch
from torch import Tensor

BFLOAT16_INSTRUCTIONS = ("amx_bf16", "avx512_bf16", "bf16")
"""Names that torch has for them."""


def chosen_device(name: str) -> torch.device:
    """The device that an argument names.

    Args:
        name: ``auto`` (a GPU if torch finds one), ``cpu`` or ``cuda``.

    Raises:
        ValueError: for a GPU where torch finds none.
    """
    found = torch.cuda.is_available()
    if name == "cuda" and not found:
        raise ValueError("device='cuda': torch finds no CUDA device here, expected 'cpu' or 'auto'")
    return torch.device("cuda" if found and name != "cpu" else "cpu")


def multiplies_bfloat16(device: torch.device) -> bool:
    """True if a device has instructions that multiply 16-bit numbers of type bfloat16.

    False for a processor of which this version of torch does not tell.
    """
    if device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported(including_emulation=False))
    if device.type != "cpu" or not hasattr(torch.cpu, "get_capabilities"):
        return False
    capabilities = torch.cpu.get_capabilities()
    return any(capabilities.get(name) for name in BFLOAT16_INSTRUCTIONS)


def chosen_precision(name: str, device: torch.device) -> torch.dtype:
    """The type of the numbers that a network multiplies while it learns.

    Args:
        name: ``float32``, ``bfloat16`` or ``auto``: bfloat16 if the device has instructions for it.
        device: where the network learns.
    """
    if name == "auto":
        return torch.bfloat16 if multiplies_bfloat16(device) else torch.float32
    return torch.bfloat16 if name == "bfloat16" else torch.float32


@contextmanager
def products_in(precision: torch.dtype, device: torch.device) -> Iterator[None]:
    """Multiply numbers of 32 bits as bfloat16 in a ``with`` statement, if that is the precision.

    The layers after ``hidden`` are in float32. Their numbers are rounded before they are
    multiplied, and neither while they are added up nor afterwards. Versions of torch that cannot do
    so, and processors without the instructions, multiply them as they are. It holds for the whole
    process, so it is for the network's own work alone.
    """
    products: Any = getattr(torch.backends.mkldnn, "matmul", None)
    wanted = precision == torch.bfloat16 and device.type == "cpu" and multiplies_bfloat16(device)
    if not (wanted and hasattr(products, "fp32_precision")):
        yield
        return
    before = products.fp32_precision
    products.fp32_precision = "bf16"
    try:
        yield
    finally:
        products.fp32_precision = before


def precision_warning(precision: torch.dtype, device: torch.device) -> str:
    """A line for those who chose numbers that the device is slow with; empty if it is not."""
    if precision != torch.bfloat16 or multiplies_bfloat16(device):
        return ""
    return (
        f"precision='bfloat16': torch tells of no such instructions of this {device.type}; without"
        " them learning takes several times longer than with 'float32'"
    )


def device_name(device: torch.device, precision: torch.dtype) -> str:
    """A device for people, a GPU with the name of its maker, and the precision there."""
    maker = f" ({torch.cuda.get_device_name(device)})" if device.type == "cuda" else ""
    return f"{device.type}{maker}, {str(precision).removeprefix('torch.')}"


def to_device(tensor: Tensor, device: torch.device) -> Tensor:
    """A tensor of the processor on the device where it is needed, itself if that is the processor.

    A GPU copies from pinned memory while the processor goes on.
    """
    if device.type == "cuda":
        return tensor.pin_memory().to(device, non_blocking=True)
    return tensor.to(device)


def to_numpy(tensor: Tensor) -> npt.NDArray[Any]:
    """The numbers of a tensor from wherever it is; they share its memory on the processor."""
    return tensor.detach().cpu().numpy()
