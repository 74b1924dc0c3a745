"""Support against Neutral Forces, asked for before a march is declared (AMB-28)."""

from __future__ import annotations

from got_env.core.agenda import PLAYER, A, B, C, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.westeros.phases.strength import (
    basic_support,
    can_support,
    is_castle,
    muted_support,
    unit_strength,
)
from got_env.westeros.rules import actions, phrases
from got_env.westeros.rules.board import count_standing, has, land_reach, ship_reach
from got_env.westeros.rules.decision_row import (
    THE_AREA,
    TURN,
    ArgType,
    Argument,
    Asks,
    Decision,
    Editions,
    Family,
    Step,
)
from got_env.westeros.rules.offers import offer_yes_no
from got_env.westeros.rules.option_values import NeutralSupportTiming, RainsNeutral
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    IMPASSABLE,
    NONE,
    NUM_UNITS,
    Order,
    Phase,
    Terrain,
    Track,
)

ASKED = 0
"""Value of ``s.neutral_grant`` once support has been asked for: nothing granted yet."""


@kernel
def own_support(s, p, a):
    """Strength of all own Support orders of seat ``p`` next to ``a``. Rule: 2E-NEUT-02, -07."""
    rules = RULES[s.ruleset]
    total = 0
    for i in range(rules.degree[a]):
        x = rules.neighbours[a, i]
        if s.order_seat[x] == p and can_support(s, x, a):
            total += neutral_support(s, x, a)
    return total


@kernel
def others_support(s, p, a):
    """Strength of all Support orders of other houses next to the Neutral Force of ``a``."""
    rules = RULES[s.ruleset]
    total = 0
    for i in range(rules.degree[a]):
        x = rules.neighbours[a, i]
        if s.order_seat[x] != p and can_support(s, x, a):
            total += neutral_support(s, x, a)
    return total


@kernel
def neutral_support(s, x, a):
    """Strength that the Support order on ``x`` gives against the Neutral Force of ``a``.

    Rule: 1E-NEU-08, -12.
    """
    total = basic_support(s, x, is_castle(s, a))
    if s.options[Option.RAINS_NEUTRAL] == RainsNeutral.ALSO_NEUTRAL:
        muted = muted_support(s)
        for u in range(NUM_UNITS):
            if has(muted, u):
                total -= s.units[x, u] * unit_strength(s, u, is_castle(s, a))
    return total


@kernel
def asks_late(s):
    """True if others are asked for support once a march is declared. Rule: 1E-NEU-07."""
    return s.options[Option.NEUTRAL_SUPPORT_TIMING] == NeutralSupportTiming.AFTER_MARCH


@kernel
def asks_before_march(s):
    """True if others may be asked for support before a march."""
    return not asks_late(s)


@kernel
def asks_after_march(s, p):
    """True if others have to be asked about the march that has been declared."""
    a = s.march_attack
    return asks_late(s) and a != NONE and s.neutral[a] > 0 and others_could_support(s, p, a)


@kernel
def others_could_support(s, p, a):
    """True if another house has a Support order next to the Neutral Force area ``a``."""
    rules = RULES[s.ruleset]
    for i in range(rules.degree[a]):
        x = rules.neighbours[a, i]
        if s.order_seat[x] != p and can_support(s, x, a):
            return True
    return False


@kernel
def reachable_by_march(s, p):
    """Areas that seat ``p`` reaches with one of its March orders, as a mask."""
    rules = RULES[s.ruleset]
    reach = rules.land_mask & 0
    for a in range(rules.num_areas):
        if s.order_seat[a] == p and s.order[a] <= Order.MARCH_STAR and count_standing(s, a) > 0:
            if rules.kind[a] == Terrain.LAND:
                reach |= land_reach(s, p, a)
            else:
                reach |= ship_reach(s, p, a)
    return reach


@kernel
def mark_askable(s, p, mask):
    """Allow the Neutral Force areas to ask support against; returns how many. Rule: 2E-DP-65."""
    rules = RULES[s.ruleset]
    n = 0
    for a in range(rules.num_areas):
        if 0 < s.neutral[a] < IMPASSABLE and others_could_support(s, p, a):
            n += 1
    if n == 0:
        return 0
    reach = reachable_by_march(s, p)
    n = 0
    for a in range(rules.num_areas):
        if (
            0 < s.neutral[a] < IMPASSABLE
            and s.neutral_grant[a] == NONE
            and has(reach, a)
            and others_could_support(s, p, a)
        ):
            n += 1
            mask[actions.AREA + a] = True
    return n


