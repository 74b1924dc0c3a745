"""Parts of the kernels that can be compiled each by itself, so that several processes can share.

A kernel is compiled when the first of those that call it is. Linked kernels need no caller: the
types of their arguments follow from the names.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from got_env.core.game import Part
from got_env.core.jit import bound, compile_kernel, linked_kernels
from got_env.westeros.players.heuristic.choose import new_work
from got_env.westeros.rules.state import STATE

Parts = Mapping[str, Part]


class Modules(NamedTuple):
    """Modules whose linked kernels make a part."""

    seconds: float
    """As :attr:`Part.seconds`."""
    names: tuple[str, ...]
    rules: bool = True
    """As :attr:`Part.rules`."""


Stages = tuple[Mapping[str, Modules], ...]
"""Parts by name. Those of a stage call kernels of the stages before, and hardly any of each
other."""

BOARD_STAGES: Stages = (
    {
        "board": Modules(
            7,
            (
                "rules.armies",
                "rules.decision_tables",
                "phases.start",
                "phases.victory",
                "phases.visits",
                "phases.supply",
                "phases.combat_strength",
            ),
        ),
        "views": Modules(6, ("views.knowledge", "views.redeal")),
    },
    {
        "combat": Modules(
            14,
            (
                "phases.casualties",
                "phases.storm_cards",
                "phases.house_cards",
                "phases.retreat",
                "phases.combat_end",
                "phases.combat",
            ),
        ),
        "muster": Modules(2, ("phases.muster",)),
        "march": Modules(7, ("phases.march_supply", "phases.march", "phases.neutral")),
        "wildlings": Modules(
            9,
            (
                "phases.hands",
                "phases.losses",
                "phases.wildling_cards",
                "phases.wildlings",
            ),
        ),
        "plans": Modules(
            10,
            (
                "players.heuristic.appraisal",
                "players.heuristic.plan",
                "players.heuristic.orders",
                "players.heuristic.moves",
            ),
            rules=False,
        ),
        "rounds": Modules(4, ("phases.planning", "phases.raid", "phases.consolidate")),
        "Westeros": Modules(3, ("phases.westeros", "phases.bids")),
        "cards": Modules(
            6, ("players.heuristic.cards", "players.heuristic.combat_choices"), rules=False
        ),
        "choices": Modules(
            4,
            (
                "players.heuristic.wildling_stakes",
                "players.heuristic.westeros_choices",
                "players.heuristic.losses",
                "players.heuristic.support",
                "players.heuristic.quick",
            ),
            rules=False,
        ),
        "audit": Modules(2, ("engine.audit",), rules=False),
    },
    {
        "engine": Modules(5, ("engine.engine", "games.loops", "games.rewards")),
        "heuristic player": Modules(2, ("players.heuristic.choose",), rules=False),
    },
)

CLAIM_STAGES: Stages = (
    {
        "marches": Modules(4, ("rules.armies", "claim.leader_march_fits")),
        "muster": Modules(4, ("phases.supply", "phases.muster")),
        "planning": Modules(2, ("rules.decision_tables", "phases.start", "phases.planning")),
        "battles": Modules(3, ("claim.battle_start", "claim.battle_strength", "claim.alliances")),
    },
    {
        "leader marches": Modules(11, ("claim.leader_marches",)),
        "combat": Modules(
            17,
            ("claim.hostages", "claim.losses_and_retreats", "phases.storm_cards", "claim.battles"),
        ),
        "rounds": Modules(
            7, ("claim.scoring", "claim.start", "claim.raids", "claim.cards", "claim.answers")
        ),
        "views": Modules(4, ("views.claim_knowledge", "views.claim_redeal")),
    },
    {
        "cards": Modules(3, ("claim.tactics",)),
        "power": Modules(3, ("claim.power",)),
        "audit": Modules(2, ("engine.claim_audit",), rules=False),
        "plans": Modules(
            9,
            (
                "players.heuristic.appraisal",
                "players.heuristic.plan",
                "players.heuristic.orders",
                "players.heuristic.moves",
            ),
            rules=False,
        ),
        "card choices": Modules(4, ("players.heuristic.cards",), rules=False),
    },
    {
        "engine": Modules(11, ("claim.engine",)),
        "heuristic player": Modules(
            6,
            (
                "players.heuristic.claim_choices",
                "players.heuristic.claim_leaders",
                "players.heuristic.claim_answers",
                "players.heuristic.claim_choose",
            ),
            rules=False,
        ),
    },
)
"""The same for games with claim. Other kernels that they share are compiled with their callers."""


def parts_of(stages: Stages, tally: str) -> tuple[Parts, ...]:
    """Parts by name, in stages: those of a stage call kernels of the stages before, if any.

    Args:
        stages: the modules of a game.
        tally: module that tells the strength of both sides of a combat.
    """
    *before, last = (
        {
            name: Part(partial(_compile_modules, modules.names), modules.seconds, modules.rules)
            for name, modules in stage.items()
        }
        for stage in stages
    )
    more = {
        "observation": Part(_compile_observation, 3),
        "prompts": Part(partial(_compile_prompts, tally), 0.5),
    }
    return *before, last | more


def _compile_modules(names: tuple[str, ...]) -> None:
    """Compile the linked kernels of modules whose arguments have known types."""
    known = types_of_arguments()
    for name in names:
        for kernel in linked_kernels(import_module(f"got_env.westeros.{name}")):
            parameters = list(inspect.signature(kernel).parameters)
            if set(parameters) <= known.keys():
                compile_kernel(kernel, *(known[parameter] for parameter in parameters))


def types_of_arguments() -> Mapping[str, Any]:
    """A value of the right type for every argument, by the name that kernels give it."""
    from got_env.westeros.rules.faults import Fault

    states = np.zeros(1, dtype=STATE)
    numbers = ("p", "a", "d", "i", "c", "n", "side", "action", "seed", "captor", "by_claim")
    return {
        **dict.fromkeys(("s", "t"), states[0]),
        **dict.fromkeys((*numbers, "first_unit", "first_leader"), 0),
        "mask": np.zeros(1, dtype=np.bool_),
        "faults": np.zeros(len(Fault), dtype=np.int64),
        "trials": states,
        "w": new_work()[0],
    }


def _compile_observation() -> None:
    """Compile the observations of players."""
    from got_env.core.batch.games import observe

    states = np.zeros(1, dtype=STATE)
    bound(observe, states, np.zeros(1, dtype=np.int8), np.zeros((1, 1), dtype=np.int8))


def _compile_prompts(tally: str) -> None:
    """Compile the prompts of a person at the terminal."""
    module = import_module(f"got_env.westeros.{tally}")
    out = np.zeros((1, 2, len(module.COLUMNS)), dtype=np.int64)
    bound(module.tally, np.zeros(1, dtype=STATE), out)
