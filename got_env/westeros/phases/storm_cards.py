"""House card texts of the Storm of Swords set that ask something or act by themselves.

They are the same on both boards. What they add to strength and icons is counted where a board
counts its combats: ``combat_strength.py`` and ``claim/battle_strength.py``.
"""

from __future__ import annotations

from got_env.core.agenda import PLAYER, A, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.westeros.phases.combat_strength import effect_of
from got_env.westeros.phases.planning import takes_order
from got_env.westeros.rules import actions
from got_env.westeros.rules.board import (
    BIT,
    gain_power,
    has,
    lose_power,
    note,
    remove_order,
    throne_holder,
)
from got_env.westeros.rules.decision_row import THE_SIDE, Asks, Decision, Editions, Family
from got_env.westeros.rules.offers import mark_cards, offer_yes_no
from got_env.westeros.rules.option_values import BranSelf, DavosTiming, IlynPayne, StannisSword
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, NUM_ORDERS, Effect, Event, Order, Phase

TAX = 2
"""Power that Cersei Lannister and Salladhar Saan cost the opponent."""
SALLADHAR_GAIN = 2
DAVOS_COST = 2


# --- after the reveal


@kernel
def revealed_text(s, side, enemy_strength):
    """Texts after the reveal; ``enemy_strength``: of the other card. Rule: ASOS-HC-19, -20."""
    effect = effect_of(s, side)
    p = int(s.fighter[side])
    if effect == Effect.TAKES_THRONE:
        if throne_holder(s) == s.fighter[1 - side]:
            push(s, Phase.STANNIS, p, side, 0, 0)
        elif s.options[Option.STANNIS_SWORD] == StannisSword.ALWAYS:
            s.more_swords[side] += 1
    elif effect == Effect.GAINS_ENEMY_STRENGTH:
        gain_power(s, p, enemy_strength, s.fight_area)
    elif effect == Effect.ORDERLY_DEFEAT:
        if s.options[Option.DAVOS_TIMING] == DavosTiming.AFTER_REVEAL:
            offer_davos(s, side)


@linked
def apply_stannis(s, action):
    """The token moves until Clash of Kings; it brings a sword."""
    frame = top(s)
    p = int(frame[PLAYER])
    side = int(frame[A])
    pop(s)
    if action == actions.YES:
        s.throne = p
    if action == actions.YES or s.options[Option.STANNIS_SWORD] == StannisSword.ALWAYS:
        s.more_swords[side] += 1


# --- the winner is known


@kernel
def winner_gains(s, side):
    """Power by texts of the winner. Rule: ASOS-HC-21, -23."""
    p = int(s.fighter[side])
    effect = effect_of(s, side)
    if effect == Effect.GAINS_MARGIN:
        if s.victor_margin > 0:
            gain_power(s, p, int(s.victor_margin), s.fight_area)
    elif effect == Effect.PILLAGES_LOSER:
        gain_power(s, p, SALLADHAR_GAIN, s.fight_area)
        lose_power(s, s.fighter[1 - side], TAX)


@kernel
def loser_pays(s, side):
    """Ser Davos may pay. Rule: ASOS-HC-22."""
    if effect_of(s, side) == Effect.ORDERLY_DEFEAT:
        if s.options[Option.DAVOS_TIMING] == DavosTiming.AFTER_LOSER:
            offer_davos(s, side)


@kernel
def offer_davos(s, side):
    """Ask for the payment."""
    if s.power[s.fighter[side]] >= DAVOS_COST:
        push(s, Phase.DAVOS, s.fighter[side], side, 0, 0)


@linked
def apply_davos(s, action):
    """One fortification more."""
    frame = top(s)
    p = int(frame[PLAYER])
    side = int(frame[A])
    pop(s)
    if action == actions.YES:
        lose_power(s, p, DAVOS_COST)
        s.more_forts[side] += 1


@kernel
def with_forced_casualty(s, side, n):
    """Casualties by ``n`` icons of a winner that shows Ser Ilyn Payne. Rule: ASOS-HC-13."""
    if effect_of(s, side) != Effect.EXECUTES_FIGHTER:
        return n
    if s.options[Option.ILYN_PAYNE] == IlynPayne.ADDED:
        return max(n, 0) + 1
    return max(n, 1)


# --- the end of the combat


@kernel
def tax_enemy(s, side):
    """Cersei Lannister costs the opponent Power, won or lost. Rule: ASOS-HC-12."""
    if effect_of(s, side) == Effect.TAXES_ENEMY:
        lose_power(s, s.fighter[1 - side], TAX)


