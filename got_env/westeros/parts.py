"""Parts of the kernels that can be compiled each by itself, so that several processes can share.

A kernel is compiled when the first of those that call it is. What is named here needs no caller:
the kernels of each phase of the game, which take the same arguments everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from types import ModuleType

import numpy as np

from got_env.core.jit import bound, compile_kernel
from got_env.westeros.actions import num_actions
from got_env.westeros.state import STATE
from got_env.westeros.vocabulary import MAX_AREAS

Parts = Mapping[str, Callable[[], None]]

BOARD = ("supply", "victory")
"""Phases whose kernels, and what they call, most others call too."""
FAMILIES = (
    ("combat", "house_cards", "casualties", "retreat"),
    ("march",),
    ("wildlings", "wildling_cards", "losses", "hands"),
    ("planning", "raid"),
    ("muster",),
    ("westeros", "consolidate"),
    ("neutral", "bids"),
)
"""The other phases: families that call hardly any kernels of each other, the longest first."""


def kernel_parts() -> tuple[Parts, ...]:
    """Parts by name, in stages: those of a stage call kernels of the stages before, if any."""
    board: Parts = {"board": partial(_compile_phases, BOARD)}
    families: Parts = {family[0]: partial(_compile_phases, family) for family in FAMILIES}
    others: Parts = {"plans": _compile_plans, "views": _compile_views, "cards": _compile_cards}
    middle: Parts = {**others, **families, "audit": _compile_audit}
    return board, middle, {"heuristic player": _compile_heuristic, "prompts": _compile_prompts}


def _compile_phases(names: tuple[str, ...]) -> None:
    for name in names:
        _compile_phase(import_module(f"got_env.westeros.phases.{name}"))


def _compile_phase(module: ModuleType) -> None:
    """Compile the kernels ``enter_*(s)``, ``legal_*(s, mask)`` and ``apply_*(s, action)``."""
    record = np.zeros(1, dtype=STATE)[0]
    mask = np.zeros(num_actions(MAX_AREAS), dtype=np.bool_)
    arguments = {"enter": (record,), "legal": (record, mask), "apply": (record, 0)}
    for name, value in vars(module).items():
        kind = name.partition("_")[0]
        if kind in arguments and getattr(value, "__module__", "") == module.__name__:
            compile_kernel(value, *arguments[kind])


def _compile_plans() -> None:
    """How the heuristic player plans marches and orders."""
    from got_env.westeros.heuristic.choose import new_work
    from got_env.westeros.heuristic.orders import plan_house

    compile_kernel(plan_house, np.zeros(1, dtype=STATE)[0], 0, new_work()[0])


def _compile_cards() -> None:
    """How the heuristic player chooses a House card."""
    from got_env.westeros.heuristic.cards import score_house_card
    from got_env.westeros.heuristic.choose import new_work

    states = np.zeros(1, dtype=STATE)
    compile_kernel(score_house_card, states[0], states, 0, new_work()[0])


def _compile_heuristic() -> None:
    """The rest of the heuristic player."""
    from got_env.westeros.heuristic.choose import choose_batch, new_work

    states = np.zeros(1, dtype=STATE)
    seats = np.zeros(1, dtype=np.int8)
    numbers = np.zeros(1, dtype=np.int64)
    masks = np.zeros((1, num_actions(MAX_AREAS)), dtype=np.bool_)
    bound(choose_batch, states, seats, masks, numbers, states, new_work(), numbers)


def _compile_views() -> None:
    """What players see, and what is drawn anew of the rest."""
    from got_env.westeros.observation import observe
    from got_env.westeros.redeal import redeal_batch

    states = np.zeros(1, dtype=STATE)
    seats = np.zeros(1, dtype=np.int8)
    numbers = np.zeros(1, dtype=np.int64)
    bound(redeal_batch, states, seats, numbers)
    bound(observe, states, seats, states, np.zeros((1, 1), dtype=np.int8))


def _compile_prompts() -> None:
    """What a person is told at the terminal."""
    from got_env.westeros.tally import PARTS, tally

    bound(tally, np.zeros(1, dtype=STATE), np.zeros((1, 2, len(PARTS)), dtype=np.int64))


def _compile_audit() -> None:
    from got_env.westeros.audit import Fault, audit

    compile_kernel(audit, np.zeros(1, dtype=STATE)[0], np.zeros(len(Fault), dtype=np.int64))
