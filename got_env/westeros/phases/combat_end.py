"""Clean-up of a combat: orders, tokens, moving in, cards, and what goes last."""

from __future__ import annotations

from got_env.core.jit import kernel, linked
from got_env.westeros.phases.combat_strength import effect_of
from got_env.westeros.phases.retreat import begin_arrival, count_fighters
from got_env.westeros.rules.board import (
    BIT,
    note,
    remove_order,
    remove_orders_without_units,
    remove_token,
    settle,
)
from got_env.westeros.rules.option_values import AriannePowerToken
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import ALL_CARDS, NONE, NUM_UNITS, Effect, Event, Side


@linked
def clean_up_board(s, stopped):
    """Remove orders and tokens; the victorious attackers move in. Rule: 2E-CCLN-01 to -04, -07.

    ``stopped``: the combat ended before anybody won it, so Arianne Martell has not lost (AMB-79).
    """
    area = s.fight_area
    p = s.fighter[Side.ATTACKER]
    token = s.order[s.fight_from]
    remove_order(s, s.fight_from)
    if s.victor != Side.ATTACKER:
        return
    kept_out = not stopped and effect_of(s, Side.DEFENDER) == Effect.ARIANNE_MARTELL
    if s.garrison[area] > 0:
        note(s, Event.GARRISON_LOST, s.fighter[Side.DEFENDER], area, 0)
        s.garrison[area] = 0  # Rule: 2E-GARR-04
    remove_order(s, area)
    nobody = count_fighters(s, Side.ATTACKER) == 0
    if s.options[Option.ARIANNE_POWER_TOKEN] == AriannePowerToken.REMOVE or not (
        kept_out or nobody
    ):
        remove_token(s, area)
    if nobody:
        settle(s, 0)
        return
    if kept_out:
        settle(s, 0)
        begin_arrival(s, Side.ATTACKER, s.fight_from)  # Rule: 2E-HC-15
        return
    for u in range(NUM_UNITS):
        s.units[area, u] += s.attackers[u]
        s.attackers[u] = 0
    s.owner[area] = p
    if effect_of(s, Side.ATTACKER) == Effect.SER_LORAS_TYRELL:
        s.order[area] = token  # Rule: 2E-HC-23
        s.order_seat[area] = p
    settle(s, 0)


@kernel
def refill_hand(s, p, last):
    """Take all cards back; the last one played stays away where it does not return too.

    Rule: 2E-HOUSE-13, 1E-HC-05, -06.
    """
    away = BIT[last]
    if RULES[s.ruleset].whole_hand == 1:
        away = BIT[0] - 1
    s.discards[p] = away
    s.hand[p] = ALL_CARDS & ~away


@linked
def discard_cards(s):
    """Discard the played cards, refill an emptied hand, remove orders without units.

    Rule: 2E-HOUSE-11, -13, -14, 2E-CCLN-05, -06.
    """
    for side in range(2):
        p = s.fighter[side]
        if s.card[side] != NONE and s.card_kept[side] == 0:
            s.discards[p] |= BIT[s.card[side]]
            if s.hand[p] == 0:
                refill_hand(s, p, s.card[side])
    remove_orders_without_units(s)


@linked
def end_combat(s):
    """Blank the combat, so that equal positions have equal bytes."""
    s.fight = 0
    s.fight_area = NONE
    s.fight_from = NONE
    s.fight_order = NONE
    s.fighter[:] = NONE
    s.attackers[:] = 0
    s.backing[:] = NONE
    s.card[:] = NONE
    s.cards_open = 0
    s.card_kept[:] = 0
    s.muted[:] = 0
    s.barred_card[:] = NONE
    s.condition[:] = 0
    s.tides[:] = NONE
    s.tides_open = 0
    s.tides_rejected = NONE
    s.blade_side = NONE
    s.victor = NONE
    s.victor_margin = 0
    s.card_loss[:] = 0
    s.more_swords[:] = 0
    s.more_forts[:] = 0
