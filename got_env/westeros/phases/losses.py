"""Units lost or degraded by Wildling cards, chosen by their owner.

A set of units is named in ascending order (area, then type; cheap units before all that where more
than what is due may be paid), so that it is reached in one way only; the mask looks ahead so that
enough units remain, and what is forced is not asked.
"""

from __future__ import annotations

from got_env.core.agenda import PLAYER, A, B, C, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.westeros.rules import actions, phrases
from got_env.westeros.rules.board import destroy_unit, note, remove_order
from got_env.westeros.rules.decision_row import (
    THE_AREA,
    UNITS_LEFT,
    ArgType,
    Argument,
    Asks,
    Decision,
    Editions,
    Family,
    Step,
)
from got_env.westeros.rules.expansion import leave_alone
from got_env.westeros.rules.option_values import WildlingLoss
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, NUM_UNITS, Event, Phase, Unit


@kernel
def lose_unit(s, a, u):
    """Destroy one unit outside a combat, a routed one first; an area left empty loses its order.

    Rule: 2E-DEF-14, 2E-WILD-20 (AMB-58).
    """
    destroy_unit(s, a, u, s.routed[a, u] > 0)
    if s.owner[a] == NONE and s.order[a] != NONE:
        note(s, Event.ORDER_REMOVED, s.order_seat[a], a, s.order[a])
        remove_order(s, a)
    leave_alone(s, a)


# --- units of any type, anywhere or in one area; a cursor is area * NUM_UNITS + unit type


@kernel
def lose_units(s, p, n, only):
    """Have seat ``p`` destroy units worth ``n``, in area ``only`` unless that is NONE.

    What a unit is worth is a column of RULES: 1 each in the 2nd edition.
    Rule: 2E-WC-08, -13, -20, -21, 2E-WILD-23, 1E-WILD-08, -09.
    """
    push(s, Phase.LOSE_UNITS, p, n, only, 0)


@kernel
def may_follow(s, cursor, a, u):
    """True if a unit may be named at a cursor or later.

    With wildling_loss=at_least the cheap ones come first: who pays too much does so with the last
    unit, so that no set of units is left out and none is reached twice.
    """
    here = a * NUM_UNITS + u
    if s.options[Option.WILDLING_LOSS] == WildlingLoss.AT_LEAST:
        prices = RULES[s.ruleset].loss_price
        price = prices[cursor % NUM_UNITS]
        if prices[u] != price:
            return prices[u] > price
    return here >= cursor


@kernel
def units_from(s, p, only, cursor):
    """Worth of the units of seat ``p`` at a cursor or later, in area ``only`` unless NONE."""
    prices = RULES[s.ruleset].loss_price
    n = 0
    for a in range(RULES[s.ruleset].num_areas):
        if s.owner[a] == p and (only == NONE or a == only):
            for u in range(NUM_UNITS):
                if may_follow(s, cursor, a, u):
                    n += (s.units[a, u] + s.routed[a, u]) * prices[u]
    return n


