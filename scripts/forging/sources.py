"""Sources to forge: moments of random games of a game, of all numbers of players and options."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from got_env.core import state_bytes
from got_env.core.game import Game, States
from got_env.envs.aec import GameEnv
from got_env.positions import position_of

KEPT = 14
"""Moments that are kept of each game."""


@dataclass(frozen=True)
class Moment:
    """A moment of a game.

    Attributes:
        states: its record ``(1,)``.
        books: what an environment keeps beside it.
    """

    states: States
    books: bytes


def some_options(game: Game, rng: np.random.Generator) -> dict[str, Any]:
    """Options at random that go together."""
    options = {
        key: values[int(rng.integers(len(values)))]
        for key, (values, _, _) in game.options.table.items()
        if rng.random() < 0.7
    }
    while True:
        try:
            game.options.resolve(options)
        except ValueError:
            del options[str(rng.choice(list(options)))]
        else:
            return options


def moments(game: Game, seed: int, games: int, longest: int) -> list[Moment]:
    """Moments of random games; every second game has random options.

    Args:
        game: what is played.
        seed: of all draws.
        games: how many.
        longest: decisions of a game that are played at most.
    """
    found: list[Moment] = []
    rng = np.random.default_rng([seed, 0])
    counts = game.seats.counts
    for number in range(games):
        options = some_options(game, rng) if number // len(counts) % 2 else {}
        env = GameEnv(game, players=counts[number % len(counts)], **options)
        env.reset(seed=int(rng.integers(2**31)))
        kept: list[Moment] = []
        played = 0
        while env.legal_actions() and played < longest:
            # Of a stream of unknown length each moment is kept with the same chance.
            if played < KEPT:
                kept.append(_moment(game, env))
            elif (place := int(rng.integers(played))) < KEPT:
                kept[place] = _moment(game, env)
            env.step(int(rng.choice(env.legal_actions())))
            played += 1
        found += [*kept, _moment(game, env)]
    return found


def _moment(game: Game, env: GameEnv) -> Moment:
    return Moment(env.states.copy(), state_bytes.unpack(game, env.get_state())[1])


def document(game: Game, moment: Moment, viewer: int) -> Any:
    """A moment as JSON data; with a viewer from 0 as that seat knows it, else the whole of it."""
    seats = game.seats.in_play(int(moment.states["num_players"][0]))
    name = seats[viewer] if 0 <= viewer < len(seats) else None
    return json.loads(json.dumps(position_of(game, moment.states, 0, name)))
