"""The heuristic agent: the compiled player of :mod:`got_env.westeros.heuristic`."""

from __future__ import annotations

import numpy as np

from got_agents.base import Ints, View, Views
from got_env.games import get_game
from got_env.westeros.heuristic.choose import choose_batch, new_work
from got_env.westeros.state import STATE


class HeuristicAgent:
    """Plays by rules of thumb: takes castles, defends what is threatened, knows its cards."""

    name = "heuristic"

    def __init__(self) -> None:
        self._trials = np.zeros(1, dtype=STATE)
        self._works = new_work()

    def act(self, view: View) -> int:
        """Choose a legal action."""
        seats = np.array([view.seat], dtype=np.int8)
        seeds = np.array([view.seed], dtype=np.int64)
        return int(self.act_batch(Views(view.game, view.states, seats, view.mask[None], seeds))[0])

    def act_batch(self, views: Views) -> Ints:
        """Choose a legal action for every row."""
        if views.states.dtype != STATE:
            raise ValueError(f"agent {self.name!r} does not know the game {views.game.code!r}")
        actions = np.zeros(len(views), dtype=np.int64)
        choose_batch(
            views.states, views.seats, views.masks, views.seeds, self._trials, self._works, actions
        )
        return actions


def warm_up() -> None:
    """Compile the kernels."""
    game = get_game("agot2e")
    states = game.start(1, game.player_counts[0])
    masks = np.zeros((1, game.num_actions), dtype=np.bool_)
    seats = np.zeros(1, dtype=np.int8)
    game.kernels.advance(states, np.full(1, -1, dtype=np.int64), 1, masks, seats)
    seeds = np.zeros(1, dtype=np.int64)
    HeuristicAgent().act_batch(Views.of(game, states, seats, masks, seeds))
