"""Choices during a combat once cards are open: card texts, the Blade, losses and retreats."""

from __future__ import annotations

from got_env.core.agenda import A, C, top
from got_env.core.jit import linked
from got_env.westeros.phases.casualties import standing_of
from got_env.westeros.phases.retreat import count_fighters
from got_env.westeros.players.heuristic.appraisal import danger, find_threats, standing_strength
from got_env.westeros.players.heuristic.asked import side_strength
from got_env.westeros.players.heuristic.cards import (
    AERON_PRICE,
    prepare_pairs,
    prepare_trial,
    try_pair,
    wins_tie,
)
from got_env.westeros.rules import actions
from got_env.westeros.rules.board import count_units, has, position_of
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    HAND_SIZE,
    NONE,
    NUM_TRACKS,
    NUM_UNITS,
    Effect,
    Order,
    Unit,
)

POWER_KEPT = 3
"""Power that is kept when there is something else to pay for."""
SUPPORT_PLACED, DEFENSE_PLACED = 0.6, 0.4
MELISANDRE_PRICE = 2.0
"""Points that a card must be worth to be paid for."""
GAIN = 0.5
"""Least gain in points for which a card is sent back."""
WEAK_TIDES = 1
EXPECTED_TIDES = 1.0
RETREAT_WORTH = 0.1
RETREAT_SAFETY = 2.0
RETREAT_TOGETHER = 0.2
TRACK_POINTS = (1.0, 1.1, 1.2)
"""Points of a position on each track."""


# --- Tyrion Lannister, Aeron Damphair


@linked
def score_tyrion(s, trials, w):
    """Send the card back if even the best card that can replace it is better for us."""
    side = top(s)[A]
    other = 1 - side
    q = s.fighter[other]
    prepare_pairs(s, trials, w)
    now = try_pair(s, trials[0], side, s.card[side], s.card[other], w)
    found = False
    instead = 0.0
    for slot in range(HAND_SIZE):
        if has(s.hand[q], slot):
            value = try_pair(s, trials[0], side, s.card[side], slot, w)
            instead = min(instead, value) if found else value
            found = True
    if not found:
        instead = try_pair(s, trials[0], side, s.card[side], NONE, w)
    w.score[actions.NO] = now + GAIN
    w.score[actions.YES] = instead


@linked
def score_open_card(s, trials, w):
    """Prefer the best card against the one that lies open."""
    side = top(s)[A]
    p = s.fighter[side]
    prepare_pairs(s, trials, w)
    for slot in range(HAND_SIZE):
        if has(s.hand[p], slot):
            value = try_pair(s, trials[0], side, slot, s.card[1 - side], w)
            w.score[actions.CARD + slot] = value


@linked
def score_aeron(s, trials, w):
    """Play another card if it is better than Aeron by the worth of 2 Power."""
    side = top(s)[A]
    score_open_card(s, trials, w)
    w.score[actions.DONE] = AERON_PRICE + try_pair(
        s, trials[0], side, s.card[side], s.card[1 - side], w
    )


# --- other texts


@linked
def score_doran(s, w):
    """Prefer the track on which the opponent falls deepest."""
    q = s.fighter[1 - top(s)[A]]
    for t in range(NUM_TRACKS):
        fall = s.num_players - 1 - position_of(s, t, q)
        w.score[actions.TRACK + t] = TRACK_POINTS[t] * fall


@linked
def score_fresh(w):
    """Prefer the unit that stands."""
    w.score[actions.STATUS] = 1.0


@linked
def score_renly(s, w):
    """A Knight where it goes furthest: in the embattled area."""
    for x in range(RULES[s.ruleset].num_areas):
        w.score[actions.AREA + x] = 1.0 + 0.01 * w.worth[x]
    w.score[actions.AREA + s.fight_area] = 2.0


@linked
def score_melisandre(s, w):
    """As Patchface, where a strong card is worth the Power."""
    score_patchface(s, w)
    w.score[actions.DONE] = MELISANDRE_PRICE


