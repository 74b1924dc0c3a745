"""Questions of the heuristic player about a position, answered by the rules of its game."""

from __future__ import annotations

from got_env.core.jit import kernel
from got_env.westeros.phases.combat_strength import (
    CHANGES_ARMIES,
    add_cards,
    count_fortifications,
    count_swords,
    effect_of,
    enemy_card_strength,
    final_strength,
    initial_strength,
)
from got_env.westeros.phases.march_supply import march_reach
from got_env.westeros.phases.storm_cards import SALLADHAR_GAIN, TAX
from got_env.westeros.players.heuristic import expansion
from got_env.westeros.players.heuristic.reachability import land_ways
from got_env.westeros.rules import expansion as of_rules
from got_env.westeros.rules.board import controller, throne_holder
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, Effect, Terrain

POWER_POINTS, OTHERS_POWER = 0.4, 0.5
"""Points of a Power token, and what one less of the opponent's is worth of it."""
THRONE_POINTS, BRAN_POINTS, ORDERLY_POINTS, PLACING_POINTS = 0.6, 0.6, 0.5, 0.4

# --- games without claim


@kernel
def _board_reach(s, p, a, w):
    if RULES[s.ruleset].kind[a] == Terrain.LAND:
        return land_ways(s, a, w.fleet[p])
    return march_reach(s, p, a)


@kernel
def _board_strength(s, side):
    return final_strength(s, side)


@kernel
def _board_trial(t, side, w):
    if CHANGES_ARMIES[effect_of(t, side)] or CHANGES_ARMIES[effect_of(t, 1 - side)]:
        return final_strength(t, side)
    return add_cards(t, side, w.force[side], True, t.tides[side])


@kernel
def _board_forces(t, w):
    for side in range(2):
        t.card[side] = NONE
    for side in range(2):
        w.force[side] = initial_strength(t, side)


@kernel
def _board_swords(s, side):
    return count_swords(s, side)


@kernel
def _board_forts(s, side):
    return count_fortifications(s, side)


@kernel
def _board_points(s, out):
    out[:] = 0
    for i in range(RULES[s.ruleset].num_castles):
        holder = controller(s, RULES[s.ruleset].castles[i])
        if holder != NONE:
            out[holder] += 1


@kernel
def _board_bonus(s):
    return RULES[s.ruleset].order_bonus[s.order[s.march_from]]


@kernel
def _board_storm(t, side, share, unit):
    effect = effect_of(t, side)
    q = t.fighter[1 - side]
    if effect == Effect.EXECUTES_FIGHTER:
        return share * unit
    if effect == Effect.GAINS_MARGIN:
        return share * POWER_POINTS * max(final_strength(t, side) - final_strength(t, 1 - side), 0)
    if effect == Effect.PILLAGES_LOSER:
        return share * POWER_POINTS * (SALLADHAR_GAIN + OTHERS_POWER * min(TAX, t.power[q]))
    if effect == Effect.TAXES_ENEMY:
        return POWER_POINTS * OTHERS_POWER * min(TAX, t.power[q])
    if effect == Effect.GAINS_ENEMY_STRENGTH:
        return POWER_POINTS * enemy_card_strength(t, side)
    if effect == Effect.TAKES_THRONE:
        return THRONE_POINTS if throne_holder(t) == q else 0.0
    if effect == Effect.RECOVERS_ANY_CARD:
        return BRAN_POINTS if t.discards[t.fighter[side]] != 0 else 0.0
    if effect == Effect.ORDERLY_DEFEAT:
        return (1.0 - share) * ORDERLY_POINTS
    if effect == Effect.PLACES_ORDER:
        return share * PLACING_POINTS
    return 0.0


@kernel
def _board_changes(s, effect):
    return effect == Effect.AERON_DAMPHAIR or effect == Effect.CHANGES_CARD


# --- what the player calls


@kernel
def with_claim(s):
    """True if a game is one with claim."""
    return RULES[s.ruleset].with_claim == 1


@kernel
def storm_points(t, side, share, unit):
    """Points of a text of the Storm of Swords set beyond strength and icons.

    ``share``: chance that its side wins; ``unit``: points of a unit.
    """
    return 0.0 if with_claim(t) else _board_storm(t, side, share, unit)


@kernel
def changes_card(s, effect):
    """True if a text lets its side play another card once both lie open."""
    return not with_claim(s) and _board_changes(s, effect)


@kernel
def reach(s, p, a, w):
    """Areas that units of seat ``p`` in ``a`` can march to, as a mask; fleets have been found."""
    return expansion.reach(s, p, a) if with_claim(s) else _board_reach(s, p, a, w)


@kernel
def side_strength(s, side):
    """Strength of a side of the combat that decides, with its card."""
    return expansion.side_strength(s, side) if with_claim(s) else _board_strength(s, side)


@kernel
def count_forces(t, w):
    """Fill the strength of both sides of a trial by the board, for :func:`trial_strength`.

    It takes the cards off the table.
    """
    if not with_claim(t):
        _board_forces(t, w)


@kernel
def trial_strength(t, side, w):
    """As :func:`side_strength` for a trial whose forces have been counted."""
    return expansion.side_strength(t, side) if with_claim(t) else _board_trial(t, side, w)


@kernel
def swords_of(s, side):
    """Sword icons of a side."""
    return expansion.swords_of(s, side) if with_claim(s) else _board_swords(s, side)


@kernel
def forts_of(s, side):
    """Fortification icons of a side."""
    return expansion.forts_of(s, side) if with_claim(s) else _board_forts(s, side)


@kernel
def count_points(s, out):
    """Write what wins the game, by seat: castle areas, or claim."""
    if with_claim(s):
        out[:] = 0
        for q in range(s.num_players):
            out[q] = of_rules.claim_of(s, q)
    else:
        _board_points(s, out)


@kernel
def open_bonus(s):
    """Strength that the march being declared adds to its units."""
    return expansion.open_bonus(s) if with_claim(s) else _board_bonus(s)


@kernel
def leaders_strength(s, p, a):
    """Strength of the Leaders of seat ``p`` in an area; 0 in games without them."""
    return expansion.leaders_strength(s, p, a) if RULES[s.ruleset].num_leaders > 0 else 0


@kernel
def attack_bonus(s, p, a):
    """Strength that its Tactics card adds to an attack by seat ``p``; 0 without such cards."""
    return expansion.attack_bonus(s, p, a) if s.tactics_open == 1 else 0
