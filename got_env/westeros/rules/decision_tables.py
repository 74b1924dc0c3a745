"""Tables of phases for kernels: columns of their rows, by the number of the phase.

``decisions.py`` fills the table from the rows beside the kernels, ``claim/families.py`` from those
of games with claim. Kernels read it where it lies, so those that ask it need not be compiled anew
when a rule changes.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from got_env.core.agenda import PHASE, top
from got_env.core.jit import kernel, linked, record_dtype
from got_env.core.tables import Table
from got_env.westeros.rules.decision_row import Decision, Family, Row, Step
from got_env.westeros.rules.vocabulary import NUM_PHASES, Phase

PHASES = Table(
    "got_env_westeros_phases",
    record_dtype(
        [
            ("family", np.int8),
            ("about_area", np.bool_),
            ("always_asked", np.bool_),
            ("quiet", np.bool_),
            ("declares", np.bool_),
        ]
    ),
    NUM_PHASES,
)


def tell_kernels(rows: Iterable[Row]) -> None:
    """Put the columns of rows that kernels ask for at the numbers of their phases."""
    for row in rows:
        if isinstance(row, Step):
            PHASES.put(row.phase, (Family.AUTOMATIC, False, False, row.quiet, False))
        elif isinstance(row, Decision):
            flags = (row.about_area, row.always_asked, row.quiet, row.declares)
            PHASES.put(row.phase, (row.family, *flags))


def marks_of(phases: Iterable[Phase]) -> npt.NDArray[np.bool_]:
    """``(phases,) bool``: True for these, by number; for kernels of players."""
    marks = np.zeros(NUM_PHASES, dtype=np.bool_)
    marks[list(phases)] = True
    return marks


@kernel
def family_of(phase):
    """Ladder that a phase belongs to."""
    return PHASES[phase].family


@kernel
def is_automatic(phase):
    """True if a phase asks nobody."""
    return PHASES[phase].family == Family.AUTOMATIC


@kernel
def asks_about_area(phase):
    """True if the first argument of a decision is the area it is about."""
    return PHASES[phase].about_area


@linked
def is_forced(s, count):
    """True if the open decision, of ``count`` legal actions, need not be asked.

    Orders are always asked for: whether one is forced depends on the tokens laid before it, which
    the other houses may not know.
    """
    return count == 1 and not PHASES[top(s)[PHASE]].always_asked


@kernel
def is_still(s, phase):
    """True if units, tokens, control and Leaders are where they were before a phase.

    Args:
        s: the record after it; what follows from it by itself has not been done.
        phase: the decision, or the automatic phase.
    """
    if PHASES[phase].quiet:
        return True
    return PHASES[phase].declares and s.depth > 0 and PHASES[top(s)[PHASE]].declares
