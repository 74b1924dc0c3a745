"""Moments of random games of every game: one of each decision, and whole games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from got_env.core.agenda import PHASE
from got_env.core.game import Game
from got_env.games import get_game
from tests.claim.random_games import NEVER
from tests.invariants.positions import positions as positions_of_agot2e
from tests.leaks.rare import rare_positions
from tests.play import random_actions

BATCH = 300
"""Games that are played side by side."""

MOST_BATCHES = 60

TABLES: dict[str, tuple[tuple[int, dict[str, str]], ...]] = {
    "agot2e": ((6, {"tides": "true"}), (4, {"wildling_tie": "before_reveal"})),
    "agot1e": (
        (5, {"house_cards": "asos", "westeros_decks": "asos", "wildling_cards": "on"}),
        (4, {"order_pass": "allowed", "cersei_choice": "may"}),
        (3, {"neutral_support_timing": "after_march", "orders_mandatory": "true"}),
    ),
    "agot1e_storm": (
        (5, {}),
        (4, {"house_cards": "base"}),
        (3, {"westeros_decks": "reconstructed", "negotiation_empty_offer": "yes"}),
    ),
    "asos": ((4, {}), (3, {"negotiation_empty_offer": "yes", "tyrell_leader": "no_leader"})),
    "btwixt": (
        (4, {"advanced": "true"}),
        (6, {"draft": "true", "revealed": "true"}),
        (3, {"clash_draft": "true"}),
    ),
}
"""Players and options of the games that are played, by game; between them every decision comes."""


def decisions_of(code: str) -> set[str]:
    """Names of the decisions that a position can be at."""
    names = {decision.name for decision in get_game(code).actions.decisions}
    return names - NEVER if code in ("asos", "agot1e_storm") else names


def masks_of(game: Game, states: Any) -> Any:
    """Legal actions ``(B, A) bool``."""
    masks = np.zeros((len(states), game.actions.size), dtype=np.bool_)
    game.kernels.action_mask(states, masks)
    return masks


def whole_game(code: str, players: int, seed: int, **options: str) -> Iterator[tuple[Any, int]]:
    """The record ``(1,)`` at every decision of a random game and at its end, and what is chosen.

    At the end that is -1.
    """
    game, rng = get_game(code), np.random.default_rng(seed)
    states = game.start(1, players, seed, options)
    while not states["over"][0]:
        action = int(_eager(game, states, rng)[0])
        yield states, action
        game.kernels.step(states, np.array([action]))
    yield states, -1


def _eager(game: Game, states: Any, rng: np.random.Generator) -> Any:
    """A random action of each game; seldom one that declines, where there is another."""
    masks = masks_of(game, states)
    declines = np.isin(game.actions.names, ("done", "no", "count 0"))
    busy = masks & ~declines
    wanted = busy.any(axis=1) & (rng.random(len(masks)) < 0.7)
    return random_actions(np.where(wanted[:, None], busy, masks), rng)


@cache
def moments(code: str) -> dict[str, list[Any]]:
    """A record ``(1,)`` of every decision, by name; of each table that came to it.

    Raises:
        AssertionError: if some decision does not come up.
    """
    found: dict[str, list[Any]] = {}
    for states in _positions_at_hand(code):
        found.setdefault(get_game(code).words.phase_name(states, 0), []).append(states)
    for batch in range(MOST_BATCHES):
        tables = TABLES[code]
        players, options = tables[batch % len(tables)]
        _collect(found, get_game(code), players, options, batch)
        if batch >= len(tables) - 1 and found.keys() >= decisions_of(code):
            return found
    raise AssertionError(f"{code}: never asked: {sorted(decisions_of(code) - found.keys())}")


def _positions_at_hand(code: str) -> list[Any]:
    """Those of decisions that hardly come up in random play, among others; by game."""
    if code == "agot2e":
        return [kept[0] for kept in positions_of_agot2e(6).values()]
    return rare_positions(code)


def _collect(
    found: dict[str, list[Any]], game: Game, players: int, options: dict[str, str], seed: int
) -> None:
    rng = np.random.default_rng(seed)
    states = game.start(BATCH, players, seed * BATCH, options)
    met: set[int] = set()
    while len(states):
        phases = states["stack"][np.arange(len(states)), states["depth"] - 1, PHASE]
        for number in set(np.unique(phases).tolist()) - met:
            met.add(number)
            row = int(rng.choice(np.flatnonzero(phases == number)))
            name = game.words.phase_name(states, row)
            kept = found.setdefault(name, [])
            if len(kept) < len(TABLES[game.code]):
                kept.append(states[row : row + 1].copy())
        game.kernels.step(states, _eager(game, states, rng))
        states = states[states["over"] == 0]
