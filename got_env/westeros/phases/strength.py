"""Combat strength of units: what one unit, an army or a supporting area counts for."""

from __future__ import annotations

from got_env.core.jit import kernel
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, NUM_TRACKS, Order, Terrain, Unit


@kernel
def unit_strength(s, u, attacks_castle):
    """Strength of one standing unit without House cards. Rule: 2E-UNIT-01 to -06."""
    rules = RULES[s.ruleset]
    if u == Unit.SIEGE_ENGINE and attacks_castle:
        return rules.siege_strength
    return rules.unit_strength[u]


@kernel
def is_castle(s, a):
    """True if area ``a`` has a Castle or a Stronghold."""
    return RULES[s.ruleset].muster_points[a] > 0


@kernel
def muted_support(s):
    """Unit types that add nothing to combats they support this round, as a mask.

    Rule: 1E-WEST-11.
    """
    rules = RULES[s.ruleset]
    muted = 0
    if rules.mutes == 1:
        for d in range(NUM_TRACKS):
            if s.revealed[d] != NONE:
                muted |= int(rules.westeros_mute[s.revealed[d]])
    return muted


@kernel
def can_support(s, x, a):
    """True if the order on ``x`` is a Support order that reaches area ``a``.

    Rule: 2E-SUPP-01, -11, -12, 2E-PORT-11, -12. Adjacency is the caller's.
    """
    if s.order[x] != Order.SUPPORT and s.order[x] != Order.SUPPORT_STAR:
        return False
    if s.owner[x] == NONE:
        return False
    rules = RULES[s.ruleset]
    if rules.kind[a] == Terrain.LAND:
        return rules.kind[x] != Terrain.PORT
    return rules.kind[x] != Terrain.LAND


@kernel
def basic_support(s, x, attacks_castle):
    """Strength area ``x`` gives by its units and its order, without House cards.

    Rule: 2E-SUPP-03, -13, -17, -21 (AMB-38).
    """
    total = RULES[s.ruleset].order_bonus[s.order[x]]
    for u in range(4):
        total += s.units[x, u] * unit_strength(s, u, attacks_castle)
    return total
