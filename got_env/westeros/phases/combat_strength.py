"""Strength of the two sides of a combat, with House card texts, Tides cards and the Blade."""

from __future__ import annotations

import numpy as np

from got_env.core.jit import kernel, linked
from got_env.westeros.phases.strength import is_castle, muted_support, unit_strength
from got_env.westeros.rules.board import has, position_of
from got_env.westeros.rules.option_values import (
    EnemyCardStrength,
    HouseCardTiming,
    NegativeStrength,
    RenlyDavos,
    SalladhorShips,
    SalladhorVictarion,
)
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    HAND_SIZE,
    NONE,
    NUM_UNITS,
    Effect,
    Order,
    Side,
    Track,
    Unit,
)

RAISED_UNIT = np.full(len(Effect), NONE, dtype=np.int64)
"""Unit type that an attacking army with a text counts higher, by text; NONE for the others."""
RAISED_UNIT[Effect.RAISES_KNIGHTS] = Unit.KNIGHT
RAISED_UNIT[Effect.RAISES_FOOTMEN] = Unit.FOOTMAN
RAISED_UNIT[Effect.RAISES_SHIPS] = Unit.SHIP

RAISED_BY = (RAISED_UNIT != NONE).astype(np.int64)
"""By how much each of those units counts higher (Rule: 1E-HC-09, -13, -19)."""

CHANGES_ARMIES = RAISED_UNIT != NONE
"""True for texts that change the strength of units, orders or support on either side."""
CHANGES_ARMIES[Effect.CATELYN_STARK] = True
CHANGES_ARMIES[Effect.SALLADHOR_SAAN] = True
CHANGES_ARMIES[Effect.SER_KEVAN_LANNISTER] = True
CHANGES_ARMIES[Effect.SINKS_SUPPORT] = True
CHANGES_ARMIES[Effect.VICTARION_GREYJOY] = True

OF_STORM_SET = np.zeros(len(Effect), dtype=np.bool_)
"""True for the texts of the Storm of Swords set (Rule: ASOS-HC-11 to -32)."""
for _text in (
    *(Effect.SWORDS_OF_WEAKNESS, Effect.TAXES_ENEMY, Effect.EXECUTES_FIGHTER),
    *(Effect.STRONG_IF_SUPPORTED, Effect.RECOVERS_ANY_CARD, Effect.TAKES_THRONE),
    *(Effect.GAINS_ENEMY_STRENGTH, Effect.PILLAGES_LOSER, Effect.ORDERLY_DEFEAT),
    *(Effect.GAINS_MARGIN, Effect.SWORDS_IF_SUPPORTED, Effect.STRONG_AT_COAST),
    *(Effect.CHANGES_CARD, Effect.PLACES_ORDER, Effect.STRONG_DEFENDER),
    Effect.REMOVES_ENEMY_ORDER,
):
    OF_STORM_SET[_text] = True

SHIPS = 1 << Unit.SHIP
"""Mask of the unit type."""

SUPPORTED_STRENGTH, SUPPORTED_SWORDS = 2, 2
COAST_STRENGTH = 1
DEFENDER_STRENGTH = 2
GREGOR = 3
"""Swords of Ser Gregor Clegane against a card of strength 0."""

RAISED_STRENGTH = 2
"""Strength of a Footman with Ser Kevan, or a Ship with Victarion (Rule: 2E-HC-06, -12)."""


@kernel
def first_side(s):
    """Side whose House card text comes first. Rule: 2E-HOUSE-10, 1E-HC-03."""
    track = RULES[s.ruleset].text_order
    for i in range(s.num_players):
        for side in range(2):
            if s.track[track, i] == s.fighter[side]:
                return side
    return 0


@kernel
def effect_of(s, side):
    """Text of the card a side plays; NO_TEXT without one, or if the other side cancels it.

    Only once cards are open. Rule: 1E-HC-23.
    """
    if s.cards_open == 0 or s.card[side] == NONE or s.muted[side] == 1:
        return 0  # Effect.NO_TEXT
    return int(RULES[s.ruleset].card_effect[s.fighter[side], s.card[side]])


