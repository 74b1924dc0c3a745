"""The scripted agents: styles of the player in compiled code that a game offers."""

from __future__ import annotations

from hashlib import sha256

import numpy as np

from got_agents.base import Ints, View, Views, first_views
from got_agents.offered import scripted_game, scripted_player


class HeuristicAgent:
    """Plays by rules of thumb: takes what is worth most, and defends what is threatened.

    Args:
        style: name of a style of play.
        weights: weights by name that replace those of the style.

    Raises:
        ValueError: for an unknown style or weight, or a number out of range; names it.
    """

    name = "heuristic"

    def __init__(self, *, style: str = "heuristic", **weights: float) -> None:
        self.name = style
        self._player = scripted_player()
        self.weights = self._player.weights(style, weights)
        self.fingerprint = sha256(self.weights.tobytes()).hexdigest()[:16]
        """Changes with the weights, which tell this player from others of its name."""
        self._scratch = self._player.new_scratch(self.weights)

    def act(self, view: View) -> int:
        """Choose a legal action."""
        seats = np.array([view.seat], dtype=np.int8)
        seeds = np.array([view.seed], dtype=np.int64)
        return int(self.act_batch(Views(view.game, view.states, seats, view.mask[None], seeds))[0])

    def act_batch(self, views: Views) -> Ints:
        """Choose a legal action for every row."""
        if views.states.dtype != self._player.state:
            raise ValueError(f"agent {self.name!r} does not know the game {views.game.code!r}")
        actions = np.zeros(len(views), dtype=np.int64)
        self._player.choose(
            views.states, views.seats, views.masks, views.seeds, *self._scratch, actions
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
    HeuristicAgent().act_batch(first_views(scripted_game()))
