"""RLCard's games of random players."""

from __future__ import annotations

import importlib
import random
from functools import partial

from got_benchmarks.peers.contest import Contestant, Run, whole_games

GAMES = ("leduc-holdem", "no-limit-holdem", "uno", "mahjong", "gin-rummy", "doudizhu")


def _prepare(name: str) -> Run:
    env = importlib.import_module("rlcard").make(name)

    def play() -> int:
        decisions = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return whole_games(play)


def contestants() -> list[Contestant]:
    """Card games for two to four players."""
    return [
        Contestant(
            f"RLCard {name}",
            "RLCard",
            "obs+legal",
            "a step of the environment",
            ("rlcard",),
            partial(_prepare, name),
        )
        for name in GAMES
    ]