@kernel
def is_supported(s, side):
    """True if a side has any support, its own included. Rule: 2E-HOUSE-21."""
    for x in range(RULES[s.ruleset].num_areas):
        if s.backing[x] == side:
            return True
    return False


@kernel
def has_discarded(s, p, effect):
    """True if the card with a text lies on the discard pile of seat ``p``."""
    for slot in range(HAND_SIZE):
        if RULES[s.ruleset].card_effect[p, slot] == effect:
            return has(s.discards[p], slot)
    return False


@kernel
def condition_holds(s, side):
    """True if the condition of a side's text holds now; True for texts without one.

    Rule: 2E-HC-01, -03, -04, -06, -08, -09, -12.
    """
    effect = effect_of(s, side)
    p = s.fighter[side]
    if effect == Effect.STANNIS_BARATHEON:
        other = position_of(s, Track.IRON_THRONE, s.fighter[1 - side])
        return other < position_of(s, Track.IRON_THRONE, p)
    if effect == Effect.SER_DAVOS_SEAWORTH:
        return has_discarded(s, p, Effect.STANNIS_BARATHEON)
    if effect == Effect.THEON_GREYJOY:
        return side == Side.DEFENDER and is_castle(s, s.fight_area)
    if effect == Effect.ASHA_GREYJOY:
        return not is_supported(s, side)
    if effect == Effect.SALLADHOR_SAAN:
        return is_supported(s, side)
    if effect == Effect.VICTARION_GREYJOY or effect == Effect.SER_KEVAN_LANNISTER:
        return side == Side.ATTACKER
    return True


@kernel
def text_works(s, side, effect):
    """True if a side plays the card with this text and its condition holds.

    With three timing ranks the condition is the one latched when the text's turn came (AMB-41).
    """
    if effect_of(s, side) != effect:
        return False
    if s.options[Option.HOUSE_CARD_TIMING] == HouseCardTiming.THREE_RANKS:
        return s.condition[side] == 1
    return condition_holds(s, side)


@kernel
def fighting_strength(s, q, u, side):
    """Strength of one standing unit of seat ``q`` that fights for or supports ``side``.

    Rule: 2E-UNIT-01 to -06, 2E-HC-04, -06, -12, -25.
    """
    base = unit_strength(s, u, side == Side.ATTACKER and is_castle(s, s.fight_area))
    own = q == s.fighter[side]
    if u == Unit.FOOTMAN and own and text_works(s, side, Effect.SER_KEVAN_LANNISTER):
        return RAISED_STRENGTH
    if u != Unit.SHIP:
        return base
    raised = own and text_works(s, side, Effect.VICTARION_GREYJOY)
    for other in range(2):
        if q != s.fighter[other] and text_works(s, other, Effect.SALLADHOR_SAAN):
            if (
                not raised
                or s.options[Option.SALLADHOR_VICTARION] == SalladhorVictarion.ALWAYS_ZERO
            ):
                return 0
            # Texts in conflict: that of the house later in turn order is applied last.
            return base if first_side(s) == other else 0
    return RAISED_STRENGTH if raised else base


@kernel
def army_strength(s, side):
    """Strength of the fighting units; routed ones count 0. Rule: 2E-UNIT-07."""
    p = s.fighter[side]
    total = 0
    for u in range(NUM_UNITS):
        n = s.attackers[u] if side == Side.ATTACKER else s.units[s.fight_area, u]
        if n > 0 and (side == Side.ATTACKER or s.owner[s.fight_area] == p):
            total += n * fighting_strength(s, p, u, side)
    if side == Side.ATTACKER:
        effect = effect_of(s, side)
        unit = RAISED_UNIT[effect]
        if unit != NONE:
            total += s.attackers[unit] * RAISED_BY[effect]
    return total


