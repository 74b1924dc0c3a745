"""Planning: order assignment area by area, the reveal, and the Messenger Raven."""

from __future__ import annotations

from got_env.core.agenda import PLAYER, A, B, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.westeros.phases.flow import next_phase
from got_env.westeros.rules import actions
from got_env.westeros.rules.board import BIT, has, note, position_of
from got_env.westeros.rules.decision_row import (
    BEGUN,
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
from got_env.westeros.rules.expansion import more_stars
from got_env.westeros.rules.offers import offer_either
from got_env.westeros.rules.option_values import (
    IslandSupport,
    OrdersMandatory,
    RavenBannedOrder,
    RavenChoicePublic,
    RavenSpecialSwap,
)
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.state import WILDLING_DECK_SIZE
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    MAX_PLAYERS,
    NONE,
    NUM_ORDERS,
    Event,
    Order,
    Phase,
    Track,
)

SUPPORT_ORDERS = (1 << Order.SUPPORT) | (1 << Order.SUPPORT_STAR)
POWER_ORDERS = (1 << Order.CONSOLIDATE) | (1 << Order.CONSOLIDATE_STAR)
EVERY_ORDER = (1 << NUM_ORDERS) - 1


@kernel
def star_limit(s, p):
    """Special orders seat ``p`` may have on the board. Rule: 2E-STAR-01."""
    return RULES[s.ruleset].stars[position_of(s, Track.KINGS_COURT, p)] + more_stars(s, p)


@kernel
def count_stars(s, p):
    """Special orders seat ``p`` has on the board."""
    rules = RULES[s.ruleset]
    n = 0
    for t in range(NUM_ORDERS):
        if rules.order_special[t]:
            n += s.placed[p, t]
    return n


@kernel
def placeable(s, p):
    """Types of order tokens that seat ``p`` may place now, as a mask. Rule: 2E-STAR-01."""
    rules = RULES[s.ruleset]
    starred = count_stars(s, p) < star_limit(s, p)
    types = 0
    for t in range(NUM_ORDERS):
        unused = s.placed[p, t] < rules.order_tokens[t]
        types |= BIT[t] if unused & (starred | (rules.order_special[t] == 0)) else 0
    return types & ~int(s.banned)


@kernel
def takes_order(s, a):
    """Types of order tokens that may lie on area ``a``, as a mask. Rule: 1E-PLAN-06, 1E-SUPP-08."""
    rules = RULES[s.ruleset]
    types = int(rules.area_orders[a])
    if s.options[Option.ISLAND_SUPPORT] == IslandSupport.FORBIDDEN and has(rules.island_mask, a):
        types &= ~SUPPORT_ORDERS
    return types


@kernel
def count_usable(s, p, types, gone):
    """Order tokens of some types seat ``p`` may still place: unbanned, within its stars.

    ``gone`` is a type of which one more is placed, or NONE. Rule: 2E-SHORT-01.
    """
    rules = RULES[s.ruleset]
    normal = 0
    special = 0
    for t in range(NUM_ORDERS):
        if has(types, t) and not has(s.banned, t):
            left = rules.order_tokens[t] - s.placed[p, t] - (t == gone)
            if rules.order_special[t]:
                special += left
            else:
                normal += left
    stars = star_limit(s, p) - count_stars(s, p)
    if gone != NONE:
        stars -= rules.order_special[gone]
    return normal + min(special, max(stars, 0))


@kernel
def can_place(s, p, t):
    """True if seat ``p`` may place a token of type ``t`` now. Rule: 2E-PLAN-11, 2E-STAR-01."""
    return (placeable(s, p) >> t) & 1 == 1


@kernel
def next_area_to_order(s, p, start):
    """First area from ``start`` on that holds units of seat ``p``, or NONE. Rule: 2E-PLAN-02."""
    for a in range(start, RULES[s.ruleset].num_areas):
        if s.owner[a] == p:
            return a
    return NONE


