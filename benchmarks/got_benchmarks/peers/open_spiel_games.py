"""OpenSpiel's games from Python, in the fastest way its bindings offer."""

from __future__ import annotations

import importlib
import random
from functools import partial

import numpy as np

from got_benchmarks.peers.contest import Contestant, Run
from got_benchmarks.speed.timing import clock

GAMES = ("chess", "go", "backgammon")
CHECK_EVERY = 32
"""Decisions between two looks at the clock."""


def _prepare(name: str) -> Run:
    pyspiel = importlib.import_module("pyspiel")
    observation = importlib.import_module("open_spiel.python.observation")
    game = pyspiel.load_game(name)
    # Writes into one array; observation_tensor() makes a list of numbers, several times slower.
    observer = observation.make_observation(game)
    # Likewise legal_actions_mask() makes a list as long as the action space.
    mask = np.zeros(game.num_distinct_actions(), dtype=np.bool_)
    draw = random.random

    def run(seconds: float) -> tuple[int, float]:
        state, decisions, began = game.new_initial_state(), 0, clock()
        while (used := clock() - began) < seconds:
            for _ in range(CHECK_EVERY):
                while state.is_chance_node():  # evenly: weighing the outcomes would cost time
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(draw() * len(outcomes))][0])
                observer.set_from(state, state.current_player())
                legal = state.legal_actions()
                mask[:] = False
                mask[legal] = True
                state.apply_action(legal[int(draw() * len(legal))])
                decisions += 1
                if state.is_terminal():
                    state = game.new_initial_state()
        return decisions, used

    return run


def contestants() -> list[Contestant]:
    """Chess, go and backgammon."""
    return [
        Contestant(
            f"OpenSpiel {name}",
            "OpenSpiel",
            "obs+mask",
            "a move of a player; dice are thrown apart",
            ("open_spiel",),
            partial(_prepare, name),
        )
        for name in GAMES
    ]
