"""Throughput of this machine on one core: medians of several short runs.

Work is timed by the processor time of this process, so that other programs on a busy machine do
not count; on an idle one that is the time on the wall. The start-up is timed by the wall.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import types
import warnings
from collections.abc import Callable, Iterator, Mapping
from statistics import median
from typing import Any

import numpy as np

from got_agents.base import Ints
from got_env.game import Game
from got_env.games import get_game
from got_env.vector import VectorEnv

RUN_SECONDS = 0.5
ROLLOUT_GAMES = 64
CLONES = 64

clock = time.process_time

STARTUP = """
import json, os, time
began, used = time.perf_counter(), os.times()
import numpy as np
from got_env.env import GameEnv
env = GameEnv({game!r}, players={players}, **{options!r})
imported = time.perf_counter()
env.reset(seed=0)
observation = env.last()[0]
env.step(int(observation["action_mask"].argmax()))
env.last()
now = os.times()
print(json.dumps({{
    "seconds": time.perf_counter() - began,
    "import_s": imported - began,
    "cpu_s": now.user + now.system - used.user - used.system,
}}))
"""
"""What a user waits for: import, first step, its observation and mask."""

Step = tuple[str, Callable[[], float | dict[str, Any]]]


def rollout(game: Game, players: int, options: Mapping[str, Any]) -> dict[str, float]:
    """Random games played to the end within compiled code."""
    states = game.start(ROLLOUT_GAMES, players, 0, options)
    mask = np.zeros(game.num_actions, dtype=np.bool_)
    counts = np.zeros(2, dtype=np.int64)
    games, seconds = 0, 0.0
    while seconds < RUN_SECONDS:
        game.restart(states, players, np.arange(games, games + ROLLOUT_GAMES), options)
        began = clock()
        game.kernels.rollout(states, mask, -1, counts)
        seconds += clock() - began
        games += ROLLOUT_GAMES
    return {
        "games_per_s": games / seconds,
        "decisions_per_s": int(counts[0]) / seconds,
        "decisions_per_game": int(counts[0]) / games,
        "forced_per_game": int(counts[1]) / games,
    }


def random_legal(masks: np.ndarray[Any, np.dtype[np.bool_]], rng: np.random.Generator) -> Ints:
    """A legal action for every row."""
    ranks = masks.cumsum(axis=1, dtype=np.int16)
    wanted = (rng.random(len(masks)) * ranks[:, -1]).astype(np.int16)
    actions: Ints = np.argmax(ranks > wanted[:, None], axis=1).astype(np.int64)
    return actions


def batched(
    game: Game,
    players: int,
    options: Mapping[str, Any],
    num_envs: int,
    skip_forced: bool,
) -> float:
    """Decisions each second through the batch environment: step, mask, observation, rewards.

    The choice of random actions between the steps is left out of the time.
    """
    env = VectorEnv(game, num_envs, players, options=options, skip_forced=skip_forced)
    rng = np.random.default_rng(0)
    steps, seconds = 0, 0.0
    while seconds < RUN_SECONDS:
        actions = random_legal(env.action_masks, rng)
        began = clock()
        env.step(actions)
        seconds += clock() - began
        steps += 1
    return steps * num_envs / seconds


def aec_turns(make: Callable[[], Any]) -> float:
    """Turns each second of an AEC environment with observations, random legal actions."""
    env = make()
    rng = np.random.default_rng(0)
    draws = rng.random(1 << 14).tolist()
    turns = games = 0
    began = clock()
    while clock() - began < RUN_SECONDS:
        env.reset(seed=games)
        games += 1
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            action = None
            if not (termination or truncation):
                legal = observation["action_mask"].nonzero()[0]
                action = int(legal[int(draws[turns & 0x3FFF] * len(legal))])
            env.step(action)
            turns += 1
    return turns / (clock() - began)


def tic_tac_toe() -> Any:
    """PettingZoo's own game; it needs pygame only to draw, so a missing one is made up for."""
    sys.modules.setdefault("pygame", types.ModuleType("pygame"))
    with warnings.catch_warnings():
        # The way to make an environment that older versions of PettingZoo know too.
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.classic import tictactoe_v3

        return tictactoe_v3.env()


