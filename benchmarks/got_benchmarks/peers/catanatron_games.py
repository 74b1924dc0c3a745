"""Catanatron's games of four random players."""

from __future__ import annotations

import importlib

from got_benchmarks.peers.contest import Contestant, Run, whole_games


def _prepare() -> Run:
    catanatron = importlib.import_module("catanatron")
    limit = importlib.import_module("catanatron.game").TURNS_LIMIT
    colours = list(catanatron.Color)

    def play() -> int:
        decisions = 0
        game = catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours])
        while game.winning_color() is None and game.state.num_turns < limit:
            game.play_tick()
            decisions += 1
        return decisions

    return whole_games(play)


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
