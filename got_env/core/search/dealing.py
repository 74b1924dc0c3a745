"""Deals of many records at once."""

from __future__ import annotations

from got_env.core.jit import entry
from got_env.core.search.hooks import deal, follow_game


@entry
def deal_batch(states, roots, players, seeds, belief, trials, works):
    """Make every record a full game that seat ``players[i]`` cannot tell from ``roots[i]``.

    Args:
        states: ``(B,) STATE``, overwritten.
        roots: ``(B,) STATE``, each redacted for its seat.
        players: ``(B,)`` seats.
        seeds: ``(B,) int64``.
        belief: percent of the others' secret choices that are those of the scripted player.
        trials: ``(1,) STATE`` scratch.
        works: ``(1,) WORK`` scratch with the weights of the scripted player.
    """
    for i in range(len(states)):
        states[i] = roots[i]
        follow_game(roots[i], works[0])
        deal(states[i], roots[i], players[i], seeds[i], belief, trials, works[0])