@kernel
def enter_planning(s):
    """Ask house after house, area after area; then reveal. Frame: a turn index, b area cursor.

    The answers stay secret until all are in, so that the public order of asking tells nothing
    (Rule: 2E-PLAN-07, -10, 2E-SHORT-02).
    """
    frame = top(s)
    if frame[A] == 0 and frame[B] == 0:
        s.placed[:, :] = 0
        s.orders_open = 0
        s.bidders = 0
        s.bid[:] = NONE
        s.bids_open = 0
    while frame[A] < s.num_players:
        p = s.track[Track.IRON_THRONE, frame[A]]
        area = next_area_to_order(s, p, frame[B])
        if area != NONE:
            frame[B] = area + 1
            push(s, Phase.ORDER, p, area, 0, 0)
            return
        frame[A] += 1
        frame[B] = 0
    s.orders_open = 1
    note(s, Event.ORDERS_REVEALED, NONE, 0, 0)
    next_phase(s)


@kernel
def legal_order(s, mask):
    """Tokens for the area in question; none if orders are optional or short.

    Rule: 2E-SHORT-03, 1E-PLAN-03, -13.
    """
    frame = top(s)
    p = frame[PLAYER]
    types = placeable(s, p) & takes_order(s, frame[A])
    for t in range(NUM_ORDERS):
        mask[actions.ORDER + t] = (types >> t) & 1
    if s.options[Option.ORDERS_MANDATORY] == OrdersMandatory.FALSE or types == 0:
        mask[actions.DONE] = True
        return
    waiting = 0
    for a in range(frame[A], RULES[s.ruleset].num_areas):
        waiting += s.owner[a] == p
    if waiting > count_usable(s, p, welcome_orders(s), NONE):
        fill_as_many(s, p, int(frame[A]), mask)


@kernel
def welcome_orders(s):
    """Types of order tokens that every area takes, as a mask. Rule: 1E-PLAN-06, 1E-SUPP-08."""
    types = EVERY_ORDER
    if RULES[s.ruleset].orders_by_area == 1:
        types &= ~POWER_ORDERS
    if s.options[Option.ISLAND_SUPPORT] == IslandSupport.FORBIDDEN:
        types &= ~SUPPORT_ORDERS
    return types


@linked
def fill_as_many(s, p, area, mask):
    """Allow for an area what leaves orders for as many of the others as there can be.

    Rule: 2E-SHORT-01, 1E-PLAN-13.
    """
    best = most_orders(s, p, area, NONE)
    later = most_orders(s, p, area + 1, NONE)
    mask[actions.DONE] = later == best
    for t in range(NUM_ORDERS):
        if mask[actions.ORDER + t]:
            mask[actions.ORDER + t] = 1 + most_orders(s, p, area + 1, t) == best


@kernel
def most_orders(s, p, start, gone):
    """To how many areas from ``start`` on seat ``p`` can give an order; ``gone`` is laid before.

    The tokens that some areas take bound how many of them get one; the tightest bound is reached.
    """
    rules = RULES[s.ruleset]
    areas = 0
    for a in range(start, rules.num_areas):
        areas += s.owner[a] == p
    most = min(areas, count_usable(s, p, EVERY_ORDER, gone))
    if welcome_orders(s) == EVERY_ORDER:
        return most
    for kind in range(2):  # areas without a Support order, areas without Consolidate Power
        tight = 0
        usable = EVERY_ORDER
        for a in range(start, rules.num_areas):
            if s.owner[a] == p:
                taken = takes_order(s, a)
                if taken != EVERY_ORDER and (taken & SUPPORT_ORDERS == 0) == (kind == 0):
                    tight += 1
                    usable = taken
        if tight > 0:
            most = min(most, areas - tight + min(tight, count_usable(s, p, usable, gone)))
    return most


@kernel
def apply_order(s, action):
    """Lay the token face down, or leave the area without."""
    frame = top(s)
    p = frame[PLAYER]
    area = frame[A]
    pop(s)
    if action != actions.DONE:
        set_order(s, p, area, action - actions.ORDER)


@kernel
def set_order(s, p, a, t):
    """Put a token of seat ``p`` on area ``a``."""
    s.order[a] = t
    s.order_seat[a] = p
    s.placed[p, t] += 1


# --- the Messenger Raven


