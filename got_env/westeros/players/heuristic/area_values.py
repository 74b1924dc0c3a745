"""Worth of areas to a seat.

What a land area is worth depends on little besides its icons: how late it is, whether Supply is
short, and whether few castle areas are missing. For each of these moods the worths of all land
areas are worked out once in a game; of a position only its closed areas matter besides.
"""

from __future__ import annotations

from got_env.core.jit import kernel, lowest_bit
from got_env.westeros.players.heuristic.weights import Weight
from got_env.westeros.rules.board import BIT, controller, has
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import IMPASSABLE, Terrain

PORT_WORTH = 0.4
LATE_ROUND = 8
LAST_ROUNDS = 9
CLOSING = 5
"""Castle areas from which on every further one is worth more."""
ENOUGH_SUPPLY = 4


@kernel
def fill_worths(s, p, w):
    """Fill what every area is worth to seat ``p``; castle areas have been counted."""
    rules = RULES[s.ruleset]
    mood = mood_of(s, p, w)
    if w.keeps_plans == 0 or not has(w.known_moods, mood):
        w.known_moods |= BIT[mood]
        for a in range(rules.num_areas):
            w.worth_in[mood, a] = PORT_WORTH
            if rules.kind[a] == Terrain.LAND:
                w.worth_in[mood, a] = land_worth(s, p, w, a)
    closed = BIT[0] & 0
    for a in range(rules.num_areas):
        w.worth[a] = w.worth_in[mood, a]
        closed |= BIT[a] if s.neutral[a] == IMPASSABLE else 0
    left = closed & rules.land_mask
    while left != 0:
        w.worth[lowest_bit(left)] = 0.0
        left &= left - 1
    fill_seas(s, p, closed, w)


@kernel
def mood_of(s, p, w):
    """Mood of seat ``p``, on which the worth of land areas depends: a number below NUM_MOODS."""
    time = int(s.round_no >= LATE_ROUND) + int(s.round_no >= LAST_ROUNDS)
    hungry = int(s.supply[p] < ENOUGH_SUPPLY)
    return (time * 2 + hungry) * 2 + int(w.castles[p] >= CLOSING)


@kernel
def land_worth(s, p, w, a):
    """Points of a land area that is not closed."""
    rules = RULES[s.ruleset]
    fading = 0.3 if s.round_no >= LAST_ROUNDS else 1.0
    total = w.weights[Weight.LAND]
    if rules.muster_points[a] > 0:
        total += w.weights[Weight.CASTLE] * max(1, rules.claim[a])
        if s.round_no >= LATE_ROUND:
            total += w.weights[Weight.LATE_CASTLE]
        elif rules.muster_points[a] == 2:
            total += w.weights[Weight.STRONGHOLD]
        if w.castles[p] >= CLOSING:
            total += w.weights[Weight.CLOSING_CASTLE]
    hunger = 1.0 if s.supply[p] < ENOUGH_SUPPLY else 0.5
    total += fading * hunger * w.weights[Weight.SUPPLY] * rules.supply_icons[a]
    total += fading * w.weights[Weight.POWER] * rules.power_icons[a]
    return total


@kernel
def fill_seas(s, p, closed, w):
    """Points of the sea areas: coasts to guard and coasts to land on."""
    rules = RULES[s.ruleset]
    castles = BIT[0] & 0
    own = BIT[0] & 0
    for i in range(rules.num_castles):
        a = rules.castles[i]
        castles |= BIT[a]
        own |= BIT[a] if controller(s, a) == p else 0
    castles &= ~closed
    seas = rules.sea_mask
    while seas != 0:
        a = lowest_bit(seas)
        seas &= seas - 1
        total = w.weights[Weight.SEA]
        coasts = rules.adjacent[a] & castles
        while coasts != 0:
            ours = has(own, lowest_bit(coasts))
            coasts &= coasts - 1
            total += w.weights[Weight.SEA_OWN if ours else Weight.SEA_OTHER]
        w.worth[a] = total
