"""The choice of a House card: the payoff of every pair of cards, then a mix that hides it.

Both hands are public, so both sides can work out the same table. The mix is that of fictitious
play: each side in turn takes the best reply to what the other has played so far.
"""

from __future__ import annotations

from got_env.core.agenda import A, top
from got_env.core.jit import kernel, linked, lowest_bit
from got_env.westeros.phases.combat_strength import (
    OF_STORM_SET,
    effect_of,
)
from got_env.westeros.phases.hands import count_hand
from got_env.westeros.phases.house_cards import army_size, count_footmen
from got_env.westeros.players.heuristic.appraisal import SLOPE, spice
from got_env.westeros.players.heuristic.asked import (
    changes_card,
    count_forces,
    forts_of,
    storm_points,
    swords_of,
    trial_strength,
)
from got_env.westeros.players.heuristic.support import order_points
from got_env.westeros.players.heuristic.weights import Weight
from got_env.westeros.rules import actions
from got_env.westeros.rules.board import count_units, has, position_of
from got_env.westeros.rules.option_values import Tides
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import HAND_SIZE, NONE, Effect, Side, Track

ROUNDS = 24
"""Rounds of fictitious play."""
FIGHT_POINTS = 1.0
"""Points of a victory beyond the area."""
BLADE_PRICE = 0.4
ICON_POINTS = 0.12
TEXT_POINTS = 0.4
NEW_HAND = 1.5
"""Points of getting all cards back with the last one of the hand."""
OTHER_SHARE = 0.5
"""Share of the other side's card that counts for oneself."""
TEMPTATION = 0.35
"""Least share of the best card in the mix for a card to be played."""

AERON_PRICE = 1.6
TYWIN_POINTS, RENLY_POINTS, LORAS_POINTS = 1.5, 0.8, 2.0
ROBB_POINTS, CERSEI_SHARE, ROOSE_POINTS = 0.5, 0.4, 0.4
PATCHFACE_SHARE, QUEEN_SHARE, DORAN_SHARE = 0.4, 0.5, 0.3
ARIANNE_SHARE = 0.5
LUWIN_POINTS = 0.6


@linked
def prepare_trial(s, trials):
    """Copy the record to try cards on, with what is hidden left out."""
    trials[0] = s
    t = trials[0]
    t.cards_open = 1
    for side in range(2):
        if t.tides[side] < 0:
            t.tides[side] = NONE


@linked
def prepare_pairs(s, trials, w):
    """As :func:`prepare_trial`, to try pairs of cards."""
    prepare_trial(s, trials)
    count_forces(trials[0], w)


@kernel
def stake(s, side, w):
    """Points that the embattled area is worth to a side's seat, its army included."""
    points = FIGHT_POINTS + w.worth[s.fight_area]
    if side == Side.ATTACKER:
        return points
    return points + w.weights[Weight.UNIT] * 0.5 * count_units(s, s.fight_area)


@kernel
def wins_tie(s, side):
    """True if a side wins with equal strength."""
    mine = position_of(s, Track.FIEFDOMS, s.fighter[side])
    return mine < position_of(s, Track.FIEFDOMS, s.fighter[1 - side])


@kernel
def margin_of(t, side, w):
    """Strength of a side less that of the other with the cards of a trial on the table."""
    margin = trial_strength(t, side, w) - trial_strength(t, 1 - side, w)
    for one in range(2):
        effect = effect_of(t, one)
        sign = 1 if one == side else -1
        if effect == Effect.MACE_TYRELL:
            standing, lying = count_footmen(t, 1 - one)
            if standing > 0 and lying == 0 and effect_of(t, 1 - one) != Effect.THE_BLACKFISH:
                margin += sign
    return margin


@kernel
def victory_share(t, side, margin):
    """Chance that a side wins with such a margin; certain without Tides of Battle cards."""
    if t.options[Option.TIDES] == Tides.TRUE and t.tides_open == 0:
        return min(max(0.5 + SLOPE * margin, 0.0), 1.0)
    if margin > 0 or (margin == 0 and wins_tie(t, side)):
        return 1.0
    return 0.0


@linked
def outcome(t, side, w):
    """Points of the trial's pair of cards for a side, their keeping aside."""
    margin = margin_of(t, side, w)
    share = victory_share(t, side, margin)
    price = 0.0
    if t.blade_used == 0 and t.blade_side == NONE:
        holder = t.track[Track.FIEFDOMS, 0]
        if holder == t.fighter[side] and margin == -1:
            share = 1.0
            price = BLADE_PRICE
        elif holder == t.fighter[1 - side] and margin == 1:
            share = 0.0
            price = -BLADE_PRICE
    points = stake(t, side, w) * (2.0 * share - 1.0) - price
    # Without Tides of Battle cards the victor is certain: what the other would reap is left out.
    inflicted = share * expected_casualties(t, side, w) if share > 0.0 else 0.0
    suffered = (1.0 - share) * expected_casualties(t, 1 - side, w) if share < 1.0 else 0.0
    points += inflicted - suffered
    points += text_points(t, side, share, w)
    points -= text_points(t, 1 - side, 1.0 - share, w)
    return points


