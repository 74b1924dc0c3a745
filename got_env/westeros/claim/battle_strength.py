"""Strength and icons of the two sides of a battle."""

from __future__ import annotations

from got_env.core.jit import kernel, linked
from got_env.westeros.claim.leader_march_fits import seat_bonus, support_of
from got_env.westeros.claim.map_queries import idle_strength, is_seat, leaders_at
from got_env.westeros.phases.combat_strength import (
    DEFENDER_STRENGTH,
    RAISED_BY,
    RAISED_UNIT,
    effect_of,
    exchanged_fortifications,
    sunk_support,
)
from got_env.westeros.phases.strength import muted_support
from got_env.westeros.rules.board import BIT, has
from got_env.westeros.rules.expansion import in_force
from got_env.westeros.rules.option_values import EnemyCardStrength, HoldTerritorySeat
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, NUM_UNITS, Effect, Order, Side, Tactic

SUPPORTED_STRENGTH = 2
COAST_STRENGTH = 1
SUPPORTED_SWORDS = 2
GREGOR = 3
ALLIES_STRENGTH = 1
"""Strength that Support Allies gives (Rule: ASOS-TC-14)."""


@kernel
def fighting_leaders(s, side):
    """Leaders that take part for a side, as a mask. Rule: ASOS-HOST-07."""
    if side == Side.ATTACKER:
        return int(s.fight_leaders)
    return int(leaders_at(s, s.fighter[side], s.fight_area))


@kernel
def units_strength(s, side):
    """Strength of the standing units of a side. Rule: 1E-HC-09, -13, -19."""
    strength = RULES[s.ruleset].unit_strength
    total = 0
    for u in range(NUM_UNITS):
        if side == Side.ATTACKER:
            total += s.attackers[u] * strength[u]
        elif s.owner[s.fight_area] == s.fighter[side]:
            total += s.units[s.fight_area, u] * strength[u]
    if side == Side.ATTACKER:
        effect = effect_of(s, side)
        raised = RAISED_UNIT[effect]
        if raised != NONE:
            total += s.attackers[raised] * RAISED_BY[effect]
    return total


@kernel
def leaders_strength(s, side):
    """Strength of the Leaders of a side. Rule: ASOS-LEAD-02, -05, -16."""
    total = idle_strength(s, fighting_leaders(s, side))
    i = s.fight_leader
    if side == Side.ATTACKER and i != NONE:
        total += RULES[s.ruleset].leader_march[i] - RULES[s.ruleset].leader_idle[i]
    return total


@kernel
def has_defense(s):
    """True if a Defense order lies in the embattled area."""
    return Order.DEFENSE <= s.order[s.fight_area] <= Order.DEFENSE_STAR


@kernel
def order_bonus(s, side):
    """March modifier, or Defense bonus."""
    bonus = RULES[s.ruleset].order_bonus
    if side == Side.ATTACKER:
        return int(bonus[s.fight_order]) if s.fight_order != NONE else 0
    if not has_defense(s):
        return 0
    twice = effect_of(s, side) == Effect.CATELYN_STARK
    return int(bonus[s.order[s.fight_area]]) * (2 if twice else 1)


@kernel
def tactics_bonus(s, side):
    """Strength that Tactics cards add. Rule: ASOS-TAC-08, -14."""
    p = s.fighter[side]
    if side == Side.ATTACKER:
        return seat_bonus(s, p, s.fight_area)
    if not in_force(s, p, Tactic.HOLD_TERRITORY):
        return 0
    if not is_seat(s, s.fight_area):
        return 1
    added = s.options[Option.HOLD_TERRITORY_SEAT] == HoldTerritorySeat.ADD
    return 3 if added else 2


@kernel
def allies_backing(s, side):
    """Seats that help a side by Support Allies. Rule: ASOS-OPT3-07."""
    n = 0
    for q in range(s.num_players):
        n += s.allies_side[q] == side + 1
    return n


@kernel
def support_total(s, side):
    """Strength of all support of a side.

    Rule: ASOS-LEAD-02, ASOS-TAC-23, -28, ASOS-ALLI-10, 1E-HC-16.
    """
    total = int(s.bonus[side]) + ALLIES_STRENGTH * allies_backing(s, side)
    muted = muted_support(s) | sunk_support(s, side)
    for x in range(RULES[s.ruleset].num_areas):
        if s.backing[x] == side and s.order[x] != NONE:
            total += support_of(s, x, muted)
    return total


