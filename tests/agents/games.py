"""Decisions of games in progress, for tests of agents."""

from collections.abc import Iterator, Mapping

import numpy as np

from got_agents.base import Views, decision_seeds
from got_agents.random_agent import RandomAgent
from got_env.games import get_game
from got_env.westeros.rules.vocabulary import Phase

GAME = get_game("agot2e")


def open_phases(states) -> set[Phase]:
    """Phases of the open decisions of running games."""
    running = states[states["depth"] > 0]
    frames = running["stack"][np.arange(len(running)), running["depth"] - 1]
    return {Phase(int(phase)) for phase in np.unique(frames[:, 0])}


def random_games(
    count: int, players: int, seed: int = 0, options: Mapping[str, object] | None = None
) -> Iterator[Views]:
    """Views of all open decisions after every step of random games."""
    states = GAME.start(count, players, seed, options)
    agent = RandomAgent()
    for turn in range(100_000):
        seats = np.zeros(len(states), dtype=np.int8)
        GAME.kernels.current_player(states, seats)
        states, seats = states[seats >= 0], seats[seats >= 0]
        if len(states) == 0:
            return
        masks = np.zeros((len(states), GAME.actions.size), dtype=np.bool_)
        GAME.kernels.action_mask(states, masks)
        rows = np.arange(seed, seed + len(states), dtype=np.int64)
        seeds = decision_seeds(rows, seats, np.full(len(states), turn, dtype=np.int64))
        views = Views.of(GAME, states, seats, masks, seeds)
        yield views
        GAME.kernels.step(states, agent.act_batch(views))
