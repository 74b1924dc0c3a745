"""Fills in what games with claim do instead of the rules of the board."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from got_env.core.jit import linked
from got_env.westeros import expansion
from got_env.westeros.claim.scoring import claim_of


@linked
def points(s, out):
    """Write the claim of each seat, the potential of shaping."""
    for p in range(s.num_players):
        out[p] = claim_of(s, p)


_HOMES = {
    "engine": ("apply", "legal"),
    "start": ("set_up",),
    "knowledge": ("redact",),
    "redeal": ("redeal",),
    "observation": ("observe_seat",),
    "loops": ("points",),
    "answers": ("kill_leaders",),
}
"""Kernels that fill the hooks of the same names, by their module."""


def _load(module: str, name: str) -> Callable[..., Any]:
    kernel: Callable[..., Any] = getattr(import_module(module), name)
    return kernel


def register_kernels() -> None:
    """Fill the hooks, once; their kernels are loaded when they are called."""
    for home, names in _HOMES.items():
        for name in names:
            load = partial(_load, f"got_env.westeros.claim.{home}", name)
            getattr(expansion, name).fill(load)
    from got_env.westeros.heuristic.expansion import fill_player

    fill_player()