@linked
def score_patchface(s, w):
    """Prefer the strongest card, and cards with a text."""
    q = s.fighter[1 - top(s)[A]]
    rules = RULES[s.ruleset]
    for slot in range(HAND_SIZE):
        value = 1.0 + rules.card_strength[q, slot] + 0.3 * rules.card_swords[q, slot]
        if rules.card_effect[q, slot] != Effect.NO_TEXT:
            value += 0.5
        w.score[actions.CARD + slot] = value


@linked
def score_davos(s, p, w):
    """Pay if there is Power left then."""
    w.score[actions.NO] = 0.5
    if s.power[p] > POWER_KEPT:
        w.score[actions.YES] = 1.0


@linked
def score_place_order(s, p, w):
    """A Defense order where an attack is coming, else Support."""
    find_threats(s, p, w)
    a = s.fight_area
    standing = standing_strength(s, a, False)
    w.score[actions.ORDER + Order.SUPPORT] = SUPPORT_PLACED
    w.score[actions.ORDER + Order.DEFENSE] = DEFENSE_PLACED + danger(s, w, a, standing)


# --- the Blade and Tides of Battle cards


@linked
def score_blade(s, trials, w):
    """Use the Blade if one point of strength turns the combat."""
    side = top(s)[A]
    prepare_trial(s, trials)
    margin = side_strength(trials[0], side) - side_strength(trials[0], 1 - side)
    lost = margin < 0 or (margin == 0 and not wins_tie(s, side))
    saved = margin + 1 > 0 or (margin + 1 == 0 and wins_tie(s, side))
    w.score[actions.YES] = 1.0 if lost and saved else 0.0
    w.score[actions.NO] = 0.5


@linked
def score_tides_redraw(s, trials, w):
    """Draw again after a weak card in a combat that would be lost."""
    side = top(s)[A]
    prepare_trial(s, trials)
    margin = side_strength(trials[0], side) - side_strength(trials[0], 1 - side)
    strength = RULES[s.ruleset].tides_strength[s.tides[side]]
    losing = margin - EXPECTED_TIDES < 0.0
    w.score[actions.YES] = 1.0 if losing and strength <= WEAK_TIDES else 0.0
    w.score[actions.NO] = 0.5


# --- losses and retreats


@linked
def score_casualty(s, w):
    """Prefer Siege Engines that a retreat would destroy anyway, then the cheapest unit.

    Frame: a left.
    """
    frame = top(s)
    side = frame[C]
    doomed = 0
    if s.victor == 1 - side:
        doomed = standing_of(s, side, Unit.SIEGE_ENGINE)
    for u in range(NUM_UNITS):
        w.score[actions.UNIT + u] = -RULES[s.ruleset].muster_cost[u] - 0.1 * u
    if doomed >= frame[A]:
        w.score[actions.UNIT + Unit.SIEGE_ENGINE] = 1.0


@linked
def score_retreat_loss(s, w):
    """Prefer the cheapest unit."""
    for u in range(NUM_UNITS):
        w.score[actions.UNIT + u] = -RULES[s.ruleset].muster_cost[u] - 0.1 * u


@linked
def score_retreat(s, p, w):
    """Prefer a worthy area that is safe with the units that arrive."""
    find_threats(s, p, w)
    coming = float(count_fighters(s, top(s)[A]))
    for d in range(RULES[s.ruleset].num_areas):
        there = 0.0
        if s.owner[d] == p:
            there = standing_strength(s, d, False)
        safety = 1.0 - danger(s, w, d, there + s.garrison[d])
        value = RETREAT_SAFETY * safety * coming + RETREAT_WORTH * w.worth[d]
        w.score[actions.AREA + d] = value + RETREAT_TOGETHER * there


@linked
def score_robb(s, w):
    """Send the beaten army where it is of least use: to little worth and few of its units."""
    for d in range(RULES[s.ruleset].num_areas):
        w.score[actions.AREA + d] = 100.0 - w.worth[d] - 0.2 * count_units(s, d)
