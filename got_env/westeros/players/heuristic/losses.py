"""Losses and gains from Wildling cards and Supply: lose the least, gain the most."""

from __future__ import annotations

from got_env.core.agenda import A, top
from got_env.core.jit import linked
from got_env.westeros.players.heuristic.appraisal import danger, find_threats, standing_strength
from got_env.westeros.players.heuristic.combat_choices import TRACK_POINTS
from got_env.westeros.rules import actions
from got_env.westeros.rules.board import count_units, position_of
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import HAND_SIZE, NUM_TRACKS, NUM_UNITS, Terrain, Unit

LONE_UNIT = 1.0
"""Share of an area's worth that its last unit holds."""
ONE_OF_MANY = 0.1
UNITS_FIRST = 0.6
"""Chance-like share of the worth of two units against two positions on a track."""


@linked
def score_loss_area(s, p, w):
    """Prefer the area that misses a unit least: safe, of little worth, with more units left."""
    find_threats(s, p, w)
    for a in range(RULES[s.ruleset].num_areas):
        if s.owner[a] == p:
            n = count_units(s, a)
            missed = LONE_UNIT * w.worth[a] if n == 1 else ONE_OF_MANY * w.worth[a]
            held = standing_strength(s, a, False) + s.garrison[a]
            missed += w.worth[a] * (danger(s, w, a, held - 1.0) - danger(s, w, a, held))
            if s.units[a, Unit.FOOTMAN] + s.routed[a, Unit.FOOTMAN] == 0:
                missed += 1.0 if RULES[s.ruleset].kind[a] == Terrain.LAND else 0.3
            w.score[actions.AREA + a] = -missed


@linked
def score_loss_unit(s, w):
    """Prefer the cheapest type."""
    for u in range(NUM_UNITS):
        w.score[actions.UNIT + u] = -RULES[s.ruleset].muster_cost[u] - 0.1 * u


@linked
def score_knight_area(s, p, w, sign):
    """Prefer areas in which a Knight counts most (``sign`` 1) or least (-1)."""
    find_threats(s, p, w)
    for a in range(RULES[s.ruleset].num_areas):
        if s.owner[a] == p:
            held = standing_strength(s, a, False) + s.garrison[a]
            value = 0.1 * w.worth[a] + w.worth[a] * danger(s, w, a, held)
            w.score[actions.AREA + a] = 1.0 + sign * value if sign > 0.0 else -value


@linked
def score_climb_track(s, p, w):
    """Prefer the track with the most places to gain."""
    for t in range(NUM_TRACKS):
        w.score[actions.TRACK + t] = TRACK_POINTS[t] * position_of(s, t, p)


@linked
def score_drop_track(s, p, w):
    """Prefer the track with the fewest places to lose."""
    for t in range(NUM_TRACKS):
        w.score[actions.TRACK + t] = -TRACK_POINTS[t] * (s.num_players - position_of(s, t, p))


@linked
def score_preemptive_track(s, p, w):
    """Spare oneself the dearest track, but take it from others."""
    sign = -1.0 if top(s)[A] == p else 1.0
    for t in range(NUM_TRACKS):
        w.score[actions.TRACK + t] = sign * TRACK_POINTS[t]


@linked
def score_preemptive_choice(s, p, w):
    """Prefer to lose positions rather than units, unless the seat is first on a track."""
    best = s.num_players
    for t in range(NUM_TRACKS):
        best = min(best, position_of(s, t, p))
    w.score[actions.CHOICE] = UNITS_FIRST
    w.score[actions.CHOICE + 1] = 1.0 if best > 0 else 0.0


@linked
def score_keep_strong(s, p, w, sign):
    """Rank the own cards by strength, the strongest (``sign`` 1) or the weakest (-1) first."""
    for slot in range(HAND_SIZE):
        w.score[actions.CARD + slot] = 10.0 + sign * RULES[s.ruleset].card_strength[p, slot]
