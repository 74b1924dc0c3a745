"""Quick scores: what a player sees at a glance, for a style that plays many games a second.

No plan is made and no combat is tried: a march looks at the areas in reach, an order at those
beside its own. What has no case here is answered by the first legal action.
"""

from __future__ import annotations

from got_env.core.agenda import PHASE, A, B, top
from got_env.core.jit import kernel, linked
from got_env.westeros.players.heuristic.appraisal import spice
from got_env.westeros.players.heuristic.asked import open_bonus
from got_env.westeros.rules import actions
from got_env.westeros.rules.board import controller
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    HAND_SIZE,
    NONE,
    NUM_ORDERS,
    NUM_TRACKS,
    NUM_UNITS,
    Order,
    Phase,
    Side,
    Terrain,
    Unit,
)

LAND = 1.0
"""Worth of any land area."""

CASTLE = 6.0
"""More for a castle area, and again for each mustering point."""

ICON = 1.0
"""More for each icon of supply or power."""

CLAIM = 8.0
"""More for each point of claim, where claim wins."""

POWER, POWER_FOR_CLAIM = 0.5, 1.5
"""Points of a token of Power, and of one where claim is bid for."""

SEA = 0.5
STAY = 0.2
"""Score of ending a march: less than anything worth taking."""

MARGIN = 1
"""Strength beyond the defender's that an attack needs."""

PER_BID = 0.4
"""Share of the Power that a bid takes; most of it goes into a bid for claim."""

FOR_CLAIM = 0.9

CHANCE = 1.5
"""How much chance adds to the strength of a House card."""


@kernel
def strength_of(s, a):
    """Strength of all that defends an area, without orders and support."""
    strength = int(s.garrison[a]) + int(s.neutral[a])
    for u in range(NUM_UNITS):
        strength += int(s.units[a, u]) * int(RULES[s.ruleset].unit_strength[u])
    return strength


@kernel
def prize(s, p, d, strength):
    """Points of marching into ``d`` with a strength; negative where that would be beaten."""
    rules = RULES[s.ruleset]
    if s.owner[d] == p:
        return 0.0
    if s.owner[d] != NONE or s.garrison[d] > 0 or s.neutral[d] > 0:
        defended = strength_of(s, d)
        if s.order[d] == Order.DEFENSE or s.order[d] == Order.DEFENSE_STAR:
            defended += int(rules.order_bonus[s.order[d]])
        if strength < defended + MARGIN:
            return -1.0
    if rules.kind[d] != Terrain.LAND:
        return SEA
    if controller(s, d) == p:
        return 0.0
    points = LAND + ICON * (int(rules.supply_icons[d]) + int(rules.power_icons[d]))
    if rules.muster_points[d] > 0:
        points += CASTLE * (1 + int(rules.muster_points[d]))
    return points + CLAIM * int(rules.claim[d])


@kernel
def best_prize(s, p, a):
    """The best prize beside an area for all units there."""
    rules = RULES[s.ruleset]
    strength = strength_of(s, a) - int(s.garrison[a])
    best = 0.0
    for i in range(rules.degree[a]):
        d = rules.neighbours[a, i]
        # Ships stay at sea, and what is on land crosses it with more thought than is spent here.
        if rules.kind[d] == rules.kind[a]:
            best = max(best, prize(s, p, d, strength))
    return best


@linked
def quick_order(s, p, a, seed, w):
    """A march where there is something to take, else Power, support or a raid."""
    rules = RULES[s.ruleset]
    march = best_prize(s, p, a)
    consolidate = 0.0
    support = 0.6
    if rules.kind[a] == Terrain.LAND:
        consolidate = (LAND + ICON * int(rules.power_icons[a])) * (
            POWER_FOR_CLAIM if rules.claim[rules.castles[0]] > 0 else POWER
        )
    else:
        support = 1.2
    for t in range(NUM_ORDERS):
        points = 0.0
        if t <= Order.MARCH_STAR:
            points = march
        elif t <= Order.DEFENSE_STAR:
            points = 0.5
        elif t <= Order.SUPPORT_STAR:
            points = support
        elif t <= Order.RAID_STAR:
            points = 0.4
        else:
            points = consolidate
        if t == Order.CONSOLIDATE_STAR:
            points += CASTLE * int(rules.muster_points[a])
        points += 0.3 * int(rules.order_bonus[t])
        w.score[actions.ORDER + t] = points * (0.7 + 0.6 * spice(seed, t))


@linked
def quick_march_from(s, p, mask, w):
    """The march with the best prize first."""
    for a in range(RULES[s.ruleset].num_areas):
        if mask[actions.AREA + a]:
            w.score[actions.AREA + a] = best_prize(s, p, a)


