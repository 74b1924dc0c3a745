"""What all games with records of one kind have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from got_env.core.game import Audit, Block, LearnerKernels, Part, Players, States
from got_env.westeros.facts.facts import Facts
from got_env.westeros.faults import Fault
from got_env.westeros.words.prompt import Prompt

Parts = tuple[Mapping[str, Part], ...]
Rollout = Callable[..., None]
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Engine:
    """What all games with records of one kind have in common."""

    blocks: Callable[[Facts], tuple[Block, ...]]
    """The blocks of their observations."""
    rollout: Rollout
    """Random play to the end, arguments as :func:`got_env.core.batch.games.rollout`."""
    parts: Callable[[], Parts]
    """Compiles parts of the kernels ahead of time, see :attr:`got_env.core.game.Kernels.parts`."""
    players: Callable[[Facts], Players]
    """Players in compiled code."""
    prompt: type[Prompt]
    """The open question, for a person."""
    audit: Callable[[Facts], Audit]
    """Play that looks for faults."""


POOLS: dict[str, tuple[str, ...]] = {
    "random-1": ("random",),
    "heuristic-1": ("heuristic",),
    "styles-1": ("expander", "raider", "courtier"),
}


def play_random(rollout: Rollout, facts: Facts, states: States) -> None:
    """Random play to the end."""
    mask = np.zeros(facts.num_actions, dtype=np.bool_)
    rollout(states, mask, -1, np.zeros(2, dtype=np.int64))


def audit_of(rollout: Rollout, facts: Facts, **others: Callable[..., None]) -> Audit:
    """The audit of an engine whose ``audited_rollout`` this is."""

    def play(
        eager: bool, states: States, every: int, limit: int, counts: Counts, faults: Counts
    ) -> None:
        mask = np.zeros(facts.num_actions, dtype=np.bool_)
        rollout(states, mask, eager, every, limit, counts, faults)

    names = tuple(fault.name.lower() for fault in Fault)
    return Audit(names, {"random": partial(play, False), "eager": partial(play, True), **others})


def learner_kernels(state: np.dtype[Any]) -> LearnerKernels:
    """What a learner plays against, for records of a kind."""
    # Loaded on first use: the engine does not need its players.
    from got_env.core.batch.learner import learner_step
    from got_env.westeros.heuristic.choose import new_work
    from got_env.westeros.heuristic.weights import style_names, style_weights

    def new_scratch() -> tuple[npt.NDArray[np.void], npt.NDArray[np.void]]:
        return np.zeros(2, dtype=state), new_work(*(style_weights(name) for name in style_names()))

    return LearnerKernels(("random", *style_names()), new_scratch, learner_step)
