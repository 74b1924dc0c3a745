"""Environments of users: the batch environment and the one for agents in turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from got_benchmarks.speed.throughput import Batch
from got_env import agot2e_v0
from got_env.envs.aec import GameEnv
from got_env.envs.vector import VectorEnv

PLAYERS = 6


def test_batched_step(under_way: VectorEnv, for_each_game: Callable[..., None]) -> None:
    batch = Batch(under_way, {}, under_way.num_envs, skip_forced=False)

    for_each_game(batch.step)


def test_batched_reset(under_way: VectorEnv, for_each_game: Callable[..., None]) -> None:
    env = VectorEnv(under_way.game, under_way.num_envs, PLAYERS)

    for_each_game(env.reset, 0)


def test_aec_reset(benchmark: Any) -> None:
    env = agot2e_v0.env(players=PLAYERS)

    benchmark(env.reset, seed=0)


def test_aec_turn(benchmark: Any) -> None:
    """``last()`` with observation and mask, then ``step()``; games that end start anew."""
    env = agot2e_v0.env(players=PLAYERS)
    env.reset(seed=0)

    def turn() -> None:
        observation, _, termination, _, _ = env.last()
        if termination:
            env.reset(seed=0)
        else:
            env.step(int(observation["action_mask"].argmax()))

    benchmark(turn)


def test_aec_clone(benchmark: Any) -> None:
    env = GameEnv("agot2e", players=PLAYERS)
    env.reset(seed=0)

    twin = benchmark(env.clone)

    assert twin.agent_selection == env.agent_selection