@kernel
def is_backed(s, side):
    """True if a side is supported. Rule: ASOS-HC-05."""
    if s.backed[side] == 1 or allies_backing(s, side) > 0:
        return True
    for x in range(RULES[s.ruleset].num_areas):
        if s.backing[x] == side:
            return True
    return False


@kernel
def is_coastal(s):
    """True if the embattled area borders a sea. Rule: ASOS-BOARD-02, ASOS-HC-25, ASOS-OPT1-04."""
    rules = RULES[s.ruleset]
    beside_sea = int(rules.adjacent[s.fight_area]) & int(rules.sea_mask) != 0
    return beside_sea or rules.coast_mask & BIT[s.fight_area] != 0


@kernel
def printed_strength(s, side):
    """Printed strength of the card of a side, less what Aeron Damphair costs it, at least 0.

    Rule: ASOS-HC-26, 2E-HC-07.
    """
    if s.card[side] == NONE or effect_of(s, 1 - side) == Effect.BALON_GREYJOY:
        return 0
    printed = int(RULES[s.ruleset].card_strength[s.fighter[side], s.card[side]])
    return max(printed - int(s.card_loss[side]), 0)


@kernel
def card_total(s, side):
    """Strength of the card with its text. Rule: ASOS-HC-06, -17, -25, -26, -31."""
    total = printed_strength(s, side)
    effect = effect_of(s, side)
    if effect == Effect.STRONG_IF_SUPPORTED and is_backed(s, side):
        total += SUPPORTED_STRENGTH
    if effect == Effect.STRONG_AT_COAST and is_coastal(s):
        total += COAST_STRENGTH
    if effect == Effect.STRONG_DEFENDER and side == Side.DEFENDER:
        total += DEFENDER_STRENGTH
    return total


@kernel
def enemy_card_strength(s, side):
    """Strength of the card that the other side plays, as texts see it. Rule: ASOS-HC-09."""
    other = 1 - side
    if s.options[Option.ENEMY_CARD_STRENGTH] == EnemyCardStrength.MODIFIED:
        return card_total(s, other)
    if s.card[other] == NONE:
        return 0
    return int(RULES[s.ruleset].card_strength[s.fighter[other], s.card[other]])


@linked
def battle_strength(s, side, with_card):
    """Strength of a side by what lies open, with its card if wanted."""
    total = units_strength(s, side) + leaders_strength(s, side) + order_bonus(s, side)
    total += tactics_bonus(s, side) + support_total(s, side)
    if side == Side.DEFENDER:
        total += s.garrison[s.fight_area]  # Rule: ASOS-GARR-02
    if with_card:
        total += card_total(s, side)
    if s.blade_side == side:
        total += 1
    return max(int(total), 0)


@kernel
def sword_icons(s, side):
    """Swords of a side. Rule: ASOS-HC-11, -19, -24, ASOS-LEAD-08."""
    total = int(s.more_swords[side])
    if s.card[side] != NONE:
        total += RULES[s.ruleset].card_swords[s.fighter[side], s.card[side]]
    effect = effect_of(s, side)
    if effect == Effect.SWORDS_OF_WEAKNESS:
        total += max(GREGOR - enemy_card_strength(s, side), 0)
    if effect == Effect.SWORDS_IF_SUPPORTED and is_backed(s, side):
        total += SUPPORTED_SWORDS
    if side == Side.ATTACKER and s.fight_leader != NONE:
        if has(s.fight_leaders, max(int(s.fight_leader), 0)):
            total += RULES[s.ruleset].leader_swords[s.fight_leader]
    return total


@kernel
def fortification_icons(s, side):
    """Fortifications of a side. Rule: ASOS-HC-17, -22, -25, ASOS-TAC-13, 1E-HC-15."""
    total = int(s.more_forts[side])
    if s.card[side] != NONE:
        total += RULES[s.ruleset].card_forts[s.fighter[side], s.card[side]]
        total += exchanged_fortifications(s, side)
    effect = effect_of(s, side)
    if effect == Effect.STRONG_IF_SUPPORTED and is_backed(s, side):
        total += 1
    if effect == Effect.STRONG_AT_COAST and is_coastal(s):
        total += 1
    hold = in_force(s, s.fighter[side], Tactic.HOLD_TERRITORY)
    if side == Side.DEFENDER and has_defense(s) and hold:
        total += 1
    return total