@kernel
def order_strength(s, side):
    """March modifier, or Defense bonus. Rule: 2E-MARCH-11, 2E-INIT-04, -05, 2E-HC-21."""
    bonus = RULES[s.ruleset].order_bonus
    if side == Side.ATTACKER:
        return int(bonus[s.fight_order])
    order = s.order[s.fight_area]
    if order != Order.DEFENSE and order != Order.DEFENSE_STAR:
        return 0
    if effect_of(s, side) == Effect.CATELYN_STARK:
        return 2 * bonus[order]
    return int(bonus[order])


@kernel
def support_strength(s, side):
    """Strength of all support of a side. Rule: 2E-SUPP-03, -13, -17."""
    total = 0
    muted = sunk_support(s, side) | muted_support(s)
    for x in range(RULES[s.ruleset].num_areas):
        if s.backing[x] == side:
            total += RULES[s.ruleset].order_bonus[s.order[x]]
            for u in range(NUM_UNITS):
                if s.units[x, u] > 0 and not has(muted, u):
                    total += s.units[x, u] * fighting_strength(s, s.owner[x], u, side)
    return total


@kernel
def sunk_support(s, side):
    """Unit types whose support of a side a text brings to nothing, as a mask. Rule: 1E-HC-16."""
    sunk = effect_of(s, 1 - side) == Effect.SINKS_SUPPORT
    if effect_of(s, side) == Effect.SINKS_SUPPORT:
        sunk = s.options[Option.SALLADHOR_SHIPS] == SalladhorShips.ANY
    return SHIPS if sunk else 0


@kernel
def initial_strength(s, side):
    """Units, order, Garrison and support. Rule: 2E-INIT-01 to -03, 2E-GARR-01."""
    total = army_strength(s, side) + order_strength(s, side) + support_strength(s, side)
    if side == Side.DEFENDER:
        total += s.garrison[s.fight_area]
    return total


@kernel
def card_strength(s, side):
    """Printed strength and what the own text adds. Rule: 2E-HC-01, -03, -07, -08, 2E-HOUSE-22."""
    if s.card[side] == NONE:
        return 0
    total = 0
    if effect_of(s, 1 - side) != Effect.BALON_GREYJOY:
        printed = int(RULES[s.ruleset].card_strength[s.fighter[side], s.card[side]])
        total += max(printed - int(s.card_loss[side]), 0)
    if (
        text_works(s, side, Effect.STANNIS_BARATHEON)
        or text_works(s, side, Effect.SER_DAVOS_SEAWORTH)
        or text_works(s, side, Effect.THEON_GREYJOY)
    ):
        total += 1
    effect = effect_of(s, side)
    if OF_STORM_SET[effect]:
        total += storm_strength(s, side, effect)
    return total


# --- what texts of the Storm of Swords set add


@kernel
def is_coastal(s):
    """True if the embattled area borders a sea. Rule: ASOS-HC-25, ASOS-OPT1-04."""
    rules = RULES[s.ruleset]
    return int(rules.adjacent[s.fight_area]) & int(rules.sea_mask) != 0


@kernel
def storm_strength(s, side, effect):
    """Strength that a text adds. Rule: ASOS-HC-17, -25, -31."""
    if effect == Effect.STRONG_IF_SUPPORTED:
        return SUPPORTED_STRENGTH if is_supported(s, side) else 0
    if effect == Effect.STRONG_AT_COAST:
        return COAST_STRENGTH if is_coastal(s) else 0
    if effect == Effect.STRONG_DEFENDER and side == Side.DEFENDER:
        return DEFENDER_STRENGTH
    return 0


@kernel
def enemy_card_strength(s, side):
    """Strength of the card that the other side plays, as texts see it. Rule: ASOS-HC-09."""
    other = 1 - side
    if s.options[Option.ENEMY_CARD_STRENGTH] == EnemyCardStrength.MODIFIED:
        return card_strength(s, other)
    if s.card[other] == NONE:
        return 0
    return int(RULES[s.ruleset].card_strength[s.fighter[other], s.card[other]])


