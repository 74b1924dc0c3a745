"""The engine of the games without claim: the rules for records of STATE."""

from __future__ import annotations

from functools import partial

import numpy as np
import numpy.typing as npt

from got_env.core.game import Audit, Players, States
from got_env.core.players import ScriptedPlayer, Searcher
from got_env.westeros import audit, loops
from got_env.westeros.blocks import board_blocks
from got_env.westeros.facts.facts import Facts
from got_env.westeros.family import POOLS, Engine, Parts, audit_of, learner_kernels, play_random
from got_env.westeros.state import STATE
from got_env.westeros.vocabulary import MAX_PLAYERS
from got_env.westeros.words.prompt import Prompt

Counts = npt.NDArray[np.int64]

# What the engine does not need, such as its players, is loaded on first use.


def _parts() -> Parts:
    from got_env.westeros.parts import BOARD_BUILD

    return BOARD_BUILD.parts()


def _players(facts: Facts) -> Players:
    return Players(
        policies={
            "random": partial(play_random, audit.rollout, facts),
            "heuristic": partial(_play_style, "heuristic"),
        },
        learner_kernels=partial(learner_kernels, STATE),
        scripted=_scripted,
        search=_search,
        pools=POOLS,
    )


def _audit(facts: Facts) -> Audit:
    def heuristic(states: States, every: int, limit: int, counts: Counts, faults: Counts) -> None:
        from got_env.westeros.heuristic.playout import new_scratch, play_heuristic

        mask = np.zeros(facts.num_actions, dtype=np.bool_)
        tables = np.zeros((len(states), MAX_PLAYERS), dtype=np.int64)
        play_heuristic(states, mask, *new_scratch(), tables, every, limit, counts, faults)

    return audit_of(audit.audited_rollout, facts, heuristic=heuristic)


def _play_style(style: str, states: States) -> None:
    from got_env.westeros.heuristic.playout import play_tables
    from got_env.westeros.heuristic.weights import style_weights

    tables = np.zeros((len(states), MAX_PLAYERS), dtype=np.int64)
    play_tables(states, tables, [style_weights(style)])


def _scripted() -> ScriptedPlayer:
    from got_env.westeros.heuristic.scripted import scripted_player

    return scripted_player()


def _search() -> Searcher:
    from got_env.westeros.search.searcher import searcher

    return searcher()


loops.register_kernels()

ENGINE = Engine(
    blocks=board_blocks,
    rollout=audit.rollout,
    parts=_parts,
    players=_players,
    prompt=Prompt,
    audit=_audit,
)