def clone_ns(game: Game, players: int) -> float:
    """Nanoseconds to copy one record into another."""
    states = game.start(CLONES, players)
    source, target = states.view(np.uint8), np.zeros(states.nbytes, dtype=np.uint8)
    rounds = 20_000
    began = clock()
    for _ in range(rounds // CLONES):
        target[:] = source
    return (clock() - began) / (rounds // CLONES * CLONES) * 1e9


def startup(
    game: Game, players: int, options: Mapping[str, Any], cache: str | None
) -> dict[str, float]:
    """Seconds from import to the first step with mask and observation in a new process."""
    code = STARTUP.format(game=game.code, players=players, options=dict(options))
    env = dict(os.environ)
    if cache is not None:
        env["NUMBA_CACHE_DIR"] = cache
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise RuntimeError(f"the start-up measurement failed: {done.stderr.strip()[-300:]}")
    result: dict[str, float] = json.loads(done.stdout)
    return result


def compile_times(
    game: Game, players: int, options: Mapping[str, Any], repeats: int
) -> dict[str, float]:
    """Start-up with an empty and with a warm cache of compiled kernels."""
    with tempfile.TemporaryDirectory() as folder:
        cold = startup(game, players, options, folder)
        warm = [startup(game, players, options, folder) for _ in range(repeats)]
    return {
        "cold_s": cold["seconds"],
        "warm_s": median(w["seconds"] for w in warm),
        "cold_cpu_s": cold["cpu_s"],
        "warm_cpu_s": median(w["cpu_s"] for w in warm),
    }


def measure(
    code: str,
    players: int,
    options: Mapping[str, Any],
    num_envs: int = 256,
    repeats: int = 5,
    compiling: bool = True,
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Measure part after part; yields what a part adds to the result, named for a progress line.

    Raises:
        ValueError: for an unknown game or option or a wrong number; names it.
    """
    game = get_game(code)
    if repeats < 1:
        raise ValueError(f"repeats={repeats}: expected at least 1")
    game.start(1, players, 0, options)

    def many(run: Callable[[], float]) -> float:
        return median(run() for _ in range(repeats))

    yield (
        "rules",
        {
            "game": game.code,
            "players": players,
            "options": {key: str(value) for key, value in options.items()},
            "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1,
            "cores_used": 1,
            "repeats": repeats,
            "clock": clock.__name__,
        },
    )
    runs = [rollout(game, players, options) for _ in range(repeats)]
    yield "rollouts", {"rollout": {key: median(run[key] for run in runs) for key in runs[0]}}
    yield (
        "batched steps",
        {
            "batched": {
                "num_envs": num_envs,
                "decisions_per_s": many(lambda: batched(game, players, options, num_envs, False)),
                "decisions_per_s_skip_forced": many(
                    lambda: batched(game, players, options, num_envs, True)
                ),
            }
        },
    )
    yield "turns", {"aec": _measure_aec(game, players, options, many)}
    yield (
        "clones",
        {"clone_ns": many(lambda: clone_ns(game, players)), "state_bytes": game.state.itemsize},
    )
    if compiling:
        yield "start-up", {"compile": compile_times(game, players, options, repeats)}


def _measure_aec(
    game: Game,
    players: int,
    options: Mapping[str, Any],
    many: Callable[[Callable[[], float]], float],
) -> dict[str, float]:
    from got_env.env import GameEnv
    from got_env.wrappers import wrapped

    ours = many(lambda: aec_turns(lambda: wrapped(GameEnv(game, players=players, **options))))
    theirs = many(lambda: aec_turns(tic_tac_toe))
    return {"turns_per_s": ours, "tictactoe_turns_per_s": theirs, "ratio": ours / theirs}


def rounded(value: Any) -> Any:
    """A result with four significant digits."""
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, float):
        return float(f"{value:.4g}")
    return value
