"""Time a picture takes while a game goes on: as an SVG document, and as pixels.

Usage: python benchmarks/pictures.py [--game agot2e] [--players 6] [--decisions 100]

Plays at random and draws the position before each decision, as the player who decides knows it.
Prints the median and the mean in milliseconds of processor time: of the document, of its pixels by
the render mode ``rgb_array``, and of its pixels drawn from nothing. The first picture, for which
all is drawn, is told apart.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import numpy as np

from got_env.games import get_game
from got_env.pictures import pixels, render

T = TypeVar("T")

EVERY = 10
"""One picture in so many is drawn from nothing too."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="agot2e")
    parser.add_argument("--players", type=int)
    parser.add_argument("--decisions", type=int, default=100)
    args = parser.parse_args()
    game = get_game(args.game)
    states = game.start(1, args.players or max(game.seats.counts), seed=1)
    mask = np.zeros((1, game.actions.size), dtype=bool)
    player = np.zeros(1, dtype=np.int8)
    chance = random.Random(1)
    documents: list[float] = []
    followed: list[float] = []
    whole: list[float] = []
    for number in range(args.decisions):
        game.kernels.action_mask(states, mask)
        game.kernels.current_player(states, player)
        if not mask.any():
            break
        known = states.copy()
        game.kernels.redact(known, player)
        document = timed(documents, partial(render, game, known, 0, "svg"))
        timed(followed, partial(render, game, known, 0, "rgb_array"))
        if number % EVERY == 0:
            timed(whole, partial(pixels, str(document)))
        action = chance.choice(np.flatnonzero(mask[0]).tolist())
        game.kernels.step(states, np.array([action], dtype=np.int32))
    print(
        f"{args.game}, {len(documents)} pictures: SVG {told(documents)}; rgb_array"
        f" {told(followed[1:])}, the first one {followed[0]:.0f} ms; from nothing {told(whole)}"
    )


def timed(times: list[float], work: Callable[[], T]) -> T:
    """Result of some work; the milliseconds that it took are added."""
    began = time.process_time()
    result = work()
    times.append(1000 * (time.process_time() - began))
    return result


def told(times: Sequence[float]) -> str:
    """Median and mean in milliseconds."""
    return f"median {statistics.median(times):.0f} ms (mean {statistics.mean(times):.0f})"


if __name__ == "__main__":
    main()
