"""got_env's own contestants: the environment for agents in turn, the batch, whole games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from got_benchmarks.peers.contest import Contestant, Run
from got_benchmarks.peers.pettingzoo_games import NEEDS, benchmarked
from got_benchmarks.speed.throughput import Batch, heuristic_games, mixed_games, random_games
from got_benchmarks.speed.timing import clock
from got_env.core.game import Game
from got_env.envs.aec import GameEnv
from got_env.envs.wrappers import wrapped
from got_env.games import get_game

FAMILY = "got_env"
TURNS, BATCHED, ROLLOUTS = "AEC", "batched step", "random rollouts"
"""The contestants that others are compared with."""

GAMES_AT_ONCE = 64


def _turns(game: Game, players: int) -> Run:
    return benchmarked(wrapped(GameEnv(game, players=players)))


def _batched(game: Game, players: int, num_envs: int) -> Run:
    batch = Batch(mixed_games(game, players, {}, num_envs), {}, num_envs, skip_forced=False)
    batch.step()

    def run(seconds: float) -> tuple[int, float]:
        decisions, began = 0, clock()
        while (used := clock() - began) < seconds:
            decisions += batch.step()
        return decisions, used

    return run


def _whole_games(
    make: Callable[[Game], Callable[[Any, Any], None]], game: Game, players: int
) -> Run:
    play = make(game)
    states = game.start(GAMES_AT_ONCE, players)
    play(states, np.zeros(2, dtype=np.int64))

    def run(seconds: float) -> tuple[int, float]:
        counts, games, began = np.zeros(2, dtype=np.int64), 0, clock()
        while (used := clock() - began) < seconds:
            game.restart(states, players, np.arange(games, games + GAMES_AT_ONCE))
            play(states, counts)
            games += GAMES_AT_ONCE
        return int(counts[0]), used

    return run


def contestants(code: str, players: int, num_envs: int) -> list[Contestant]:
    """Ours, for a game with so many players.

    Raises:
        ValueError: for an unknown game or a wrong number of players.
    """
    game = get_game(code)
    game.start(1, players)
    question = "a question put to a player, forced ones too"
    return [
        Contestant(
            TURNS,
            FAMILY,
            "obs+mask",
            "a turn, as PettingZoo's benchmark counts",
            NEEDS,
            lambda: _turns(game, players),
        ),
        Contestant(
            BATCHED,
            FAMILY,
            "obs+mask",
            f"{question}; {num_envs:,} games a step",
            (),
            lambda: _batched(game, players, num_envs),
        ),
        Contestant(
            ROLLOUTS,
            FAMILY,
            "legal",
            question,
            (),
            lambda: _whole_games(random_games, game, players),
        ),
        Contestant(
            "heuristic rollouts",
            FAMILY,
            "view",
            question,
            (),
            lambda: _whole_games(heuristic_games, game, players),
        ),
    ]
