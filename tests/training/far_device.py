"""A device beside the processor for machines without a GPU, with memory of its own as it seems.

Its tensors compute real numbers, so a training on it must come to the same policy as on the
processor. As those of a GPU they refuse to be mixed with tensors of the processor, and NumPy cannot
read them. torch knows it as its backend for devices of others, once for the whole process.
"""

import torch
from torch import library as operators
from torch.utils._pytree import tree_iter, tree_map_only
from torch.utils.backend_registration import _setup_privateuseone_for_python_backend

from got_agents.network import NetworkShape
from got_training.network import FORBIDDEN, SeatNetwork

CROSSING = {torch.ops.aten.copy_.default, torch.ops.aten._to_copy.default}
"""Operations on tensors of two devices: copies between them."""


class FarTensor(torch.Tensor):
    """A tensor of the device around the one that holds its numbers."""

    @staticmethod
    def __new__(cls, near):
        return torch.Tensor._make_wrapper_subclass(
            cls, near.shape, strides=near.stride(), dtype=near.dtype, device="far:0"
        )

    def __init__(self, near):
        self.near = near

    def __repr__(self, *, tensor_contents=None):
        return f"FarTensor({self.near})"

    # By these two a module knows that it may exchange its parameters for those of the device.
    def __tensor_flatten__(self):
        return ["near"], None

    @staticmethod
    def __tensor_unflatten__(inner, context, size, stride):
        return FarTensor(inner["near"])

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        given = (args, kwargs or {})
        tensors = [one for one in tree_iter(given) if isinstance(one, torch.Tensor)]
        if func not in CROSSING:
            for one in tensors:
                # As on a GPU, a single number may come from the processor.
                if one.dim() and not isinstance(one, cls):
                    raise RuntimeError(f"{func}: a tensor {tuple(one.shape)} is on the processor")
        target = given[1].get("device")
        arguments, named = tree_map_only(cls, lambda one: one.near, given)
        if target is not None:
            named["device"] = "cpu"
        made = func(*arguments, **named)
        if target is not None and torch.device(target).type == "cpu":
            return made
        if func is torch.ops.aten.copy_.default:
            return args[0]
        same = {id(one.near): one for one in tensors if isinstance(one, cls)}
        return tree_map_only(
            torch.Tensor, lambda one: same[id(one)] if id(one) in same else cls(one), made
        )


class Present(torch._C._acc.PrivateUse1Hooks):
    """Says that the device is there."""

    def is_available(self):
        return True

    def is_built(self):
        return True

    def has_primary_context(self, number):
        return True


def far_device():
    """Make the device known to torch."""
    _setup_privateuseone_for_python_backend(rename="far", hook=Present())
    kept = operators.Library("aten", "IMPL")
    kept.impl("empty.memory_format", _empty, "PrivateUse1")
    kept.impl("empty_strided", _empty_strided, "PrivateUse1")
    return torch.device("far", 0), kept


def _empty(size, *, dtype=None, layout=None, device=None, pin_memory=None, memory_format=None):
    return FarTensor(torch.empty(size, dtype=dtype))


def _empty_strided(size, stride, *, dtype=None, layout=None, device=None, pin_memory=None):
    return FarTensor(torch.empty_strided(size, stride, dtype=dtype))


def refusals():
    """Refusals of tensors that were left on the processor, by where that is."""
    device, _kept = far_device()
    shape = NetworkShape(3, 5, entities=0, entity_features=0, entity_action=0, hidden=4, critic=4)
    network = SeatNetwork(shape, torch.ones(3).numpy()).to(device)
    observations = torch.ones(2, 3, dtype=torch.int8)
    scores, values = network(observations.to(device))
    wrong = {
        "network": lambda: network(observations),
        "masks": lambda: scores.masked_fill(torch.ones(2, 5, dtype=torch.bool), FORBIDDEN),
        "loss": lambda: torch.nn.functional.mse_loss(values, torch.ones(2)),
        "numpy": lambda: scores.detach().numpy(),
    }
    for where, attempt in wrong.items():
        try:
            attempt()
        except RuntimeError as error:
            yield f"{where}: {str(error).partition(': ')[2] or error}"


if __name__ == "__main__":
    print("\n".join(refusals()))
