"""The loop in which a scripted player chooses for many records."""

from __future__ import annotations

from got_env.core.batch.rules import choose
from got_env.core.jit import entry


@entry
def choose_batch(states, seats, masks, seeds, trials, works, actions):
    """Choose for every record.

    Args:
        states: ``(B,) STATE``, each redacted for its seat; unchanged.
        seats: ``(B,)`` seats that have to decide.
        masks: ``(B, A) bool``.
        seeds: ``(B,) int64`` random numbers of the decisions.
        trials: ``(1,) STATE`` scratch.
        works: ``(1,) WORK`` scratch, with the weights of the player.
        actions: ``(B,) int64``, written.
    """
    for i in range(len(states)):
        actions[i] = choose(states[i], seats[i], masks[i], seeds[i], trials, works[0])
