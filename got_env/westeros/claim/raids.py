"""Raids: activation, Mercenary Raiders, two orders at once, and Support orders that come back."""

from __future__ import annotations

from got_env.core.agenda import PLAYER, A, B, C, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.westeros.claim.alliances import discard_card
from got_env.westeros.claim.leader_marches import activators
from got_env.westeros.claim.map_queries import acts_on, holds, near, over_arrow
from got_env.westeros.phases.flow import next_order
from got_env.westeros.rules import actions
from got_env.westeros.rules.board import (
    gain_power,
    has,
    lose_power,
    note,
    position_of,
    remove_order,
)
from got_env.westeros.rules.decision_row import (
    THE_AREA,
    ArgType,
    Argument,
    Asks,
    Decision,
    Editions,
    Family,
    Instead,
    Step,
)
from got_env.westeros.rules.expansion import in_force
from got_env.westeros.rules.offers import offer_yes_no
from got_env.westeros.rules.option_values import (
    DoublePillage,
    RaidPlusOneTargets,
    SupportMinus1Replaceable,
)
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    NONE,
    NUM_ALLIANCE_CARDS,
    Alliance,
    Event,
    Order,
    Phase,
    Tactic,
    Track,
)

REPLACE_COST = 2


@linked
def enter_claim_raids(s):
    """Give the next house in turn one Raid order to resolve. Rule: ASOS-TURN-08."""
    a = next_order(s, Order.RAID, Order.RAID_STAR, Phase.RAID_FROM)
    if a != NONE:
        raid_or_activate(s, s.order_seat[a], a)


@linked
def apply_claim_raid_from(s, action):
    """Go on to the order."""
    p = top(s)[PLAYER]
    pop(s)
    raid_or_activate(s, p, action - actions.AREA)


@kernel
def raid_or_activate(s, p, a):
    """Ask whether the order activates a Leader if it can; else go on to the target."""
    if activators(s, p, a) != 0:
        push(s, Phase.ACTIVATE, p, a, 0, 0)
    else:
        push(s, Phase.RAID_TARGET, p, a, 0, 0)


# --- targets


@kernel
def is_target(s, p, b):
    """True if an order of another player that Raids remove lies on ``b``."""
    return s.order[b] >= Order.SUPPORT and s.order_seat[b] != p


@kernel
def in_far_reach(s, p, a, b):
    """True if Mercenary Raiders of seat ``p`` reach ``b`` from ``a``. Rule: ASOS-ALLI-19, -28."""
    if has(over_arrow(s, p, a), b):
        return True
    for c in range(RULES[s.ruleset].num_areas):
        if c != b and has(near(s, p, a), c) and has(near(s, p, c), b):
            return True
    return False


@kernel
def can_raid_near(s, p, a, b):
    """True if a Raid on ``a`` reaches the order on ``b`` by itself. Rule: ASOS-ARROW-02."""
    return is_target(s, p, b) and has(acts_on(s, p, a), b)


@kernel
def can_raid_far(s, p, a, b):
    """True if it does with Mercenary Raiders alone."""
    return (
        b != a
        and is_target(s, p, b)
        and not has(near(s, p, a), b)
        and holds(s, p, Alliance.RAIDERS)
        and in_far_reach(s, p, a, b)
    )


@linked
def legal_claim_raid(s, mask):
    """Orders in reach, or none. Frame: a origin. Rule: ASOS-DP-15, ASOS-PROT-15."""
    frame = top(s)
    p = frame[PLAYER]
    a = frame[A]
    mask[actions.DONE] = True
    for b in range(RULES[s.ruleset].num_areas):
        mask[actions.AREA + b] = can_raid_near(s, p, a, b) or can_raid_far(s, p, a, b)


@linked
def apply_claim_raid(s, action):
    """Name the target; a Raid +1 may name another before anything is removed."""
    frame = top(s)
    p = int(frame[PLAYER])
    a = int(frame[A])
    pop(s)
    star = s.order[a] == Order.RAID_STAR
    if action == actions.DONE:
        remove_order(s, a)
        note(s, Event.RAID, p, a, NONE)
        return
    b = action - actions.AREA
    if star and any_second_target(s, p, a, b):
        push(s, Phase.RAID_SECOND, p, a, b, 0)
        return
    carry_out_raid(s, p, a, b, NONE)


@kernel
def can_name_second(s, p, a, b, c):
    """True if ``c`` may be named after ``b``: both together, so in ascending order.

    Rule: ASOS-ALLI-20, ASOS-TAC-39.
    """
    if c <= b:
        return False
    only = s.options[Option.RAID_PLUS_ONE_TARGETS] == RaidPlusOneTargets.ONE_HOUSE
    if only and s.order_seat[c] != s.order_seat[b]:
        return False
    if can_raid_near(s, p, a, c):
        return True
    return can_raid_near(s, p, a, b) and can_raid_far(s, p, a, c)


@kernel
def any_second_target(s, p, a, b):
    """True if there is another order to name."""
    for c in range(RULES[s.ruleset].num_areas):
        if can_name_second(s, p, a, b, c):
            return True
    return False


@linked
def legal_claim_second(s, mask):
    """A second order, or none. Frame: a origin, b the first."""
    frame = top(s)
    mask[actions.DONE] = True
    for c in range(RULES[s.ruleset].num_areas):
        mask[actions.AREA + c] = can_name_second(s, frame[PLAYER], frame[A], frame[B], c)


