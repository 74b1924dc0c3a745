"""The engine of the games with claim: the rules for records of STATE."""

from __future__ import annotations

from functools import partial

import numpy as np

from got_env.core.batch import games
from got_env.core.game import Players, States
from got_env.core.players import ScriptedPlayer, Searcher
from got_env.westeros import loops as board_loops
from got_env.westeros.claim import audit, loops
from got_env.westeros.claim.blocks import claim_blocks
from got_env.westeros.facts.facts import Facts
from got_env.westeros.family import POOLS, Engine, Parts, audit_of, learner_kernels, play_random
from got_env.westeros.state import STATE
from got_env.westeros.vocabulary import MAX_PLAYERS
from got_env.westeros.words.claim_prompt import ClaimPrompt

# What the engine does not need, such as its players, is loaded on first use.


def _parts() -> Parts:
    from got_env.westeros.parts import CLAIM_BUILD

    return CLAIM_BUILD.parts()


def _players(facts: Facts) -> Players:
    return Players(
        policies={
            "random": partial(play_random, games.rollout, facts),
            "heuristic": partial(_play_style, "heuristic"),
        },
        learner_kernels=partial(learner_kernels, STATE),
        scripted=_scripted,
        search=_search,
        pools=POOLS,
    )


def _play_style(style: str, states: States) -> None:
    from got_env.westeros.heuristic.claim_playout import play_tables
    from got_env.westeros.heuristic.weights import style_weights

    tables = np.zeros((len(states), MAX_PLAYERS), dtype=np.int64)
    play_tables(states, tables, [style_weights(style)])


def _scripted() -> ScriptedPlayer:
    from got_env.westeros.heuristic.claim_playout import scripted_player

    return scripted_player()


def _search() -> Searcher:
    from got_env.westeros.search.claim.searcher import searcher

    return searcher()


board_loops.register_kernels()
loops.register_kernels()

ENGINE = Engine(
    blocks=claim_blocks,
    rollout=games.rollout,
    parts=_parts,
    players=_players,
    prompt=ClaimPrompt,
    audit=partial(audit_of, audit.audited_rollout),
)