@kernel
def can_pay(s, p, only, cursor, kept, n):
    """True if units at a cursor or later, but for one of price ``kept``, can pay ``n`` points.

    They must be worth just as much, unless wildling_loss=at_least. Rule: 1E-WILD-13.
    """
    if n <= 0:
        return n == 0 or s.options[Option.WILDLING_LOSS] == WildlingLoss.AT_LEAST
    total = units_from(s, p, only, cursor) - kept
    if total < n or s.options[Option.WILDLING_LOSS] == WildlingLoss.AT_LEAST:
        return total >= n
    prices = RULES[s.ruleset].loss_price
    singles = 0
    for a in range(RULES[s.ruleset].num_areas):
        if s.owner[a] == p and (only == NONE or a == only):
            for u in range(NUM_UNITS):
                if may_follow(s, cursor, a, u) and prices[u] == 1:
                    singles += s.units[a, u] + s.routed[a, u]
    # Units are worth 1 or 2: what is odd, and what pairs do not cover, is paid by single ones.
    singles -= kept == 1
    pairs = min((total - singles) // 2, n // 2)
    return singles >= n - 2 * pairs


@kernel
def destroy_from(s, p, only, cursor):
    """Destroy all units that :func:`units_from` counts."""
    for a in range(RULES[s.ruleset].num_areas):
        if s.owner[a] == p and (only == NONE or a == only):
            for u in range(NUM_UNITS):
                if may_follow(s, cursor, a, u):
                    while s.units[a, u] + s.routed[a, u] > 0:
                        lose_unit(s, a, u)


@linked
def enter_lose_units(s):
    """Destroy what is forced, else ask for the next unit.

    Frame: player, a points left to pay, b the only area or NONE, c cursor.
    """
    frame = top(s)
    p = frame[PLAYER]
    left = frame[A]
    only = frame[B]
    cursor = frame[C]
    if left == 0:
        pop(s)
        return
    if units_from(s, p, only, cursor) <= left:
        pop(s)
        destroy_from(s, p, only, cursor)
        return
    area = NONE
    choices = 0
    for a in range(RULES[s.ruleset].num_areas):
        if can_lose_in(s, p, left, only, cursor, a):
            area = a
            choices += 1
    if choices == 1:
        lose_in_area(s, p, area)
    else:
        push(s, Phase.LOSE_AREA, p, left, only, cursor)


@kernel
def can_lose_in(s, p, n, only, cursor, a):
    """True if the next unit to pay ``n`` points can be one in area ``a``, others from there on."""
    if s.owner[a] != p or (only != NONE and a != only):
        return False
    for u in range(NUM_UNITS):
        if can_lose(s, p, n, only, cursor, a, u):
            return True
    return False


@kernel
def can_lose(s, p, n, only, cursor, a, u):
    """True if the next unit to pay ``n`` points can be of type ``u`` in area ``a``."""
    if s.units[a, u] + s.routed[a, u] == 0 or not may_follow(s, cursor, a, u):
        return False
    price = RULES[s.ruleset].loss_price[u]
    return can_pay(s, p, only, a * NUM_UNITS + u, price, n - price)


@linked
def legal_lose_area(s, mask):
    """Areas with own units, ascending. Frame: as LOSE_UNITS below it."""
    frame = top(s)
    for a in range(RULES[s.ruleset].num_areas):
        if can_lose_in(s, frame[PLAYER], frame[A], frame[B], frame[C], a):
            mask[actions.AREA + a] = True


@linked
def apply_lose_area(s, action):
    """Go on to the unit."""
    p = top(s)[PLAYER]
    pop(s)
    lose_in_area(s, p, action - actions.AREA)


@kernel
def can_lose_type(s, frame, a, u):
    """True if the next unit of a LOSE_UNITS frame can be of type ``u`` in area ``a``."""
    return can_lose(s, frame[PLAYER], frame[A], frame[B], frame[C], a, u)


@kernel
def lose_in_area(s, p, a):
    """Destroy a unit in area ``a``, after asking for its type; LOSE_UNITS is on top."""
    frame = top(s)
    kind = NONE
    choices = 0
    for u in range(NUM_UNITS):
        if can_lose_type(s, frame, a, u):
            kind = u
            choices += 1
    if choices == 1:
        lose_next(s, a, kind)
    else:
        push(s, Phase.LOSE_UNIT, p, a, 0, 0)


@linked
def legal_lose_unit(s, mask):
    """Types of units in the area. Frame: a area; LOSE_UNITS lies below."""
    a = top(s)[A]
    below = s.stack[s.depth - 2]
    for u in range(NUM_UNITS):
        if can_lose_type(s, below, a, u):
            mask[actions.UNIT + u] = True


@linked
def apply_lose_unit(s, action):
    """Destroy the unit."""
    a = top(s)[A]
    pop(s)
    lose_next(s, a, action - actions.UNIT)


@kernel
def lose_next(s, a, u):
    """Destroy a unit and move the cursor of LOSE_UNITS, which is on top, to it."""
    frame = top(s)
    frame[A] = max(0, frame[A] - RULES[s.ruleset].loss_price[u])
    frame[C] = a * NUM_UNITS + u
    lose_unit(s, a, u)


# --- Crow Killers: Knights become Footmen, or are destroyed where no Footman is left


@kernel
def count_knights(s, a):
    """Knights in an area."""
    return s.units[a, Unit.KNIGHT] + s.routed[a, Unit.KNIGHT]


@kernel
def knights_from(s, p, start):
    """Knights of seat ``p`` in area ``start`` and later ones."""
    n = 0
    for a in range(start, RULES[s.ruleset].num_areas):
        if s.owner[a] == p:
            n += count_knights(s, a)
    return n


@kernel
def demote_knights(s, p, most):
    """Have seat ``p`` lose the rank of up to ``most`` Knights. Rule: 2E-WC-05, -06."""
    n = min(most, knights_from(s, p, 0))
    converted = min(n, s.pool[p, Unit.FOOTMAN])
    push(s, Phase.DEMOTE_KNIGHTS, p, n - converted, converted, 0)


@linked
def enter_demote_knights(s):
    """Do what is forced, else ask for the next Knight: first those destroyed, then the others.

    Frame: player, a Knights to destroy, b to turn into Footmen, c area cursor.
    """
    frame = top(s)
    p = frame[PLAYER]
    left = frame[A] if frame[A] > 0 else frame[B]
    if left == 0:
        pop(s)
        return
    area = NONE
    choices = 0
    for a in range(frame[C], RULES[s.ruleset].num_areas):
        if can_demote_in(s, p, left, a):
            area = a
            choices += 1
    if choices == 1:
        demote_next(s, p, area)
    else:
        push(s, Phase.DEMOTE, p, left, frame[C], 1 if frame[A] > 0 else 0)


@kernel
def can_demote_in(s, p, n, a):
    """True if the next of ``n`` Knights can be one in area ``a``, the others from there on."""
    return s.owner[a] == p and count_knights(s, a) > 0 and knights_from(s, p, a) >= n


@linked
def legal_demote(s, mask):
    """Areas with own Knights, ascending. Frame: a Knights left, b cursor, c 1 if destroyed."""
    frame = top(s)
    for a in range(frame[B], RULES[s.ruleset].num_areas):
        if can_demote_in(s, frame[PLAYER], frame[A], a):
            mask[actions.AREA + a] = True


@linked
def apply_demote(s, action):
    """Destroy or convert a Knight there."""
    p = top(s)[PLAYER]
    pop(s)
    demote_next(s, p, action - actions.AREA)


@kernel
def demote_next(s, p, a):
    """Destroy or convert one Knight in ``a``; DEMOTE_KNIGHTS is on top."""
    frame = top(s)
    if frame[A] > 0:
        frame[A] -= 1
        frame[C] = a if frame[A] > 0 else 0
        lose_unit(s, a, Unit.KNIGHT)
    else:
        frame[B] -= 1
        frame[C] = a
        demote_knight(s, p, a)


@kernel
def demote_knight(s, p, a):
    """Swap one Knight for an unused Footman, which stands or lies like it. Rule: 2E-WC-05."""
    if s.routed[a, Unit.KNIGHT] > 0:
        s.routed[a, Unit.KNIGHT] -= 1
        s.routed[a, Unit.FOOTMAN] += 1
    else:
        s.units[a, Unit.KNIGHT] -= 1
        s.units[a, Unit.FOOTMAN] += 1
    s.pool[p, Unit.KNIGHT] += 1
    s.pool[p, Unit.FOOTMAN] -= 1
    note(s, Event.UPGRADE, p, a, Unit.FOOTMAN)


ROWS = (
    Step(
        Phase.LOSE_UNITS,
        enter_lose_units,
        Editions.WILDLINGS,
        arguments=(
            UNITS_LEFT,
            Argument("only", ArgType.AREA_OR_NONE),
            Argument("from", ArgType.UNIT_AT),
        ),
        on=(Phase.SETTLE,),
    ),
    Step(
        Phase.DEMOTE_KNIGHTS,
        enter_demote_knights,
        Editions.WILDLINGS,
        arguments=(
            Argument("destroy", range(13)),
            Argument("demote", range(13)),
            Argument("from", ArgType.NEXT_AREA),
        ),
        on=(Phase.SETTLE,),
    ),
    Decision(
        Phase.DEMOTE,
        Family.WESTEROS,
        "Crow Killers: where a knight is turned back or destroyed",
        {"area": "demote {x}"},
        question=(
            "{who}: where is a Knight turned back into a Footman, or destroyed? " + phrases.ONWARDS
        ),
        labels={"area": "Give up a Knight in {x}"},
        legal=legal_demote,
        apply=apply_demote,
        editions=Editions.WILDLINGS,
        arguments=(
            UNITS_LEFT,
            Argument("from", ArgType.NEXT_AREA),
            Argument("destroy", ArgType.FLAG),
        ),
        on=(Phase.DEMOTE_KNIGHTS,),
    ),
    Decision(
        Phase.LOSE_AREA,
        Family.WESTEROS,
        "a wildling penalty: where to destroy a unit",
        {"area": "lose {x}"},
        question=f"The Wildlings' penalty: where is a unit destroyed? {phrases.ONWARDS}",
        labels={"area": "Destroy a unit in {x}"},
        legal=legal_lose_area,
        apply=apply_lose_area,
        editions=Editions.WILDLINGS,
        arguments=(
            UNITS_LEFT,
            Argument("only", ArgType.AREA_OR_NONE),
            Argument("from", ArgType.UNIT_AT),
        ),
        on=(Phase.LOSE_UNITS,),
    ),
    Decision(
        Phase.LOSE_UNIT,
        Family.WESTEROS,
        "a wildling penalty: which unit there to destroy",
        {"unit": "lose {area} {x}"},
        question="The Wildlings' penalty: which unit is destroyed in {area}?",
        labels={"unit": "Destroy {a_x} in {area}"},
        legal=legal_lose_unit,
        apply=apply_lose_unit,
        editions=Editions.WILDLINGS,
        arguments=(THE_AREA,),
        asks=Asks.OWNER,
        on=(Phase.LOSE_UNITS,),
    ),
)
"""Rows of these decisions and steps."""
