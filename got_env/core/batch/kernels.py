"""The kernels of a game whose rules were handed over to the loops of this folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from got_env.core.batch import games, rewards, vector
from got_env.core.batch.rules import is_registered
from got_env.core.game import Kernels, Part
from got_env.core.numbered_kernels import number_of

Parts = tuple[Mapping[str, Part], ...]


def _score_number(state: np.dtype[np.void], score: Callable[..., None]) -> int:
    """As :attr:`Kernels.score_number`."""
    return number_of(score, state, np.zeros(1))


def batch_kernels(
    state: np.dtype[np.void],
    parts: Callable[[], Parts],
    rollout: Callable[..., None] = games.rollout,
) -> Kernels:
    """The kernels of a game.

    Args:
        state: dtype of its records.
        parts: compiles parts of its kernels ahead of time, see :attr:`Kernels.parts`.
        rollout: random play, if the game has a faster loop of its own.

    Raises:
        ValueError: if the rules for such records were not handed over.
    """
    if not is_registered(state):
        raise ValueError("batch_kernels: no rules are registered for these records")
    return Kernels(
        reset=games.reset,
        step=games.step,
        action_mask=games.action_mask,
        observe=games.observe,
        current_player=games.current_player,
        rollout=rollout,
        score_number=partial(_score_number, state),
        write_scores=rewards.write_scores,
        redact=games.redact_batch,
        redeal=games.redeal_batch,
        observe_all=games.observe_all,
        advance=games.advance,
        start_potentials=rewards.start_potentials,
        step_rewards=rewards.step_rewards,
        find_illegal=vector.find_illegal,
        vector_step=vector.vector_step,
        parts=parts,
    )
