"""Armies against Supply: how many of each size a house has, counted in one integer."""

from __future__ import annotations

import numpy as np

from got_env.core.jit import kernel, linked, lowest_bit
from got_env.westeros.rules.board import BIT, areas_held, count_units
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, NUM_UNITS, Side

SMALLEST_ARMY = 2
LARGEST_ARMY = 5
"""No army may be larger, so those of so many units or more are counted together."""

SIZE_BITS = 8
AT_LEAST = np.array(
    [0, 0] + [1 << (SIZE_BITS * i) for i in range(LARGEST_ARMY - SMALLEST_ARMY + 1)],
    dtype=np.int64,
)
"""One more army of ``n`` units or more, in packed counts: one byte for each size."""

ARMY_OF = np.cumsum(AT_LEAST)
"""An army of ``n`` units, in packed counts: it is one of each size up to its own."""

BORROWED = int(ARMY_OF[-1]) << (SIZE_BITS - 1)
"""The highest bit of each byte, which no count reaches."""


@kernel
def army(n):
    """The army of ``n`` units in one area, in packed counts."""
    return ARMY_OF[min(n, LARGEST_ARMY)]


@kernel
def armies_of(armies, n):
    """Number of the packed armies with ``n`` units or more."""
    return (armies >> (SIZE_BITS * (n - SMALLEST_ARMY))) & ((1 << SIZE_BITS) - 1)


@kernel
def supply_limit(s, p):
    """The packed armies that the Supply of seat ``p`` allows. Rule: 2E-SUP-03."""
    limit = RULES[s.ruleset].supply_limit[s.supply[p]]
    armies = BIT[0] & 0
    for n in range(SMALLEST_ARMY, LARGEST_ARMY + 1):
        armies += AT_LEAST[n] * limit[n]
    return armies


@kernel
def fits_supply(s, p, armies):
    """True if so many armies of each size fit. Rule: 2E-SUP-03, -07."""
    # Where a byte of the limit is less than that of the armies, the difference borrows its mark.
    return ((supply_limit(s, p) | BORROWED) - armies) & BORROWED == BORROWED


@linked
def count_armies(s, p, skip, skip_too):
    """Armies of seat ``p``, packed, two areas left out.

    Attackers of the combat going on count as an army in the embattled area (2E-MARCH-16).
    """
    armies = BIT[0] & 0
    left = areas_held(s, p)
    if skip != NONE:
        left &= ~BIT[skip]
    if skip_too != NONE:
        left &= ~BIT[skip_too]
    while left != 0:
        armies += army(count_units(s, lowest_bit(left)))
        left &= left - 1
    attacks = s.fight == 1 and s.fighter[Side.ATTACKER] == p
    if attacks and s.fight_area != skip and s.fight_area != skip_too:
        n = 0
        for u in range(NUM_UNITS):
            n += s.attackers[u]
        armies += army(n)
    return armies


@kernel
def within_supply(s, p):
    """True if the armies of seat ``p`` fit its Supply level. Rule: 2E-SUP-03."""
    return fits_supply(s, p, count_armies(s, p, NONE, NONE))


@kernel
def fits_with_army(s, p, a, size):
    """True if armies of ``p`` fit when area ``a`` holds ``size`` of its units."""
    return fits_supply(s, p, count_armies(s, p, a, NONE) + army(size))
