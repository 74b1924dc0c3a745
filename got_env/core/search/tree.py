"""The tree: nodes that the searching seat can tell apart, with their edges inside.

A node is a decision of one seat; its edges are the actions that the heuristic player ranks first,
best first. What an edge leads to depends on the deal and on what happened on the way. So an edge
has a list of children, and a key tells them apart.
"""

from __future__ import annotations

import math
from enum import IntEnum
from typing import Any

import numpy as np

from got_env.core.jit import kernel, record_dtype
from got_env.core.search.hooks import score

NONE = -1
"""No edge, node or action."""

MAX_WIDTH = 64
"""Edges a node can have."""


def node_dtype(seats: int) -> np.dtype[Any]:
    """A node of the tree of a game with so many seats at most."""
    return record_dtype(
        [
            ("key", np.int64),  # tells children of the same edge apart
            ("sibling", np.int64),  # next child of the same edge
            ("seat", np.int64),  # who decides
            ("visits", np.int64),
            ("edges", np.int64),
            ("total", np.float64, (seats,)),  # sum of the values of all visits, by seat
            ("action", np.int64, (MAX_WIDTH,)),
            ("prior", np.float64, (MAX_WIDTH,)),
            ("count", np.int64, (MAX_WIDTH,)),  # visits of the edge
            ("open", np.int64, (MAX_WIDTH,)),  # visits of the node in which the edge was legal
            ("sum", np.float64, (MAX_WIDTH, seats)),  # of the values behind the edge, by seat
            ("child", np.int64, (MAX_WIDTH,)),  # first child
        ]
    )


class Setting(IntEnum):
    """Places in the settings of a search."""

    HORIZON = 0  # rounds a rollout looks ahead
    POLICY = 1  # who plays rollouts
    WIDTH = 2  # edges of a node at most
    EXPLORATION = 3  # weight of prior and curiosity against what was seen
    DECAY = 4  # prior of an edge relative to the one before it
    BELIEF = 5  # percent of secret choices dealt as the heuristic player would choose
    PARANOID = 6  # 1: the others minimise the seat's value; 0: each maximises its own
    OTHERS = 7  # 1: decisions of other seats are nodes too; 0: they follow the rollout policy
    EVEN = 8  # 1: all edges of the root are tried equally often, and there is no tree below


NUM_SETTINGS = len(Setting)


@kernel
def new_node(nodes, used, key):
    """Take the next free node; its edges are still to be filled."""
    node = nodes[used]
    node.key = key
    node.sibling = NONE
    node.visits = 0
    node.edges = 0
    node.total[:] = 0.0


@kernel
def fill_edges(node, known, p, mask, seed, width, decay, trials, w):
    """Make edges for the legal actions that the heuristic player ranks first.

    Args:
        node: the node of the open decision.
        known: the record as seat ``p`` knows it.
        p: the seat that decides.
        mask: its legal actions.
        seed: random number for the heuristic player.
        width: edges at most.
        decay: prior of an edge relative to the one before it.
        trials: ``(1,) STATE`` scratch.
        w: scratch with the weights of the heuristic player.
    """
    score(known, p, seed, trials, w)
    node.seat = p
    prior = 1.0
    total = 0.0
    while node.edges < min(width, MAX_WIDTH):
        best = NONE
        for action in range(len(mask)):
            if mask[action] and (best == NONE or w.score[action] > w.score[best]):
                if not has_edge(node, action):
                    best = action
        if best == NONE:
            break
        k = node.edges
        node.action[k] = best
        node.prior[k] = prior
        node.count[k] = 0
        node.open[k] = 0
        node.sum[k, :] = 0.0
        node.child[k] = NONE
        node.edges += 1
        total += prior
        prior *= decay
    for k in range(node.edges):
        node.prior[k] /= total


@kernel
def has_edge(node, action):
    """True if a node has an edge for an action."""
    for k in range(node.edges):
        if node.action[k] == action:
            return True
    return False


@kernel
def select(node, mask, me, exploration, paranoid):
    """The edge to follow among those that are legal in this deal, NONE without one.

    PUCT, with the number of visits in which the edge was legal in place of all visits of the node.
    """
    best = NONE
    best_bound = 0.0
    for k in range(node.edges):
        if mask[node.action[k]]:
            node.open[k] += 1
            bound = estimate(node, k, me, paranoid)
            curiosity = math.sqrt(float(node.open[k])) / (1.0 + node.count[k])
            bound += exploration * node.prior[k] * curiosity
            if best == NONE or bound > best_bound:
                best = k
                best_bound = bound
    return best


@kernel
def estimate(node, k, me, paranoid):
    """Mean value of an edge to the seat that decides; that of the node while it is new."""
    seat = node.seat
    sign = 1.0
    if paranoid and seat != me:
        seat = me
        sign = -1.0
    if node.count[k] > 0:
        return sign * node.sum[k, seat] / node.count[k]
    if node.visits > 0:
        return sign * node.total[seat] / node.visits
    return 0.0


@kernel
def least_tried(node):
    """The edge with the fewest visits, the first of equals."""
    best = 0
    for k in range(1, node.edges):
        if node.count[k] < node.count[best]:
            best = k
    return best


@kernel
def back_up(node, k, values, players):
    """Add the values of a simulation to an edge and its node."""
    node.visits += 1
    node.count[k] += 1
    for q in range(players):
        node.total[q] += values[q]
        node.sum[k, q] += values[q]


@kernel
def mix_key(key, number):
    """Fold a number into a key."""
    x = (key ^ (number + 1)) & 0xFFFFFFFF
    x = (x * 0x2C1B3C6D + 0x297A2D39) & 0xFFFFFFFF
    return x ^ (x >> 15)


@kernel
def key_of_frame(frame, player, history):
    """A key of an open decision: the numbers of its frame, and the actions before it."""
    key = mix_key(history, int(frame[0]))
    for i in range(1, len(frame)):
        key = mix_key(key, int(frame[i]))
    return mix_key(key, int(player))
