"""Where a network learns: on the processors of the machine or on its GPU."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt
import torch
from torch import Tensor


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


def device_name(device: torch.device) -> str:
    """A device for people, a GPU with the name of its maker."""
    if device.type == "cuda":
        return f"{device.type} ({torch.cuda.get_device_name(device)})"
    return device.type


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
