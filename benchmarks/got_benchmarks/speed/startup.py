"""The start-up: seconds from import to the first step, with a cold and a warm kernel cache."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from statistics import median
from typing import Any

from got_env.core.game import Game

STARTUP = """
import json, os, time
began, used = time.perf_counter(), os.times()
import numpy as np
from got_env.envs.aec import GameEnv
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
"""Start of a user: import, first step, its observation and mask."""


def startup(
    game: Game, players: int, options: Mapping[str, Any], cache: str | None
) -> dict[str, float]:
    """Seconds from import to the first step with mask and observation in a new process."""
    code = STARTUP.format(game=game.reference, players=players, options=dict(options))
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
