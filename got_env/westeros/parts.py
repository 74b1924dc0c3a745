"""Parts of the kernels that can be compiled each by itself, so that several processes can share.

A kernel is compiled when the first of those that call it is. Linked kernels need no caller: the
types of their arguments follow from the names.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from typing import Any

import numpy as np

from got_env.core.jit import bound, compile_kernel, linked_kernels
from got_env.westeros.actions import num_actions
from got_env.westeros.heuristic.choose import new_work
from got_env.westeros.state import STATE
from got_env.westeros.vocabulary import MAX_AREAS

Parts = Mapping[str, Callable[[], None]]

STAGES: tuple[Mapping[str, tuple[str, ...]], ...] = (
    {
        "board": (
            "armies",
            "decision_tables",
            "start",
            "phases.victory",
            "phases.visits",
            "phases.supply",
            "phases.combat_strength",
        ),
        "views": ("knowledge", "redeal"),
    },
    {
        "combat": (
            "phases.casualties",
            "phases.house_cards",
            "phases.retreat",
            "phases.combat_end",
            "phases.combat",
        ),
        "muster": ("phases.muster",),
        "march": ("phases.march_supply", "phases.march", "phases.neutral"),
        "wildlings": (
            "phases.hands",
            "phases.losses",
            "phases.wildling_cards",
            "phases.wildlings",
        ),
        "plans": ("heuristic.appraisal", "heuristic.plan", "heuristic.orders", "heuristic.moves"),
        "rounds": ("phases.planning", "phases.raid", "phases.consolidate"),
        "Westeros": ("phases.westeros", "phases.bids"),
        "cards": ("heuristic.cards", "heuristic.combat_choices"),
        "choices": ("heuristic.westeros_choices", "heuristic.losses", "heuristic.support"),
        "audit": ("audit",),
    },
    {"engine": ("engine", "loops"), "heuristic player": ("heuristic.choose",)},
)
"""Modules whose linked kernels make a part, by its name, the longest first.

Those of a stage call kernels of the stages before, and hardly any of each other.
"""


def kernel_parts() -> tuple[Parts, ...]:
    """Parts by name, in stages: those of a stage call kernels of the stages before, if any."""
    *before, last = (
        {name: partial(_compile_modules, modules) for name, modules in stage.items()}
        for stage in STAGES
    )
    return *before, last | {"observation": _compile_observation, "prompts": _compile_prompts}


def _compile_modules(names: tuple[str, ...]) -> None:
    """Compile the linked kernels of modules whose arguments :func:`argument_types` knows."""
    known = argument_types()
    for name in names:
        for kernel in linked_kernels(import_module(f"got_env.westeros.{name}")):
            parameters = list(inspect.signature(kernel).parameters)
            if set(parameters) <= known.keys():
                compile_kernel(kernel, *(known[parameter] for parameter in parameters))


@cache
def argument_types() -> Mapping[str, Any]:
    """A value of the right type for every argument, by the name that kernels give it."""
    from got_env.westeros.audit import Fault

    states = np.zeros(1, dtype=STATE)
    return {
        **dict.fromkeys(("s", "t"), states[0]),
        **dict.fromkeys(("p", "a", "d", "side", "action", "seed"), 0),
        "mask": np.zeros(num_actions(MAX_AREAS), dtype=np.bool_),
        "faults": np.zeros(len(Fault), dtype=np.int64),
        "trials": states,
        "w": new_work()[0],
    }


def _compile_observation() -> None:
    """What players see."""
    from got_env.core.batch.games import observe

    states = np.zeros(1, dtype=STATE)
    bound(observe, states, np.zeros(1, dtype=np.int8), states, np.zeros((1, 1), dtype=np.int8))


def _compile_prompts() -> None:
    """What a person is told at the terminal."""
    from got_env.westeros.tally import PARTS, tally

    bound(tally, np.zeros(1, dtype=STATE), np.zeros((1, 2, len(PARTS)), dtype=np.int64))
