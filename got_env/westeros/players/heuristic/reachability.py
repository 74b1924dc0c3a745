"""Areas within reach of many armies of one position; Ships that carry them are found once."""

from __future__ import annotations

from got_env.core.jit import kernel, lowest_bit
from got_env.westeros.rules.board import BIT, count_standing
from got_env.westeros.rules.option_values import DefeatedShipsCarry
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE


@kernel
def find_fleets(s, w):
    """Fill the sea areas whose Ships carry units of each seat, see ``board.own_seas``."""
    w.fleet[:] = 0
    routed_carry = s.options[Option.DEFEATED_SHIPS_CARRY] == DefeatedShipsCarry.TRUE
    left = RULES[s.ruleset].sea_mask
    while left != 0:
        a = lowest_bit(left)
        left &= left - 1
        if s.owner[a] != NONE and (routed_carry or count_standing(s, a) > 0):
            w.fleet[s.owner[a]] |= BIT[a]


@kernel
def land_ways(s, a, ships):
    """As ``board.land_reach`` for a land area, with the sea areas whose Ships carry its units."""
    rules = RULES[s.ruleset]
    reach = rules.adjacent[a]
    chain = reach & ships
    ahead = chain
    while ahead != 0:
        near = rules.adjacent[lowest_bit(ahead)]
        ahead &= ahead - 1
        ahead |= near & ships & ~chain
        chain |= near & ships
        reach |= near
    return reach & rules.land_mask & ~BIT[a]
