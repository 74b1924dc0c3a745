"""The two engines of the family: the rules for records of STATE, and those for CLAIM_STATE."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from got_env.core.batch import games
from got_env.core.game import Audit, Block, LearnerKernels, Players, States
from got_env.core.players import ScriptedPlayer, Searcher
from got_env.westeros import audit, loops
from got_env.westeros.blocks import board_blocks, claim_blocks
from got_env.westeros.claim import audit as claim_audit
from got_env.westeros.claim import loops as claim_loops
from got_env.westeros.facts.facts import Facts
from got_env.westeros.options import ALL_OPTIONS, NUM_OPTIONS
from got_env.westeros.state import CLAIM_STATE, STATE
from got_env.westeros.vocabulary import MAX_PLAYERS
from got_env.westeros.words.claim_prompt import ClaimPrompt
from got_env.westeros.words.prompt import Prompt

Parts = tuple[Mapping[str, Callable[[], None]], ...]
Rollout = Callable[..., None]
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Engine:
    """What all games with records of one kind have in common."""

    options: int
    """Columns of options in a record."""
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


def _audit(rollout: Rollout, facts: Facts, **others: Callable[..., None]) -> Audit:
    """The audit of an engine whose ``audited_rollout`` this is."""

    def play(
        eager: bool, states: States, every: int, limit: int, counts: Counts, faults: Counts
    ) -> None:
        mask = np.zeros(facts.num_actions, dtype=np.bool_)
        rollout(states, mask, eager, every, limit, counts, faults)

    names = tuple(fault.name.lower() for fault in audit.Fault)
    return Audit(names, {"random": partial(play, False), "eager": partial(play, True), **others})


def _play_random(rollout: Rollout, facts: Facts, states: States) -> None:
    mask = np.zeros(facts.num_actions, dtype=np.bool_)
    rollout(states, mask, -1, np.zeros(2, dtype=np.int64))


# --- records of STATE
# What the engine does not need, such as its players, is loaded on first use.


def _board_parts() -> Parts:
    from got_env.westeros.parts import BOARD_BUILD

    return BOARD_BUILD.parts()


POOLS: dict[str, tuple[str, ...]] = {
    "random-1": ("random",),
    "heuristic-1": ("heuristic",),
    "styles-1": ("expander", "raider", "courtier"),
}


def _board_players(facts: Facts) -> Players:
    return Players(
        policies={
            "random": partial(_play_random, audit.rollout, facts),
            "heuristic": partial(_play_style, "heuristic"),
        },
        learner_kernels=partial(_learner_kernels, STATE),
        scripted=_scripted,
        search=_search,
        pools=POOLS,
    )


def _board_audit(facts: Facts) -> Audit:
    def heuristic(states: States, every: int, limit: int, counts: Counts, faults: Counts) -> None:
        from got_env.westeros.heuristic.playout import new_scratch, play_heuristic

        mask = np.zeros(facts.num_actions, dtype=np.bool_)
        tables = np.zeros((len(states), MAX_PLAYERS), dtype=np.int64)
        play_heuristic(states, mask, *new_scratch(), tables, every, limit, counts, faults)

    return _audit(audit.audited_rollout, facts, heuristic=heuristic)


def _play_style(style: str, states: States) -> None:
    from got_env.westeros.heuristic.playout import play_tables
    from got_env.westeros.heuristic.weights import style_weights

    tables = np.zeros((len(states), MAX_PLAYERS), dtype=np.int64)
    play_tables(states, tables, [style_weights(style)])


def _learner_kernels(state: np.dtype[Any]) -> LearnerKernels:
    from got_env.core.batch.learner import learner_step
    from got_env.westeros.heuristic.choose import new_work
    from got_env.westeros.heuristic.weights import style_names, style_weights

    def new_scratch() -> tuple[npt.NDArray[np.void], npt.NDArray[np.void]]:
        return np.zeros(2, dtype=state), new_work(*(style_weights(name) for name in style_names()))

    return LearnerKernels(("random", *style_names()), new_scratch, learner_step)


def _scripted() -> ScriptedPlayer:
    from got_env.westeros.heuristic.scripted import scripted_player

    return scripted_player()


def _search() -> Searcher:
    from got_env.westeros.search.searcher import searcher

    return searcher()


# --- records of CLAIM_STATE


def _claim_parts() -> Parts:
    from got_env.westeros.parts import CLAIM_BUILD

    return CLAIM_BUILD.parts()


def _claim_players(facts: Facts) -> Players:
    return Players(
        policies={
            "random": partial(_play_random, games.rollout, facts),
            "heuristic": partial(_play_claim_style, "heuristic"),
        },
        learner_kernels=partial(_learner_kernels, CLAIM_STATE),
        scripted=_claim_scripted,
        search=_claim_search,
        pools=POOLS,
    )


def _play_claim_style(style: str, states: States) -> None:
    from got_env.westeros.heuristic.claim_playout import play_tables
    from got_env.westeros.heuristic.weights import style_weights

    tables = np.zeros((len(states), MAX_PLAYERS), dtype=np.int64)
    play_tables(states, tables, [style_weights(style)])


def _claim_scripted() -> ScriptedPlayer:
    from got_env.westeros.heuristic.claim_playout import scripted_player

    return scripted_player()


def _claim_search() -> Searcher:
    from got_env.westeros.search.claim.searcher import searcher

    return searcher()


ENGINES: Mapping[np.dtype[Any], Engine] = {
    STATE: Engine(
        options=NUM_OPTIONS,
        blocks=board_blocks,
        rollout=audit.rollout,
        parts=_board_parts,
        players=_board_players,
        prompt=Prompt,
        audit=_board_audit,
    ),
    CLAIM_STATE: Engine(
        options=ALL_OPTIONS,
        blocks=claim_blocks,
        rollout=games.rollout,
        parts=_claim_parts,
        players=_claim_players,
        prompt=ClaimPrompt,
        audit=partial(_audit, claim_audit.audited_rollout),
    ),
}
"""By the dtype of the records."""


def hand_over() -> None:
    """Hand the rules over to the loops over many games, once."""
    loops.hand_over()
    claim_loops.hand_over()
