"""Parts of a game beside its facts, by whether it is one with claim."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from got_env.core.game import Audit, Block, LearnerKernels, Part, Players, States
from got_env.core.players import ScriptedPlayer, Searcher
from got_env.westeros.editions.decisions import digest_of_rows
from got_env.westeros.engine.audit import audited_rollout, rollout
from got_env.westeros.facts.facts import Facts
from got_env.westeros.games import loops
from got_env.westeros.rules import expansion
from got_env.westeros.rules.faults import Fault
from got_env.westeros.rules.state import STATE
from got_env.westeros.rules.vocabulary import MAX_PLAYERS
from got_env.westeros.words.prompt import Prompt

# What the engine does not need, such as its players, is loaded on first use; so is what fills the
# hooks of the games with claim.

Counts = npt.NDArray[np.int64]
Parts = tuple[Mapping[str, Part], ...]

POOLS: dict[str, tuple[str, ...]] = {
    "random-1": ("random",),
    "heuristic-1": ("heuristic",),
    "styles-1": ("expander", "raider", "courtier"),
}


_RULES = {
    "claim.engine": ("apply", "legal"),
    "claim.start": ("set_up",),
    "views.claim_knowledge": ("redact",),
    "views.claim_redeal": ("redeal", "deal_hidden"),
    "engine.claim_audit": ("audit",),
    "views.claim_observation": ("observe_seat",),
    "claim.answers": ("claim_of", "kill_leaders"),
}
_PLAYER = {
    "players.heuristic.claim_choose": ("score",),
    "players.heuristic.claim_answers": (
        "reach",
        "side_strength",
        "swords_of",
        "forts_of",
        "open_bonus",
        "leaders_strength",
        "attack_bonus",
    ),
    "players.search.claim.deals": ("deal",),
    "players.search.claim.horizon": ("at_horizon", "rounds_ahead"),
    "players.search.claim.value": ("fill_features",),
}
"""Kernels of games with claim that fill the hooks of the same names, by their module."""


@dataclass(frozen=True, eq=False)
class Engine:
    """Differences between games with and without claim."""

    blocks: Callable[[Facts], tuple[Block, ...]]
    """The blocks of their observations."""
    prompt: type[Prompt]
    """The open question, for a person."""
    parts: Callable[[], Parts]
    """Compiles parts of the kernels ahead of time, see :attr:`got_env.core.game.Kernels.parts`."""
    search: Callable[[], Searcher]
    """The search, with what tells the chance to win of a seat."""


def engine_of(facts: Facts) -> Engine:
    """The engine of a game; that of games with claim fills in what the rules of the board ask.

    Raises:
        RuntimeError: if its ladders are not those of the rows.
    """
    with_claim = facts.edition.with_claim
    ladders = import_module(f"got_env.westeros.{'claim' if with_claim else 'engine'}.ladders")
    check_ladders(ladders, with_claim)
    return _with_claim() if with_claim else _on_board()


def check_ladders(ladders: ModuleType, with_claim: bool) -> None:
    """Look whether the ladders of an engine are written from the rows as they are.

    A phase that is on none would never end.

    Args:
        ladders: the module.
        with_claim: True for that of games with claim.

    Raises:
        RuntimeError: if they are not.
    """
    if digest_of_rows(with_claim) != ladders.ROWS_DIGEST:
        raise RuntimeError(
            f"{ladders.__file__} is older than the rows: run scripts/generate_ladders"
        )


def _on_board() -> Engine:
    from got_env.westeros.games.blocks import board_blocks

    return Engine(board_blocks, Prompt, _board_parts, _board_search)


def _board_parts() -> Parts:
    from got_env.westeros.games.parts import BOARD_STAGES, parts_of

    return parts_of(BOARD_STAGES, "phases.tally")


def _board_search() -> Searcher:
    from got_env.westeros.players.search.searcher import searcher
    from got_env.westeros.players.search.value import Feature, value_coefficients

    return searcher(Feature, value_coefficients)


def _with_claim() -> Engine:
    from got_env.westeros.games.claim_blocks import claim_blocks
    from got_env.westeros.players.heuristic import expansion as of_player
    from got_env.westeros.words.claim_prompt import ClaimPrompt

    _fill(expansion, _RULES)
    _fill(of_player, _PLAYER)
    return Engine(claim_blocks, ClaimPrompt, _claim_parts, _claim_search)


def _claim_parts() -> Parts:
    from got_env.westeros.games.parts import CLAIM_STAGES, parts_of

    return parts_of(CLAIM_STAGES, "claim.tally")


def _claim_search() -> Searcher:
    from got_env.westeros.players.search.claim.value import Feature, value_coefficients
    from got_env.westeros.players.search.searcher import searcher

    return searcher(Feature, value_coefficients)


def _load(module: str, name: str) -> Callable[..., Any]:
    kernel: Callable[..., Any] = getattr(import_module(module), name)
    return kernel


def _fill(hooks: ModuleType, homes: Mapping[str, tuple[str, ...]]) -> None:
    """Say what fills hooks; kernels are loaded when they are called."""
    for home, names in homes.items():
        for name in names:
            getattr(hooks, name).fill(partial(_load, f"got_env.westeros.{home}", name))


def players_of(facts: Facts, engine: Engine) -> Players:
    """Players in compiled code."""
    return Players(
        policies={"random": partial(_play_random, facts), "heuristic": _play_heuristic},
        learner_kernels=_learner_kernels,
        scripted=_scripted,
        search=engine.search,
        pools=POOLS,
    )


def _play_random(facts: Facts, states: States) -> None:
    mask = np.zeros(facts.num_actions, dtype=np.bool_)
    rollout(states, mask, -1, np.zeros(2, dtype=np.int64))


def _play_heuristic(states: States) -> None:
    from got_env.westeros.players.heuristic.playout import play_tables
    from got_env.westeros.players.heuristic.weights import style_weights

    tables = np.zeros((len(states), MAX_PLAYERS), dtype=np.int64)
    play_tables(states, tables, [style_weights("heuristic")])


def _scripted() -> ScriptedPlayer:
    from got_env.westeros.players.heuristic.scripted import scripted_player

    return scripted_player()


def _learner_kernels() -> LearnerKernels:
    """Kernels that a learner plays against."""
    from got_env.core.batch.learner import learner_step
    from got_env.westeros.players.heuristic.choose import new_work
    from got_env.westeros.players.heuristic.weights import style_names, style_weights

    def new_scratch() -> tuple[npt.NDArray[np.void], npt.NDArray[np.void]]:
        return np.zeros(2, dtype=STATE), new_work(*(style_weights(name) for name in style_names()))

    return LearnerKernels(("random", *style_names()), new_scratch, learner_step)


def audit_of(facts: Facts) -> Audit:
    """Play that looks for faults."""

    def random(
        eager: bool, states: States, every: int, limit: int, counts: Counts, faults: Counts
    ) -> None:
        mask = np.zeros(facts.num_actions, dtype=np.bool_)
        audited_rollout(states, mask, eager, every, limit, counts, faults)

    def heuristic(states: States, every: int, limit: int, counts: Counts, faults: Counts) -> None:
        from got_env.westeros.players.heuristic.playout import new_scratch, play_heuristic

        mask = np.zeros(facts.num_actions, dtype=np.bool_)
        tables = np.zeros((len(states), MAX_PLAYERS), dtype=np.int64)
        play_heuristic(states, mask, *new_scratch(), tables, every, limit, counts, faults)

    names = tuple(fault.name.lower() for fault in Fault)
    players: dict[str, Any] = {
        "random": partial(random, False),
        "eager": partial(random, True),
        "heuristic": heuristic,
    }
    return Audit(names, players)


loops.register_kernels()
