"""Casualties of a combat: Swords, Skulls, and destroying a fighting unit."""

from __future__ import annotations

from got_env.core.agenda import A, B, C, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.westeros.phases.combat_strength import (
    count_fortifications,
    count_swords,
    effect_of,
)
from got_env.westeros.phases.storm_cards import with_forced_casualty
from got_env.westeros.rules import actions
from got_env.westeros.rules.board import destroy_unit, note
from got_env.westeros.rules.decision_row import (
    THE_SIDE,
    UNITS_LEFT,
    ArgType,
    Argument,
    Asks,
    Decision,
    Editions,
    Family,
)
from got_env.westeros.rules.option_values import SiegeCasualty
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, NUM_UNITS, Effect, Event, Phase, Side, Unit


@kernel
def kill_fighter(s, side, u, lying):
    """Destroy one fighting unit of a side. Rule: 2E-CAS-06, 2E-DEF-14."""
    if side == Side.DEFENDER:
        destroy_unit(s, s.fight_area, u, lying)
        return
    s.attackers[u] -= 1
    p = s.fighter[side]
    s.pool[p, u] += 1
    note(s, Event.DESTROYED, p, s.fight_area, u)


@kernel
def standing_of(s, side, u):
    """Standing fighting units of one type of a side; only these can be casualties.

    Rule: 2E-CAS-07 to -09.
    """
    if side == Side.ATTACKER:
        return int(s.attackers[u])
    if s.owner[s.fight_area] == NONE:
        return 0
    return int(s.units[s.fight_area, u])


@kernel
def kill_routed(s, side):
    """Destroy routed units of a losing defender. Rule: 2E-ROUT-02."""
    if side == Side.DEFENDER:
        for u in range(NUM_UNITS):
            while s.owner[s.fight_area] != NONE and s.routed[s.fight_area, u] > 0:
                destroy_unit(s, s.fight_area, u, True)


@kernel
def kill_siege_engines(s, side):
    """Destroy Siege Engines of the losing side. Rule: 2E-RETR-14, -18 (AMB-54)."""
    while standing_of(s, side, Unit.SIEGE_ENGINE) > 0:
        kill_fighter(s, side, Unit.SIEGE_ENGINE, False)


@linked
def begin_swords(s):
    """Swords of the winner less Fortifications of the loser cost units.

    Rule: 2E-CAS-01, -02, ASOS-HC-13.
    """
    loser = 1 - s.victor
    if s.options[Option.SIEGE_CASUALTY] == SiegeCasualty.SEPARATE:
        kill_routed(s, loser)
        kill_siege_engines(s, loser)
    n = count_swords(s, s.victor) - count_fortifications(s, loser)
    begin_casualties(s, loser, with_forced_casualty(s, s.victor, n))


@linked
def begin_skull(s, side):
    """A Skull of ``side`` costs the other side one unit. Rule: 2E-TIDE-07 to -11."""
    if s.tides[side] != NONE and RULES[s.ruleset].tides_skulls[s.tides[side]] > 0:
        begin_casualties(s, 1 - side, RULES[s.ruleset].tides_skulls[s.tides[side]])


@kernel
def begin_casualties(s, side, n):
    """Let a side lose ``n`` standing units of its choice, all if it has fewer (AMB-45).

    Rule: 2E-CAS-06, -07, 2E-HC-20.
    """
    if n <= 0 or effect_of(s, side) == Effect.THE_BLACKFISH:
        return
    total = 0
    types = 0
    for u in range(NUM_UNITS):
        k = standing_of(s, side, u)
        total += k
        types += k > 0
    if total <= n or types == 1:
        for u in range(NUM_UNITS):
            while n > 0 and standing_of(s, side, u) > 0:
                kill_fighter(s, side, u, False)
                n -= 1
        return
    push(s, Phase.CASUALTY, s.fighter[side], n, 0, side)


@linked
def legal_casualty(s, mask):
    """Unit types in ascending order, as many as must still go. Frame: a left, b type, c side."""
    mark_casualties(s, top(s)[C], mask)


@kernel
def mark_casualties(s, side, mask):
    """Allow the types of which the next unit of a side may be. Frame: a left, b type."""
    frame = top(s)
    later = 0
    for u in range(NUM_UNITS - 1, -1, -1):
        k = standing_of(s, side, u)
        later += k
        if u >= frame[B] and k > 0 and later >= frame[A]:
            mask[actions.UNIT + u] = True


@linked
def apply_casualty(s, action):
    """Destroy one unit of the type; ask again while more must go. Rule: 2E-CAS-07."""
    lose_next(s, top(s)[C], action - actions.UNIT)


@kernel
def lose_next(s, side, u):
    """Destroy one unit of a side; True once enough are gone, and the frame with them.

    Frame: a left, b type.
    """
    kill_fighter(s, side, u, False)
    frame = top(s)
    frame[A] -= 1
    frame[B] = u
    if frame[A] > 0:
        return False
    pop(s)
    return True


ROWS = (
    Decision(
        Phase.CASUALTY,
        Family.COMBAT,
        "the next unit that dies in combat",
        {"unit": "casualty {x}"},
        question="Which unit is lost next?",
        labels={"unit": "Lose {a_x}"},
        legal=legal_casualty,
        apply=apply_casualty,
        editions=Editions.ALL,
        arguments=(UNITS_LEFT, Argument("unit", ArgType.UNIT), THE_SIDE),
        asks=Asks.SIDE,
        on=(Phase.COMBAT,),
    ),
)
"""Rows of these decisions and steps."""