@linked
def quick_march_to(s, p, mask, seed, w):
    """The best prize for the units that are left; none if nothing is worth it."""
    rules = RULES[s.ruleset]
    strength = int(open_bonus(s))
    for u in range(NUM_UNITS):
        strength += int(s.march_left[u]) * int(rules.unit_strength[u])
    w.score[actions.DONE] = STAY
    for d in range(rules.num_areas):
        if mask[actions.AREA + d]:
            points = prize(s, p, d, strength)
            w.score[actions.AREA + d] = points * (0.9 + 0.2 * spice(seed, d))


@kernel
def quick_counts(w):
    """As many as can go."""
    for n in range(actions.CARD - actions.COUNT):
        w.score[actions.COUNT + n] = float(n)


@kernel
def quick_muster(w):
    """Knights before Footmen, Footmen before the rest."""
    w.score[actions.UNIT + Unit.KNIGHT] = 3.0
    w.score[actions.UPGRADE] = 2.5
    w.score[actions.UNIT + Unit.FOOTMAN] = 2.0
    w.score[actions.UNIT + Unit.SIEGE_ENGINE] = 1.0
    w.score[actions.UNIT + Unit.SHIP] = 1.5


@kernel
def quick_bid(s, p, seed, w):
    """Some share of the Power."""
    share = FOR_CLAIM if top(s)[A] == NUM_TRACKS else PER_BID
    wanted = share * int(s.power[p]) * (0.5 + spice(seed, 0))
    for n in range(int(s.power[p]) + 1):
        w.score[actions.BID + n] = -abs(n - wanted)


@kernel
def quick_tie(s, p, w):
    """Oneself before others, unless the lowest bidder is looked for."""
    frame = top(s)
    lowest = frame[PHASE] == Phase.CLAIM_TIE and frame[B] == 1
    w.score[actions.SEAT + p] = -1.0 if lowest else 1.0


@kernel
def quick_tactic(seed, w):
    """Any Tactics card."""
    for slot in range(HAND_SIZE):
        w.score[actions.CARD + slot] = spice(seed, slot)


@kernel
def quick_card(s, p, seed, w):
    """A strong card as a rule."""
    rules = RULES[s.ruleset]
    for slot in range(HAND_SIZE):
        icons = int(rules.card_swords[p, slot]) + int(rules.card_forts[p, slot])
        points = int(rules.card_strength[p, slot]) + 0.5 * icons
        w.score[actions.CARD + slot] = points + CHANCE * spice(seed, slot)


@kernel
def quick_support(s, p, w):
    """The own side, else nobody."""
    w.score[actions.SIDE + Side.NOBODY] = 1.0
    for side in range(2):
        if s.fighter[side] == p:
            w.score[actions.SIDE + side] = 2.0


@kernel
def quick_area(s, mask, w):
    """The area with the most to muster."""
    for a in range(RULES[s.ruleset].num_areas):
        if mask[actions.AREA + a]:
            w.score[actions.AREA + a] = 1.0 + int(RULES[s.ruleset].muster_points[a])


@linked
def quick_score(s, p, mask, seed, w):
    """Fill ``w.score`` for the open decision of seat ``p``; a record redacted for it is enough.

    Args:
        s: the record.
        p: the seat.
        mask: ``(A,) bool``, the legal actions.
        seed: random number of the decision.
        w: scratch.
    """
    w.score[:] = 0.0
    frame = top(s)
    match frame[PHASE]:
        case Phase.ORDER:
            quick_order(s, p, int(frame[A]), seed, w)
        case Phase.MARCH_FROM:
            quick_march_from(s, p, mask, w)
        case Phase.MARCH_TO:
            quick_march_to(s, p, mask, seed, w)
        case Phase.MARCH_COUNT:
            quick_counts(w)
        case Phase.MUSTER:
            quick_muster(w)
        case Phase.CONSOLIDATE_CHOICE:
            w.score[actions.CHOICE + 1] = 1.0
        case Phase.BID:
            quick_bid(s, p, seed, w)
        case Phase.HOUSE_CARD:
            quick_card(s, p, seed, w)
        case Phase.SUPPORT:
            quick_support(s, p, w)
        case Phase.RETREAT:
            quick_area(s, mask, w)
        case Phase.TIE | Phase.CLAIM_TIE:
            quick_tie(s, p, w)
        case Phase.TACTIC:
            quick_tactic(seed, w)
        case Phase.CLAIM_SOURCE:
            w.score[actions.NO] = 1.0  # the pool costs nothing
        case Phase.RAVEN | Phase.MOVE_FROM | Phase.DOUBLE_FROM:
            w.score[actions.DONE] = 1.0