@kernel
def can_swap_in(s, p, a, t):
    """True if the order on ``a`` may be swapped for type ``t``. Rule: 2E-RAVEN-02, -03 (AMB-07)."""
    rules = RULES[s.ruleset]
    old = s.order[a]
    if t == old or s.placed[p, t] >= rules.order_tokens[t] or not has(takes_order(s, a), t):
        return False
    if has(s.banned, t) and s.options[Option.RAVEN_BANNED_ORDER] == RavenBannedOrder.FORBIDDEN:
        return False
    if not rules.order_special[t]:
        return True
    freed = 0
    if s.options[Option.RAVEN_SPECIAL_SWAP] == RavenSpecialSwap.AFTER_SWAP:
        freed = rules.order_special[old]
    return count_stars(s, p) - freed < star_limit(s, p)


@kernel
def can_swap(s, p, a):
    """True if seat ``p`` has an order on ``a`` and a token to swap in (AMB-20, AMB-87)."""
    if s.order_seat[a] != p:
        return False
    for t in range(NUM_ORDERS):
        if can_swap_in(s, p, a, t):
            return True
    return False


@kernel
def can_swap_any(s, p):
    """True if seat ``p`` has any order that it can swap."""
    for a in range(RULES[s.ruleset].num_areas):
        if can_swap(s, p, a):
            return True
    return False


@linked
def enter_raven_step(s):
    """Ask the Raven holder once, then go on to the actions. Rule: 2E-RAVEN-01, -08."""
    frame = top(s)
    if frame[A] == 1:
        next_phase(s)
        return
    frame[A] = 1
    p = s.track[Track.KINGS_COURT, 0]
    if s.raven_used == 0 and (RULES[s.ruleset].raven_looks == 1 or can_swap_any(s, p)):
        push(s, Phase.RAVEN, p, 0, 0, 0)


@linked
def legal_raven(s, mask):
    """A replace an order, b look at the top Wildling card, done neither. Rule: 2E-RAVEN-06."""
    p = top(s)[PLAYER]
    mask[actions.DONE] = True
    mask[actions.CHOICE + 1] = RULES[s.ruleset].raven_looks
    mask[actions.CHOICE] = can_swap_any(s, p)


@linked
def apply_raven(s, action):
    """Use the Raven, at most once a round. Rule: 2E-RAVEN-07."""
    p = top(s)[PLAYER]
    pop(s)
    if action == actions.DONE:
        note(s, Event.RAVEN, p, 0, NONE)
        return
    s.raven_used = 1
    if action == actions.CHOICE:
        push(s, Phase.RAVEN_AREA, p, 0, 0, 0)
    else:
        s.wild_known[0] |= BIT[p]
        push(s, Phase.RAVEN_PEEK, p, 0, 0, 0)


@linked
def legal_raven_area(s, mask):
    """Own areas whose order can be swapped."""
    p = top(s)[PLAYER]
    for a in range(RULES[s.ruleset].num_areas):
        if can_swap(s, p, a):
            mask[actions.AREA + a] = True


@linked
def apply_raven_area(s, action):
    """Go on to the new token."""
    p = top(s)[PLAYER]
    pop(s)
    push(s, Phase.RAVEN_ORDER, p, action - actions.AREA, 0, 0)


@linked
def legal_raven_order(s, mask):
    """Unused tokens that may be swapped in."""
    frame = top(s)
    for t in range(NUM_ORDERS):
        if can_swap_in(s, frame[PLAYER], frame[A], t):
            mask[actions.ORDER + t] = True


@linked
def apply_raven_order(s, action):
    """Swap the token. Rule: 2E-RAVEN-02."""
    frame = top(s)
    p = frame[PLAYER]
    a = frame[A]
    pop(s)
    s.placed[p, s.order[a]] -= 1
    set_order(s, p, a, action - actions.ORDER)
    note(s, Event.RAVEN, p, 1, a)


@linked
def apply_raven_peek(s, action):
    """Put the Wildling card back; others see where, unless raven_choice_public=false (AMB-21)."""
    p = top(s)[PLAYER]
    pop(s)
    bottom = action - actions.CHOICE
    if bottom == 1:
        bury_top_wildling_card(s)
    public = s.options[Option.RAVEN_CHOICE_PUBLIC] == RavenChoicePublic.TRUE
    note(s, Event.RAVEN, p, 2, bottom if public else NONE)
    if not public:
        # Players who do not know the choice lose the places of all cards they knew.
        for i in range(WILDLING_DECK_SIZE):
            s.wild_known[i] &= BIT[p]


