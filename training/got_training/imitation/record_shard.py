"""Playing the games of one shard, and keeping what the teacher decides."""

from __future__ import annotations

from typing import Any

import numpy as np

from got_agents.base import Agent, Views, decision_seeds
from got_agents.failures import answers_of
from got_env.core.game import Game
from got_env.core.protocol import NOBODY
from got_env.core.rewards import scores
from got_training.imitation.dataset_args import DatasetArgs
from got_training.imitation.shards import DTYPES, OF_GAMES, Arrays, row_shapes

WIDTH = 8
"""Actions of a search that are kept of a decision, those tried most often."""

TEACHER = -1
"""In the table of a game: the teacher plays that seat."""


class ShardRecorder:
    """The agents of a data set, made once.

    Args:
        args: what is played.

    Raises:
        ValueError: for an agent that cannot be made, or does not play the game.
    """

    def __init__(self, args: DatasetArgs) -> None:
        self.args = args
        self.game = args.chosen_game()
        self._teacher, self._others = args.make_agents()

    def record(self, number: int) -> Arrays:
        """The arrays of the shard with this number; it follows from the arguments alone."""
        args, game = self.args, self.game
        players = args.players[number % len(args.players)]
        first = number * args.shard_games
        count = min(args.shard_games, args.games - first)
        rng = np.random.default_rng([args.seed, number])
        seeds = rng.integers(2**62, size=count)
        tables = np.full((count, players), TEACHER, dtype=np.int64)
        if args.others:
            drawn = rng.integers(len(args.others), size=tables.shape)
            tables = np.where(rng.random(tables.shape) < args.other_share, drawn, TEACHER)
        states = game.new_states(count)
        game.restart(states, players, seeds, args.options)
        kept = _Kept(game)
        masks = np.zeros((count, game.actions.size), dtype=np.bool_)
        seats = np.zeros(count, dtype=np.int8)
        actions = np.full(count, NOBODY, dtype=np.int64)
        turns = np.zeros(count, dtype=np.int64)
        game.kernels.advance(states, actions, 1, masks, seats)
        while (running := np.flatnonzero(seats != NOBODY)).size:
            random = decision_seeds(seeds[running], seats[running], turns[running])
            views = Views.of(game, states, seats[running], masks[running], random, running)
            who = tables[running, seats[running]]
            actions[:] = NOBODY
            for at in np.flatnonzero(who == TEACHER):
                row = running[at]
                actions[row] = self._decide(kept, views, int(at), states, int(row), int(turns[row]))
            for index, agent in enumerate(self._others):
                rows = np.flatnonzero(who == index)
                if rows.size:
                    name = args.others[index]
                    actions[running[rows]] = answers_of(name, agent, views.part(rows))
            for row in running[rng.random(running.size) < args.stray]:
                actions[row] = rng.choice(np.flatnonzero(masks[row]))
            turns[running] += 1
            game.kernels.advance(states, actions, 1, masks, seats)
        places = np.full((count, states["place"].shape[1]), NOBODY, dtype=np.int8)
        places[:, :players] = states["place"][:, :players]
        return kept.arrays(places.shape[1]) | {"seeds": seeds, "places": places}

    def _decide(self, kept: _Kept, views: Views, at: int, states: Any, row: int, turn: int) -> int:
        one = views.part(slice(at, at + 1))
        action = int(answers_of(self.args.teacher, self._teacher, one)[0])
        if views.masks[at].sum() > 1:
            kept.add(views, at, states, row, turn, action, _shares(self._teacher, action))
        return action


class _Kept:
    """Rows of the arrays of a shard."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._rows: dict[str, list[Any]] = {}

    def add(
        self,
        views: Views,
        at: int,
        states: Any,
        row: int,
        turn: int,
        action: int,
        shares: dict[int, tuple[int, float]],
    ) -> None:
        """Keep a decision."""
        points = scores(self._game, self._game.results.for_learning, states[row : row + 1])
        edges = np.full(WIDTH, NOBODY, dtype=np.int16)
        visits, values = np.zeros(WIDTH, dtype=np.int32), np.zeros(WIDTH, dtype=np.float32)
        best = sorted(shares, key=lambda edge: -shares[edge][0])[:WIDTH]
        for k, edge in enumerate(best):
            edges[k], (visits[k], values[k]) = edge, shares[edge]
        found = {
            "observations": views.observations[at],
            "masks": np.packbits(views.masks[at]),
            "seats": views.seats[at],
            "games": row,
            "turns": turn,
            "actions": action,
            "edges": edges,
            "visits": visits,
            "values": values,
            "points": points[0],
        }
        for name, value in found.items():
            self._rows.setdefault(name, []).append(value)

    def arrays(self, seats: int) -> Arrays:
        """All of them; no rows if the teacher sat nowhere.

        Args:
            seats: numbers in a row of points.
        """
        shapes = row_shapes(self._game, WIDTH, seats)
        return {
            name: np.array(self._rows.get(name, []), dtype=DTYPES[name]).reshape(
                -1, *shapes.get(name, ())
            )
            for name in DTYPES
            if name not in OF_GAMES
        }


def _shares(teacher: Agent, action: int) -> dict[int, tuple[int, float]]:
    """Visits and mean value by action of a search; of any other agent its action alone."""
    shares = getattr(teacher, "shares", None)
    found: dict[int, tuple[int, float]] = shares() if shares is not None else {action: (1, 0.0)}
    return found