@kernel
def recoverable(s, side):
    """Used cards that may be taken back by a text, as a mask. Rule: ASOS-HC-18."""
    cards = int(s.discards[s.fighter[side]])
    if s.options[Option.BRAN_SELF] == BranSelf.NO:
        cards &= ~int(BIT[s.card[side]])
    return cards


@linked
def legal_recovery(s, mask):
    """Own used cards, or done. Frame: a side. Rule: ASOS-HC-18, ASOS-DP-35."""
    mask[actions.DONE] = True
    mark_cards(mask, recoverable(s, int(top(s)[A])))


@kernel
def can_place_by_text(s, p, t):
    """True if seat ``p`` may place a token of type ``t`` by Mace Tyrell's text.

    Rule: ASOS-HC-30.
    """
    rules = RULES[s.ruleset]
    unused = s.placed[p, t] < rules.order_tokens[t]
    free = not has(s.banned, t) and has(takes_order(s, s.fight_area), t)
    return (t == Order.SUPPORT or t == Order.DEFENSE) and unused and free


@kernel
def offer_placing(s, side):
    """Let Mace Tyrell place an order where he has won. Rule: ASOS-HC-30."""
    p = int(s.fighter[side])
    if effect_of(s, side) != Effect.PLACES_ORDER or side != s.victor:
        return
    if s.owner[s.fight_area] == p:
        if can_place_by_text(s, p, Order.SUPPORT) or can_place_by_text(s, p, Order.DEFENSE):
            push(s, Phase.PLACE_ORDER, p, side, 0, 0)


@linked
def legal_place_order(s, mask):
    """An unused Support or Defense order without a star, or done. Rule: ASOS-HC-30."""
    p = top(s)[PLAYER]
    mask[actions.DONE] = True
    for t in range(NUM_ORDERS):
        if can_place_by_text(s, p, t):
            mask[actions.ORDER + t] = True


@linked
def apply_place_order(s, action):
    """The token replaces what lies in the embattled area."""
    p = int(top(s)[PLAYER])
    pop(s)
    if action == actions.DONE:
        return
    a = s.fight_area
    if s.order[a] != NONE:
        note(s, Event.ORDER_REMOVED, s.order_seat[a], a, s.order[a])
        remove_order(s, a)
    t = action - actions.ORDER
    s.order[a] = t
    s.order_seat[a] = p
    s.placed[p, t] += 1
    note(s, Event.ORDER_PLACED, p, a, t)


ROWS = (
    Decision(
        Phase.STANNIS,
        Family.COMBAT,
        "Stannis Baratheon: take the Iron Throne token, or not",
        {"yes": "stannis_baratheon yes", "no": "stannis_baratheon no"},
        question="{who}: is the Iron Throne token taken?",
        labels={"yes": "Take the Iron Throne token", "no": "Do not take the Iron Throne token"},
        legal=offer_yes_no,  # Rule: ASOS-HC-19
        apply=apply_stannis,
        editions=Editions.FIRST_AND_STORM,
        arguments=(THE_SIDE,),
        asks=Asks.SIDE,
        on=(Phase.COMBAT,),
    ),
    Decision(
        Phase.DAVOS,
        Family.COMBAT,
        "Ser Davos Seaworth: pay 2 power for a fortification, or not",
        {"yes": "ser_davos_seaworth yes", "no": "ser_davos_seaworth no"},
        question="{who}: are 2 Power paid for a fortification?",
        labels={"yes": "Pay 2 Power for a fortification", "no": "Pay nothing"},
        legal=offer_yes_no,  # Rule: ASOS-HC-22
        apply=apply_davos,
        editions=Editions.FIRST_AND_STORM,
        arguments=(THE_SIDE,),
        asks=Asks.SIDE,
        on=(Phase.COMBAT,),
    ),
    Decision(
        Phase.PLACE_ORDER,
        Family.COMBAT,
        "Mace Tyrell: the order to place where he has won, or none",
        {"order": "mace_tyrell {x}", "done": "mace_tyrell none"},
        question="{who}: which order is placed where the battle was won?",
        labels={"order": "Place {x}", "done": "Place no order"},
        legal=legal_place_order,
        apply=apply_place_order,
        editions=Editions.FIRST_BOARD,
        arguments=(THE_SIDE,),
        asks=Asks.SIDE,
        on=(Phase.COMBAT,),
    ),
)
"""Rows of these decisions and steps."""
