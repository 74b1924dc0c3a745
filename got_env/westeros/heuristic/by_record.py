"""What the heuristic player asks of a position, answered by the fields that its record has.

The compiler picks by the type of the record, as in :mod:`got_env.westeros.by_record`.
"""

from __future__ import annotations

from got_env.core.jit import chosen_by_type, kernel
from got_env.westeros.board import controller, throne_holder
from got_env.westeros.claim.battle_strength import (
    battle_strength,
    fortification_icons,
    sword_icons,
)
from got_env.westeros.claim.ground import idle_strength, leaders_at, steps
from got_env.westeros.claim.host_fits import march_bonus, seat_bonus
from got_env.westeros.claim.scoring import claim_of
from got_env.westeros.heuristic.ways import land_ways
from got_env.westeros.kinds_of_record import MARK, has_claim
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
from got_env.westeros.rules import RULES
from got_env.westeros.vocabulary import NONE, Effect, Kind

POWER_POINTS, OTHERS_POWER = 0.4, 0.5
"""Points of a Power token, and what one less of the opponent's is worth of it."""
THRONE_POINTS, BRAN_POINTS, ORDERLY_POINTS, PLACING_POINTS = 0.6, 0.6, 0.5, 0.4

# --- games without claim


@kernel
def _board_reach(s, p, a, w):
    if RULES[s.ruleset].kind[a] == Kind.LAND:
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


@kernel
def _nothing(s, p, a):
    return 0


# --- games with claim


@kernel
def _claim_reach(s, p, a, w):
    return steps(s, p, a)


@kernel
def _claim_strength(s, side):
    return battle_strength(s, side, True)


@kernel
def _claim_trial(t, side, w):
    return battle_strength(t, side, True)


@kernel
def _claim_forces(t, w):
    return


@kernel
def _claim_swords(s, side):
    return sword_icons(s, side)


@kernel
def _claim_forts(s, side):
    return fortification_icons(s, side)


@kernel
def _claim_points(s, out):
    out[:] = 0
    for q in range(s.num_players):
        out[q] = claim_of(s, q)


@kernel
def _claim_bonus(s):
    total = march_bonus(s)
    i = s.march_leader
    if i != NONE:
        total += RULES[s.ruleset].leader_march[i] - RULES[s.ruleset].leader_idle[i]
    return total


@kernel
def _leaders(s, p, a):
    return idle_strength(s, leaders_at(s, p, a))


@kernel
def _attack_bonus(s, p, a):
    return seat_bonus(s, p, a)


@kernel
def _claim_storm(t, side, share, unit):
    return 0.0


@kernel
def _claim_changes(s, effect):
    return False


# --- what the player calls


def storm_points(t, side, share, unit):
    """Points of a text of the Storm of Swords set beyond strength and icons.

    ``share``: chance that its side wins; ``unit``: points of a unit.
    """
    if has_claim(t):
        return _claim_storm(t, side, share, unit)
    return _board_storm(t, side, share, unit)


@chosen_by_type(storm_points)
def _storm_points(t, side, share, unit):
    if MARK in t.fields:
        return lambda t, side, share, unit: _claim_storm(t, side, share, unit)
    return lambda t, side, share, unit: _board_storm(t, side, share, unit)


def changes_card(s, effect):
    """Whether a text lets its side play another card once both lie open."""
    return _claim_changes(s, effect) if has_claim(s) else _board_changes(s, effect)


@chosen_by_type(changes_card)
def _changes_card(s, effect):
    if MARK in s.fields:
        return lambda s, effect: _claim_changes(s, effect)
    return lambda s, effect: _board_changes(s, effect)


def reach(s, p, a, w):
    """Areas that units of seat ``p`` in ``a`` can march to, as a mask; fleets have been found."""
    return _claim_reach(s, p, a, w) if has_claim(s) else _board_reach(s, p, a, w)


@chosen_by_type(reach)
def _reach(s, p, a, w):
    if MARK in s.fields:
        return lambda s, p, a, w: _claim_reach(s, p, a, w)
    return lambda s, p, a, w: _board_reach(s, p, a, w)


def side_strength(s, side):
    """Strength of a side of the combat that decides, with its card."""
    return _claim_strength(s, side) if has_claim(s) else _board_strength(s, side)


@chosen_by_type(side_strength)
def _side_strength(s, side):
    if MARK in s.fields:
        return lambda s, side: _claim_strength(s, side)
    return lambda s, side: _board_strength(s, side)


def count_forces(t, w):
    """Fill the strength of both sides of a trial by the board, for :func:`trial_strength`.

    It takes the cards off the table.
    """
    if has_claim(t):
        _claim_forces(t, w)
    else:
        _board_forces(t, w)


@chosen_by_type(count_forces)
def _count_forces(t, w):
    if MARK in t.fields:
        return lambda t, w: _claim_forces(t, w)
    return lambda t, w: _board_forces(t, w)


def trial_strength(t, side, w):
    """As :func:`side_strength` for a trial whose forces have been counted."""
    return _claim_trial(t, side, w) if has_claim(t) else _board_trial(t, side, w)


@chosen_by_type(trial_strength)
def _trial_strength(t, side, w):
    if MARK in t.fields:
        return lambda t, side, w: _claim_trial(t, side, w)
    return lambda t, side, w: _board_trial(t, side, w)


def swords_of(s, side):
    """Sword icons of a side."""
    return _claim_swords(s, side) if has_claim(s) else _board_swords(s, side)


@chosen_by_type(swords_of)
def _swords_of(s, side):
    if MARK in s.fields:
        return lambda s, side: _claim_swords(s, side)
    return lambda s, side: _board_swords(s, side)


def forts_of(s, side):
    """Fortification icons of a side."""
    return _claim_forts(s, side) if has_claim(s) else _board_forts(s, side)


@chosen_by_type(forts_of)
def _forts_of(s, side):
    if MARK in s.fields:
        return lambda s, side: _claim_forts(s, side)
    return lambda s, side: _board_forts(s, side)


def count_points(s, out):
    """Write what wins the game, by seat: castle areas, or claim."""
    if has_claim(s):
        _claim_points(s, out)
    else:
        _board_points(s, out)


@chosen_by_type(count_points)
def _count_points(s, out):
    if MARK in s.fields:
        return lambda s, out: _claim_points(s, out)
    return lambda s, out: _board_points(s, out)


def open_bonus(s):
    """What the march being declared adds to the strength of its units."""
    return _claim_bonus(s) if has_claim(s) else _board_bonus(s)


@chosen_by_type(open_bonus)
def _open_bonus(s):
    if MARK in s.fields:
        return lambda s: _claim_bonus(s)
    return lambda s: _board_bonus(s)


def leaders_strength(s, p, a):
    """Strength of the Leaders of seat ``p`` in an area; 0 in games without them."""
    return _leaders(s, p, a) if has_claim(s) else _nothing(s, p, a)


@chosen_by_type(leaders_strength)
def _leaders_strength(s, p, a):
    if MARK in s.fields:
        return lambda s, p, a: _leaders(s, p, a)
    return lambda s, p, a: _nothing(s, p, a)


def attack_bonus(s, p, a):
    """What seat ``p`` adds to an attack on an area by its Tactics card; 0 without such cards."""
    return _attack_bonus(s, p, a) if has_claim(s) else _nothing(s, p, a)


@chosen_by_type(attack_bonus)
def _attack_bonus_of(s, p, a):
    if MARK in s.fields:
        return lambda s, p, a: _attack_bonus(s, p, a)
    return lambda s, p, a: _nothing(s, p, a)
