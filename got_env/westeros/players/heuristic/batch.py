"""The loop in which the heuristic player chooses for many records, and the plans that it keeps.

Each record of a batch is of another game, and the next batch has the next decisions of these games:
a house that lays its orders one after another is asked for each of them in a batch of its own. Its
plan is found again by what it depends on, the position.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from got_env.core.agenda import PHASE, top
from got_env.core.batch.masks import count_legal
from got_env.core.jit import entry, kernel, record_dtype
from got_env.westeros.players.heuristic.choose import choose, plan_subject
from got_env.westeros.players.heuristic.plan_cache import keep_plan, take_plan
from got_env.westeros.players.heuristic.scratch import MAX_OWN
from got_env.westeros.players.heuristic.weights import Weight
from got_env.westeros.rules.state import STATE
from got_env.westeros.rules.vocabulary import NUM_ORDERS, Phase

SLOT_BITS = 11
PLAN: np.dtype[Any] = record_dtype(
    [
        ("position", np.int64),  # position_key of what the plan is for; 0 without a plan
        ("own", np.int64, (MAX_OWN,)),
        ("given", np.int64, (MAX_OWN,)),
        ("value", np.float64, (MAX_OWN, NUM_ORDERS)),
    ]
)
"""A plan that is kept, see :func:`~got_env.westeros.players.heuristic.plan_cache.keep_plan`."""

WORD = np.dtype(np.uint32)
WORD_FACTOR, SEAT_FACTOR = 0x21F0AAAD, 0x9E3779B97F4A7C1
WORD_MASK = 0xFFFFFFFF
KEY_BITS = 62

NOT_PLANNED_BY = ("rng", "depth", "stack", "order", "order_seat", "placed", "journal")
"""Fields of a record that no plan for orders depends on while they are laid."""


def _planned_by() -> npt.NDArray[np.int64]:
    """The bits ``(W,)`` that plans depend on in each word of a record."""
    counts = np.full(STATE.itemsize, 0xFF, dtype=np.uint8)
    assert STATE.fields is not None
    for name in NOT_PLANNED_BY:
        dtype, offset = STATE.fields[name][:2]
        counts[offset : offset + dtype.itemsize] = 0
    return counts.view(WORD).astype(np.int64)


PLANNED_BY = _planned_by()
FACTORS = np.random.default_rng(1).integers(1 << 30, 1 << 31, len(PLANNED_BY), dtype=np.int64) | 1


@kernel
def position_key(words, p):
    """A number for what seat ``p`` plans its orders by; not 0, another one for another position.

    Two positions share one of 62 bits by chance alone.

    Args:
        words: ``(W,) uint32``, the bytes of a record redacted for ``p``.
        p: the seat.
    """
    total = (int(p) + 1) * SEAT_FACTOR
    for j in range(len(words)):
        x = ((int(words[j]) & int(PLANNED_BY[j])) * WORD_FACTOR) & WORD_MASK
        total += (x ^ (x >> 15)) * int(FACTORS[j])
    return (total & ((1 << KEY_BITS) - 1)) + 1


@kernel
def plans_orders(s, mask, w):
    """True if the open decision is one for which the player plans all orders of a house."""
    if s.depth == 0 or top(s)[PHASE] != Phase.ORDER or s.orders_open == 1:
        return False
    return w.weights[Weight.QUICK] == 0.0 and count_legal(mask) > 1


@entry
def choose_batch(states, words, seats, masks, seeds, trials, works, plans, actions):
    """Choose for every record.

    Args:
        states: ``(B,) STATE``, each redacted for its seat; unchanged.
        words: ``(B, W) uint32``, their bytes.
        seats: ``(B,)`` seats that have to decide.
        masks: ``(B, A) bool``.
        seeds: ``(B,) int64`` random numbers of the decisions.
        trials: ``(1,) STATE`` scratch.
        works: ``(1,) WORK`` scratch, with the weights of the player.
        plans: ``(2**SLOT_BITS,) PLAN``, kept between calls with the same weights.
        actions: ``(B,) int64``, written.
    """
    w = works[0]
    for i in range(len(states)):
        s = states[i]
        p = seats[i]
        if plans_orders(s, masks[i], w):
            key = position_key(words[i], p)
            plan = plans[(key - 1) >> (KEY_BITS - SLOT_BITS)]
            if plan.position == key:
                take_plan(plan.own, plan.given, plan.value, w)
                w.plan_of = plan_subject(s, p, Phase.ORDER)
                w.keeps_plans = 1
            actions[i] = choose(s, p, masks[i], seeds[i], trials, w)
            w.keeps_plans = 0
            if plan.position != key:
                keep_plan(plan.own, plan.given, plan.value, w)
                plan.position = key
        else:
            actions[i] = choose(s, p, masks[i], seeds[i], trials, w)


def new_plans() -> npt.NDArray[np.void]:
    """No plan yet: the ``plans`` of :func:`choose_batch`."""
    return np.zeros(1 << SLOT_BITS, dtype=PLAN)


def choose_rows(
    states: npt.NDArray[np.void],
    seats: npt.NDArray[np.int64],
    masks: npt.NDArray[np.bool_],
    seeds: npt.NDArray[np.int64],
    *scratch_and_actions: npt.NDArray[Any],
) -> None:
    """As :func:`choose_batch`, which also wants the bytes of the records."""
    words = np.ascontiguousarray(states).view(WORD).reshape(len(states), len(PLANNED_BY))
    choose_batch(states, words, seats, masks, seeds, *scratch_and_actions)