@kernel
def storm_swords(s, side, effect):
    """Swords that a text adds. Rule: ASOS-HC-11, -24."""
    if effect == Effect.SWORDS_OF_WEAKNESS:
        return max(GREGOR - int(enemy_card_strength(s, side)), 0)
    if effect == Effect.SWORDS_IF_SUPPORTED and is_supported(s, side):
        return SUPPORTED_SWORDS
    return 0


@kernel
def storm_forts(s, side, effect):
    """Fortifications that a text adds. Rule: ASOS-HC-17, -25."""
    supported = effect == Effect.STRONG_IF_SUPPORTED and is_supported(s, side)
    return int(supported or (effect == Effect.STRONG_AT_COAST and is_coastal(s)))


@linked
def total_strength(s, side, with_card, tides):
    """Strength of a side by the board, its card if wanted, and a Tides card or NONE."""
    return add_cards(s, side, initial_strength(s, side), with_card, tides)


@kernel
def add_cards(s, side, initial, with_card, tides):
    """As :func:`total_strength`, where the strength by the board is known."""
    total = initial
    if with_card:
        total += card_strength(s, side)
    if s.blade_side == side:
        total += 1
    if tides != NONE:
        total += RULES[s.ruleset].tides_strength[tides]
    if total < 0 and s.options[Option.NEGATIVE_STRENGTH] == NegativeStrength.FLOOR_ZERO:
        return 0
    return total


@linked
def final_strength(s, side):
    """Strength that decides, worked out anew from the board. Rule: 2E-FINAL-01 to -03."""
    return total_strength(s, side, True, s.tides[side])


@kernel
def count_swords(s, side):
    """Sword icons of a side, texts and Tides card included. Rule: 2E-CAS-02, 2E-TIDE-06."""
    total = int(s.more_swords[side])
    effect = effect_of(s, side)
    if OF_STORM_SET[effect]:
        total += storm_swords(s, side, effect)
    if s.card[side] != NONE:
        total += RULES[s.ruleset].card_swords[s.fighter[side], s.card[side]]
    if text_works(s, side, Effect.SER_DAVOS_SEAWORTH) or text_works(s, side, Effect.THEON_GREYJOY):
        total += 1
    if text_works(s, side, Effect.ASHA_GREYJOY):
        total += 2
    if effect_of(s, side) == Effect.NYMERIA_SAND and side == Side.ATTACKER:
        total += 1
    if s.tides[side] != NONE:
        total += RULES[s.ruleset].tides_swords[s.tides[side]]
    return total


@kernel
def exchanged_fortifications(s, side):
    """Fortifications that a card has more where Renly and Davos change roles. Rule: 1E-HC-15."""
    if s.options[Option.RENLY_DAVOS] == RenlyDavos.RENLY:
        return 0
    text = RULES[s.ruleset].card_effect[s.fighter[side], s.card[side]]
    return int(text == Effect.PROMOTES_FIGHTER) - int(text == Effect.PROMOTES_INSTEAD)


@kernel
def count_fortifications(s, side):
    """Fortification icons of a side, texts and Tides card included. Rule: 2E-CAS-10."""
    total = int(s.more_forts[side])
    effect = effect_of(s, side)
    if OF_STORM_SET[effect]:
        total += storm_forts(s, side, effect)
    if s.card[side] != NONE:
        total += RULES[s.ruleset].card_forts[s.fighter[side], s.card[side]]
        total += exchanged_fortifications(s, side)
    if text_works(s, side, Effect.ASHA_GREYJOY):
        total += 1
    if effect_of(s, side) == Effect.NYMERIA_SAND and side == Side.DEFENDER:
        total += 1
    if s.tides[side] != NONE:
        total += RULES[s.ruleset].tides_forts[s.tides[side]]
    return total
