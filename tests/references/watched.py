"""Decisions of games as plain data: what lay on the table, what was legal, what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from got_agents.base import Views
from got_agents.heuristic import HeuristicAgent
from got_env.core.game import Game
from got_env.core.written import random_options

EAGER = 0.7


@dataclass(frozen=True)
class Move:
    """A decision of a game."""

    game: Game
    states: Any
    """The record ``(1,)`` before it."""
    phase: str
    position: dict[str, Any]
    house: str
    legal: set[str]
    chosen: str
    states_after: Any
    """The record ``(1,)`` after it."""

    @cached_property
    def after(self) -> dict[str, Any]:
        """The position after it; written only where it is asked for, as it takes longest."""
        return self.game.positions.write(self.states_after, 0)

    @property
    def news(self) -> list[list[Any]]:
        """Events that the decision brought."""
        told, history = self.position.get("history"), self.after["history"]
        known = told["before"] + len(told["events"]) if told else 0
        found: list[list[Any]] = history["events"][max(0, known - history["before"]) :]
        return found


def watched(
    game: Game,
    seeds: Iterable[int],
    phases: frozenset[str],
    options: dict[str, str] | None = None,
    scripted: bool = False,
) -> Iterator[Move]:
    """Decisions of some kinds, of one game after the other.

    Args:
        game: what is played.
        seeds: of the games, of their numbers of players and of their options.
        phases: kinds of decisions to yield.
        options: of the games; None for random ones.
        scripted: the scripted player plays; else random actions that seldom do nothing.
    """
    agent = HeuristicAgent()
    for seed in seeds:
        rng = np.random.default_rng(seed)
        players = int(rng.choice(game.seats.counts))
        states = game.start(
            1, players, seed, random_options(game, rng) if options is None else options
        )
        yield from _decisions(game, states, phases, rng, agent if scripted else None)


def _decisions(
    game: Game, states: Any, phases: frozenset[str], rng: Any, agent: HeuristicAgent | None
) -> Iterator[Move]:
    masks = np.zeros((1, game.actions.size), dtype=np.bool_)
    seats = np.zeros(1, dtype=np.int8)
    houses = game.seats.in_play(int(states["num_players"][0]))
    idle = [i for i, name in enumerate(game.actions.names) if name in ("done", "no")]
    while not states["over"][0]:
        game.kernels.action_mask(states, masks)
        game.kernels.current_player(states, seats)
        legal = np.flatnonzero(masks[0])
        if agent is None:
            eager = legal[~np.isin(legal, idle)]
            action = int(rng.choice(eager if len(eager) and rng.random() < EAGER else legal))
        else:
            action = int(agent.act_batch(_views(game, states, seats, masks, rng))[0])
        phase = game.words.phase_name(states, 0)
        if phase not in phases:
            game.kernels.step(states, np.array([action]))
            continue
        before, position = states.copy(), game.positions.write(states, 0)
        names = {int(a): game.actions.text(states, 0, int(a)) for a in legal}
        house = houses[int(seats[0])]
        told = {a: name.removeprefix(f"{house} ") for a, name in names.items()}
        game.kernels.step(states, np.array([action]))
        after = states.copy()
        yield Move(game, before, phase, position, house, set(told.values()), told[action], after)


def _views(game: Game, states: Any, seats: Any, masks: Any, rng: Any) -> Views:
    known = states.copy()
    game.kernels.redact(known, seats)
    seeds = np.array([int(rng.integers(1 << 30))], dtype=np.int64)
    return Views(game, known, seats.copy(), masks.copy(), seeds)