@linked
def apply_claim_second(s, action):
    """Remove both."""
    frame = top(s)
    p = int(frame[PLAYER])
    a = int(frame[A])
    b = int(frame[B])
    pop(s)
    c = NONE if action == actions.DONE else action - actions.AREA
    carry_out_raid(s, p, a, b, c)


# --- removing


@kernel
def carry_out_raid(s, p, a, b, c):
    """Remove the Raid and its one or two targets, victims in turn order. Rule: ASOS-TAC-39."""
    for target in (b, c):
        if target != NONE and not can_raid_near(s, p, a, target):
            for card in range(NUM_ALLIANCE_CARDS):
                raiders = RULES[s.ruleset].alliance[card] == Alliance.RAIDERS
                if raiders and s.ally_owner[card] == p:
                    discard_card(s, card)
    remove_order(s, a)
    first = b
    then = c
    if c != NONE:
        i = position_of(s, Track.IRON_THRONE, s.order_seat[b])
        j = position_of(s, Track.IRON_THRONE, s.order_seat[c])
        if j < i:
            first = c
            then = b
    pays = 1
    if c != NONE and s.order[first] >= Order.CONSOLIDATE:
        pays = 1 if s.options[Option.DOUBLE_PILLAGE] == DoublePillage.TWO else 0
    if then != NONE:
        push(s, Phase.RAID_HIT, p, a, then, pays)
    push(s, Phase.RAID_HIT, p, a, first, 1)


@linked
def enter_raid_hit(s):
    """Remove one order; its owner may replace a Support order. Frame: a origin, b area, c pays.

    Rule: ASOS-TAC-11, -12.
    """
    frame = top(s)
    p = int(frame[PLAYER])
    a = int(frame[A])
    b = int(frame[B])
    pays = int(frame[C])
    pop(s)
    note(s, Event.RAID, p, a, b)
    q = int(s.order_seat[b])
    minus = int(s.minus[b])
    support = s.order[b] == Order.SUPPORT or s.order[b] == Order.SUPPORT_STAR
    if s.order[b] >= Order.CONSOLIDATE and pays == 1:
        gain_power(s, p, 1, a)
    remove_order(s, b)
    if support and can_replace(s, q, minus):
        push(s, Phase.REPLACE_SUPPORT, q, b, 0, 0)


@kernel
def can_replace(s, q, minus):
    """True if seat ``q`` may put a Support -1 in place.

    Rule: ASOS-TC-06, -15, ASOS-TAC-11, -24.
    """
    replaces = in_force(s, q, Tactic.FORGE_ALLIANCES) or in_force(s, q, Tactic.SUPPORT_ALLIES)
    if not replaces or s.power[q] < REPLACE_COST:
        return False
    if minus == 1 and s.options[Option.SUPPORT_MINUS1_REPLACEABLE] == SupportMinus1Replaceable.NO:
        return False
    used = 0
    for a in range(RULES[s.ruleset].num_areas):
        used += s.minus[a]
    return used < RULES[s.ruleset].minus_tokens


@linked
def apply_replace_support(s, action):
    """Lay it. Rule: ASOS-TAC-28, -38."""
    frame = top(s)
    q = int(frame[PLAYER])
    a = int(frame[A])
    pop(s)
    if action == actions.YES:
        lose_power(s, q, REPLACE_COST)
        s.order[a] = Order.SUPPORT
        s.order_seat[a] = q
        s.minus[a] = 1
        note(s, Event.SUPPORT_REPLACED, q, a, 0)


ROWS = (
    Step(
        Phase.RAID_HIT,
        enter_raid_hit,
        Editions.CLAIM,
        arguments=(
            Argument("from", ArgType.AREA),
            Argument("area", ArgType.AREA),
            Argument("pays", ArgType.FLAG),
        ),
        on=(Phase.RAID_STEP,),
        quiet=True,
    ),
    Instead(Phase.RAID_STEP, Editions.CLAIM, enter=enter_claim_raids),
    Decision(
        Phase.REPLACE_SUPPORT,
        Family.ACTION,
        "whether to pay 2 power for a support-1 in place of the order raided",
        {"yes": "replace {area} yes", "no": "replace {area} no"},
        question="Are 2 Power paid for a Support -1 order in {area}, in place of the one raided?",
        labels={
            "yes": "Pay 2 Power for Support -1 in {area}",
            "no": "Leave {area} without an order",
        },
        legal=offer_yes_no,  # Rule: ASOS-DP-14
        apply=apply_replace_support,
        editions=Editions.CLAIM,
        arguments=(THE_AREA,),
        asks=Asks.OWNER,
        on=(Phase.RAID_STEP, Phase.RAID_HIT),
        about_area=True,
    ),
    Instead(Phase.RAID_FROM, Editions.CLAIM, apply=apply_claim_raid_from),
    Instead(Phase.RAID_TARGET, Editions.CLAIM, legal=legal_claim_raid, apply=apply_claim_raid),
    Instead(Phase.RAID_SECOND, Editions.CLAIM, legal=legal_claim_second, apply=apply_claim_second),
)
"""Rows of these decisions and steps."""
