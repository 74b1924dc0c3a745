"""Worth of an open Wildling card to a seat: points of its reward and penalties."""

from __future__ import annotations

from got_env.core.jit import kernel, linked
from got_env.westeros.players.heuristic.combat_choices import TRACK_POINTS
from got_env.westeros.players.heuristic.weights import Weight
from got_env.westeros.rules.board import has, position_of
from got_env.westeros.rules.table import RULES, SUPPLY_LEVELS
from got_env.westeros.rules.vocabulary import (
    HAND_SIZE,
    NUM_TRACKS,
    Track,
    Unit,
    WildlingCard,
)

KNIGHT_STEP = 1.1
"""Units that a Knight is worth beyond a Footman."""
DEMOTED, PROMOTED = 2, 2
"""Knights that a seat other than the lowest bidder loses to Crow Killers, and Footmen promoted."""
UNITS_OF_OTHERS = 2
SUPPLY_OF_LOWEST, SUPPLY_OF_OTHERS = 2, 1
USUAL_STAKES = 2.5
"""Stakes, in points, at which a bid against an unknown card is right."""
MOST_EAGER = 1.6
"""The most that an open card raises a bid."""
POINTS_OF_POWER = 0.8
"""Points that are given up with a Power token."""


@kernel
def fall(s, p, track):
    """Points that seat ``p`` loses by going to the last place of a track."""
    return TRACK_POINTS[track] * (s.num_players - 1 - position_of(s, track, p))


@kernel
def count_own(s, p, u):
    """Units of one type that seat ``p`` has on the board, routed ones included."""
    n = 0
    for a in range(RULES[s.ruleset].num_areas):
        if s.owner[a] == p:
            n += s.units[a, u] + s.routed[a, u]
    return n


@kernel
def card_penalty(s, p, cards, lowest, w):
    """Points of one House card less of a mask: the strongest, or one by chance."""
    strength = RULES[s.ruleset].card_strength[p]
    best = 0
    total = 0
    n = 0
    for slot in range(HAND_SIZE):
        if has(cards, slot):
            best = max(best, int(strength[slot]))
            total += int(strength[slot])
            n += 1
    if n < 2:
        return 0.0
    return w.weights[Weight.CARD] * (1.0 + (best if lowest else total / n))


@kernel
def penalty(s, p, card, lowest, w):
    """Points that seat ``p`` loses if the Wildlings win, as the lowest bidder or another."""
    if card == WildlingCard.A_KING_BEYOND_THE_WALL:
        if not lowest:
            return min(fall(s, p, Track.FIEFDOMS), fall(s, p, Track.KINGS_COURT))
        total = 0.0
        for t in range(NUM_TRACKS):
            total += fall(s, p, t)
        return total
    if card == WildlingCard.CROW_KILLERS:
        knights = count_own(s, p, Unit.KNIGHT)
        lost = knights if lowest else min(knights, DEMOTED)
        return w.weights[Weight.UNIT] * KNIGHT_STEP * lost
    if card == WildlingCard.MAMMOTH_RIDERS:
        lost = RULES[s.ruleset].mammoth_loss if lowest else UNITS_OF_OTHERS
        return w.weights[Weight.UNIT] * lost
    if card == WildlingCard.MASSING_ON_THE_MILKWATER:
        return card_penalty(s, p, int(s.hand[p]), lowest, w)
    if card == WildlingCard.RATTLESHIRTS_RAIDERS:
        steps = SUPPLY_OF_LOWEST if lowest else SUPPLY_OF_OTHERS
        return w.weights[Weight.SUPPLY] * min(steps, int(s.supply[p]))
    return 0.0


@kernel
def reward(s, p, card, w):
    """Points that seat ``p`` gains as the highest bidder if the Night's Watch wins."""
    if card == WildlingCard.A_KING_BEYOND_THE_WALL:
        best = 0.0
        for t in range(NUM_TRACKS):
            best = max(best, TRACK_POINTS[t] * position_of(s, t, p))
        return best
    if card == WildlingCard.CROW_KILLERS:
        raised = min(count_own(s, p, Unit.FOOTMAN), int(s.pool[p, Unit.KNIGHT]), PROMOTED)
        return w.weights[Weight.UNIT] * KNIGHT_STEP * raised
    if card == WildlingCard.MAMMOTH_RIDERS:
        return w.weights[Weight.CARD] * 2.0 if s.discards[p] != 0 else 0.0
    if card == WildlingCard.RATTLESHIRTS_RAIDERS and s.supply[p] < SUPPLY_LEVELS - 1:
        return w.weights[Weight.SUPPLY]
    return 0.0


@linked
def eagerness(s, p, card, bidders, w):
    """Factor on a bid against the open card, by what is at stake for seat ``p``."""
    harm = penalty(s, p, card, False, w)
    worse = penalty(s, p, card, True, w) - harm
    stakes = harm + (max(worse, 0.0) + reward(s, p, card, w)) / max(1, bidders)
    return min(stakes / USUAL_STAKES, MOST_EAGER)


@linked
def worth_of_escape(s, p, card, w):
    """Power that not being the lowest bidder is worth to seat ``p`` in a lost attack."""
    worse = penalty(s, p, card, True, w) - penalty(s, p, card, False, w)
    return max(worse, 0.0) / POINTS_OF_POWER
