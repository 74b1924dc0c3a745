"""Parts of the kernels that can be compiled each by itself, so that several processes can share."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from got_env.btwixt.rules.actions import NUM_ACTIONS
from got_env.btwixt.rules.state import STATE, new_states
from got_env.core.game import Part
from got_env.core.jit import bound, compile_kernel


def kernel_parts() -> tuple[Mapping[str, Part], ...]:
    """Parts by name, in stages: those of the second need the first."""
    return (
        {"engine": Part(_compile_engine, 14), "views": Part(_compile_views, 9)},
        {"tables": Part(_compile_tables, 0.3), "player": Part(_compile_player, 3, False)},
    )


def _compile_engine() -> None:
    """Compile the engine of a game."""
    from got_env.btwixt.engine.engine import apply, legal
    from got_env.btwixt.phases.start import set_up

    s = np.zeros(1, dtype=STATE)[0]
    compile_kernel(set_up, s, 0, 0)
    compile_kernel(apply, s, 0)
    compile_kernel(legal, s, np.zeros(NUM_ACTIONS, dtype=np.bool_))


def _compile_views() -> None:
    """Compile the views of players."""
    from got_env.btwixt.views.knowledge import redact
    from got_env.btwixt.views.observation import observe_seat
    from got_env.btwixt.views.redeal import redeal

    s = np.zeros(1, dtype=STATE)[0]
    compile_kernel(observe_seat, s, 0, 0, np.zeros(1, dtype=np.int8))
    compile_kernel(redact, s, 0)
    compile_kernel(redeal, s, 0, 0)


def _compile_player() -> None:
    """The scripted player."""
    from got_env.btwixt.players.heuristic.choose import choose, new_work

    states = new_states(1)
    mask = np.zeros(NUM_ACTIONS, dtype=np.bool_)
    compile_kernel(choose, states[0], 0, mask, 0, states, new_work()[0])


def _compile_tables() -> None:
    """Compile the tables that people are shown."""
    from got_env.btwixt.views.results import council_powers
    from got_env.btwixt.words.snapshot import totals

    out = np.zeros((1, 6), dtype=np.int64)
    bound(council_powers, new_states(1), out)
    bound(totals, new_states(1), out)