@kernel
def can_ask(s, p):
    """True if there is any Neutral Force area to ask support against."""
    rules = RULES[s.ruleset]
    reach = rules.land_mask & 0
    known = False
    for a in range(rules.num_areas):
        if 0 < s.neutral[a] < IMPASSABLE and others_could_support(s, p, a):
            if not known:
                reach = reachable_by_march(s, p)
                known = True
            if has(reach, a):
                return True
    return False


@linked
def legal_ask_support(s, mask):
    """Areas to ask support against, in ascending order, or done. Rule: 2E-DP-65."""
    frame = top(s)
    mask[actions.DONE] = True
    mark_askable(s, frame[PLAYER], mask)
    for a in range(frame[A]):
        mask[actions.AREA + a] = False


@linked
def apply_ask_support(s, action):
    """Name one more area, or put the question to the others. Frame: a first area still open."""
    frame = top(s)
    if action == actions.DONE:
        p = frame[PLAYER]
        pop(s)
        push(s, Phase.NEUTRAL_CALL, p, 0, 0, 0)
        return
    a = action - actions.AREA
    s.neutral_grant[a] = ASKED
    frame[A] = a + 1


@linked
def enter_neutral_call(s):
    """Ask owner after owner, order by order. Frame: a target, b turn index, c support area.

    Rule: 2E-DP-29.
    """
    frame = top(s)
    rules = RULES[s.ruleset]
    while frame[A] < rules.num_areas:
        a = frame[A]
        if s.neutral_grant[a] != NONE:
            while frame[B] < s.num_players:
                q = s.track[Track.IRON_THRONE, frame[B]]
                if q != frame[PLAYER]:
                    for x in range(frame[C], rules.num_areas):
                        if (
                            s.order_seat[x] == q
                            and has(rules.adjacent[a], x)
                            and can_support(s, x, a)
                        ):
                            frame[C] = x + 1
                            push(s, Phase.NEUTRAL_SUPPORT, q, x, a, 0)
                            return
                frame[B] += 1
                frame[C] = 0
        frame[A] += 1
        frame[B] = 0
    pop(s)


@linked
def apply_neutral_support(s, action):
    """Grant the strength of the area for this march only."""
    frame = top(s)
    x = frame[A]
    a = frame[B]
    pop(s)
    if action == actions.YES:
        s.neutral_grant[a] += neutral_support(s, x, a)


ROWS = (
    Step(
        Phase.NEUTRAL_CALL,
        enter_neutral_call,
        Editions.ALL,
        arguments=(
            Argument("target", ArgType.NEXT_AREA),
            TURN,
            Argument("from", ArgType.NEXT_AREA),
        ),
        on=(Phase.MARCH_TURN, Phase.NEUTRAL_ENTRY),
    ),
    Decision(
        Phase.ASK_SUPPORT,
        Family.ACTION,
        "neutral forces against which others are asked for support, before a march",
        {"area": "ask_support {x}", "done": "ask_support done"},
        question=(
            "Before a march: against which neutral force are others asked for support? "
            + phrases.ONWARDS
        ),
        labels={"area": "Ask for support against {x}", "done": "Ask for no more support"},
        legal=legal_ask_support,
        apply=apply_ask_support,
        editions=Editions.ALL,
        arguments=(Argument("from", ArgType.NEXT_AREA),),
        on=(Phase.MARCH_TURN,),
    ),
    Decision(
        Phase.NEUTRAL_SUPPORT,
        Family.ACTION,
        "whether the area lends its support against the neutral force",
        {"yes": "grant_support {area} {against} yes", "no": "grant_support {area} {against} no"},
        question="Does {area} support the attack on the neutral force in {against}?",
        labels={
            "yes": "{area} supports the attack on {against}",
            "no": "{area} does not support the attack on {against}",
        },
        legal=offer_yes_no,  # Rule: 2E-DP-29
        apply=apply_neutral_support,
        editions=Editions.ALL,
        arguments=(THE_AREA, Argument("against", ArgType.AREA, told="against")),
        asks=Asks.HOLDER_OF_ORDER,
        on=(Phase.NEUTRAL_CALL,),
        about_area=True,
    ),
)
"""Rows of these decisions and steps."""
