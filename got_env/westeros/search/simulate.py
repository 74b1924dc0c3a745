"""Simulations: deal, walk down the tree, roll out, value, back up."""

from __future__ import annotations

import numpy as np

from got_env.core.batch.rules import player_to_move
from got_env.core.batch.turns import write_mask
from got_env.core.jit import entry, kernel, thin
from got_env.core.players import Weights
from got_env.core.rng import next_word
from got_env.westeros.actions import num_actions
from got_env.westeros.engine import apply
from got_env.westeros.heuristic.choose import follow_game, new_work
from got_env.westeros.knowledge import redact
from got_env.westeros.search.deals import deal
from got_env.westeros.search.rollout import at_horizon, choose_by, roll_out, rounds_ahead
from got_env.westeros.search.tree import (
    NODE,
    Setting,
    back_up,
    decision_key,
    fill_edges,
    least_tried,
    mix_key,
    new_node,
    select,
)
from got_env.westeros.search.value import NUM_FEATURES, fill_values
from got_env.westeros.state import STATE
from got_env.westeros.vocabulary import MAX_AREAS, MAX_PLAYERS, NONE

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


@thin
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


@thin
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
        coefficients: ``(NUM_FEATURES,) float64`` of the value.
        nodes: ``(N,) NODE``: the tree. Node 0 is the root; the answer is among its edges.
        numbers: ``(2,) int64``: nodes in use, length of the path.
        path: ``(MAX_PATH, 2) int64`` scratch: nodes and edges of a simulation.
        mask: ``(A,) bool`` scratch.
        records: ``(3,) STATE`` scratch.
        works: ``(1,) WORK`` scratch, with the weights of the heuristic player.
        features: ``(NUM_FEATURES,) float64`` scratch.
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
    follow_game(w)
    if first == 0:
        open_root(nodes, numbers, root, me, root_mask, seed, settings, trials, w)
    for _ in range(count):
        if even:
            k = least_tried(nodes[0])
        else:
            k = select(nodes[0], root_mask, me, settings[Setting.EXPLORATION], False)
        records[0] = root
        deal(s, root, me, deal_seed(seed, nodes[0].count[k]), belief, trials, w)
        follow_game(w)
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


def new_scratch(capacity: int, weights: Weights) -> tuple[np.ndarray, ...]:
    """``nodes`` to ``values`` of :func:`search`, for a tree of so many nodes."""
    return (
        np.zeros(capacity, dtype=NODE),
        np.zeros(2, dtype=np.int64),
        np.zeros((MAX_PATH, 2), dtype=np.int64),
        np.zeros(num_actions(MAX_AREAS), dtype=np.bool_),
        np.zeros(3, dtype=STATE),
        new_work(weights),
        np.zeros(NUM_FEATURES, dtype=np.float64),
        np.zeros(MAX_PLAYERS, dtype=np.float64),
    )