@kernel
def expected_casualties(t, side, w):
    """Points of the casualties that a victory of a side causes."""
    other = 1 - side
    if effect_of(t, other) == Effect.THE_BLACKFISH:
        return 0.0
    hits = swords_of(t, side) - forts_of(t, other)
    return w.weights[Weight.UNIT] * min(max(hits, 0), army_size(t, other))


@kernel
def text_points(t, side, share, w):
    """Points of a side's card text beyond strength and icons when it wins with chance ``share``."""
    effect = effect_of(t, side)
    if effect == Effect.NO_TEXT:
        return 0.0
    if effect == Effect.TYWIN_LANNISTER:
        return share * TYWIN_POINTS
    if effect == Effect.RENLY_BARATHEON:
        return share * RENLY_POINTS
    if effect == Effect.SER_LORAS_TYRELL and side == Side.ATTACKER:
        return share * LORAS_POINTS
    if effect == Effect.ROBB_STARK:
        return share * ROBB_POINTS
    if effect == Effect.CERSEI_LANNISTER:
        return share * CERSEI_SHARE * best_order(t, side, False, w)
    if effect == Effect.QUEEN_OF_THORNS:
        return QUEEN_SHARE * best_order(t, side, True, w)
    if effect == Effect.ROOSE_BOLTON:
        used = HAND_SIZE - count_hand(t, t.fighter[side])
        return (1.0 - share) * ROOSE_POINTS * used
    if effect == Effect.ARIANNE_MARTELL and side == Side.DEFENDER:
        return (1.0 - share) * ARIANNE_SHARE * w.worth[t.fight_area]
    if effect == Effect.DORAN_MARTELL:
        return DORAN_SHARE * best_fall(t, t.fighter[1 - side])
    if effect == Effect.REMOVES_ENEMY_ORDER:
        return QUEEN_SHARE * best_order(t, side, True, w)
    if OF_STORM_SET[effect]:
        return storm_points(t, side, share, w.weights[Weight.UNIT])
    if effect == Effect.PATCHFACE:
        return PATCHFACE_SHARE * best_of_hand(t, t.fighter[1 - side])
    return share * win_points(t, side, effect, w)


@linked
def win_points(t, side, effect, w):
    """Points of texts after a victory that the 2nd edition does not have."""
    if effect == Effect.RECOVERS_CARD:
        return LUWIN_POINTS if t.discards[t.fighter[side]] != 0 else 0.0
    if effect == Effect.PROMOTES_FIGHTER:
        return RENLY_POINTS
    if effect == Effect.REMOVES_ANY_ORDER:
        return CERSEI_SHARE * best_order(t, side, False, w)
    if effect == Effect.REMOVES_NEAR_ORDER:
        return CERSEI_SHARE * best_order(t, side, True, w)
    if effect == Effect.DISCARDS_CARD:
        return PATCHFACE_SHARE * best_of_hand(t, t.fighter[1 - side])
    return 0.0


@kernel
def best_order(t, side, near, w):
    """Points of the best order of the other side, next to the embattled area if ``near``."""
    q = t.fighter[1 - side]
    best = 0.0
    for x in range(RULES[t.ruleset].num_areas):
        if t.order[x] != NONE and t.order_seat[x] == q and x != t.fight_from:
            if not near or has(RULES[t.ruleset].adjacent[t.fight_area], x):
                best = max(best, order_points(t, q, x, w))
    return best


@kernel
def best_fall(t, q):
    """Positions that seat ``q`` can lose on one track."""
    most = 0
    for track in range(3):
        most = max(most, t.num_players - 1 - position_of(t, track, q))
    return most


@kernel
def best_of_hand(t, q):
    """Strength of the strongest card in hand."""
    best = 0
    for slot in range(HAND_SIZE):
        if has(t.hand[q], slot):
            best = max(best, int(RULES[t.ruleset].card_strength[q, slot]))
    return best


@linked
def card_points(s, q, slot, w):
    """Points of having a card later; the last card of a hand brings all others back."""
    rules = RULES[s.ruleset]
    if count_hand(s, q) == 1:
        return -NEW_HAND
    points = w.weights[Weight.CARD] * rules.card_strength[q, slot]
    points += ICON_POINTS * (rules.card_swords[q, slot] + rules.card_forts[q, slot])
    if rules.card_effect[q, slot] != Effect.NO_TEXT:
        points += TEXT_POINTS
    return points


@kernel
def mute_texts(t):
    """Cancel the text of a trial's card where the other card does so."""
    effects = RULES[t.ruleset].card_effect
    for side in range(2):
        card = t.card[side]
        t.muted[1 - side] = card != NONE and effects[t.fighter[side], card] == Effect.CANCELS_TEXT


