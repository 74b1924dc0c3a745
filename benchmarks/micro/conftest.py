"""Fixtures of the micro-benchmarks: a game with six players and positions of all stages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from got_benchmarks.speed.throughput import mixed_games
from got_env.core.game import Game
from got_env.envs.vector import VectorEnv
from got_env.games import get_game

PLAYERS = 6
GAMES = 256


@pytest.fixture(scope="session")
def game() -> Game:
    """The game measured."""
    return get_game("agot2e")


@pytest.fixture(scope="session")
def under_way(game: Game) -> VectorEnv:
    """Games at all stages, each at a decision that is not forced; leave it as it is."""
    return mixed_games(game, PLAYERS, {}, GAMES)


@pytest.fixture
def for_each_game(benchmark: Any) -> Callable[..., None]:
    """Measure a function of the whole batch; the time for one game goes into the notes."""

    def measure(function: Callable[..., object], *args: Any, setup: Any = None) -> None:
        if setup is None:
            benchmark(function, *args)
        else:
            benchmark.pedantic(function, setup=setup, rounds=200, warmup_rounds=3)
        benchmark.extra_info["games"] = GAMES
        benchmark.extra_info["ns_per_game"] = round(1e9 * benchmark.stats["median"] / GAMES, 1)

    return measure


@pytest.fixture(scope="session")
def legal_actions(under_way: VectorEnv) -> Any:
    """A legal action of each game."""
    from got_benchmarks.speed.sampling import RandomPlayer

    return np.array(RandomPlayer(GAMES)(under_way.action_masks))
