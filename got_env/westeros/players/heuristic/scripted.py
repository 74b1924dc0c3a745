"""The heuristic player as the game value offers it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from got_env.core.players import Scratch, ScriptedPlayer, Weights
from got_env.westeros.players.heuristic import playout
from got_env.westeros.players.heuristic.batch import choose_rows, new_plans
from got_env.westeros.players.heuristic.choose import new_work
from got_env.westeros.players.heuristic.scratch import MOST_ACTIONS
from got_env.westeros.players.heuristic.weights import style_names, style_weights
from got_env.westeros.rules.faults import Fault
from got_env.westeros.rules.state import STATE
from got_env.westeros.rules.vocabulary import MAX_PLAYERS


def _new_scratch(weights: Weights) -> Scratch:
    return np.zeros(1, dtype=STATE), new_work(weights), new_plans()


def _counting(games: int) -> Callable[[npt.NDArray[np.void], npt.NDArray[np.int64]], None]:
    mask = np.zeros(MOST_ACTIONS, dtype=np.bool_)
    scratch = playout.new_scratch()
    tables = np.zeros((games, MAX_PLAYERS), dtype=np.int64)
    faults = np.zeros((games, len(Fault)), dtype=np.int64)
    full = np.zeros(3, dtype=np.int64)

    def play(states: npt.NDArray[np.void], counts: npt.NDArray[np.int64]) -> None:
        full[:] = 0
        playout.play_heuristic(states, mask, *scratch, tables, 0, -1, full, faults)
        counts += full[:2]

    return play


def scripted_player() -> ScriptedPlayer:
    """The heuristic player: its styles, weights and kernels."""
    return ScriptedPlayer(
        state=STATE,
        styles=style_names(),
        weights=style_weights,
        new_scratch=_new_scratch,
        choose=choose_rows,
        counting=_counting,
    )
