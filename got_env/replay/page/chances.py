"""The chance to win of every seat, as far as a viewer can tell."""

from __future__ import annotations

import numpy as np

from got_env.core.game import Game, States

DEALS = 16
"""Games over which the chances are averaged: a player does not know which of them it is in."""


def chances_of(game: Game, known: States, seat: int | None) -> list[float] | None:
    """The chance to win of every seat by the value of the search, from 0 to 1.

    Args:
        game: what is played.
        known: the record ``(1,)`` as the viewer knows it; unchanged.
        seat: the viewer; None for who knows everything.

    Returns:
        Chances by seat, to a thousandth, the same for the same record; None if the game has no
        search.
    """
    if game.players.search is None:
        return None
    states = known
    if seat is not None:
        states = np.repeat(known, DEALS)
        game.kernels.redeal(states, np.full(DEALS, seat, dtype=np.int8), np.arange(DEALS))
    players = int(known["num_players"][0])
    means = game.players.search().chances(states).mean(axis=0)[:players]
    return [round(float(chance), 3) for chance in means]
