"""Support in combats: for oneself, and against the rival one would rather see beaten."""

from __future__ import annotations

from got_env.core.agenda import A, top
from got_env.core.jit import kernel, linked
from got_env.westeros.players.heuristic.appraisal import lead
from got_env.westeros.rules import actions
from got_env.westeros.rules.board import has
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, NUM_UNITS, Order, Side

NEIGHBOUR = 0.3
"""Weight of each border with another house in the wish to see it beaten."""
INDIFFERENT = 1.0
DEFENDER_FIRST = 0.5
"""Points for the defender, the lesser evil."""

BACKING, MARCH, CONSOLIDATE, SUPPORT, OTHER = 6.0, 3.0, 2.0, 1.5, 1.0
"""Points of removing an order: one that supports this combat, and any other."""


@linked
def rivalry(s, p, q, w):
    """Wish of seat ``p`` to see seat ``q`` beaten."""
    rules = RULES[s.ruleset]
    borders = 0
    for a in range(rules.num_areas):
        if s.owner[a] == q:
            for b in range(rules.num_areas):
                if s.owner[b] == p and has(rules.adjacent[a], b):
                    borders += 1
    return lead(s, q, w) + NEIGHBOUR * borders


@linked
def score_support(s, p, w):
    """Support oneself always, and a third house only against a clearly stronger rival."""
    attacker = s.fighter[Side.ATTACKER]
    defender = s.fighter[Side.DEFENDER]
    w.score[actions.SIDE + Side.NOBODY] = INDIFFERENT
    if p == attacker:
        w.score[actions.SIDE + Side.ATTACKER] = 2.0 * INDIFFERENT
    elif p == defender:
        w.score[actions.SIDE + Side.DEFENDER] = 2.0 * INDIFFERENT
    else:
        lean = rivalry(s, p, attacker, w) - rivalry(s, p, defender, w) + DEFENDER_FIRST
        w.score[actions.SIDE + Side.DEFENDER] = lean
        w.score[actions.SIDE + Side.ATTACKER] = -lean


@linked
def score_refuse_support(w):
    """Accept all support."""
    w.score[actions.YES] = 1.0


@kernel
def order_points(s, q, x, w):
    """Worth of the order on area ``x`` to its owner, seat ``q``, for cards that remove it."""
    order = s.order[x]
    units = 0.0
    if s.owner[x] != NONE:
        for u in range(NUM_UNITS):
            units += s.units[x, u]
    if s.fight == 1 and (s.backing[x] == Side.ATTACKER or s.backing[x] == Side.DEFENDER):
        if s.fighter[s.backing[x]] == q:
            return BACKING + units
    if order <= Order.MARCH_STAR:
        return MARCH + units
    if order == Order.SUPPORT or order == Order.SUPPORT_STAR:
        return SUPPORT + units
    if order >= Order.CONSOLIDATE:
        return CONSOLIDATE + 0.1 * w.worth[x]
    return OTHER


@linked
def score_near_removal(s, p, w):
    """The most useful order of another house beside the battle, or none."""
    w.score[actions.DONE] = 0.5
    for x in range(RULES[s.ruleset].num_areas):
        if s.order[x] != NONE and s.order_seat[x] != NONE:
            own = s.order_seat[x] == p
            points = order_points(s, s.order_seat[x], x, w)
            w.score[actions.AREA + x] = -points if own else points


@linked
def score_order_removal(s, w):
    """Prefer the most useful order of the opponent. Frame: the side of the card's player."""
    q = s.fighter[1 - top(s)[A]]
    for x in range(RULES[s.ruleset].num_areas):
        if s.order[x] != NONE and s.order_seat[x] == q:
            w.score[actions.AREA + x] = order_points(s, q, x, w)
