"""A policy network computed inside a kernel: scores of the actions of one decision.

It is the network of :mod:`got_agents.network`. Most numbers of an observation are 0, and so are
most numbers behind a layer, whose negative ones are cut off. Both are passed over. Numbers are
added one after another, never regrouped, so a result is the same everywhere.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from got_env.core.jit import entry, kernel
from got_env.core.search.tree import NONE

Numbers = npt.NDArray[np.float32]


class PolicyArrays(NamedTuple):
    """The weights of a policy network, inputs first, and memory to compute it in."""

    entity: Numbers
    """From the features of an entity to its embedding ``(F, E)``."""
    place: Numbers
    """Of every entity ``(N, E)``."""
    first_entities: Numbers
    """From all embeddings to the first layer ``(N * E, H)``."""
    first_rest: Numbers
    """From all other features ``(R, H)``."""
    first_bias: Numbers
    second: Numbers
    """``(H, H)``."""
    second_bias: Numbers
    actor: Numbers
    """``(H, A + K)``: scores of the actions, and trust in each of K advisors."""
    actor_bias: Numbers
    query: Numbers
    """``(H, E)``."""
    query_bias: Numbers
    advised: Numbers
    """Of an action that an advisor names ``(A, E)``."""
    advice: Numbers
    """From those of all advisors to the first layer ``(K * E, H)``."""
    embeddings: Numbers
    """``(N, E)`` scratch, as all that follows."""
    one: Numbers
    """``(H,)``."""
    two: Numbers
    """``(H,)``."""
    asked: Numbers
    """``(E,)``."""


@kernel
def add_row(number, table, i, out):
    """Add a multiple of a row of a table."""
    for j in range(len(out)):
        out[j] += number * table[i, j]


@kernel
def add_positive(numbers, table, out):
    """Add the rows of a table, each as often as its number says, where that is above zero."""
    for i in range(len(numbers)):
        if numbers[i] > 0.0:
            add_row(numbers[i], table, i, out)


@entry
def score_actions(
    row, named, entity_action, entity, place, first_entities, first_rest, first_bias, second,
    second_bias, actor, actor_bias, query, query_bias, advised, advice, embeddings, one, two, asked,
    scores,
):  # fmt: skip
    """Write the scores of all actions: unnormalised log-probabilities.

    Args:
        row: ``(size,) int8``: a flat observation.
        named: ``(K,) int64``: actions of the advisors.
        entity_action: the first action that points at an entity.
        entity: with all to ``asked``: :class:`PolicyArrays`.
        place: the same.
        first_entities: the same.
        first_rest: the same.
        first_bias: the same.
        second: the same.
        second_bias: the same.
        actor: the same.
        actor_bias: the same.
        query: the same.
        query_bias: the same.
        advised: the same.
        advice: the same.
        embeddings: the same.
        one: the same.
        two: the same.
        asked: the same.
        scores: ``(A + K,) float32``; behind those of the actions comes the trust in each advisor.
    """
    entities = len(place)
    features = len(entity)
    for j in range(len(one)):
        one[j] = first_bias[j]
        two[j] = second_bias[j]
    for e in range(entities):
        known = embeddings[e]
        for k in range(len(known)):
            known[k] = place[e, k]
        for f in range(features):
            if row[e * features + f] != 0:
                add_row(np.float32(row[e * features + f]), entity, f, known)
        for k in range(len(known)):
            if known[k] > 0.0:
                add_row(known[k], first_entities, e * len(known) + k, one)
            else:
                known[k] = 0.0
    start = entities * features
    for i in range(len(first_rest)):
        if row[start + i] != 0:
            add_row(np.float32(row[start + i]), first_rest, i, one)
    width = advised.shape[1]
    for n in range(len(named)):
        for k in range(width):
            add_row(advised[named[n], k], advice, n * width + k, one)
    add_positive(one, second, two)
    for j in range(len(scores)):
        scores[j] = actor_bias[j]
    add_positive(two, actor, scores)
    if entities > 0:
        for k in range(len(asked)):
            asked[k] = query_bias[k]
        add_positive(two, query, asked)
        share = np.float32(1.0 / np.sqrt(float(len(asked))))
        for e in range(entities):
            total = np.float32(0.0)
            for k in range(len(asked)):
                total += embeddings[e, k] * asked[k]
            scores[entity_action + e] += total * share
    for n in range(len(named)):
        scores[named[n]] += scores[len(advised) + n]


@kernel
def chance(scores, mask, action, highest, total):
    """Chance of an action among the legal ones."""
    return math.exp(scores[action] - highest) / total if mask[action] else 0.0


@entry
def blend_prior(nodes, mask, width, share, scores, blended):
    """Mix the prior of the root with the chances of a policy, before the first simulation.

    The root then considers the actions with the highest mixed prior, best first.

    Args:
        nodes: ``(N,)``: the tree; its root is open and has not been visited.
        mask: ``(A,) bool``: legal actions.
        width: edges at most.
        share: of the policy in the mix.
        scores: ``(A + K,) float32``: first those of all actions, see :func:`score_actions`.
        blended: ``(A,) float64`` scratch.
    """
    root = nodes[0]
    highest = -math.inf
    for action in range(len(mask)):
        if mask[action]:
            highest = max(highest, float(scores[action]))
    total = 0.0
    for action in range(len(mask)):
        if mask[action]:
            total += math.exp(scores[action] - highest)
    for action in range(len(mask)):
        blended[action] = share * chance(scores, mask, action, highest, total)
    for k in range(root.edges):
        blended[root.action[k]] += (1.0 - share) * root.prior[k]
    edges = 0
    sum_of_prior = 0.0
    while edges < min(width, len(root.action)):
        best = NONE
        for action in range(len(mask)):
            if mask[action] and (best == NONE or blended[action] > blended[best]):
                best = action
        if best == NONE or blended[best] <= 0.0:
            break
        root.action[edges] = best
        root.prior[edges] = blended[best]
        root.count[edges] = 0
        root.open[edges] = 0
        root.sum[edges, :] = 0.0
        root.child[edges] = NONE
        sum_of_prior += blended[best]
        blended[best] = -1.0
        edges += 1
    root.edges = edges
    for k in range(edges):
        root.prior[k] /= sum_of_prior