@kernel
def bury_top_wildling_card(s):
    """Move the top Wildling card, and what is known of it, to the bottom. Rule: 2E-WILD-17."""
    card = s.wild_deck[0]
    known = s.wild_known[0]
    last = RULES[s.ruleset].num_wildlings - 1
    for i in range(last):
        s.wild_deck[i] = s.wild_deck[i + 1]
        s.wild_known[i] = s.wild_known[i + 1]
    s.wild_deck[last] = card
    s.wild_known[last] = known


ROWS = (
    Step(
        Phase.PLANNING,
        enter_planning,
        Editions.ALL,
        arguments=(Argument("turn", range(MAX_PLAYERS)), Argument("area", ArgType.NEXT_AREA)),
        quiet=True,
    ),
    Step(Phase.RAVEN_STEP, enter_raven_step, Editions.ALL, arguments=(BEGUN,), quiet=True),
    Decision(
        Phase.ORDER,
        Family.ACTION,
        "the order token of an area, in secret; none only in a shortage of tokens",
        {"order": "order {area} {x}", "done": "order {area} none"},
        question="Which order is given in {area}, in secret?",
        labels={"order": "{x} in {area}", "done": "No order in {area}"},
        legal=legal_order,
        apply=apply_order,
        editions=Editions.ALL,
        arguments=(THE_AREA,),
        asks=Asks.OWNER,
        on=(Phase.PLANNING,),
        about_area=True,
        always_asked=True,
        quiet=True,
    ),
    Instead(
        Phase.ORDER,
        Editions.FIRST_AND_STORM,
        meaning="the order token of an area, in secret, or none",
    ),
    Decision(
        Phase.RAVEN,
        Family.ACTION,
        "use the Raven to replace an order or to look at a wildling card, or not at all",
        {"choice": "raven {x}", "done": "raven none"},
        question="Is the Messenger Raven used?",
        labels={
            "choice replace": "Replace an order",
            "choice look": "Look at the top Wildling card",
            "done": "Do not use the Messenger Raven",
        },
        legal=legal_raven,
        apply=apply_raven,
        editions=Editions.ALL,
        asks=Asks.RAVEN_HOLDER,
        on=(Phase.RAVEN_STEP,),
        choices=("replace", "look"),
        quiet=True,
    ),
    Instead(
        Phase.RAVEN,
        Editions.FIRST_AND_STORM,
        meaning="use the Raven to replace an order, or not",
        choices=("replace",),
    ),
    Decision(
        Phase.RAVEN_AREA,
        Family.ACTION,
        "where the order is replaced",
        {"area": "raven replace {x}"},
        question="The Messenger Raven: which order is replaced?",
        labels={"area": "Replace the order in {x}"},
        legal=legal_raven_area,
        apply=apply_raven_area,
        editions=Editions.ALL,
        asks=Asks.RAVEN_HOLDER,
        on=(Phase.RAVEN_STEP,),
        quiet=True,
    ),
    Decision(
        Phase.RAVEN_ORDER,
        Family.ACTION,
        "the order token that comes in",
        {"order": "raven replace {area} {x}"},
        question="The Messenger Raven: which order comes to {area}?",
        labels={"order": "{x} in {area}"},
        legal=legal_raven_order,
        apply=apply_raven_order,
        editions=Editions.ALL,
        arguments=(THE_AREA,),
        asks=Asks.RAVEN_HOLDER,
        on=(Phase.RAVEN_STEP,),
        about_area=True,
        quiet=True,
    ),
    Decision(
        Phase.RAVEN_PEEK,
        Family.ACTION,
        "where the wildling card goes that was looked at",
        {"choice": "raven {x}"},
        question="The Messenger Raven: where does {wildling} go?",
        labels={
            "choice top": "Leave the card on top of the deck",
            "choice bottom": "Put the card under the deck",
        },
        legal=offer_either,  # Rule: 2E-RAVEN-04
        apply=apply_raven_peek,
        editions=Editions.SECOND,
        asks=Asks.RAVEN_HOLDER,
        on=(Phase.RAVEN_STEP,),
        choices=("top", "bottom"),
    ),
)
"""Rows of these decisions and steps."""