@kernel
def judge_pair(t, side, i, j, w):
    """Points of a side for the combat that card ``i`` against ``j`` makes; NONE is no card."""
    t.card[side] = i
    t.card[1 - side] = j
    mute_texts(t)
    return outcome(t, side, w)


@kernel
def try_pair(s, t, side, i, j, w):
    """Points of a side for playing card ``i`` against ``j``, with what is left in hand."""
    p = s.fighter[side]
    q = s.fighter[1 - side]
    points = judge_pair(t, side, i, j, w)
    if i != NONE:
        points -= card_points(s, p, i, w)
    if j != NONE:
        points += OTHER_SHARE * card_points(s, q, j, w)
    return points


@kernel
def fill_payoffs(s, t, side, w):
    """Fill ``w.payoff`` for all pairs of cards in the two hands, with Tyrion and Aeron at work."""
    p = s.fighter[side]
    q = s.fighter[1 - side]
    for slot in range(HAND_SIZE):
        if has(s.hand[p], slot):
            w.reply[slot] = card_points(s, p, slot, w)
        if has(s.hand[q], slot):
            w.threatens[slot] = OTHER_SHARE * card_points(s, q, slot, w)
    for i in range(HAND_SIZE):
        for j in range(HAND_SIZE):
            if has(s.hand[p], i) and has(s.hand[q], j):
                points = judge_pair(t, side, i, j, w)
                points -= w.reply[i]
                points += w.threatens[j]
                w.payoff[i, j] = points
    effects = RULES[s.ruleset].card_effect
    for i in range(HAND_SIZE):
        if has(s.hand[p], i):
            if effects[p, i] == Effect.TYRION_LANNISTER:
                send_back(s, i, q, w)
            elif changes_card(s, effects[p, i]) and s.power[p] >= 2:
                swap_aeron(s, i, p, w)


@kernel
def send_back(s, i, q, w):
    """Raise the payoffs of Tyrion: the other card can be sent back for the next best one."""
    before = w.reply
    for j in range(HAND_SIZE):
        before[j] = w.payoff[i, j]
    for j in range(HAND_SIZE):
        if has(s.hand[q], j):
            found = False
            instead = 0.0
            for k in range(HAND_SIZE):
                if k != j and has(s.hand[q], k):
                    instead = before[k] if not found else min(instead, before[k])
                    found = True
            if found:
                w.payoff[i, j] = max(before[j], instead)


@kernel
def swap_aeron(s, i, p, w):
    """Raise the payoffs of Aeron: he sees the other card, then another one may take his place."""
    for j in range(HAND_SIZE):
        for k in range(HAND_SIZE):
            if k != i and has(s.hand[p], k):
                w.payoff[i, j] = max(w.payoff[i, j], w.payoff[k, j] - AERON_PRICE)


@kernel
def find_mix(s, side, w):
    """Play the table against itself; ``w.own_mix`` counts the own cards played."""
    own = int(s.hand[s.fighter[side]])
    other = int(s.hand[s.fighter[1 - side]])
    w.reply[:] = 0.0
    w.threatens[:] = 0.0
    w.own_mix[:] = 0.0
    w.other_mix[:] = 0.0
    for _ in range(ROUNDS):
        i = best_slot(own, w.reply, 1.0)
        j = best_slot(other, w.threatens, -1.0)
        w.own_mix[i] += 1.0
        w.other_mix[j] += 1.0
        left = own
        while left != 0:
            k = lowest_bit(left)
            left &= left - 1
            w.reply[k] += w.payoff[k, j]
        left = other
        while left != 0:
            k = lowest_bit(left)
            left &= left - 1
            w.threatens[k] += w.payoff[i, k]


@kernel
def best_slot(hand, values, sign):
    """Card of a hand with the best value."""
    best = NONE
    left = hand
    while left != 0:
        slot = lowest_bit(left)
        left &= left - 1
        if best == NONE or sign * values[slot] > sign * values[best]:
            best = slot
    return best


@linked
def score_house_card(s, trials, seed, w):
    """A card drawn from the mix, those hardly ever played left out."""
    side = top(s)[A]
    prepare_pairs(s, trials, w)
    fill_payoffs(s, trials[0], side, w)
    find_mix(s, side, w)
    most = 0.0
    for slot in range(HAND_SIZE):
        most = max(most, w.own_mix[slot])
    for slot in range(HAND_SIZE):
        if w.own_mix[slot] < TEMPTATION * most:
            w.own_mix[slot] = 0.0
    total = 0.0
    for slot in range(HAND_SIZE):
        total += w.own_mix[slot]
    draw = spice(seed, 0) * total
    for slot in range(HAND_SIZE):
        w.score[actions.CARD + slot] = w.own_mix[slot] / ROUNDS
        if w.own_mix[slot] > 0.0:
            if 0.0 <= draw < w.own_mix[slot]:
                w.score[actions.CARD + slot] = 2.0
            draw -= w.own_mix[slot]
