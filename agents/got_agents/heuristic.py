"""The scripted agents: styles of the player in compiled code that a game offers."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from got_agents.base import Ints, View, Views, first_views
from got_agents.offered import first_that_takes, scripted_games, scripted_player
from got_env.core.game import Game
from got_env.core.players import Scratch, ScriptedPlayer, Weights


@dataclass(frozen=True)
class _Ready:
    """The player of one game in the style of the agent."""

    player: ScriptedPlayer
    weights: Weights
    scratch: Scratch


class HeuristicAgent:
    """Plays by rules of thumb: scores every legal action and takes the best.

    It plays every game that has a scripted player with this style and these weights.

    Args:
        style: name of a style of play.
        weights: weights by name that replace those of the style.

    Raises:
        ValueError: for a style or weight that no game knows, or a number out of range; names it.
    """

    name = "heuristic"

    def __init__(self, *, style: str = "heuristic", **weights: float) -> None:
        self.name = style
        self._style = style
        self._changes = weights
        self._ready: dict[str, _Ready] = {}
        first_that_takes(scripted_games(), self.check_game)

    def check_game(self, game: Game) -> None:
        """Get ready for a game.

        Raises:
            ValueError: if it has no scripted player, or that has no such style or weight.
        """
        if game.code not in self._ready:
            self._ready[game.code] = self._prepare(game)
        self.weights = self._ready[game.code].weights
        """Those of the style in the game that was checked last."""
        self.fingerprint = sha256(self.weights.tobytes()).hexdigest()[:16]
        """Changes with the weights, which tell this player from others of its name."""

    def _prepare(self, game: Game) -> _Ready:
        try:
            player = scripted_player(game)
            weights = player.weights(self._style, self._changes)
        except ValueError as error:
            if not self._ready:
                raise
            raise ValueError(f"agent {self.name!r} does not play {game.code!r}: {error}") from error
        return _Ready(player, weights, player.new_scratch(weights))

    def act(self, view: View) -> int:
        """Choose a legal action."""
        return int(self.act_batch(view.as_batch())[0])

    def act_batch(self, views: Views) -> Ints:
        """Choose a legal action for every row."""
        if views.game.code not in self._ready:
            self.check_game(views.game)
        ready = self._ready[views.game.code]
        actions = np.zeros(len(views), dtype=np.int64)
        ready.player.choose(
            views.states, views.seats, views.masks, views.seeds, *ready.scratch, actions
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


def squire() -> HeuristicAgent:
    """The style that decides at a glance: weaker, several times as fast, and without weights."""
    return HeuristicAgent(style="squire")


def contender(**weights: float) -> HeuristicAgent:
    """The style of B'Twixt with weights that were tuned against `heuristic`."""
    return HeuristicAgent(style="contender", **weights)


def schemer(**weights: float) -> HeuristicAgent:
    """The style of B'Twixt that saves influence, and looks for harm to the best rival."""
    return HeuristicAgent(style="schemer", **weights)


def warm_up(game: Game) -> None:
    """Compile the kernels of a game, if it has a scripted player."""
    if game.players.scripted is not None:
        HeuristicAgent().act_batch(first_views(game))


def steward(**weights: float) -> HeuristicAgent:
    """The style of B'Twixt that works abilities out, tuned against `random`."""
    return HeuristicAgent(style="steward", **weights)
