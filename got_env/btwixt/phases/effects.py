"""The machine that carries out an effect: condition, amount, targets one after another, follow-up.

It knows operations by their families only; none of a card.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from got_env.btwixt.operations.on_allies import allies_do, do_allies
from got_env.btwixt.operations.on_cards import (
    cards_do,
    do_cards,
    from_hand,
    has_enough,
    is_on_cards,
)
from got_env.btwixt.operations.on_leaders import do_leaders, leaders_do
from got_env.btwixt.pieces.cards import EMPTY, count_bits, has, nth_bit, only
from got_env.btwixt.pieces.reading import amount_of, holds_true, is_chosen, target_seats
from got_env.btwixt.pieces.seats import first_in_order, seat_by_action
from got_env.btwixt.rules.actions import LEADER, NO, YES
from got_env.btwixt.rules.frames import (
    AGREED,
    CHANGED,
    FIXED,
    FLAGS,
    LEFT,
    PHASE,
    PLACE,
    PLAYER,
    PREVIOUS,
    ROW,
    SOURCE,
    TARGET,
    WAITING,
    YOU,
    ask,
    get,
    mark,
    marked,
    pop,
    push,
    put,
)
from got_env.btwixt.rules.options import Option, chosen
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import (
    FIRST_OBJECT,
    NONE,
    Col,
    Operation,
    Phase,
    Pick,
    Source,
    Target,
    Where,
)
from got_env.core.jit import kernel, linked
from got_env.core.rng import rand_below


class Family(IntEnum):
    """Kind of pieces that an operation works on."""

    LEADERS = 0
    CARDS = 1
    ALLIES = 2


FAMILY = np.full(len(Operation), Family.LEADERS, dtype=np.int64)
FAMILY[[Operation.MOVE_CARD, Operation.MODIFY_INFLUENCE, Operation.CANCEL_ABILITY]] = Family.CARDS
FAMILY[
    [
        *(Operation.MOVE_ALLY, Operation.BRING_ALLY, Operation.PLACE_ALLY),
        *(Operation.PROTECT, Operation.PEEK_ALLIES),
    ]
] = Family.ALLIES


@kernel
def family_of(s, row):
    """Family of the operation of an effect."""
    return FAMILY[RULES[s.ruleset].effect[row, Col.OPERATION]]


@kernel
def push_effects(s, first, count, trigger, source, you):
    """Push those effects of a card or ally that have a trigger, so that the first runs first."""
    for i in range(count - 1, -1, -1):
        if RULES[s.ruleset].effect[first + i, Col.TRIGGER] == trigger:
            push(s, Phase.EFFECT, NONE, first + i, source, you)


@kernel
def does_something(s, row, source, you, q, previous):
    """True if an effect would do something for a leader."""
    match family_of(s, row):
        case Family.CARDS:
            return cards_do(s, row, source, you, q)
        case Family.ALLIES:
            return allies_do(s, row, source, you, q, previous)
        case _:
            return leaders_do(s, row, source, you, q)


@kernel
def able_seats(s, seats):
    """Those of a set of leaders for whom the effect on top would do something."""
    row, source, you, previous = get(s, ROW), get(s, SOURCE), get(s, YOU), get(s, PREVIOUS)
    volunteers = RULES[s.ruleset].effect[row, Col.TARGET] == Target.VOLUNTEER_LOSING_LEADER
    able = EMPTY
    for q in range(s.num_players):
        actor = q if volunteers else you
        if has(seats, q) and does_something(s, row, source, actor, q, previous):
            able |= only(q)
    return able


@linked
def enter_effect(s):
    """An effect begins: its condition is read, and its targets are found or asked for."""
    row, source, you = get(s, ROW), get(s, SOURCE), get(s, YOU)
    e = RULES[s.ruleset].effect[row]
    if e[Col.CONDITION] != NONE and not holds_true(s, row, source, you):
        pop(s)
        return
    put(s, PHASE, Phase.EFFECT_NEXT)
    target = e[Col.TARGET]
    if target == Target.SAME_TARGET:
        put(s, WAITING, only(get(s, TARGET)))
        enter_next(s, False)
        return
    if target >= FIRST_OBJECT:
        if does_something(s, row, source, you, you, get(s, PREVIOUS)):
            put(s, WAITING, only(you))
        enter_next(s, True)
        return
    seats = target_seats(s, row, source, you)
    if target == Target.VOLUNTEER_LOSING_LEADER:
        put(s, WAITING, able_seats(s, seats))
        s.willing = 0
        next_volunteer(s)
    elif is_chosen(target):
        able = able_seats(s, seats)
        put(s, PLACE, able)
        if able != 0 and (count_bits(able) > 1 or e[Col.OPTIONAL] == 1):
            ask(s, Phase.TARGET, you)
        else:
            put(s, WAITING, able)
            put(s, PLACE, NONE)
            enter_next(s, False)
    else:
        put(s, WAITING, seats)
        enter_next(s, False)


# --- which leader


@linked
def legal_target(s, mask):
    """DP-15: a leader for whom it would do something."""
    you, able = get(s, PLAYER), get(s, PLACE)
    for k in range(s.num_players - 1):
        if has(able, seat_by_action(s, you, k)):
            mask[LEADER + k] = True
    if may_decline_target(s):
        mask[NO] = True


@kernel
def may_decline_target(s):
    """True if no leader need be chosen."""
    return RULES[s.ruleset].effect[get(s, ROW), Col.OPTIONAL] == 1


@linked
def apply_target(s, action):
    """The chosen leader, or none."""
    if action != NO:
        put(s, WAITING, only(seat_by_action(s, get(s, PLAYER), action - LEADER)))
        mark(s, AGREED)
    put(s, PLACE, NONE)
    put(s, PHASE, Phase.EFFECT_NEXT)


@kernel
def next_volunteer(s):
    """Ask the next losing leader who is able to. Rule: BTW-CARD-08, BTW-AMB-07."""
    seat = first_in_order(s, get(s, WAITING))
    if seat != NONE:
        put(s, TARGET, seat)
        ask(s, Phase.AGREE, seat)
    elif s.willing != 0:
        n = rand_below(s, count_bits(s.willing))
        volunteer(s, int(nth_bit(s.willing, n)))
    else:
        put(s, TARGET, NONE)
        put(s, PHASE, Phase.EFFECT_NEXT)


@kernel
def volunteer(s, seat):
    """A leader acts for the rest of the effect."""
    s.willing = 0
    put(s, YOU, seat)
    put(s, TARGET, NONE)
    put(s, WAITING, only(seat))
    mark(s, AGREED | FIXED)
    put(s, PHASE, Phase.EFFECT_NEXT)


# --- yes or no


@kernel
def volunteers(s, row):
    """True if the open question is whether a leader volunteers."""
    target = RULES[s.ruleset].effect[row, Col.TARGET]
    return target == Target.VOLUNTEER_LOSING_LEADER and not marked(s, FIXED)


@linked
def legal_agree(s, mask):
    """DP-11, DP-20: yes or no; a volunteer who has not the cards in hand says no."""
    row = get(s, ROW)
    mask[YES] = not volunteers(s, row) or (
        not from_hand(s, row) or has_enough(s, row, get(s, SOURCE), get(s, TARGET))
    )
    mask[NO] = True


@linked
def apply_agree(s, action):
    """An optional effect is wanted or not."""
    if volunteers(s, get(s, ROW)):
        seat = get(s, TARGET)
        put(s, WAITING, get(s, WAITING) & ~only(seat))
        if action == YES and not chosen(s, Option.ROBB_VOLUNTEER):
            volunteer(s, seat)
            return
        if action == YES:
            s.willing |= only(seat)
        next_volunteer(s)
    elif action == YES:
        mark(s, AGREED)
        put(s, PHASE, Phase.EFFECT_DO)
    else:
        put(s, PHASE, Phase.EFFECT_NEXT)


# --- one target after another


@kernel
def asks_itself(s, row):
    """True if the first question of an operation offers to do nothing. Rule: BTW-DP-20."""
    e = RULES[s.ruleset].effect[row]
    if is_on_cards(s, row):
        return e[Col.PICK] == Pick.YOU or e[Col.PICK] == Pick.OWNER
    if e[Col.OPERATION] == Operation.BRING_ALLY:
        return e[Col.SOURCE] == Source.DEAD_PILE
    return e[Col.TARGET] == Target.ALLY


@kernel
def times(s, row, source, you):
    """Times that an operation is carried out for one target."""
    e = RULES[s.ruleset].effect[row]
    if e[Col.OPERATION] == Operation.MODIFY_INFLUENCE:
        return 1
    return int(e[Col.AMOUNT]) if e[Col.COUNTER] == NONE else amount_of(s, row, source, you)


@linked
def enter_next(s, able):
    """Go from target to target of an effect, until somebody is asked or something comes before.

    Args:
        s: the record.
        able: whether it is known that the effect would do something for the first of them.
    """
    depth = s.depth
    while s.depth == depth and get(s, PHASE) == Phase.EFFECT_NEXT:
        if get(s, WAITING) == 0:
            finish_effect(s)
            return
        next_target(s, able)
        able = False


@kernel
def next_target(s, able):
    """Go to the next target of an effect."""
    waiting = get(s, WAITING)
    row, source, you = get(s, ROW), get(s, SOURCE), get(s, YOU)
    seat = first_in_order(s, waiting)
    put(s, WAITING, waiting & ~only(seat))
    put(s, TARGET, seat)
    put(s, LEFT, times(s, row, source, you))
    e = RULES[s.ruleset].effect[row]
    if e[Col.WHERE] == Where.EACH_COUNCIL:
        put(s, PLACE, NONE)
    group = not is_chosen(e[Col.TARGET]) and not marked(s, FIXED)
    if group and not able and not does_something(s, row, source, you, seat, get(s, PREVIOUS)):
        return  # a leader who was chosen is one of those for whom it does something
    if group:
        put(s, FLAGS, get(s, FLAGS) & ~AGREED)
    if e[Col.OPTIONAL] == 1 and not marked(s, AGREED) and not asks_itself(s, row):
        ask(s, Phase.AGREE, you)
    else:
        put(s, PHASE, Phase.EFFECT_DO)
        enter_do(s)


@kernel
def finish_effect(s):
    """An effect is done; its follow-up runs if it has changed something."""
    then = int(RULES[s.ruleset].effect[get(s, ROW), Col.THEN])
    source, you, target = get(s, SOURCE), get(s, YOU), get(s, TARGET)
    previous, place = get(s, PREVIOUS), get(s, PLACE)
    changed = marked(s, CHANGED)
    pop(s)
    if changed and then != NONE:
        push(s, Phase.EFFECT, NONE, then, source, you)
        put(s, TARGET, target)
        put(s, PREVIOUS, previous)
        put(s, PLACE, place)


@linked
def enter_do(s):
    """Carry out an effect for the target of its frame."""
    match family_of(s, get(s, ROW)):
        case Family.CARDS:
            do_cards(s)
        case Family.ALLIES:
            do_allies(s)
        case _:
            do_leaders(s)
