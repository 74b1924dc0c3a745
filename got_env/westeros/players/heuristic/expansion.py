"""Questions of the heuristic player to games with claim, asked as the rules do."""

from __future__ import annotations

import numpy as np

from got_env.core.late_kernels import late_kernel
from got_env.westeros.players.heuristic.scratch import WORK
from got_env.westeros.rules.expansion import EXAMPLES as OF_RULES

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
def open_bonus(s):
    """Strength that the march being declared adds to its units."""


@late_kernel(EXAMPLES, int)
def leaders_strength(s, p, a):
    """Strength of the Leaders of seat ``p`` in an area."""


@late_kernel(EXAMPLES, int)
def attack_bonus(s, p, a):
    """Strength that its Tactics card adds to an attack on an area by seat ``p``."""


# --- the search


@late_kernel(EXAMPLES)
def deal(t, root, p, seed, belief, trials, w):
    """Make a full game."""


@late_kernel(EXAMPLES, bool)
def at_horizon(s, start_round, horizon):
    """True if a rollout may stop."""


@late_kernel(EXAMPLES, int)
def rounds_ahead(root, horizon):
    """Rounds to look ahead."""


@late_kernel(EXAMPLES)
def fill_features(s, p, w, out):
    """Fill the features of a seat."""
