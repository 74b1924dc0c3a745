"""Catanatron's games of four random players."""

from __future__ import annotations

import importlib

from got_benchmarks.peers.contest import Contestant, Run
from got_benchmarks.timing import clock


def _prepare() -> Run:
    catanatron = importlib.import_module("catanatron")
    limit = importlib.import_module("catanatron.game").TURNS_LIMIT
    colours = list(catanatron.Color)

    def run(seconds: float) -> tuple[int, float]:
        decisions, began = 0, clock()
        while clock() - began < seconds:
            game = catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours])
            while game.winning_color() is None and game.state.num_turns < limit:
                game.play_tick()
                decisions += 1
        return decisions, clock() - began

    return run


def contestants() -> list[Contestant]:
    """The base game with four players."""
    return [
        Contestant(
            "catanatron",
            "catanatron",
            "legal",
            "a tick: a question put to a player, forced ones too",
            ("catanatron",),
            _prepare,
        )
    ]
