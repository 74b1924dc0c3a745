"""What kernels ask of a decision: columns of ``decisions.py`` as arrays, by number of the phase."""

from __future__ import annotations

import numpy as np

from got_env.core.agenda import PHASE, top
from got_env.core.jit import kernel, linked
from got_env.westeros.decision_row import Family
from got_env.westeros.decisions import DECISIONS
from got_env.westeros.vocabulary import Phase

FAMILY = np.array(
    [DECISIONS[p].family if p in DECISIONS else Family.AUTOMATIC for p in Phase], dtype=np.int8
)
"""Family of every phase, by its number."""

ABOUT_AREA = np.array([p in DECISIONS and DECISIONS[p].about_area for p in Phase], dtype=np.bool_)
"""Whether the first argument of a decision is the area it is about, by the number of its phase."""

ALWAYS_ASKED = np.array(
    [p in DECISIONS and DECISIONS[p].always_asked for p in Phase], dtype=np.bool_
)
"""Whether a decision is asked even when it is forced, by the number of its phase."""


@kernel
def family_of(phase):
    """Which ladder a phase belongs to."""
    return FAMILY[phase]


@kernel
def is_automatic(phase):
    """Whether a phase asks nobody."""
    return FAMILY[phase] == Family.AUTOMATIC


@kernel
def asks_about_area(phase):
    """Whether the first argument of a decision is the area it is about."""
    return ABOUT_AREA[phase]


@linked
def is_forced(s, count):
    """Whether the open decision, of ``count`` legal actions, need not be asked.

    Orders are always asked for: whether one is forced depends on the tokens laid before it, which
    the other houses may not know.
    """
    return count == 1 and not ALWAYS_ASKED[top(s)[PHASE]]
