"""Steps of the optimizer on batches whose parts are computed by several threads."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from got_training.devices import products_in
from got_training.sb3_policy import SeatPolicy
from got_training.threads import ThreadTeam

LOSS = "loss"
"""Name of the term whose gradient is followed."""

Terms = Mapping[str, Tensor]
"""Means over some rows, by name."""

Rows = TypeVar("Rows", npt.NDArray[np.intp], range)


def gradient_step(
    policy: SeatPolicy,
    team: ThreadTeam,
    rows: Rows,
    terms_of: Callable[[Rows], Terms],
    max_grad_norm: float,
) -> dict[str, Tensor]:
    """Follow the gradient of the mean loss of a batch once.

    The gradient is that of the whole batch, whatever parts it is cut into, but for the rounding of
    its sums.

    Args:
        policy: what learns.
        team: threads that compute parts of the batch.
        rows: of the batch, at least one.
        terms_of: means of the loss (:data:`LOSS`) and of whatever else is of interest, over rows.
        max_grad_norm: a longer gradient is cut to this.

    Returns:
        Means over the whole batch.
    """
    parameters = list(policy.parameters())

    def work(part: Rows) -> tuple[dict[str, Tensor], Sequence[Tensor]]:
        share = len(part) / len(rows)
        terms = {name: share * term for name, term in terms_of(part).items()}
        gradients = torch.autograd.grad(terms[LOSS], parameters)
        return {name: term.detach() for name, term in terms.items()}, gradients

    with products_in(policy.network.precision, policy.device):
        found = team.map(work, team.cut(rows))
    for tensor, *parts in zip(parameters, *(gradients for _, gradients in found), strict=True):
        tensor.grad = sum(parts[1:], parts[0])
    torch.nn.utils.clip_grad_norm_(parameters, max_grad_norm)
    policy.optimizer.step()
    first, *others = (terms for terms, _ in found)
    return {name: sum((terms[name] for terms in others), first[name]) for name in first}
