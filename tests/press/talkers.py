"""Games in which seats say things at random, to be looked at from all sides."""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.core.game import Game
from got_env.games import get_game
from got_env.replay import Header, ReplayWriter

GAMES_WITH_TALK = [
    ("agot2e", 6, 1),
    ("agot1e", 5, 1),
    ("agot1e_storm", 5, 1),
    ("asos", 4, 1),
    ("btwixt", 3, 1),
]
"""Games, with players and a seed for which random play comes to all moments of the game."""


def say_something(writer: ReplayWriter, rng: np.random.Generator, silence: float = 0.3) -> None:
    """Let all seats say something, or nothing, until nobody may talk any more."""
    assert writer.press is not None
    while writer.talking:
        for seat in writer.press.waiting:
            writer.say(seat, something(writer, seat, rng, silence))


def something(
    writer: ReplayWriter, seat: int, rng: np.random.Generator, silence: float = 0.3
) -> list[tuple[Any, str]]:
    """Messages of a seat: texts that name the speaker and the receivers."""
    names = writer.houses
    others = [name for name in names if name != names[seat]]
    said: list[tuple[Any, str]] = []
    if rng.random() > silence:
        said.append(("all", f"{names[seat]} greets all, {rng.integers(1000)}"))
    if rng.random() > silence:
        to = [str(name) for name in rng.permutation(others)[:1]]
        said.append((to, f"{names[seat]} whispers to {'+'.join(to)}, {rng.integers(1000)}"))
    return said


def talked(
    code: str, players: int, seed: int = 1, press: Any = None, most: int = 10_000
) -> ReplayWriter:
    """A random game with talk at all its moments, or with other settings."""
    game: Game = get_game(code)
    settings = press or {"moments": [moment.name for moment in game.moments]}
    writer = ReplayWriter(Header.of(game, players, None, seed, events=True, press=settings))
    rng = np.random.default_rng(seed)
    while not writer.over and writer.decisions < most:
        say_something(writer, rng)
        writer.play(int(rng.choice(np.flatnonzero(writer.mask))))
    return writer
