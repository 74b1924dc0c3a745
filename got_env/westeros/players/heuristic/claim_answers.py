"""Questions of the heuristic player about a position, answered by the rules with claim."""

from __future__ import annotations

from got_env.core.jit import linked
from got_env.westeros.claim.battle_strength import (
    battle_strength,
    fortification_icons,
    sword_icons,
)
from got_env.westeros.claim.leader_march_fits import march_bonus, seat_bonus
from got_env.westeros.claim.map_queries import idle_strength, leaders_at, steps
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE


@linked
def reach(s, p, a):
    """Areas that units of seat ``p`` in ``a`` can march to, as a mask."""
    return steps(s, p, a)


@linked
def side_strength(s, side):
    """Strength of a side of the battle, with its card."""
    return int(battle_strength(s, side, True))


@linked
def swords_of(s, side):
    """Sword icons of a side."""
    return int(sword_icons(s, side))


@linked
def forts_of(s, side):
    """Fortification icons of a side."""
    return int(fortification_icons(s, side))


@linked
def open_bonus(s):
    """Strength that the march being declared adds to its units."""
    total = int(march_bonus(s))
    i = s.march_leader
    if i != NONE:
        total += int(RULES[s.ruleset].leader_march[i]) - int(RULES[s.ruleset].leader_idle[i])
    return total


@linked
def leaders_strength(s, p, a):
    """Strength of the Leaders of seat ``p`` in an area."""
    return int(idle_strength(s, leaders_at(s, p, a)))


@linked
def attack_bonus(s, p, a):
    """Strength that its Tactics card adds to an attack on an area by seat ``p``."""
    return int(seat_bonus(s, p, a))
