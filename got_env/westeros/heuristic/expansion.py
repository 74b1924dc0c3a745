"""What the heuristic player asks the expansion, as :mod:`got_env.westeros.expansion` for rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from got_env.core.late_kernels import LateKernel, late_kernel
from got_env.westeros.expansion import EXAMPLES as OF_RULES
from got_env.westeros.heuristic.work import WORK

EXAMPLES = OF_RULES | {"w": np.zeros(1, dtype=WORK)[0]}


@late_kernel(EXAMPLES)
def score(s, p, seed, trials, w):
    """Fill the scores of the open decision."""


@late_kernel(EXAMPLES, int)
def reach(s, p, a):
    """Areas that units of seat ``p`` in ``a`` can march to, as a mask."""


@late_kernel(EXAMPLES, int)
def side_strength(s, side):
    """Strength of a side of the battle, with its card."""


@late_kernel(EXAMPLES, int)
def swords_of(s, side):
    """Sword icons of a side."""


@late_kernel(EXAMPLES, int)
def forts_of(s, side):
    """Fortification icons of a side."""


@late_kernel(EXAMPLES, int)
def claim_of(s, p):
    """Claim of a seat."""


@late_kernel(EXAMPLES, int)
def open_bonus(s):
    """What the march being declared adds to the strength of its units."""


# --- the search


@late_kernel(EXAMPLES)
def deal(t, root, p, seed, belief, trials, w):
    """Make a full game."""


@late_kernel(EXAMPLES, bool)
def at_horizon(s, start_round, horizon):
    """Whether a rollout may stop."""


@late_kernel(EXAMPLES, int)
def rounds_ahead(root, horizon):
    """Rounds to look ahead."""


@late_kernel(EXAMPLES)
def fill_features(s, p, w, out):
    """Fill the features of a seat."""


_HOMES = {
    "heuristic.claim_choose": ("score",),
    "heuristic.claim_answers": (
        "reach",
        "side_strength",
        "swords_of",
        "forts_of",
        "claim_of",
        "open_bonus",
    ),
    "search.claim.deals": ("deal",),
    "search.claim.horizon": ("at_horizon", "rounds_ahead"),
    "search.claim.value": ("fill_features",),
}


def _load(module: str, name: str) -> Callable[..., Any]:
    kernel: Callable[..., Any] = getattr(import_module(module), name)
    return kernel


def fill_player() -> None:
    """Say what loads the player of games with claim."""
    for home, names in _HOMES.items():
        for name in names:
            one: LateKernel = globals()[name]
            one.fill(partial(_load, f"got_env.westeros.{home}", name))
