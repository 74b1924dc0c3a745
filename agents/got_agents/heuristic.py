"""The scripted agents: styles of the compiled player of :mod:`got_env.westeros.heuristic`."""

from __future__ import annotations

from hashlib import sha256

import numpy as np

from got_agents.base import Ints, View, Views, first_views
from got_env.games import get_game
from got_env.westeros.heuristic.choose import choose_batch, new_work
from got_env.westeros.heuristic.weights import style_weights
from got_env.westeros.state import STATE


class HeuristicAgent:
    """Plays by rules of thumb: takes castles, defends what is threatened, knows its cards.

    Args:
        style: name of a style of play.
        weights: weights by name that replace those of the style.

    Raises:
        ValueError: for an unknown style or weight, or a number out of range; names it.
    """

    name = "heuristic"

    def __init__(self, *, style: str = "heuristic", **weights: float) -> None:
        self.name = style
        self.weights = style_weights(style, weights)
        self.fingerprint = sha256(self.weights.tobytes()).hexdigest()[:16]
        """Changes with the weights, which tell this player from others of its name."""
        self._trials = np.zeros(1, dtype=STATE)
        self._works = new_work(self.weights)

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


def expander(**weights: float) -> HeuristicAgent:
    """The style that spreads fast and attacks early."""
    return HeuristicAgent(style="expander", **weights)


def raider(**weights: float) -> HeuristicAgent:
    """The style that holds what it has, and raids."""
    return HeuristicAgent(style="raider", **weights)


def courtier(**weights: float) -> HeuristicAgent:
    """The style that gathers Power and bids for the tracks."""
    return HeuristicAgent(style="courtier", **weights)


def warm_up() -> None:
    """Compile the kernels."""
    HeuristicAgent().act_batch(first_views(get_game("agot2e")))
