"""Simulations: deal, walk down the tree, roll out, value, back up."""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.core.batch.masks import write_mask
from got_env.core.batch.rules import apply, player_to_move, redact
from got_env.core.jit import entry, kernel
from got_env.core.players import Scratch
from got_env.core.rng import next_word
from got_env.core.search.hooks import (
    at_horizon,
    deal,
    decision_key,
    follow_deal,
    follow_game,
    rounds_ahead,
)
from got_env.core.search.rollout import choose_by, roll_out
from got_env.core.search.tree import (
    NONE,
    Setting,
    back_up,
    fill_edges,
    least_tried,
    mix_key,
    new_node,
    node_dtype,
    select,
)
from got_env.core.search.values import fill_values

MAX_PATH = 64
"""Edges a simulation can walk down."""

USED, PATH = range(2)
"""Places in the numbers of a search: nodes in use, length of the path."""


@kernel
def child_of(nodes, numbers, node, k, key):
    """The child of an edge with a key and whether it is new; NONE if there is no room for one."""
    child = nodes[node].child[k]
    while child != NONE:
        if nodes[child].key == key:
            return child, False
        child = nodes[child].sibling
    if numbers[USED] == len(nodes):
        return NONE, False
    child = numbers[USED]
    numbers[USED] += 1
    new_node(nodes, child, key)
    nodes[child].sibling = nodes[node].child[k]
    nodes[node].child[k] = child
    return child, True


@kernel
def deal_seed(seed, n):
    """Random number of the ``n``-th deal: every action of the root meets the same deals."""
    return mix_key(mix_key(seed & 0xFFFFFFFF, seed >> 32), n) | (mix_key(n, seed) << 32)


@kernel
def walk(s, nodes, numbers, path, me, start_round, horizon, settings, mask, known, trials, w):
    """Walk down from the root's edge until the horizon or a new node; fills the path."""
    policy = int(settings[Setting.POLICY])
    history = 0
    while not at_horizon(s, start_round, horizon):
        count = write_mask(s, mask)
        p = player_to_move(s)
        if count == 1 or (p != me and settings[Setting.OTHERS] == 0.0):
            action = choose_by(s, p, mask, count, policy, known, trials, w)
            if count > 1:
                history = mix_key(history, action)
            apply(s, action)
            continue
        if numbers[PATH] == MAX_PATH:
            return
        last = numbers[PATH] - 1
        node, is_new = child_of(
            nodes, numbers, path[last, 0], path[last, 1], decision_key(s, history)
        )
        if node == NONE:
            return
        if is_new:
            known[0] = s
            redact(known[0], p)
            width = int(settings[Setting.WIDTH])
            decay = settings[Setting.DECAY]
            fill_edges(nodes[node], known[0], p, mask, next_word(s), width, decay, trials, w)
        exploration = settings[Setting.EXPLORATION]
        k = select(nodes[node], mask, me, exploration, settings[Setting.PARANOID] == 1.0)
        if k == NONE:
            return
        path[numbers[PATH], 0] = node
        path[numbers[PATH], 1] = k
        numbers[PATH] += 1
        history = 0
        apply(s, nodes[node].action[k])
        if is_new:
            return


@kernel
def open_root(nodes, numbers, root, me, mask, seed, settings, trials, w):
    """Begin a tree: the root is the open decision of seat ``me``."""
    new_node(nodes, 0, 0)
    numbers[USED] = 1
    width = int(settings[Setting.WIDTH])
    fill_edges(nodes[0], root, me, mask, seed, width, settings[Setting.DECAY], trials, w)


@entry
def search(
    roots, me, root_mask, seed, first, count, settings, coefficients, nodes, numbers, path, mask,
    records, works, features, values,
):  # fmt: skip
    """Make simulations of one decision.

    Args:
        roots: ``(1,) STATE``: the record, redacted for the seat; unchanged.
        me: the seat that decides.
        root_mask: ``(A,) bool``: its legal actions.
        seed: random number of the decision.
        first: number of the first simulation; 0 begins a new tree.
        count: simulations to make.
        settings: ``(NUM_SETTINGS,) float64``.
        coefficients: ``(F,) float64`` of the value.
        nodes: ``(N,)`` of :func:`node_dtype`: the tree. The answer is among the edges of node 0.
        numbers: ``(2,) int64``: nodes in use, length of the path.
        path: ``(MAX_PATH, 2) int64`` scratch: nodes and edges of a simulation.
        mask: ``(A,) bool`` scratch.
        records: ``(3,) STATE`` scratch.
        works: ``(1,) WORK`` scratch, with the weights of the heuristic player.
        features: ``(F,) float64`` scratch.
        values: ``(P,) float64`` scratch.
    """
    w = works[0]
    s = records[0]
    known = records[1:2]
    trials = records[2:3]
    root = roots[0]
    start_round = int(root.round_no)
    even = settings[Setting.EVEN] == 1.0
    horizon = rounds_ahead(root, int(settings[Setting.HORIZON]))
    policy = int(settings[Setting.POLICY])
    belief = int(settings[Setting.BELIEF])
    follow_game(root, w)
    if first == 0:
        open_root(nodes, numbers, root, me, root_mask, seed, settings, trials, w)
    for _ in range(count):
        if even:
            k = least_tried(nodes[0])
        else:
            k = select(nodes[0], root_mask, me, settings[Setting.EXPLORATION], False)
        records[0] = root
        deal(s, root, me, deal_seed(seed, nodes[0].count[k]), belief, trials, w)
        follow_deal(s, w)
        path[0, 0] = 0
        path[0, 1] = k
        numbers[PATH] = 1
        apply(s, nodes[0].action[k])
        if not even:
            walk(
                s, nodes, numbers, path, me, start_round, horizon, settings, mask, known, trials, w
            )
        roll_out(s, start_round, horizon, policy, mask, known, trials, w)
        fill_values(s, w, coefficients, features, values)
        for i in range(numbers[PATH]):
            back_up(nodes[path[i, 0]], path[i, 1], values, s.num_players)


def new_scratch(
    state: np.dtype[Any], seats: int, actions: int, features: int, works: np.ndarray, capacity: int
) -> Scratch:
    """``nodes`` to ``values`` of :func:`search`.

    Args:
        state: dtype of the records.
        seats: most seats of the game.
        actions: number of actions.
        features: of the value of a position.
        works: ``(1,)`` scratch of the scripted player, with its weights.
        capacity: nodes of the tree.
    """
    return (
        np.zeros(capacity, dtype=node_dtype(seats)),
        np.zeros(2, dtype=np.int64),
        np.zeros((MAX_PATH, 2), dtype=np.int64),
        np.zeros(actions, dtype=np.bool_),
        np.zeros(3, dtype=state),
        works,
        np.zeros(features, dtype=np.float64),
        np.zeros(seats, dtype=np.float64),
    )
